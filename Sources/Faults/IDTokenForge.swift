import Crypto
import CryptoExtras
import FoundationEssentials
import SharedValues
import Synchronization

/// Changes the ID tokens of responses as an evil server would issue them: where that matters, signed with a key that the JWKS response contains.
///
/// Thread-safe. Creates its keys when they are first needed and keeps them in memory; nothing else uses them.
package final class IDTokenForge: Sendable {
  private struct State {
    var keys: ForgedKeys?
    /// The forger's keys, which are added to the published ones; `nil`: the last tokens were the server's own.
    var published: [JSON]?
  }

  private static let keyID = "fault-menu"
  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// - Parameter now: the app's clock, which is used to judge the claims.
  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// The response with a bad ID token; `nil`: it has no token that could have this defect.
  package func spoil(_ response: HTTPResponse, with defect: IDTokenDefect) -> HTTPResponse? {
    guard response.status == 200, let json = try? JSON.parse(response.body), let text = json["id_token"]?.stringValue,
      let token = TokenParts(text), let forged = forge(token, defect)
    else { return nil }
    return ResponseFaults.with(response, Array(json.setting("id_token", .string(forged)).compact.utf8))
  }

  /// Whether the JWKS response needs additional keys.
  package var isPublishing: Bool { state.withLock { $0.published != nil } }

  /// Call after a token response without a fault.
  package func forget() { state.withLock { $0.published = nil } }

  /// The JWKS response with the forger's keys added; `nil`: the server's keys are enough.
  package func publish(in response: HTTPResponse) -> HTTPResponse? {
    guard let keys = state.withLock({ $0.published }), let json = try? JSON.parse(response.body),
      let own = json["keys"]?.arrayValue
    else { return nil }
    return ResponseFaults.with(response, Array(json.setting("keys", .array(own + keys)).compact.utf8))
  }

  private func forge(_ token: TokenParts, _ defect: IDTokenDefect) -> String? {
    switch defect {
    case .malformed: return token.parts[0] + "." + token.parts[1]
    case .encrypted: return (token.parts + [token.parts[1], token.parts[2]]).joined(separator: ".")
    case .headerMalformed: return token.with(header: "alg")
    case .algNone: return token.with(header: token.header.setting("alg", "none").compact, signature: "")
    case .algMismatch: return token.with(header: token.header.setting("alg", "HS256").compact)
    case .signature: return token.withSpoiledSignature
    default: break
    }
    guard let draft = ForgedToken(token, defect, now: now()) else { return nil }
    return sign(draft, isUsable: defect != .unusableKey)
  }

  /// Signs with the algorithm that the server used, because the client accepts only the one that it registered.
  private func sign(_ draft: ForgedToken, isUsable: Bool) -> String? {
    state.withLock { state in
      guard let keys = state.keys ?? (try? ForgedKeys()) else { return nil }
      state.keys = keys
      var header = draft.header
      if draft.namesKey { header = header.setting("kid", .string(IDTokenForge.keyID)) }
      let message = Base64URL.encode(header.compact.utf8) + "." + Base64URL.encode(draft.claimsText.utf8)
      let algorithm = header["alg"]?.stringValue ?? "RS256"
      guard let signature = try? keys.sign(Array(message.utf8), algorithm) else { return nil }
      state.published = [keys.jwk(algorithm, id: IDTokenForge.keyID, use: isUsable ? "sig" : "enc")]
      return message + "." + Base64URL.encode(signature)
    }
  }
}

/// The forger's keys: one of each kind that the client supports (RFC 7518 §3.1).
struct ForgedKeys {
  private let rsa: _RSA.Signing.PrivateKey
  private let p256 = P256.Signing.PrivateKey()

  init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  func sign(_ message: [UInt8], _ algorithm: String) throws -> [UInt8] {
    let digest = SHA256.hash(data: message)
    switch algorithm {
    case "ES256": return Array(try p256.signature(for: message).rawRepresentation)
    case "PS256": return Array(try rsa.signature(for: digest, padding: .PSS).rawRepresentation)
    default: return Array(try rsa.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  func jwk(_ algorithm: String, id: String, use: String) -> JSON {
    let common: JSON = ["kid": .string(id), "use": .string(use), "alg": .string(algorithm)]
    if algorithm == "ES256" {
      let point = Array(p256.publicKey.rawRepresentation)
      return common.setting("kty", "EC").setting("crv", "P-256")
        .setting("x", .string(Base64URL.encode(Array(point.prefix(32)))))
        .setting("y", .string(Base64URL.encode(Array(point.dropFirst(32)))))
    }
    guard let numbers = try? rsa.publicKey.getKeyPrimitives() else { return common }
    return common.setting("kty", "RSA").setting("n", .string(Base64URL.encode(Array(numbers.modulus))))
      .setting("e", .string(Base64URL.encode(Array(numbers.publicExponent))))
  }
}

struct TokenParts {
  let parts: [String]
  let header: JSON
  let claims: JSON

  init?(_ token: String) {
    parts = token.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]).flatMap({ try? JSON.parse($0) }),
      let claims = Base64URL.decode(parts[1]).flatMap({ try? JSON.parse($0) }), claims.objectValue != nil
    else { return nil }
    (self.header, self.claims) = (header, claims)
  }

  func with(header: String, signature: String? = nil) -> String {
    Base64URL.encode(header.utf8) + "." + parts[1] + "." + (signature ?? parts[2])
  }

  /// The token with one bit of its signature flipped; `nil`: it has no signature.
  var withSpoiledSignature: String? {
    guard var signature = Base64URL.decode(parts[2]), !signature.isEmpty else { return nil }
    signature[signature.count / 2] ^= 1
    return parts[0] + "." + parts[1] + "." + Base64URL.encode(signature)
  }
}

struct ForgedToken {
  var header: JSON
  var claims: JSON
  /// Whether the header names the forger's key.
  var namesKey = true
  var claimsText = ""

  /// `nil`: the server's token has nothing that could have this defect.
  init?(_ token: TokenParts, _ defect: IDTokenDefect, now: Date) {
    (header, claims) = (token.header, token.claims)
    let client = claims["aud"]?.stringValue ?? claims["aud"]?.arrayValue?.first?.stringValue ?? ""
    func at(_ seconds: Double) -> JSON { .number("\(Int(now.timeIntervalSince1970 + seconds))") }
    var textOfClaims: String?
    switch defect {
    case .crit: header = header.setting("crit", ["exp"])
    case .embeddedKey: header = header.setting("jku", "https://evil.example/jwks")
    case .wrongType: header = header.setting("typ", "at+jwt")
    case .unknownKey: (header, namesKey) = (header.setting("kid", "no-such-key"), false)
    case .missingKid: (header, namesKey) = (header.setting("kid", nil), false)
    case .unusableKey: break
    case .claimsMalformed: textOfClaims = claims.compact.dropLast() + #","sub":"admin"}"#
    case .missingIss: claims = claims.setting("iss", nil)
    case .wrongIss: claims = claims.setting("iss", "https://evil.example")
    case .missingSub: claims = claims.setting("sub", nil)
    case .claimType: claims = claims.setting("exp", "tomorrow")
    case .missingAud: claims = claims.setting("aud", nil)
    case .wrongAud: claims = claims.setting("aud", "another-client")
    case .missingAzp: claims = claims.setting("aud", [.string(client), "another-client"]).setting("azp", nil)
    case .wrongAzp: claims = claims.setting("azp", "another-client")
    case .missingExp: claims = claims.setting("exp", nil)
    case .expired: claims = claims.setting("exp", at(-3600))
    case .missingIat: claims = claims.setting("iat", nil)
    case .iatInFuture: claims = claims.setting("iat", at(3600))
    case .iatTooOld: claims = claims.setting("iat", at(-3600))
    case .notYetValid: claims = claims.setting("nbf", at(3600))
    case .missingNonce: claims = claims.setting("nonce", nil)
    case .wrongNonce, .nonceChanged: claims = claims.setting("nonce", "a-nonce-of-somebody-else")
    case .wrongAccessTokenHash:
      claims = claims.setting("at_hash", .string(Base64URL.encode([UInt8](repeating: 0, count: 16))))
    case .missingAuthTime: claims = claims.setting("auth_time", nil)
    case .authTimeInFuture: claims = claims.setting("auth_time", at(3600))
    case .authTimeTooOld: claims = claims.setting("auth_time", 1)
    case .subChanged: claims = claims.setting("sub", "somebody-else")
    case .audChanged:
      claims = claims.setting("aud", [.string(client), "another-client"]).setting("azp", .string(client))
    case .azpChanged: claims = claims.setting("azp", claims["azp"] == nil ? .string(client) : nil)
    case .authTimeChanged:
      guard let time = claims["auth_time"]?.intValue else { return nil }
      claims = claims.setting("auth_time", .number("\(time - 1)"))
    case .malformed, .encrypted, .headerMalformed, .algNone, .algMismatch, .signature: return nil
    }
    claimsText = textOfClaims ?? claims.compact
    let isOtherwise = header != token.header || claims != token.claims || textOfClaims != nil || defect == .unusableKey
    guard isOtherwise else { return nil }
  }
}
