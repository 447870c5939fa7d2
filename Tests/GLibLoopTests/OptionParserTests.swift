import GLibLoop
import Testing

struct OptionParserTests {
  static let entries = [
    OptionEntry(name: "json", short: "j", takesValue: false),
    OptionEntry(name: "topic", short: "t", takesValue: true),
    OptionEntry(name: "app", takesValue: true),
  ]

  @Test(
    "Arguments that fit are taken apart, in their order",
    arguments: [
      ([], []),
      (["--json"], ["json"]),
      (["-j"], ["json"]),
      (["--topic", "a"], ["topic=a"]),
      (["--topic=a"], ["topic=a"]),
      (["-t", "a"], ["topic=a"]),
      // A group of letters, of which the last takes the value.
      (["-jt", "a"], ["json", "topic=a"]),
      // The value holds the sign that parts it from its name.
      (["--app=a=b"], ["app=a=b"]),
      (["--topic="], ["topic="]),
      // What follows an option that takes a value is its value, whatever it looks like.
      (["--topic", "--json"], ["topic=--json"]),
      (["--topic", "--"], ["topic=--"]),
      (["--topic", "--json=no"], ["topic=--json=no"]),
      // Each value is kept, and those of several options stay in order.
      (["--app", "b", "-t", "t", "--app=a"], ["app=b", "topic=t", "app=a"]),
      // Options and operands mix.
      (["x", "--json", "y"], ["json", "operand x", "operand y"]),
      (["-"], ["operand -"]),
      (["--", "--json", "--nope"], ["operand --json", "operand --nope"]),
      (["x", "--", "-j"], ["operand x", "operand -j"]),
      (["--", "--"], ["operand --"]),
      (["Größe 🎬", "--topic=日本"], ["topic=日本", "operand Größe 🎬"]),
    ] as [([String], [String])])
  func takesApart(arguments: [String], expected: [String]) throws {
    let parsed = try ParsedOptions(parsing: arguments, entries: Self.entries)
    let options = parsed.options.map { option in
      option.value.map { "\(option.name)=\($0)" } ?? option.name
    }
    #expect(options + parsed.operands.map { "operand \($0)" } == expected)
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
