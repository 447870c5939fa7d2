/// Words that nobody can guess.
enum RandomToken {
  /// How many random bits a token has: more than the 128 that OWASP asks of a session's id.
  private static let bits = 192

  /// Makes a token of hex digits, from the kernel's random numbers (`getrandom`).
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    var token = ""
    for _ in 0..<(bits / UInt64.bitWidth) {
      let digits = String(generator.next() as UInt64, radix: 16)
      token += String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return token
  }
}
