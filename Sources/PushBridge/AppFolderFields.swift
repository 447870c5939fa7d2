internal import ApplePush
internal import JSONText

/// A value in a file that a person wrote is not what it has to be.
struct FieldProblem: Error, Hashable {
  let position: TextPosition
  let message: String
}

/// A value in a file that a person wrote, with its name in messages.
struct FieldNode {
  let value: JSONValue
  /// The way to it, such as `categories[0].title`; empty for the whole file.
  let path: String
  let document: JSONDocument

  init(_ value: JSONValue, path: String, document: JSONDocument) {
    self.value = value
    self.path = path
    self.document = document
  }

  init(rootOf document: JSONDocument) {
    self.init(document.root, path: "", document: document)
  }

  private var name: String { path.isEmpty ? "the top level" : path }

  /// Says what is wrong here: `NAME WORDS`.
  func problem(_ words: String) -> FieldProblem {
    FieldProblem(position: document.position(of: value), message: "\(name) \(words)")
  }

  func wrongType(_ expected: String) -> FieldProblem {
    problem("is \(value.typeName); write \(expected)")
  }

  func text() throws(FieldProblem) -> String {
    guard let text = value.string else { throw wrongType("a string") }
    return text
  }

  /// A text that names something.
  func nonEmptyText() throws(FieldProblem) -> String {
    let text = try text()
    guard !text.isEmpty else { throw problem("is empty; write at least one character") }
    return text
  }

  func flag() throws(FieldProblem) -> Bool {
    guard let flag = value.bool else { throw wrongType("true or false") }
    return flag
  }

  func number() throws(FieldProblem) -> Double {
    guard let number = value.number else { throw wrongType("a number") }
    return number.double
  }

  /// The values of an array; `of` says of what, in the plural.
  func items(of what: String) throws(FieldProblem) -> [FieldNode] {
    guard let values = value.array else { throw wrongType("an array of \(what)") }
    return values.enumerated().map { index, value in
      FieldNode(value, path: "\(path)[\(index)]", document: document)
    }
  }

  func texts() throws(FieldProblem) -> [String] {
    var texts: [String] = []
    for item in try items(of: "strings") { texts.append(try item.nonEmptyText()) }
    return texts
  }

  func object<Key: FieldKey>(of keys: Key.Type) throws(FieldProblem) -> FieldObject<Key> {
    guard let object = value.object else { throw wrongType("an object") }
    return FieldObject(node: self, object: object)
  }

  /// One word of a vocabulary.
  func word<Word: FieldKey>(of words: Word.Type) throws(FieldProblem) -> Word {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      let names = words.allCases.map(\.rawValue)
      let advice =
        nearestName(to: text, among: names).map { "did you mean \($0)?" }
        ?? "write \(names.count == 1 ? "" : "one of ")\(names.joined(separator: ", "))"
      throw problem("is unknown: \(quoted(text)); \(advice)")
    }
    return word
  }
}

/// The names that an object's keys, or a value, may have.
typealias FieldKey = RawRepresentable<String> & CaseIterable

/// An object in a file that a person wrote.
struct FieldObject<Key: FieldKey> {
  let node: FieldNode
  let object: JSONObject

  private func path(of key: String) -> String {
    node.path.isEmpty ? key : "\(node.path).\(key)"
  }

  /// The value of a key; nil where there is none.
  subscript(key: Key) -> FieldNode? {
    object[key.rawValue].map { value in
      FieldNode(value, path: path(of: key.rawValue), document: node.document)
    }
  }

  /// The value of a key that must be there.
  func required(_ key: Key, _ expected: String) throws(FieldProblem) -> FieldNode {
    guard let node = self[key] else {
      throw FieldProblem(
        position: node.document.position(of: node.value),
        message: "\(path(of: key.rawValue)) is missing; write \(expected)")
    }
    return node
  }

  /// The keys that mean nothing here, in order, each with the name that was probably meant.
  ///
  /// - Parameter limit: As many as are named; finding a place costs the whole text's length.
  /// - Returns: The keys.
  func unknownKeys(limit: Int) -> [FieldProblem] {
    let names = Key.allCases.map(\.rawValue)
    return object.members.filter { Key(rawValue: $0.key) == nil }.prefix(limit).map { member in
      let place = node.path.isEmpty ? "" : " in \(node.path)"
      let advice = nearestName(to: member.key, among: names).map { "did you mean \($0)?" }
      return FieldProblem(
        position: node.document.position(of: member.keyOffset),
        message: "unknown key\(place): \(quoted(member.key)); "
          + (advice ?? "known are \(names.joined(separator: ", "))"))
    }
  }
}

extension JSONDocument {
  /// The keys that come twice in one object.
  ///
  /// - Parameter limit: As many as are named; finding a place costs the whole text's length.
  /// - Returns: The keys' second places.
  func duplicateKeys(limit: Int) -> [FieldProblem] {
    var problems: [FieldProblem] = []
    for note in notes where problems.count < limit {
      guard case .duplicateKey(let key, let firstOffset) = note.kind else { continue }
      problems.append(
        FieldProblem(
          position: position(of: note.offset),
          message: "key comes twice: \(quoted(key)), first at \(position(of: firstOffset)); "
            + "the last one counts, remove the other"))
    }
    return problems
  }
}
