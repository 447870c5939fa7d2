import FoundationEssentials
import TestSupport
import Testing

@testable import PushBridge

private func question(
  _ appName: String = "App", title: String = "Title", body: String = "",
  placeholder: String = "", buttonTitle: String = ""
) -> TextQuestion {
  TextQuestion(
    appName: appName, title: title, body: body, placeholder: placeholder, buttonTitle: buttonTitle)
}

@Suite(.timeLimit(.minutes(1)))
struct DialogPromptTests {
  /// A folder with programs of the dialogs' names, and nothing else in PATH.
  private static func folder(_ programs: [String: String]) throws -> AppFolderFixture {
    let folder = try AppFolderFixture()
    for (name, script) in programs {
      try ExecutableFile.write("#!/bin/sh\n\(script)\n", to: "\(folder.path)/\(name)")
    }
    return folder
  }

  private static func environment(
    _ folder: AppFolderFixture, _ more: [String: String] = [:]
  ) -> [String: String] {
    ["PATH": folder.path, "DISPLAY": ":0", "LANG": "C.UTF-8"].merging(more) { $1 }
  }

  /// What a program does → the answer.
  static let answering: [(String, String, String?)] = [
    ("zenity", "echo 'See you  there '", "See you  there "),
    ("kdialog", "echo 'See you  there '", "See you  there "),
    ("zenity", "printf 'no newline'", "no newline"),
    ("zenity", "printf 'two\\n\\n'", "two\n"),
    ("zenity", "echo", ""),
    ("zenity", "printf 'a\\377b\\n'", "a\u{FFFD}b"),
    ("zenity", "echo 'é 水 😀'", "é 水 😀"),
    // Cancelled: zenity as it is told to say it, kdialog with an empty line.
    ("zenity", "exit $ZENITY_CANCEL", nil), ("zenity", "exit $ZENITY_ESC", nil),
    ("kdialog", "echo; exit 1", nil),
    // Ended from outside, as by Ctrl-C in the terminal.
    ("zenity", "kill -INT $$", nil), ("zenity", "kill -TERM $$", nil),
    ("kdialog", "kill -HUP $$", nil),
  ]

  @Test("What the program prints is the answer but for its newline", arguments: answering)
  func answers(program: String, script: String, expected: String?) async throws {
    let folder = try Self.folder([program: script])
    let prompt = DialogPrompt(environment: Self.environment(folder))
    #expect(try await prompt.ask(question()) == expected)
  }

  @Test("An answer of 16 KiB is whole, and a longer one refused")
  func longAnswer() async throws {
    let script = "i=0; while [ $i -lt 1024 ]; do printf 0123456789abcdef; i=$((i + 1)); done; "
    let whole = try Self.folder(["zenity": script + "echo"])
    let answer = try await DialogPrompt(environment: Self.environment(whole)).ask(question())
    #expect(answer?.utf8.count == 16_384)
    let more = try Self.folder(["zenity": script + "echo xx"])
    await #expect(
      throws: PromptError(
        problem: "zenity: its answer is longer than 16384 bytes",
        advice: "see what it says when it is started by hand")
    ) {
      try await DialogPrompt(environment: Self.environment(more)).ask(question())
    }
  }

  @Test("The program gets its arguments and environment")
  func arguments() async throws {
    let folder = try Self.folder([
      "zenity": "for a; do printf '<%s>' \"$a\"; done; printf '%s' \"$LC_ALL,$DISPLAY\""
    ])
    let prompt = DialogPrompt(
      environment: Self.environment(folder, ["LANG": "C", "DISPLAY": ":7"]))
    #expect(
      try await prompt.ask(question("-x", title: "$(id) 'é'", body: "-- two\n"))
        == "<--entry><--title=-x><--text=$(id) 'é'\n\n-- two\n>C.UTF-8,:7")
  }

  /// The programs and the desktop → which answers.
  static let orders: [([String: String], String, String)] = [
    (["zenity": "echo z", "kdialog": "echo k"], "", "z"),
    (["zenity": "echo z", "kdialog": "echo k"], "KDE", "k"),
    (["zenity": "echo z", "kdialog": "echo k"], "Weird:KDE", "k"),
    (["zenity": "echo z", "kdialog": "echo k"], "KDEish", "z"),
    (["zenity": "echo z", "kdialog": "echo k"], "ubuntu:GNOME", "z"),
    (["zenity": "echo z"], "KDE", "z"),
    (["kdialog": "echo k"], "GNOME", "k"),
    // One that cannot open the display leaves it to the other: zenity says 1, Qt aborts.
    (["zenity": "exit 1", "kdialog": "echo k"], "", "k"),
    (["zenity": "echo z", "kdialog": "kill -ABRT $$"], "KDE", "z"),
    (["zenity": "exit 255", "kdialog": "echo k"], "", "k"),
  ]

  @Test("The desktop's own program is asked first, and the other where it fails", arguments: orders)
  func order(programs: [String: String], desktop: String, expected: String) async throws {
    let folder = try Self.folder(programs)
    let environment = Self.environment(folder, ["XDG_CURRENT_DESKTOP": desktop])
    #expect(try await DialogPrompt(environment: environment).ask(question()) == expected)
  }

  @Test("The installed programs are named in the order in which they are tried")
  func installed() throws {
    let both = Self.environment(try Self.folder(["zenity": "", "kdialog": ""]))
    #expect(DialogPrompt.installed(environment: both) == [])
    let folder = try Self.folder(["zenity": "", "kdialog": ""])
    let environment = Self.environment(folder)
    #expect(DialogPrompt.installed(environment: environment) == ["zenity", "kdialog"])
    let kde = Self.environment(folder, ["XDG_CURRENT_DESKTOP": "KDE"])
    #expect(DialogPrompt.installed(environment: kde) == ["kdialog", "zenity"])
  }

  @Test("A file that cannot be run, and a folder that is not absolute, are no programs")
  func notPrograms() throws {
    let folder = try AppFolderFixture()
    try folder.write("#!/bin/sh\n", to: "zenity")
    #expect(DialogPrompt.installed(environment: Self.environment(folder)) == [])
    let runnable = try Self.folder(["zenity": ""])
    for path in ["", ".", "..\(runnable.path)", "relative:\(runnable.path)x"] {
      #expect(DialogPrompt.installed(environment: ["PATH": path]) == [])
    }
    #expect(
      DialogPrompt.installed(environment: ["PATH": "relative::/no/such:\(runnable.path)"])
        == ["zenity"])
  }

  /// What is missing → the message.
  static let missing: [([String: String], [String: String], String)] = [
    (
      ["zenity": "echo"], ["DISPLAY": ""],
      "no display: neither WAYLAND_DISPLAY nor DISPLAY is set; run belfry inside a desktop session"
    ),
    (
      [:], [:],
      "no dialog program: neither kdialog nor zenity is installed; install zenity or kdialog"
    ),
    (
      ["zenity": "exit 1", "kdialog": "exit 3"], ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"],
      "zenity: it ended with status 1; kdialog: it ended with status 3; "
        + "see what it says when it is started by hand"
    ),
  ]

  @Test("Where nobody can be asked, it says why and what to do", arguments: missing)
  func failures(
    programs: [String: String], environment: [String: String], expected: String
  ) async throws {
    let folder = try Self.folder(programs)
    let error = await #expect(throws: PromptError.self) {
      try await DialogPrompt(environment: Self.environment(folder, environment)).ask(question())
    }
    #expect(error?.description == expected)
  }

  @Test("A cancelled question ends its program, and asks no other")
  func cancellation() async throws {
    let folder = try Self.folder([
      "zenity": "echo $$ > \"${0%/*}/started\"; exec /bin/sleep 600", "kdialog": "echo k",
    ])
    let pipe = "\(folder.path)/started"
    #expect(await (try LineProcess("/usr/bin/mkfifo", [pipe])).exit() == 0)
    let environment = Self.environment(folder)
    let task = Task { try await DialogPrompt(environment: environment).ask(question()) }
    // Ends when the program has written its number.
    let pid = try #require(await (try LineProcess("/bin/cat", [pipe])).lines.next())
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
  }
}

struct DialogProgramTests {
  /// A question → zenity's arguments behind `--entry`, and kdialog's.
  static let questions: [(TextQuestion, [String], [String])] = [
    (
      question(
        "Meetings", title: "Lunch?", body: "Today", placeholder: "Message", buttonTitle: "Send"),
      ["--title=Meetings", "--text=Lunch?\n\nToday\n\nMessage", "--ok-label=Send"],
      ["--title=Meetings", "--inputbox=<qt>Lunch?<br/><br/>Today<br/><br/>Message</qt>"]
    ),
    // What would be a mnemonic, an escape, markup or an entity is text.
    (
      question("<b>_&amp;\\n", title: "a_b & <b>c</b> \\n \\\\ &lt;", buttonTitle: "a_b"),
      ["--title=<b>_&amp;\\n", "--text=a__b & <b>c</b> \\\\n \\\\\\\\ &lt;"],
      [
        "--title=<b>_&amp;\\n",
        "--inputbox=<qt>a_b &amp;&amp; &lt;b&gt;c&lt;/b&gt; \\\\n \\\\\\\\ &amp;&amp;lt;</qt>",
      ]
    ),
    // An option stays behind its own.
    (
      question("--version", title: "--help", buttonTitle: "--quit"),
      ["--title=--version", "--text=--help", "--ok-label=--quit"],
      ["--title=--version", "--inputbox=<qt>--help</qt>"]
    ),
    // Control characters and overrides are left out, also a NUL, which would end the argument.
    (
      question("a\u{0}b\nc", title: "d\u{1B}[0m\re", body: "f\u{202E}g\u{0}", buttonTitle: "\u{0}"),
      ["--title=ab c", "--text=d[0m e\n\nfg"],
      ["--title=ab c", "--inputbox=<qt>d[0m e<br/><br/>fg</qt>"]
    ),
    (
      question("", title: ""),
      ["--title=", "--text=Reply"], ["--title=", "--inputbox=<qt>Reply</qt>"]
    ),
    // Long texts neither leave the screen nor hide the field.
    (
      question(
        "A", title: "T", body: String(repeating: "b\n", count: 100),
        buttonTitle: String(repeating: "x", count: 50)),
      [
        "--title=A", "--text=T\n\n\(String(repeating: "b\n", count: 14))… 87 more lines",
        "--ok-label=\(String(repeating: "x", count: 29))…",
      ],
      [
        "--title=A",
        "--inputbox=<qt>T<br/><br/>\(String(repeating: "b<br/>", count: 14))… 87 more lines</qt>",
      ]
    ),
    (
      question("A", title: "", body: String(repeating: "word ", count: 14)),
      ["--title=A", "--text=\(String(repeating: "word ", count: 11))word\nword word"],
      [
        "--title=A",
        "--inputbox=<qt>\(String(repeating: "word ", count: 11))word<br/>word word</qt>",
      ]
    ),
  ]

  @Test("Text is shown as it is, and is nothing else", arguments: questions)
  func arguments(question: TextQuestion, zenity: [String], kdialog: [String]) {
    #expect(DialogProgram.zenity.arguments(for: question) == ["--entry"] + zenity)
    #expect(DialogProgram.kdialog.arguments(for: question) == kdialog)
  }

  @Test("Zenity's exit statuses are set, and the encoding where it is not UTF-8")
  func settings() {
    let statuses = [
      "ZENITY_OK": "0", "ZENITY_CANCEL": "10", "ZENITY_ESC": "10", "ZENITY_ERROR": "255",
    ]
    #expect(DialogProgram.zenity.settings(["LANG": "de_DE.UTF-8"]) == statuses)
    #expect(
      DialogProgram.zenity.settings([:]) == statuses.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    #expect(DialogProgram.kdialog.settings(["LC_ALL": "C.UTF-8"]) == [:])
    #expect(
      DialogProgram.kdialog.settings(["LC_ALL": "C", "LANG": "C.UTF-8"]) == ["LC_ALL": "C.UTF-8"])
  }
}
