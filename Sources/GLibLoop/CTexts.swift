internal import CGLib
internal import Glibc

/// Lends texts to C as an array of C strings that ends with NULL.
///
/// - Parameters:
///   - texts: The texts; each ends at its first NUL character.
///   - body: Takes the array, which is valid for the call only.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
package func withCTexts<T>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> T
) rethrows -> T {
  var copies: [UnsafePointer<CChar>?] = unsafe texts.map { unsafe UnsafePointer(strdup($0)) }
  unsafe copies.append(nil)
  defer {
    unsafe copies.forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0)) }
  }
  return try unsafe copies.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else {
      preconditionFailure("An array with a last NULL is never empty.")
    }
    return try unsafe body(start)
  }
}

/// Takes over text that the shim gave away.
///
/// - Parameter text: The text, which is freed.
/// - Returns: Its copy, with what is not UTF-8 replaced.
func takeText(_ text: UnsafeMutablePointer<CChar>) -> String {
  defer { unsafe cglib_free(text) }
  return unsafe String(cString: text)
}

/// Takes over texts that the shim gave away.
///
/// - Parameter texts: An array that ends with NULL; it is freed.
/// - Returns: Their copies, with what is not UTF-8 replaced.
func takeTexts(_ texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [String] {
  defer { unsafe cglib_free_texts(texts) }
  var copies: [String] = []
  var next = unsafe texts
  while let text = unsafe next.pointee {
    copies.append(unsafe String(cString: text))
    unsafe next += 1
  }
  return copies
}
