public import JSONText

/// A `.strings` file: keys with the texts of one language.
///
/// Source: Apple, "Internationalization and Localization Guide", strings files.
public struct StringsTable: Sendable, Hashable {
  /// The texts by their keys.
  public let entries: [String: String]

  /// The largest file, in bytes; 4 MiB is more than the texts of the largest apps.
  public static let byteLimit = 4 * 1024 * 1024

  /// Makes a table.
  ///
  /// - Parameter entries: the texts by their keys.
  public init(entries: [String: String]) {
    self.entries = entries
  }

  /// Reads a `.strings` file in Apple's text form.
  ///
  /// The form is `"key" = "text";` with comments as in C. The encoding is UTF-8, or UTF-16 with a
  /// byte-order mark or recognisable by its zeros. Where a key comes twice, the last one counts.
  ///
  /// - Parameter bytes: the file.
  /// - Throws: ``StringsError`` with the place of the first trouble; also for binary and XML
  ///   property lists.
  public init(_ bytes: [UInt8]) throws(StringsError) {
    guard bytes.count <= Self.byteLimit else {
      throw StringsError(
        position: TextPosition(line: 1, column: 1),
        message: "file has \(bytes.count) bytes; at most \(Self.byteLimit) are taken")
    }
    var parser = StringsParser(bytes: try decodedStrings(bytes))
    entries = try parser.entries()
  }
}

/// Why a file is no `.strings` file.
public struct StringsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the trouble is.
  public let position: TextPosition

  /// What the trouble is and what to do about it, without the place.
  public let message: String

  /// `LINE:COLUMN: message`.
  public var description: String { "\(position): \(message)" }
}

/// Turns a file of any encoding that Apple documents into UTF-8 without a byte-order mark.
private func decodedStrings(_ bytes: [UInt8]) throws(StringsError) -> [UInt8] {
  let start = TextPosition(line: 1, column: 1)
  if bytes.starts(with: "bplist".utf8) || bytes.starts(with: "<?xml".utf8) {
    throw StringsError(
      position: start,
      message: "file is a property list, not text; convert it, or take the app's source file")
  }
  if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isBigEndian: true) }
  if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isBigEndian: false) }
  // The first character is ASCII: a quotation mark, a slash or space. In UTF-16 a zero stands
  // beside it.
  if bytes.count >= 2, bytes[0] == 0 { return try utf16(bytes[...], isBigEndian: true) }
  if bytes.count >= 2, bytes[1] == 0 { return try utf16(bytes[...], isBigEndian: false) }
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  guard String(validating: text, as: UTF8.self) != nil else {
    let valid = String(decoding: text, as: UTF8.self).utf8
    let offset = zip(text, valid).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    throw StringsError(
      position: TextPosition(of: offset ?? text.count, in: text),
      message: "byte is not UTF-8; save the file as UTF-8")
  }
  return text
}

private func utf16(
  _ bytes: ArraySlice<UInt8>, isBigEndian: Bool
) throws(StringsError) -> [UInt8] {
  var units: [UInt16] = []
  units.reserveCapacity(bytes.count / 2)
  var index = bytes.startIndex
  while index + 1 < bytes.endIndex {
    let first = UInt16(bytes[index])
    let second = UInt16(bytes[index + 1])
    units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    index += 2
  }
  guard index == bytes.endIndex, let text = String(validating: units, as: UTF16.self) else {
    throw StringsError(
      position: TextPosition(line: 1, column: 1),
      message: "file is not valid UTF-16; save it as UTF-8")
  }
  return Array(text.utf8)
}
