import FoundationEssentials
import SharedValues

/// An ID token with a defect. Pure: it signs nothing.
package enum SpoiledIDToken: Sendable {
  /// It needs no signature, because it has none or one that must not verify.
  case whole(String)
  /// Header and claims that are to be signed, so that only the defect is wrong.
  /// - `namesKey`: whether `kid` may be changed to the name of the key that signs.
  case unsigned(header: JSON, claims: String, namesKey: Bool)

  /// `nil`: the text is no JSON Web Token, or has nothing that could have this defect.
  package init?(_ text: String, _ defect: IDTokenDefect, now: Date) {
    guard let token = TokenParts(text) else { return nil }
    switch defect {
    case .malformed: self = .whole(token.parts[0] + "." + token.parts[1])
    case .encrypted: self = .whole((token.parts + [token.parts[1], token.parts[2]]).joined(separator: "."))
    case .headerMalformed: self = .whole(token.with(header: "alg"))
    case .algNone: self = .whole(token.with(header: token.header.setting("alg", "none").compact, signature: ""))
    case .algMismatch: self = .whole(token.with(header: token.header.setting("alg", "HS256").compact))
    case .signature:
      guard let spoiled = token.withSpoiledSignature else { return nil }
      self = .whole(spoiled)
    default:
      guard let draft = ForgedToken(token, defect, now: now) else { return nil }
      self = .unsigned(
        header: draft.header, claims: draft.malformedClaims ?? draft.claims.compact, namesKey: draft.namesKey)
    }
  }
}

private struct TokenParts {
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

private struct ForgedToken {
  var header: JSON
  var claims: JSON
  /// Whether the header names the key that signs.
  var namesKey = true
  var malformedClaims: String?

  /// `nil`: the server's token has nothing that could have this defect.
  init?(_ token: TokenParts, _ defect: IDTokenDefect, now: Date) {
    (header, claims) = (token.header, token.claims)
    let client = claims["aud"]?.stringValue ?? claims["aud"]?.arrayValue?.first?.stringValue ?? ""
    func at(_ seconds: Double) -> JSON { .number("\(Int(now.timeIntervalSince1970 + seconds))") }
    switch defect {
    case .crit: header = header.setting("crit", ["exp"])
    case .embeddedKey: header = header.setting("jku", "https://evil.example/jwks")
    case .wrongType: header = header.setting("typ", "at+jwt")
    case .unknownKey: (header, namesKey) = (header.setting("kid", "no-such-key"), false)
    case .missingKid: (header, namesKey) = (header.setting("kid", nil), false)
    case .unusableKey: break
    case .claimsMalformed: malformedClaims = claims.compact.dropLast() + #","sub":"admin"}"#
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
    let isChanged = header != token.header || claims != token.claims || malformedClaims != nil
    guard isChanged || defect == .unusableKey else { return nil }
  }
}
