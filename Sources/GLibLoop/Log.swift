internal import CGLib

/// The log: the journal with its fields where standard error leads there, else plain lines on
/// standard error.
///
/// Bodies of pushes and device tokens are never logged above `debug`.
public enum Log {
  /// How much a message matters, by syslog's numbers (RFC 5424 §6.2.1).
  public enum Level: Int, Sendable, CaseIterable {
    /// Something was lost: a notification, a response.
    case error = 3
    /// Something works less well than it should.
    case warning = 4
    /// Something started, stopped or was read anew.
    case notice = 5
    /// One line for each push.
    case info = 6
    /// How one thing was turned into another.
    case debug = 7
  }

  /// Sets the least important level that is written; `notice` at first.
  ///
  /// - Parameter level: The level.
  public static func setThreshold(_ level: Level) {
    cglib_log_set_threshold(cglib_log_level(rawValue: UInt32(level.rawValue)))
  }

  /// Writes a message.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: `what: value; what to do`. Control characters are written as spaces.
  ///   - fields: Further fields for the journal. A name is written there in front of which `BELFRY_`
  ///     is set; upper-case letters, digits and underscores.
  public static func write(
    _ level: Level, _ message: String, fields: KeyValuePairs<String, String> = [:]
  ) {
    let level = cglib_log_level(rawValue: UInt32(level.rawValue))
    unsafe withCTexts(fields.map { "BELFRY_\($0.key)" }) { names in
      unsafe withCTexts(fields.map(\.value)) { values in
        let made = unsafe fields.indices.compactMap { index -> cglib_log_field? in
          guard let name = unsafe names[index], let value = unsafe values[index] else { return nil }
          return unsafe cglib_log_field(name: name, value: value)
        }
        unsafe cglib_log(level, message, made, made.count)
      }
    }
  }

  /// Writes that something was lost.
  ///
  /// - Parameters:
  ///   - message: As in `write`.
  ///   - fields: As in `write`.
  public static func error(_ message: String, fields: KeyValuePairs<String, String> = [:]) {
    write(.error, message, fields: fields)
  }

  /// Writes that something works less well than it should.
  ///
  /// - Parameters:
  ///   - message: As in `write`.
  ///   - fields: As in `write`.
  public static func warning(_ message: String, fields: KeyValuePairs<String, String> = [:]) {
    write(.warning, message, fields: fields)
  }
}
