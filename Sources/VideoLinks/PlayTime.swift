/// A place in a video, as links write it: `90`, `90s`, `1m30s`, `1h2m3s`, `1m40`.
enum PlayTime {
  /// The most digits of one number: 9,999,999 s are 115 days, longer than any stream, and three such
  /// numbers with their units cannot overflow.
  static let maximumDigits = 7

  /// Reads a place in whole seconds.
  ///
  /// - Parameter text: The value of `t`, `start`, `time_continue` or `end`, percent-decoded.
  /// - Returns: The seconds, at least 1; `nil` for zero and for anything else, such as a sign, a
  ///   fraction or a unit out of order: such a value is left out of the embed link.
  static func seconds(_ text: [UInt8]) -> Int? {
    var total = 0
    var largestUnit = Int.max
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty, digits.count <= maximumDigits else { return nil }
      let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      rest = rest.dropFirst(digits.count)
      let unit: Int
      switch rest.popFirst() {
      case UInt8(ascii: "h"): unit = 3600
      case UInt8(ascii: "m"): unit = 60
      case UInt8(ascii: "s"), nil: unit = 1
      default: return nil
      }
      guard unit < largestUnit else { return nil }
      largestUnit = unit
      total += number * unit
    }
    return total > 0 ? total : nil
  }
}
