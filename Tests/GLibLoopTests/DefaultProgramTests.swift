import FoundationEssentials
import GLibLoop
import Glibc
import Testing

/// A desktop whose default browser is a script; the test process' own stays as it is, for each test
/// opens its link in a process of its own.
@Suite(.timeLimit(.minutes(1)))
struct DefaultProgramTests {
  static let link = "https://www.youtube.com/embed/dQw4w9WgXcQ?start=43&list=PL1"

  /// Makes the folder of a desktop.
  ///
  /// - Parameter startupNotify: What its browser's desktop file says; nil for no browser.
  /// - Returns: The folder.
  /// - Throws: When a file cannot be written.
  private func desktop(startupNotify: Bool?) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "belfry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "applications"), withIntermediateDirectories: true)
    guard let startupNotify else { return folder.path }
    let path = folder.path
    // Printed to a caller's streams this would get among its data: they must not be the caller's.
    let script = """
      #!/bin/sh
      echo noise; echo noise >&2
      read -r _ _ _ _ _ session _ < /proc/self/stat
      [ "$session" = $$ ] && own=own
      echo "$# $1 $XDG_ACTIVATION_TOKEN $DESKTOP_STARTUP_ID ${own:-shared}" > '\(path)/opened'
      """
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=Recorder
      Exec=\(path)/browser %u
      StartupNotify=\(startupNotify)
      MimeType=x-scheme-handler/https;
      """
    let defaults = """
      [Default Applications]
      x-scheme-handler/https=recorder.desktop
      """
    for (name, text) in [
      ("browser", script), ("applications/recorder.desktop", entry), ("mimeapps.list", defaults),
    ] {
      try (text + "\n").write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }
    for command in [["chmod", "755", "\(path)/browser"], ["mkfifo", "\(path)/opened"]] {
      #expect(try await ChildProcess.run(command, outputLimit: 0).status == 0)
    }
    return path
  }

  @Test(
    "The default program gets the link and the token, and a session and streams of its own",
    arguments: [true, false])
  func opens(startupNotify: Bool) async throws {
    let folder = try await desktop(startupNotify: startupNotify)
    async let opened = ChildProcess.run(["cat", "\(folder)/opened"], outputLimit: 1000)
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [folder = folder as String] in
      enterDesktop(folder)
      try await LinkOpener(command: nil, environment: ["DISPLAY": ":9"])
        .open(Self.link, activationToken: "token-1")
    }
    #expect(
      String(decoding: try await opened.output, as: UTF8.self)
        == "1 \(Self.link) token-1 token-1 own\n")
    let streams = (result?.standardOutputContent ?? []) + (result?.standardErrorContent ?? [])
    #expect(!String(decoding: streams, as: UTF8.self).contains("noise"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("Where no program is the default, the error says what to do")
  func noProgram() async throws {
    let folder = try await desktop(startupNotify: nil)
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [folder = folder as String] in
      enterDesktop(folder)
      do {
        try await LinkOpener(command: nil, environment: ["DISPLAY": ":9"]).open(Self.link)
      } catch {
        Log.error("\(error)")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("belfry: link not opened: \(Self.link): "))
    #expect(text.contains("; install a web browser"))
    try FileManager.default.removeItem(atPath: folder)
  }
}

/// Makes a folder the desktop of this process; GIO reads these variables when first used.
private func enterDesktop(_ folder: String) {
  for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS"] {
    setenv(name, folder, 1)
  }
  for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_CURRENT_DESKTOP"] { unsetenv(name) }
}
