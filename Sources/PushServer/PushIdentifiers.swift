/// Makes identifiers for pushes whose providers give none.
enum PushIdentifiers {
  /// Makes a random UUID (RFC 9562 §5.4), in lower case.
  ///
  /// `UUID()` opens `/dev/urandom` for each, and writes its text by `printf`: together a third of what
  /// the checks of a push cost.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let words: [UInt64] = [
      generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000,
    ]
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for digit in 0..<32 {
        if [8, 12, 16, 20].contains(digit) {
          unsafe text[end] = UInt8(ascii: "-")
          end += 1
        }
        let value = UInt8(truncatingIfNeeded: words[digit / 16] >> (60 - digit % 16 * 4)) & 0x0F
        unsafe text[end] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        end += 1
      }
      return end
    }
  }
}
