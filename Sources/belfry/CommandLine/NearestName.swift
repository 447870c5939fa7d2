/// Finds the name that a mistyped one was probably meant to be.
///
/// - Parameters:
///   - typed: What was typed.
///   - names: The names that exist.
/// - Returns: The nearest one, the first of equals; nil when more than a third of it, or more than one
///   letter of a short one, would have to change.
func nearestName(to typed: String, in names: [String]) -> String? {
  // No name of the table is longer: an argument of megabytes must not cost its square.
  let longest = 64
  guard typed.utf8.count <= longest else { return nil }
  let near = names.map { (name: $0, distance: editDistance(Array(typed), Array($0))) }
    .filter { $0.distance <= max(1, $0.name.count / 3) }
  return near.min { $0.distance < $1.distance }?.name
}

/// How many letters must be put in, taken out, changed, or swapped with their neighbour
/// (optimal string alignment).
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
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
