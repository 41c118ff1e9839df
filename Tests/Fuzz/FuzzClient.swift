import FoundationEssentials
import SharedValues

@testable import IdentityServer
@testable import OAuthClient
@testable import Workshop

/// App, panels and server parse a token in the same way: the others can read what the server reads.
@Sendable func tryJWS(_ input: [UInt8]) throws {
  let text = String(decoding: input, as: UTF8.self)
  _ = AuthenticationChallenge.all(in: text)
  _ = IDTokenClaims(stored: Secret(text))
  let parts = try? JWSParts(Secret(text))
  _ = try? parts?.algorithm(registered: "ES256")
  _ = try? parts?.kid()
  if ReadableToken(text) != nil, let end = text.lastIndex(ofScalar: ".") {
    // Header and claims are shown, even if the signature is invalid.
    promise((try? JWSParts(Secret(String(text.through(end))))) != nil, "what is shown as a token is one")
  }
  guard let token = try? SignedToken(text) else { return }
  promise(parts != nil, "what the server reads is a token")
  promise(token.id.map { (1...256).contains($0.utf8.count) } != false, "a jti is bounded")
  for claim in ["exp", "iat", "nbf"] { promise((try? token.time(claim))??.isFinite != false, "a time is finite") }
  _ = try? IDTokenClaims(unsigned: token.payload)
}

/// A proof is valid only with the signature of its key; keys and URLs of proofs have one spelling.
@Sendable func tryKeyProof(_ input: [UInt8]) throws {
  let text = String(decoding: input, as: UTF8.self)
  _ = try? DPoPProof(
    text, method: "POST", urls: ["https://localhost/token"], accessToken: nil,
    now: Date(timeIntervalSince1970: 1_800_000_000))
  if let url = ProofURL.normalised(text) { promise(ProofURL.normalised(url) == url, "a URL has one spelling") }
  guard let json = try? JSON.parse(input), let key = try? JSONWebKey(json) else { return }
  promise(!key.verifies([UInt8](repeating: 0, count: 64), over: "message".utf8, .es256), "nothing is signed by nobody")
}
