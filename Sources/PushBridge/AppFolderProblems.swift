public import JSONText

/// Why an app folder cannot be used.
public enum AppFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such folder, or no `app.json` in it. Exit code 66.
  case missing(path: String)
  /// The folder or its `app.json` cannot be read; `detail` says why. Exit code 66.
  case notRead(path: String, detail: String)
  /// `app.json` is no JSON, or a value in it is not what the key takes. Exit code 78.
  case invalid(file: String, position: TextPosition, message: String)

  /// The place and what is wrong, as compilers write it.
  public var description: String {
    switch self {
    case .missing(let path):
      "app folder not found: \(path); name a folder with an \(AppFolder.fileName) in it"
    case .notRead(let path, let detail):
      "app folder not read: \(path): \(detail)"
    case .invalid(let file, let position, let message):
      "\(file):\(position): \(message)"
    }
  }
}

/// Something in an app folder that is probably not what its author meant.
public struct AppFolderWarning: Sendable, Hashable, CustomStringConvertible {
  /// The file or folder.
  public var file: String
  /// The place in the file; nil for what concerns all of it.
  public var position: TextPosition?
  /// What is wrong, with the value, and what to do.
  public var message: String

  /// Makes a warning.
  ///
  /// - Parameters:
  ///   - file: The file or folder.
  ///   - position: The place in the file; nil for what concerns all of it.
  ///   - message: What is wrong, with the value, and what to do.
  public init(file: String, position: TextPosition? = nil, message: String) {
    self.file = file
    self.position = position
    self.message = message
  }

  /// The line, from 1.
  public var line: Int? { position?.line }

  /// The column, from 1, in Unicode scalars.
  public var column: Int? { position?.column }

  /// `FILE:LINE:COLUMN: warning: message`, as compilers write it.
  public var description: String {
    "\(file)\(position.map { ":\($0)" } ?? ""): warning: \(message)"
  }
}
