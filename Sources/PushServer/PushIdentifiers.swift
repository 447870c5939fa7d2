/// Makes identifiers for pushes whose providers give none.
enum PushIdentifiers {
  /// Makes a random UUID (RFC 9562 §5.4), in lower case.
  ///
  /// `UUID()` opens `/dev/urandom` for each, and writes its text by `printf`: together a third of what
  /// the checks of a push cost.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          unsafe text[end] = UInt8(ascii: "-")
          end += 1
        }
        let word = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit % 16 * 4)) & 0x0F
        unsafe text[end] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        end += 1
      }
      return end
    }
  }
}
