import Foundation
import Testing

@testable import PushServer

@Suite("The endpoint's certificate")
struct ServerCertificateTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let year = 365.0 * 86_400

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("It is made once, kept, made private again, and made anew before it ends")
  func life() throws {
    let folder = try RunningEndpoint.folder()
    let made = try ServerCertificate.load(folder: folder, now: Self.now)
    #expect(made.authorityPath == "\(folder)/ca.pem")
    #expect(try Self.mode("\(folder)/server.pem") == 0o600)
    #expect(try Self.mode("\(folder)/ca.pem") == 0o644)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: "\(folder)/server.pem")
    let kept = try ServerCertificate.load(folder: folder, now: Self.now + 4 * Self.year)
    #expect(kept.pem == made.pem)
    #expect(try Self.mode("\(folder)/server.pem") == 0o600)
    let renewed = try ServerCertificate.load(folder: folder, now: Self.now + 5 * Self.year)
    #expect(renewed.pem != made.pem)
    #expect(
      try ServerCertificate.load(folder: folder, now: Self.now + 5 * Self.year).pem == renewed.pem)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("The authority's key is kept nowhere")
  func authorityKey() throws {
    let folder = try RunningEndpoint.folder()
    _ = try ServerCertificate.load(folder: folder, now: Self.now)
    let authority = try String(contentsOfFile: "\(folder)/ca.pem", encoding: .utf8)
    let server = try String(contentsOfFile: "\(folder)/server.pem", encoding: .utf8)
    #expect(!authority.contains("KEY"))
    #expect(server.components(separatedBy: "BEGIN").count == 4)
    #expect(server.components(separatedBy: "BEGIN PRIVATE KEY").count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test(
    "Without its authority it is made anew; a broken file, or none that can be written, is told")
  func broken() throws {
    let folder = try RunningEndpoint.folder()
    let made = try ServerCertificate.load(folder: folder, now: Self.now)
    try FileManager.default.removeItem(atPath: made.authorityPath)
    let again = try ServerCertificate.load(folder: folder, now: Self.now)
    #expect(again.pem != made.pem)
    let authority = try String(contentsOfFile: again.authorityPath, encoding: .utf8)
    try Data("nonsense\n\(authority)".utf8).write(
      to: URL(fileURLWithPath: "\(folder)/server.pem"))
    #expect(throws: Never.self) { try ServerCertificate.load(folder: folder, now: Self.now) }
    #expect(
      throws: PushEndpointError.file(
        path: "/dev/null/ca.pem", reason: "Not a directory")
    ) {
      try ServerCertificate.load(folder: "/dev/null", now: Self.now)
    }
    try FileManager.default.removeItem(atPath: folder)
  }
}

@Suite("The key of provider tokens")
struct ProviderKeyTests {
  /// The public key, the signed text and the signature of RFC 7515, appendix A.3.
  private static let signed =
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxl"
    + "LmNvbS9pc19yb290Ijp0cnVlfQ"
  private static let signature =
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
  private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

  private static func decoded(_ text: String) -> [UInt8] {
    var text = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while !text.count.isMultiple(of: 4) { text += "=" }
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }

  /// Writes the key as a file of its own.
  static func write(_ name: String) throws -> String {
    // SubjectPublicKeyInfo of a key on P-256 (RFC 5480 §2), up to its point.
    let head: [UInt8] = [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
      0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    let base64 = Data(head + decoded(x) + decoded(y)).base64EncodedString()
    let path = try RunningEndpoint.folder() + "/" + name
    try Data("-----BEGIN PUBLIC KEY-----\n\(base64)\n-----END PUBLIC KEY-----\n".utf8).write(
      to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A signature of r and s is checked; what differs in one bit is none")
  func signatures() throws {
    let key = try ProviderKey(path: Self.write("AuthKey_ABC123DEFG.p8"))
    #expect(key.identifier == "ABC123DEFG")
    let bytes = Array(Self.signed.utf8)
    let signature = Self.decoded(Self.signature)
    #expect(key.hasMade(signature, over: bytes))
    #expect(!key.hasMade(signature, over: bytes + [0]))
    #expect(!key.hasMade(signature.dropLast(), over: bytes))
    #expect(!key.hasMade([], over: bytes))
    for index in [0, 31, 32, 63] {
      var other = signature
      other[index] ^= 1
      #expect(!key.hasMade(other, over: bytes))
    }
  }

  @Test("A key that is none is told with its path")
  func broken() throws {
    let path = try RunningEndpoint.folder() + "/key.p8"
    try Data("nonsense".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: PushEndpointError.self) { try ProviderKey(path: path) }
    #expect(
      error?.description.hasPrefix(
        "certificate or key not usable: \(path): the key cannot be read: ") == true)
    #expect(try ProviderKey(path: Self.write("key.pem")).identifier == nil)
    #expect(
      throws: PushEndpointError.file(
        path: "/dev/null/key.p8", reason: "Not a directory")
    ) {
      try ProviderKey(path: "/dev/null/key.p8")
    }
  }
}
