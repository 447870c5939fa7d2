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

/// The number of letters to insert, remove, replace, or swap with their neighbour (optimal string
/// alignment).
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for (i, letter) in first.enumerated() {
    var row = [i + 1]
    for (j, other) in second.enumerated() {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
      if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}
