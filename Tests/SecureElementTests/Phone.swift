import Crypto
import Foundation
import Logging
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Edge

/// A data directory with a device, and secure elements as the apps of that device have them.
struct Phone {
  let folder = TemporaryFolder()
  let data: DataDirectory

  init(_ device: String = "phone") throws {
    data = try DataDirectory(path: folder.path + "/data", device: device)
    try #require(access(Phone.program, X_OK) == 0, "dcr-secure-element has to be built beside the tests")
  }

  static let program = BuiltProgram.path("dcr-secure-element")

  var keyFile: String { data.secureElementPath + "/keys" }

  func element(program: String = Phone.program) -> SecureElementKeeper { Phone.element(data, program: program) }

  static func element(_ data: DataDirectory, program: String = Phone.program) -> SecureElementKeeper {
    SecureElementKeeper(data, program: program, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// The sockets in the element's folder.
  var sockets: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data.secureElementPath)) ?? []
    return names.filter { $0.hasSuffix(".sock") }
  }
}

/// Whether independent software accepts the signature.
func verifies(_ signature: [UInt8], _ message: [UInt8], _ key: P256PublicKey) throws -> Bool {
  let publicKey = try P256.Signing.PublicKey(rawRepresentation: key.x + key.y)
  return try publicKey.isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
}

/// The code of the error; `nil`: nothing fails.
func code(_ work: () async throws -> Void) async -> SecureElementError.Code? {
  do {
    try await work()
    return nil
  } catch { return (error as? SecureElementError)?.code }
}

let message = Array("header.claims".utf8)
