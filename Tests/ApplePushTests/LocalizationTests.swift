import NotificationModel
import Testing

@testable import ApplePush

@Suite("Localization")
struct LocalizationTests {
  static let table = StringsTable(entries: [
    "INVITE": "%@ invites you to %@", "SWAP": "%2$@ before %1$@", "PLAIN": "Hello", "EMPTY": "",
  ])

  @Test(
    "arguments take the place of %@ and %1$@",
    arguments: [
      ("%@ and %@", ["a", "b"], "a and b"),
      ("%2$@ %1$@ %2$@", ["a", "b"], "b a b"),
      ("%1$@ %@ %@", ["a", "b"], "a a b"),
      ("100%% of %@", ["a"], "100% of a"),
      ("%%@", ["a"], "%@"),
      ("%@ %@", ["a"], "a "),
      ("%3$@|", ["a"], "|"),
      ("%0$@", ["a"], "%0$@"),
      ("%99999999999999999999$@", ["a"], "%99999999999999999999$@"),
      ("%d %s 50% %", ["a"], "%d %s 50% %"),
      ("%1$d %1@", ["a"], "%1$d %1@"),
      ("%@ %@", ["%@", "%1$@"], "%@ %1$@"),
      ("", ["a"], ""),
      ("😀%@é", ["\u{301}"], "😀\u{301}é"),
    ])
  func substitution(format: String, arguments: [String], text: String) {
    #expect(Localization.substitute(arguments, into: format) == text)
  }

  @Test(
    "a text that arguments make too long is cut between its characters",
    arguments: [
      ("%1$@", 100_000, "ab", "ab", 32_768), ("%1$@", 100_000, "€", "€", 21_845),
      ("a", 70_000, "", "a", 65_536), ("a%1$@", 32_768, "b", "ab", 32_768),
    ])
  func longText(format: String, times: Int, argument: String, text: String, count: Int) {
    let long = Localization.substitute(
      [argument], into: String(repeating: format, count: times))
    #expect(long == String(repeating: text, count: count))
  }

  @Test(
    "a text comes from the app, else from the payload, else from the key",
    arguments: [
      (#"{"loc-key":"INVITE","loc-args":["Anna","lunch"]}"#, "Anna invites you to lunch"),
      (
        #"{"loc-key":"INVITE","loc-args":["Anna","lunch"],"body":"x"}"#, "Anna invites you to lunch"
      ),
      (#"{"loc-key":"SWAP","loc-args":["a",2]}"#, "2 before a"),
      (#"{"loc-key":"PLAIN"}"#, "Hello"),
      (#"{"loc-key":"NONE","body":"x"}"#, "x"),
      (#"{"loc-key":"EMPTY","body":"x"}"#, "x"),
      (#"{"loc-key":"NONE"}"#, "NONE"),
      (#"{"loc-key":"NONE","loc-args":["a","b"]}"#, "NONE a b"),
      (#"{"loc-key":"%@ wants %2$@","loc-args":["a","b"]}"#, "a wants b"),
      (#"{"loc-args":["a"],"body":"x"}"#, "x"),
      (#"{"loc-key":7,"body":"x"}"#, "x"),
      (#"{"loc-key":"INVITE","loc-args":[null,{}]}"#, " invites you to "),
      (#"{"loc-key":"INVITE","loc-args":"Anna"}"#, " invites you to "),
    ])
  func precedence(alert: String, body: String) throws {
    let push = try push(#"{"aps":{"alert":\#(alert)}}"#, tables: [Self.table])
    #expect(push.content.body == body)
  }

  @Test("title and subtitle have keys of their own")
  func titles() throws {
    let push = try push(
      """
      {"aps":{"alert":{"title-loc-key":"INVITE","title-loc-args":["A","B"],
      "subtitle-loc-key":"PLAIN","body":"x"}}}
      """, tables: [Self.table])
    #expect(push.content.title == "A invites you to B")
    #expect(push.content.subtitle == "Hello")
    #expect(push.content.body == "x")
  }

  @Test("the first table that has the key gives the text")
  func tables() {
    let localization = Localization(tables: [StringsTable(entries: ["A": "1"]), Self.table])
    #expect(localization.text(for: "A", arguments: []) == "1")
    #expect(localization.text(for: "PLAIN", arguments: []) == "Hello")
    #expect(localization.text(for: "B", arguments: []) == nil)
  }

  @Test(
    "languages are ordered by what a person prefers",
    arguments: [
      (["en", "de", "Base"], ["de_DE.UTF-8"], ["de", "Base", "en"]),
      (["de", "de-AT", "de_DE"], ["de_AT.UTF-8", "fr"], ["de-AT", "de", "de_DE"]),
      (["zh-Hant", "zh-Hans", "en"], ["zh_Hans_CN"], ["zh-Hans", "en", "zh-Hant"]),
      (["fr", "en"], [], ["en", "fr"]), (["fr", "da"], ["C", "POSIX"], ["da", "fr"]),
      ([], ["de"], []),
    ] as [([String], [String], [String])])
  func languages(available: [String], preferred: [String], ordered: [String]) {
    #expect(Localization.order(of: available, preferred: preferred) == ordered)
  }
}
