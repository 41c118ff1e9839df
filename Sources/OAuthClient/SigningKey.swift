import Crypto
import CryptoExtras
import FoundationEssentials
import SharedValues

/// A public key of a key set, ready to verify one algorithm (RFC 7517, RFC 7518 §6).
///
/// Calls swift-crypto directly: jwt-kit would parse header and claims a second time, less strictly than this room does.
enum SigningKey {
  case rsa(_RSA.Signing.PublicKey, _RSA.Signing.Padding)
  case p256(P256.Signing.PublicKey)

  /// Smaller RSA keys are refused (RFC 7518 §3.3).
  private static let smallestRSAKey = 2048
  private static let largestRSAKey = 8192

  /// `nil` when the members are no key that this algorithm can use.
  init?(_ jwk: JSON, _ algorithm: SigningAlgorithm) {
    switch algorithm {
    case .rs256, .ps256:
      guard let n = SigningKey.bytes(jwk["n"]), let e = SigningKey.bytes(jwk["e"]), !n.isEmpty, e.count <= 8,
        n.count * 8 <= SigningKey.largestRSAKey,
        let key = try? _RSA.Signing.PublicKey(n: Data(n), e: Data(e)), key.keySizeInBits >= SigningKey.smallestRSAKey
      else { return nil }
      self = .rsa(key, algorithm == .rs256 ? .insecurePKCS1v1_5 : .PSS)
    case .es256:
      guard jwk["crv"]?.stringValue == "P-256", let x = SigningKey.bytes(jwk["x"]), let y = SigningKey.bytes(jwk["y"]),
        x.count == 32, y.count == 32, let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
      else { return nil }
      self = .p256(key)
    }
  }

  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    switch self {
    case .rsa(let key, let padding):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: padding)
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: message)
    }
  }

  private static func bytes(_ value: JSON?) -> [UInt8]? { value?.stringValue.flatMap { Base64URL.decode($0) } }
}

/// The signature algorithms that this app verifies (RFC 7518 §3.1): asymmetric ones with SHA-256.
enum SigningAlgorithm: String, CaseIterable {
  case rs256 = "RS256"
  case ps256 = "PS256"
  case es256 = "ES256"

  /// The algorithms for ID tokens: PS256 or ES256 with the profile (FAPI 2.0 Security Profile §5.4).
  static func forIDTokens(isFAPI: Bool) -> [SigningAlgorithm] { allCases.filter { !isFAPI || $0 != .rs256 } }

  static func names(_ algorithms: [SigningAlgorithm] = allCases) -> String {
    algorithms.map(\.rawValue).joined(separator: ", ")
  }

  var keyType: String { self == .es256 ? "EC" : "RSA" }
}
