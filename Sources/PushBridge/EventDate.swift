internal import FoundationEssentials
internal import Glibc

/// Dates in the event stream.
enum EventDate {
  /// Writes a date as ISO 8601 in UTC with milliseconds, such as `2026-12-01T09:30:00.125Z`.
  ///
  /// - Parameter date: The date.
  /// - Returns: 24 characters, for the years 0 to 9999.
  static func text(of date: Date) -> String {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var time = time_t(rest < 0 ? seconds - 1 : seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-"
      + "\(digits(parts.tm_mday, 2))T\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):"
      + "\(digits(parts.tm_sec, 2)).\(digits(rest < 0 ? rest + 1000 : rest, 3))Z"
  }
}
