internal import DesktopNotifications

extension ServerProfile.Labels {
  /// Writes a label so that it is shown as it is.
  ///
  /// - Parameters:
  ///   - label: The label, one line of plain text.
  ///   - count: How many actions the notification has, `default` included.
  /// - Returns: What to send.
  func written(_ label: String, among count: Int) -> String {
    switch self {
    case .plain: return label
    case .markup: return DisplayText.escape(label)
    case .doubledAmpersand(let most):
      return count <= most ? Self.doubling(label) { _ in true } : label
    case .plasma:
      // Qt takes a label for markup as soon as it sees a tag, or `&lt;` itself. Before that each
      // `&` that marks a letter is taken out; one that stands before a space is not.
      let isMarkup = label.unicodeScalars.contains("<")
      return Self.doubling(isMarkup ? DisplayText.escape(label) : label) { next in
        next.map { !$0.properties.isWhitespace } ?? false
      }
    }
  }

  /// Doubles each `&` for which `isMark` is true of the scalar that follows; nil is the end.
  private static func doubling(
    _ label: String, where isMark: (Unicode.Scalar?) -> Bool
  ) -> String {
    var doubled = String.UnicodeScalarView()
    let scalars = Array(label.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      doubled.append(scalar)
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalar == "&", isMark(next) { doubled.append(scalar) }
    }
    return String(doubled)
  }
}
