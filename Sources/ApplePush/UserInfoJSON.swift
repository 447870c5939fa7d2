import FoundationEssentials
package import JSONText
package import NotificationModel

extension UserInfoValue {
  /// Takes over a JSON value; where a key comes twice, the last one counts.
  ///
  /// - Parameter value: the value.
  package init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let number):
      self = Int64(number.text).map { .integer($0) } ?? .number(number.double)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.map { UserInfoValue($0) })
    case .object(let object):
      self = .dictionary(
        [String: UserInfoValue](
          object.members.map { ($0.key, UserInfoValue($0.value)) },
          uniquingKeysWith: { _, last in last }))
    }
  }
}

extension JSONOutput {
  /// Takes over a value of `userInfo`: keys in alphabetical order, dates as UNIX seconds, data in
  /// base 64.
  ///
  /// - Parameter value: the value.
  package init(_ value: UserInfoValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .date(let value): self = .number(value.timeIntervalSince1970)
    case .data(let value): self = .string(value.base64EncodedString())
    case .array(let values): self = .array(values.map { JSONOutput($0) })
    case .dictionary(let values): self = JSONOutput(values)
    }
  }

  /// Takes over a `userInfo`, with its keys in alphabetical order.
  ///
  /// - Parameter userInfo: the values.
  package init(_ userInfo: [String: UserInfoValue]) {
    self = .object(
      userInfo.sorted { $0.key < $1.key }.map { Member($0.key, JSONOutput($0.value)) })
  }
}
