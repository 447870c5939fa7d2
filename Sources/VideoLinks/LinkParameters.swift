/// The parameters of a query, in their order.
struct LinkParameters {
  private struct Parameter {
    let name: [UInt8]
    /// The value as it stands in the link.
    let raw: ArraySlice<UInt8>
  }

  private let query: [UInt8]
  private let parameters: [Parameter]

  /// Reads `name=value` pairs between `&`s; names are percent-decoded once.
  init(_ query: [UInt8]) {
    self.query = query
    parameters = query.split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return Parameter(name: PercentCoding.decode(name), raw: pair.dropFirst(name.count + 1))
    }
  }

  /// Gives the first value of that name that is not empty, percent-decoded once.
  ///
  /// The first one wins, as on YouTube.
  subscript(name: String) -> [UInt8]? {
    raw(name).map { PercentCoding.decode($0) }
  }

  /// Gives the first value of that name that is a link, percent-decoded once.
  ///
  /// A link that was put into the query as it is, with a `?` of its own, takes all that follows.
  func link(_ name: String) -> [UInt8]? {
    guard let value = raw(name) else { return nil }
    let whole = value.contains(UInt8(ascii: "?")) ? query[value.startIndex...] : value
    return PercentCoding.decode(whole)
  }

  /// Gives the first value that `read` accepts among the parameters of these names.
  func first<Value>(of names: Set<String>, _ read: ([UInt8]) -> Value?) -> Value? {
    for parameter in parameters
    where names.contains(String(decoding: parameter.name, as: UTF8.self)) {
      if let value = read(PercentCoding.decode(parameter.raw)) { return value }
    }
    return nil
  }

  private func raw(_ name: String) -> ArraySlice<UInt8>? {
    parameters.first { $0.name.elementsEqual(name.utf8) && !$0.raw.isEmpty }?.raw
  }
}
