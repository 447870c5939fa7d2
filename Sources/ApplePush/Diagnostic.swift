public import JSONText

/// Something that Apple rejects, drops or ignores in a push.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// Apple rejects the push, or drops a value that was written.
    case error
    /// Apple ignores it or puts up with it; probably not what was meant.
    case warning
  }

  /// The place in the payload; the start for what concerns the whole payload or the headers.
  public let position: TextPosition

  /// How bad it is.
  public let severity: Severity

  /// What is wrong, with the value, and what to do.
  public let message: String

  /// Makes a diagnostic.
  ///
  /// - Parameters:
  ///   - position: the place in the payload.
  ///   - severity: how bad it is.
  ///   - message: what is wrong, with the value, and what to do.
  public init(_ position: TextPosition, _ severity: Severity, _ message: String) {
    self.position = position
    self.severity = severity
    self.message = message
  }

  /// The line, from 1.
  public var line: Int { position.line }

  /// The column, from 1, in Unicode scalars.
  public var column: Int { position.column }

  /// `LINE:COLUMN: error|warning: message`, as compilers write it.
  public var description: String { "\(position): \(severity.rawValue): \(message)" }
}
