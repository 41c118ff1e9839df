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

/// Chooses the key of a set that a token was signed with (OpenID Connect Core §10.1, RFC 7517 §4).
struct KeySelection {
  let jwks: JSON
  let algorithm: SigningAlgorithm

  /// The keys to try: with a `kid` those that have it, otherwise the only key that fits. A `kid` is a hint (RFC 7515 §4.1.4): where no key has
  /// it, the only key without one may be meant.
  func keys(kid: String?) throws(ProtocolError) -> [SigningKey] {
    let all = jwks["keys"]?.arrayValue ?? []
    guard let kid else { return [try onlyKey(all.filter(isFit))] }
    let named = all.filter { $0["kid"]?.stringValue?.isExactly(kid) ?? false }
    guard !named.isEmpty else {
      let nameless = all.filter { isFit($0) && $0["kid"]?.isEmpty != false }
      guard nameless.count == 1, let key = SigningKey(nameless[0], algorithm) else { throw unknownKey(kid) }
      return [key]
    }
    let usable = named.filter(isFit).prefix(4).compactMap { SigningKey($0, algorithm) }
    guard !usable.isEmpty else { throw unusableKey }
    return usable
  }

  private func onlyKey(_ fitting: [JSON]) throws(ProtocolError) -> SigningKey {
    guard let jwk = fitting.first else { throw unknownKey(nil) }
    guard fitting.count == 1 else {
      throw ProtocolError(
        .idTokenMissingKid, field: "kid", expected: .check(.keyIDAmong, fitting.count),
        source: "OpenID Connect Core §10.1")
    }
    guard let key = SigningKey(jwk, algorithm) else { throw unusableKey }
    return key
  }

  /// RFC 7517 §4.2 to §4.4. A key whose statement cannot be read may not be for signatures.
  fileprivate func isFit(_ jwk: JSON) -> Bool {
    guard jwk["kty"]?.stringValue == algorithm.keyType else { return false }
    let stated = ["use", "alg", "key_ops"].map { name in jwk[name].flatMap { $0.isEmpty ? nil : $0 } }
    return (stated[0].map { $0 == "sig" } ?? true) && (stated[1].map { $0 == .string(algorithm.rawValue) } ?? true)
      && (stated[2].map { $0.stringArray?.contains("verify") ?? false } ?? true)
  }

  private func unknownKey(_ kid: String?) -> ProtocolError {
    ProtocolError(
      .idTokenUnknownKey, field: "kid", expected: .check(.keyOfKeySet), received: .value("none"),
      quoting: kid?.quotable(60), source: "OpenID Connect Core §10.1")
  }

  private var unusableKey: ProtocolError {
    ProtocolError(
      .idTokenKeyUnusable, field: "kid", expected: .check(.publicKeyFor, algorithm.rawValue), source: "RFC 7518 §6")
  }
}

/// Fetches the keys that a server signs with (RFC 7517 §5).
public enum JWKSRequest {
  /// `nil` when the metadata names no key set.
  public static func build(metadata: AuthorizationServerMetadata) -> HTTPRequest? {
    metadata.jwksURI.map { .get($0, .jwks) }
  }

  /// The fitting key is chosen when a token is judged. Keys of unknown kinds are kept, and elements that are no keys are left out.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) -> JSON {
    let source = "RFC 7517 §5"
    let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
      .object(statuses: [200], reading: .jwks)
    guard let keys = object.json["keys"], keys != .null else {
      throw ProtocolError(.jwksMissingKeys, field: "keys", expected: .check(.keys), source: source)
    }
    guard let list = keys.arrayValue else { throw object.typeError("keys", expected: .check(.objects), keys) }
    return object.json.setting("keys", .array(list.filter { $0.objectValue != nil }))
  }

  /// How many keys of a set could verify an ID token: valid public keys for signatures, of a type that this app supports.
  public static func usableKeys(_ jwks: JSON) -> Int {
    (jwks["keys"]?.arrayValue ?? []).count { jwk in
      SigningAlgorithm.allCases.contains { algorithm in
        KeySelection(jwks: jwks, algorithm: algorithm).isFit(jwk) && SigningKey(jwk, algorithm) != nil
      }
    }
  }
}

extension ProtocolError {
  /// ID tokens are requested, but the metadata does not say where their signing keys are.
  public static let missingJWKSURI = ProtocolError(
    .metadataMissingJWKSURI, field: "jwks_uri", expected: .check(.urlOfKeys), source: "OpenID Connect Discovery 1.0 §3")
}
