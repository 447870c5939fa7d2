import GLibLoop
import Testing

struct OptionParserTests {
  static let entries = [
    OptionEntry(name: "json", short: "j", takesValue: false),
    OptionEntry(name: "topic", short: "t", takesValue: true),
    OptionEntry(name: "app", takesValue: true),
  ]

  static func parsed(
    flags: Set<String> = [], values: [String: [String]] = [:], operands: [String] = []
  ) -> [String] {
    (flags.sorted() + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      + operands.map { "operand \($0)" }
  }

  @Test(
    "Arguments that fit are taken apart",
    arguments: [
      ([], parsed()),
      (["--json"], parsed(flags: ["json"])),
      (["-j"], parsed(flags: ["json"])),
      (["--topic", "a"], parsed(values: ["topic": ["a"]])),
      (["--topic=a"], parsed(values: ["topic": ["a"]])),
      (["-t", "a"], parsed(values: ["topic": ["a"]])),
      // A group of letters, of which the last takes the value.
      (["-jt", "a"], parsed(flags: ["json"], values: ["topic": ["a"]])),
      // The value holds the sign that parts it from its name.
      (["--app=a=b"], parsed(values: ["app": ["a=b"]])),
      (["--topic="], parsed(values: ["topic": [""]])),
      // What follows an option that takes a value is its value, whatever it looks like.
      (["--topic", "--json"], parsed(values: ["topic": ["--json"]])),
      (["--topic", "--"], parsed(values: ["topic": ["--"]])),
      (["--topic", "--json=no"], parsed(values: ["topic": ["--json=no"]])),
      // Each value is kept, in order.
      (["--app", "b", "--app=a"], parsed(values: ["app": ["b", "a"]])),
      // Options and operands mix.
      (["x", "--json", "y"], parsed(flags: ["json"], operands: ["x", "y"])),
      (["-"], parsed(operands: ["-"])),
      (["--", "--json", "--nope"], parsed(operands: ["--json", "--nope"])),
      (["x", "--", "-j"], parsed(operands: ["x", "-j"])),
      (["--", "--"], parsed(operands: ["--"])),
      (["Größe 🎬", "--topic=日本"], parsed(values: ["topic": ["日本"]], operands: ["Größe 🎬"])),
    ] as [([String], [String])])
  func takesApart(arguments: [String], expected: [String]) throws {
    let options = try ParsedOptions(parsing: arguments, entries: Self.entries)
    #expect(
      Self.parsed(flags: options.flags, values: options.values, operands: options.operands)
        == expected)
  }

  @Test(
    "Arguments that do not fit are named as they were written",
    arguments: [
      (["--tpoic", "a"], .unknown("--tpoic")),
      (["--tpoic=a"], .unknown("--tpoic")),
      (["-x"], .unknown("-x")),
      (["x", "--nope", "--", "y"], .unknown("--nope")),
      // No abbreviations.
      (["--top", "a"], .unknown("--top")),
      // The flags of GLib's own programs are no options here.
      (["-h"], .unknown("-h")), (["--help"], .unknown("--help")), (["-?"], .unknown("-?")),
      (["--topic"], .valueMissing("--topic")),
      (["-t"], .valueMissing("-t")),
      (["--json=no"], .valueUnexpected("--json")),
      (["--json="], .valueUnexpected("--json")),
    ] as [([String], OptionError)])
  func refuses(arguments: [String], expected: OptionError) {
    #expect(throws: expected) {
      try ParsedOptions(parsing: arguments, entries: Self.entries)
    }
  }
}
