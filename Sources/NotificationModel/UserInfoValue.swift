package import FoundationEssentials

/// A value of `userInfo` in a form that may cross actors.
///
/// `[AnyHashable: Any]` is not `Sendable`, and content must be. So values are translated into this
/// when they are set, and back when they are read.
package enum UserInfoValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([UserInfoValue])
  case dictionary([String: UserInfoValue])

  /// Translates any value.
  ///
  /// What is neither JSON nor a property list is kept as its description, so that nothing
  /// disappears unseen.
  ///
  /// - Parameter value: a value of a `userInfo` dictionary.
  package init(_ value: Any) {
    if let convertible = value as? any UserInfoConvertible {
      self = convertible.userInfoValue
    } else {
      self = .string(String(describing: value))
    }
  }

  /// The value as plain Swift: `Bool`, `Int`, `Double`, `String`, `Date`, `Data`, `[Any]`,
  /// `[String: Any]`, or an empty `Optional` for a JSON null.
  package var any: Any {
    switch self {
    case .null: String?.none as Any
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? value
    case .number(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.any)
    case .dictionary(let values): values.mapValues(\.any)
    }
  }
}

/// A type whose values `userInfo` keeps as they are.
///
/// The library for Swift programs adds Foundation's `NSNumber`, `NSNull` and their like.
package protocol UserInfoConvertible {
  /// The value in the form that may cross actors.
  var userInfoValue: UserInfoValue { get }
}

extension UserInfoValue: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { self }
}

extension Bool: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .bool(self) }
}

extension String: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .string(self) }
}

extension Substring: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .string(String(self)) }
}

extension URL: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .string(absoluteString) }
}

extension Date: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .date(self) }
}

extension Data: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .data(self) }
}

extension Double: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .number(self) }
}

extension Float: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .number(Double(self)) }
}

extension FixedWidthInteger where Self: UserInfoConvertible {
  package var userInfoValue: UserInfoValue {
    Int64(exactly: self).map { .integer($0) } ?? .number(Double(self))
  }
}

extension Int: UserInfoConvertible {}
extension Int8: UserInfoConvertible {}
extension Int16: UserInfoConvertible {}
extension Int32: UserInfoConvertible {}
extension Int64: UserInfoConvertible {}
extension UInt: UserInfoConvertible {}
extension UInt8: UserInfoConvertible {}
extension UInt16: UserInfoConvertible {}
extension UInt32: UserInfoConvertible {}
extension UInt64: UserInfoConvertible {}

extension Optional: UserInfoConvertible {
  package var userInfoValue: UserInfoValue {
    map { UserInfoValue($0 as Any) } ?? .null
  }
}

extension Array: UserInfoConvertible {
  package var userInfoValue: UserInfoValue {
    .array(map { UserInfoValue($0 as Any) })
  }
}

extension Dictionary: UserInfoConvertible {
  package var userInfoValue: UserInfoValue { .dictionary(userInfoValues) }

  /// The entries in the form that may cross actors; a key that is no string becomes its
  /// description.
  package var userInfoValues: [String: UserInfoValue] {
    [String: UserInfoValue](
      map { (String(describing: $0.key), UserInfoValue($0.value as Any)) },
      uniquingKeysWith: { _, last in last })
  }
}
