import Crypto
import CryptoExtras

/// A public key of a client (RFC 7517 §4, RFC 7518 §6): on the curve P-256, or RSA of 2048 to 4096 bits.
struct JSONWebKey: Sendable {
  enum Material: Sendable {
    case p256(P256.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey)
  }

  /// Why a key is refused, as the end of a sentence about it.
  enum Defect: String, Error {
    case notObject = "must be a JSON object"
    case secret = "must not hold a private or symmetric part"
    case kind = "must be an EC key on P-256 or an RSA key"
    case point = "must have x and y of 32 bytes each, a point on P-256"
    case modulus = "must have n of 2048 to 4096 bits and an odd e of at most 4 bytes"
    case use = "must be for signatures"
    case algorithm = "must have an alg that fits it, one of ES256, PS256, RS256"
    case id = "must have a kid of 1 to 200 bytes without control characters"
  }

  let material: Material
  /// `kid`.
  let id: String?
  /// The only algorithm that the key allows; `nil`: all that fit its type.
  let algorithm: SigningAlgorithm?
  /// RFC 7638 §3, SHA-256 in base64url: the same for all encodings of the key.
  let thumbprint: String

  static let secretMembers: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  init(_ json: JSON) throws(Defect) {
    guard json.objectValue != nil else { throw .notObject }
    guard !JSONWebKey.secretMembers.contains(where: { json[$0] != nil }) else { throw .secret }
    switch json["kty"]?.stringValue {
    case "EC" where json["crv"]?.stringValue == "P-256": (material, thumbprint) = try JSONWebKey.p256(json)
    case "RSA": (material, thumbprint) = try JSONWebKey.rsa(json)
    default: throw .kind
    }
    guard json["use"] ?? "sig" == "sig", JSONWebKey.verifies(json["key_ops"]) else { throw .use }
    id = try json["kid"].map { (kid) throws(Defect) in
      guard let text = kid.stringValue, (1...200).contains(text.utf8.count), !text.hasControlCharacters() else {
        throw .id
      }
      return text
    }
    let algorithm = json["alg"]?.stringValue.flatMap(SigningAlgorithm.init)
    self.algorithm = algorithm
    guard json["alg"] == nil || algorithm.map(fits) == true else { throw .algorithm }
  }

  /// Whether the key can verify signatures of this algorithm.
  func fits(_ wanted: SigningAlgorithm) -> Bool {
    guard algorithm == nil || algorithm == wanted else { return false }
    return switch material {
    case .p256: wanted == .es256
    case .rsa: wanted != .es256
    }
  }

  /// Whether this key made the signature (RFC 7518 §3.3 to §3.5) of these bytes.
  func verifies(_ signature: [UInt8], over message: some Sequence<UInt8>, _ algorithm: SigningAlgorithm) -> Bool {
    guard fits(algorithm) else { return false }
    let digest = SHA256.hash(data: Array(message))
    switch material {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: digest)
    case .rsa(let key):
      let padding: _RSA.Signing.Padding = algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5
      return key.isValidSignature(.init(rawRepresentation: signature), for: digest, padding: padding)
    }
  }

  /// RFC 7517 §4.3.
  private static func verifies(_ operations: JSON?) -> Bool {
    operations.map { $0.stringArray?.contains("verify") ?? false } ?? true
  }

  private static func p256(_ json: JSON) throws(Defect) -> (Material, thumbprint: String) {
    guard let (x, encodedX) = bytes(json["x"]), let (y, encodedY) = bytes(json["y"]), x.count == 32, y.count == 32,
      let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
    else { throw .point }
    return (.p256(key), thumbprint(["crv": "P-256", "kty": "EC", "x": .string(encodedX), "y": .string(encodedY)]))
  }

  /// The modulus must have no leading zero (RFC 7518 §6.3.1.1), or one key would have several thumbprints.
  private static func rsa(_ json: JSON) throws(Defect) -> (Material, thumbprint: String) {
    guard let (n, encodedN) = bytes(json["n"]), let (e, encodedE) = bytes(json["e"]), (256...512).contains(n.count),
      n[0] != 0, (1...4).contains(e.count), e[0] != 0, e[e.count - 1] & 1 == 1,
      let key = try? _RSA.Signing.PublicKey(n: n, e: e)
    else { throw .modulus }
    return (.rsa(key), thumbprint(["e": .string(encodedE), "kty": "RSA", "n": .string(encodedN)]))
  }

  private static func bytes(_ value: JSON?) -> ([UInt8], encoded: String)? {
    guard let text = value?.stringValue, text.utf8.count <= 700, let bytes = Base64URL.decode(text) else { return nil }
    return (bytes, text)
  }

  /// - Parameter members: sorted by name (RFC 7638 §3.2).
  private static func thumbprint(_ members: JSON) -> String {
    Base64URL.encode(Primitives.sha256(members.compact.utf8))
  }
}

extension JSONWebKey: Hashable {
  static func == (left: JSONWebKey, right: JSONWebKey) -> Bool {
    left.thumbprint == right.thumbprint && left.id == right.id && left.algorithm == right.algorithm
  }

  func hash(into hasher: inout Hasher) { hasher.combine(thumbprint) }
}

/// The public keys that a client registers (RFC 7591 §2, `jwks`). During a key change there may be several.
struct ClientKeySet: Hashable, Sendable {
  static let maximumCount = 5
  static let maximumBytes = 8192

  let keys: [JSONWebKey]
  /// As registered.
  let json: JSON

  init(_ json: JSON) throws(OAuthError) {
    guard json.compact.utf8.count <= ClientKeySet.maximumBytes else {
      throw ClientKeySet.refused("takes more than \(ClientKeySet.maximumBytes) bytes")
    }
    guard let members = json["keys"]?.arrayValue, (1...ClientKeySet.maximumCount).contains(members.count) else {
      throw ClientKeySet.refused("must be a JSON Web Key Set of 1 to \(ClientKeySet.maximumCount) keys")
    }
    var keys: [JSONWebKey] = []
    for member in members {
      do throws(JSONWebKey.Defect) { keys.append(try JSONWebKey(member)) } catch {
        throw ClientKeySet.refused("a key \(error.rawValue)")
      }
    }
    guard Set(keys.map(\.thumbprint)).count == keys.count else { throw ClientKeySet.refused("holds a key twice") }
    guard keys.count == 1 || Set(keys.compactMap(\.id)).count == keys.count else {
      throw ClientKeySet.refused("must have a kid for each of several keys, and none twice")
    }
    (self.keys, self.json) = (keys, json)
  }

  /// The key that a token's header names. `kid` may be omitted when there is only one key (RFC 7515 §4.1.4).
  func key(named id: String?) -> JSONWebKey? {
    guard keys.count == 1 else { return id.flatMap { id in keys.first { $0.id == id } } }
    return id == nil || keys[0].id == nil || keys[0].id == id ? keys[0] : nil
  }

  private static func refused(_ reason: String) -> OAuthError { OAuthError(.invalidClientMetadata, "jwks \(reason)") }
}
