import FoundationEssentials
import GLibLoop
import Testing

@testable import belfry

@Suite(.timeLimit(.minutes(1)))
struct CompletionsTests {
  /// Writes a shell's completions into a folder of their own, for as long as `body` needs them.
  private func withScript<T>(
    _ shell: Shell, _ body: (_ path: String, _ folder: String) async throws -> T
  ) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "belfry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "script").path
    let outcome = await belfry("completions", shell.rawValue)
    #expect(outcome.code == .done && outcome.errors.isEmpty)
    try outcome.output.write(toFile: path, atomically: false, encoding: .utf8)
    let result = try await body(path, folder.path)
    try FileManager.default.removeItem(at: folder)
    return result
  }

  /// The lines that a program prints; it must end with 0.
  private func lines(_ command: [String]) async throws -> [String] {
    let result = try await ChildProcess.run(command, outputLimit: 100_000)
    #expect(result.status == 0)
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "Each shell can read its completions",
    arguments: [
      (Shell.bash, ["bash", "-n"]), (.zsh, ["zsh", "-n"]), (.fish, ["fish", "--no-execute"]),
    ])
  func syntax(shell: Shell, reader: [String]) async throws {
    try await withScript(shell) { path, _ in
      let complaints = try await lines(reader + [path])
      #expect(complaints.isEmpty)
    }
  }

  @Test("Each option of each command stands in each shell's completions", arguments: Shell.allCases)
  func complete(shell: Shell) {
    let script = shell.completions(of: CommandTable.commands)
    for option in CommandTable.commands.flatMap(\.allOptions) {
      #expect(script.contains(shell == .fish ? "-l \(option.name)" : "--\(option.name)"))
    }
  }

  @Test(
    "bash completes commands, options, words and folders",
    arguments: [
      (["belfry", "co"], ["completions"]),
      (["belfry", "push", "--pres"], ["--presenter"]),
      (["belfry", "push", "--presenter", "te"], ["terminal"]),
      (["belfry", "push", "--presenter", "=", "te"], ["terminal"]),
      (["belfry", "push", "--presenter", "="], ["auto", "desktop", "terminal", "scripted"]),
      (["belfry", "push", "-p", "s"], ["scripted"]),
      (["belfry", "completions", ""], ["bash", "zsh", "fish"]),
      (["belfry", "doctor", ""], []),
      (["belfry", "push", "--topic", ""], []),
      (["belfry", "push", "--app", "My"], ["My App"]),
      (["belfry", "push", "My"], ["My App", "My push.apns"]),
      (["belfry", "check", "a.apns", "My"], ["My App", "My push.apns"]),
    ])
  func bash(words: [String], expected: [String]) async throws {
    let program = """
      cd "$2"; mkdir -p 'My App'; touch 'My push.apns'
      source "$1"; shift 2
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _belfry belfry; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let found = try await withScript(.bash) { path, folder in
      try await lines(["bash", "-c", program, "bash", path, folder] + words)
    }
    #expect(Set(found) == Set(expected))
  }

  @Test(
    "fish completes commands, options and words",
    arguments: [
      ("belfry co", ["completions"]),
      ("belfry push --pres", ["--presenter"]),
      ("belfry push --presenter te", ["terminal"]),
      ("belfry completions ", ["bash", "fish", "zsh"]),
    ])
  func fish(line: String, expected: [String]) async throws {
    let found = try await withScript(.fish) { path, folder in
      try await lines([
        "env", "HOME=\(folder)", "fish", "-c", "source $argv[1]; complete -C $argv[2]", path, line,
      ])
    }
    #expect(found.map { String($0.prefix { $0 != "\t" }) } == expected)
  }
}
