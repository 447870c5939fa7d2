import Glibc
import Testing

@testable import PushBridge

/// A pseudo-terminal: what is written to its keyboard is typed into the terminal.
private final class Keyboard {
  let terminal: Int32
  private var keyboard: Int32

  init() throws {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    try #require(keyboard >= 0)
    var isLocked: Int32 = 0
    try #require(ioctl(keyboard, Self.setLock, &isLocked) == 0)
    terminal = ioctl(
      keyboard, Self.openPeer, CInt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    try #require(terminal >= 0)
  }

  deinit {
    hangUp()
  }

  /// `TIOCSPTLCK` and `TIOCGPTPEER` (ioctl_tty(2)), macros that Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let openPeer: UInt = 0x5441

  func type(_ bytes: [UInt8]) {
    #expect(write(keyboard, bytes, bytes.count) == bytes.count)
  }

  func type(_ text: String) {
    type(Array(text.utf8))
  }

  /// The lines that the terminal shows.
  func screen() -> TerminalLines {
    TerminalLines(TerminalDevice(descriptor: dup(keyboard)))
  }

  func setColumns(_ columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0)
  }

  func hangUp() {
    if keyboard >= 0 { close(keyboard) }
    keyboard = -1
  }
}

@Suite(.timeLimit(.minutes(1)))
struct TerminalLinesTests {
  /// What is typed → the lines; nil is the end of input.
  static let typed: [([UInt8], [String?])] = [
    (Array("one\ntwo\n\n".utf8), ["one", "two", ""]),
    (Array("é 水 😀\n".utf8), ["é 水 😀"]),
    // Ctrl-D ends the input, twice where a line has begun, which is lost; lines typed later count.
    ([0x04] + Array("next\n".utf8), [nil, "next"]),
    (Array("part".utf8) + [0x04, 0x04] + Array("next\n".utf8), [nil, "next"]),
    (Array("part".utf8) + [0x04] + Array("ial\n".utf8), ["partial"]),
    // The kernel's own editing: erase (DEL) and kill (Ctrl-U).
    (Array("abx".utf8) + [0x7F] + Array("c\n".utf8), ["abc"]),
    (Array("abc".utf8) + [0x15] + Array("d\n".utf8), ["d"]),
    // An arrow key is no text, nor is what is not UTF-8.
    (Array("a\u{1B}[D\tb\n".utf8), ["a[D\tb"]),
    ([0x61, 0xFF, 0x62, 0x0A], ["a\u{FFFD}b"]),
  ]

  @Test("Lines come as they are typed", arguments: typed)
  func lines(bytes: [UInt8], expected: [String?]) async throws {
    let keyboard = try Keyboard()
    let lines = TerminalLines(TerminalDevice(descriptor: keyboard.terminal))
    keyboard.type(bytes)
    for line in expected { #expect(await lines.next() == line) }
  }

  @Test("A line is read when it is asked for, and stays in the terminal until then")
  func onDemand() async throws {
    let keyboard = try Keyboard()
    let lines = TerminalLines(TerminalDevice(descriptor: keyboard.terminal))
    keyboard.type("mine\nanother program's\n")
    #expect(await lines.next() == "mine")
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(keyboard.terminal, &buffer, buffer.count)
    #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "another program's\n")
  }

  @Test("Who is cancelled gets nothing, and the line goes to the next")
  func cancellation() async throws {
    let keyboard = try Keyboard()
    let lines = TerminalLines(TerminalDevice(descriptor: keyboard.terminal))
    let task = Task { await lines.next() }
    task.cancel()
    #expect(await task.value == nil)
    keyboard.type("line\n")
    #expect(await lines.next() == "line")
  }

  @Test("A terminal that is gone ends the input for good")
  func hangUp() async throws {
    let keyboard = try Keyboard()
    let lines = TerminalLines(TerminalDevice(descriptor: keyboard.terminal))
    let waiting = Task { await lines.next() }
    keyboard.hangUp()
    #expect(await waiting.value == nil)
    #expect(await lines.next() == nil)
  }

  @Test("The width is the terminal's, else that of COLUMNS, else 80; one column stays free")
  func columns() throws {
    let keyboard = try Keyboard()
    let device = TerminalDevice(descriptor: keyboard.terminal)
    func columns(_ environment: [String: String]) -> Int {
      Terminal(device, environment: environment, colours: false).columns
    }
    #expect(columns([:]) == 79)
    #expect(columns(["COLUMNS": "100"]) == 99)
    #expect(columns(["COLUMNS": "wide"]) == 79)
    #expect(columns(["COLUMNS": "-1"]) == 19)
    keyboard.setColumns(132)
    #expect(columns(["COLUMNS": "100"]) == 131)
  }

  @Test(
    "Frames are drawn where the locale's encoding is UTF-8",
    arguments: [
      ([:], false), (["LANG": "C"], false), (["LANG": "en_GB"], false),
      (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true),
      (["LANG": "sr_RS.UTF-8@latin"], true), (["LANG": "de_DE.ISO-8859-1"], false),
      (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false),
      (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
      (["LANG": "C.UTF-8", "LC_ALL": "POSIX"], false),
      (["LANG": "C.UTF-8", "LC_ALL": ""], true),
    ])
  func frames(environment: [String: String], expected: Bool) throws {
    let device = TerminalDevice(descriptor: try Keyboard().terminal)
    #expect(
      Terminal(device, environment: environment, colours: true).look
        == Terminal.Look(colours: true, frames: expected))
  }

  @Test("A terminal is written to and read from")
  func both() async throws {
    let keyboard = try Keyboard()
    let terminal = Terminal(
      TerminalDevice(descriptor: keyboard.terminal), environment: ["LANG": "C.UTF-8"],
      colours: false)
    keyboard.setColumns(40)
    let answer = Task {
      try await TerminalPrompt(on: terminal).ask(
        TextQuestion(
          appName: "A", title: "T", body: "", placeholder: "Text", buttonTitle: "Send"))
    }
    let screen = keyboard.screen()
    for line in ["┌ A", "│ T", "└ Enter alone sends nothing."] {
      #expect(await screen.next() == line)
    }
    keyboard.type("I will\n")
    #expect(try await answer.value == "I will")
    #expect(await screen.next() == "Text: I will")
  }
}
