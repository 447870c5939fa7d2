import Foundation
import Testing

@testable import ApplePush

@Suite("Provider tokens")
struct ProviderTokenTests {
  static let now = 1_700_000_000.0

  /// A key that has made one signature.
  private struct Key: ProviderKeyChecking {
    var identifier: String? = "ABC123DEFG"
    var signature = [UInt8](repeating: 7, count: 64)

    func hasMade(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
      signature == self.signature && bytes.contains(UInt8(ascii: "."))
    }
  }

  private static func encoded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  private static func token(
    header: String = #"{"alg":"ES256","kid":"ABC123DEFG"}"#,
    claims: String = #"{"iss":"DEF123GHIJ","iat":1700000000}"#, signature: [UInt8]? = nil
  ) -> String {
    [Array(header.utf8), Array(claims.utf8), signature ?? Key().signature]
      .map(encoded).joined(separator: ".")
  }

  /// What the checks say of tokens that come one after the other on a connection, at times in
  /// seconds from now.
  private static func answers(
    _ authorizations: [(String?, at: Double)], key: (any ProviderKeyChecking)? = Key(),
    isStrict: Bool = true
  ) -> [String] {
    var tokens = ProviderTokens()
    return authorizations.map { authorization, time in
      do throws(Rejection) {
        try tokens.check(
          authorization, by: key, isStrict: isStrict,
          now: Date(timeIntervalSince1970: now + time))
        return "taken"
      } catch {
        return error.reason.text
      }
    }
  }

  static let forms: [(name: String, token: String, answer: String)] = [
    ("as Apple documents it", token(), "taken"),
    (
      "iat with a fraction, as apns2 writes it",
      token(claims: #"{"iss":"DEF123GHIJ","iat":1699999999.5}"#), "taken"
    ),
    (
      "iat as a string, as kalyke writes it",
      token(claims: #"{"iss":"DEF123GHIJ","iat":"1700000000"}"#), "taken"
    ),
    (
      "iat in milliseconds, as Apple's example has it",
      token(claims: #"{"iss":"DEF123GHIJ","iat":"1700000000000"}"#), "taken"
    ),
    (
      "pretty-printed and with kid twice, as APNSwift wrote it",
      token(
        header: "{\n  \"typ\" : \"JWT\",\n  \"alg\" : \"ES256\",\n  \"kid\" : \"ABC123DEFG\"\n}",
        claims: "{\n  \"kid\" : \"ABC123DEFG\",\n  \"iss\" : \"DEF123GHIJ\", \"iat\" : 1700000000}"),
      "taken"
    ),
    ("an hour old", token(claims: #"{"iss":"DEF123GHIJ","iat":1699996400}"#), "taken"),
    (
      "more than an hour old", token(claims: #"{"iss":"DEF123GHIJ","iat":1699996399}"#),
      "ExpiredProviderToken"
    ),
    (
      "another algorithm", token(header: #"{"alg":"HS256","kid":"ABC123DEFG"}"#),
      "InvalidProviderToken"
    ),
    (
      "no algorithm", token(header: #"{"alg":"none","kid":"ABC123DEFG"}"#),
      "InvalidProviderToken"
    ),
    (
      "another key", token(header: #"{"alg":"ES256","kid":"XBC123DEFG"}"#),
      "InvalidProviderToken"
    ),
    (
      "a key's identifier of nine", token(header: #"{"alg":"ES256","kid":"ABC123DEF"}"#),
      "InvalidProviderToken"
    ),
    ("no team", token(claims: #"{"iat":1700000000}"#), "InvalidProviderToken"),
    ("no time", token(claims: #"{"iss":"DEF123GHIJ"}"#), "InvalidProviderToken"),
    (
      "a time that is none", token(claims: #"{"iss":"DEF123GHIJ","iat":"nan"}"#),
      "InvalidProviderToken"
    ),
    (
      "another signature", token(signature: [UInt8](repeating: 8, count: 64)),
      "InvalidProviderToken"
    ),
    (
      "a signature in DER", token(signature: [UInt8](repeating: 7, count: 71)),
      "InvalidProviderToken"
    ),
    ("two parts", "e30.e30", "InvalidProviderToken"),
    ("four parts", token() + ".e30", "InvalidProviderToken"),
    ("no base64url", "!.!.!", "InvalidProviderToken"),
    ("no JSON", "eA.eA.eA", "InvalidProviderToken"),
    ("empty", "", "MissingProviderToken"),
  ]

  @Test("Each form that providers write", arguments: forms)
  func form(name: String, token: String, answer: String) {
    #expect(Self.answers([("bearer \(token)", at: 0)]) == [answer], "\(name)")
  }

  @Test("The scheme is written in either case; without a key none is checked")
  func scheme() {
    let other = Self.token(signature: [UInt8](repeating: 9, count: 64))
    #expect(Self.answers([("Bearer \(Self.token())", at: 0)]) == ["taken"])
    #expect(Self.answers([("bearer \(other)", at: 0)], key: nil) == ["taken"])
    #expect(
      Self.answers([("bearer \(Self.token())", at: 0)], key: Key(identifier: nil)) == ["taken"])
    #expect(Self.answers([(nil, at: 0)]) == ["MissingProviderToken"])
  }

  @Test("A connection is one team's and one key's, and its token is renewed every 20 to 60 minutes")
  func relations() {
    let later = Self.token(claims: #"{"iss":"DEF123GHIJ","iat":1700001200}"#)
    let team = Self.token(claims: #"{"iss":"XEF123GHIJ","iat":1700001200}"#)
    let key = Self.token(
      header: #"{"alg":"ES256","kid":"XBC123DEFG"}"#,
      claims: #"{"iss":"DEF123GHIJ","iat":1700001200}"#)
    let first = "bearer \(Self.token())"
    #expect(
      Self.answers(
        [
          (first, at: 0), (first, at: 1), ("bearer \(later)", at: 1199),
          ("bearer \(later)", at: 1200), ("bearer \(team)", at: 2400),
          ("bearer \(key)", at: 2400), ("bearer \(later)", at: 4800),
          ("bearer \(later)", at: 4801),
        ], key: Key(identifier: nil))
        == [
          "taken", "taken", "TooManyProviderTokenUpdates", "taken", "InvalidProviderToken",
          "UnrelatedKeyIdInToken", "taken", "ExpiredProviderToken",
        ])
  }

  @Test("Lenient, a key checks signatures alone")
  func lenient() {
    let old = Self.token(claims: #"{"iss":"DEF123GHIJ","iat":1}"#)
    let team = Self.token(claims: #"{"iss":"XEF123GHIJ","iat":1}"#)
    #expect(
      Self.answers([("bearer \(old)", at: 0), ("bearer \(team)", at: 0)], isStrict: false)
        == ["taken", "taken"])
  }
}
