import Testing

@testable import ApplePush

struct NearestNameTests {
  static let names = ["topic", "app", "action", "text-action", "presenter", "json"]

  @Test(
    "A near name is found, a far one is not",
    arguments: [
      ("tpoic", "topic"), ("topics", "topic"), ("presentr", "presenter"), ("jsn", "json"),
      ("test-action", "text-action"), ("Text Action", "text-action"), ("ap", "app"),
      ("", nil), ("x", nil), ("verbose", nil), ("apple", nil), ("top", nil), ("topic", nil),
    ] as [(String, String?)])
  func nearest(typed: String, expected: String?) {
    #expect(nearestName(to: typed, among: Self.names) == expected)
  }

  @Test("A very long name costs nothing")
  func longName() {
    #expect(nearestName(to: String(repeating: "topic", count: 1_000_000), among: Self.names) == nil)
  }

  @Test(
    "The distance counts letters put in, taken out, changed and swapped",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("ab", "ba", 1), ("kitten", "sitting", 3),
      ("topic", "tpoic", 1), ("ca", "abc", 3),
    ])
  func distance(first: String, second: String, expected: Int) {
    #expect(editDistance(Array(first.utf8), Array(second.utf8)) == expected)
  }
}
