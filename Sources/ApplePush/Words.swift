package import JSONText

/// The longest part of a value that a message repeats, in characters: enough to find it by.
private let quotedLength = 60

/// A value for messages: in quotation marks, without control characters, and not too long.
package func quoted(_ text: String) -> String {
  let isLong = text.count > quotedLength
  let shown = isLong ? String(text.prefix(quotedLength)) + "…" : text
  return JSONOutput.string(shown).text
}

/// A JSON value for messages; arrays and objects are named, not shown.
package func quoted(_ value: JSONValue) -> String {
  switch value.kind {
  case .string(let text): quoted(text)
  case .array, .object: value.typeName
  case .null, .bool, .number: JSONOutput(value).text
  }
}

/// Finds the name that someone meant.
///
/// Case, hyphens, underscores and spaces do not count; beyond that, a third of the letters may
/// differ, at most three.
///
/// - Parameters:
///   - text: what was written.
///   - names: what could be meant, the likelier first.
/// - Returns: the nearest name, or `nil` where none is near, or where one is equal.
package func nearestName(to text: String, among names: [String]) -> String? {
  // No name of Apple's is longer; a hostile one must not cost time.
  guard text.utf8.count <= 64 else { return nil }
  let written = letters(of: text)
  var best: (name: String, distance: Int)?
  for name in names {
    if name == text { return nil }
    let wanted = letters(of: name)
    let distance = editDistance(written, wanted)
    guard distance <= min(3, wanted.count / 3), distance < best?.distance ?? .max else { continue }
    best = (name, distance)
  }
  return best?.name
}

private func letters(of text: String) -> [UInt8] {
  text.lowercased().utf8.filter {
    $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ")
  }
}

/// The number of letters to insert, remove or replace (Levenshtein).
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var row = Array(0...second.count)
  for (i, a) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in second.enumerated() {
      let replaced = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
    }
  }
  return row[second.count]
}
