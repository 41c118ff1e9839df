import SharedValues
import Testing

@testable import OAuthClient

/// What counts as a signed document.
struct SignedDocumentTests {
  private static let type = "dcr-lessons+jwt"
  private static let keys: JSON = [
    "keys": [
      TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: "rsa"),
      TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "ec"),
    ]
  ]

  private func payload(_ header: String, _ key: TokenSigner.Key) -> [UInt8]? {
    let text = TokenSigner(key: key).sign(header: header, claims: #"{"name":"Ada"}"#).revealed
    return SignedDocument.payload(of: text, type: Self.type, keys: Self.keys)
  }

  @Test func aSignatureOfOneOfTheKeysCounts() {
    let said = Array(#"{"name":"Ada"}"#.utf8)
    #expect(payload(#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"rsa"}"#, .rsa(TokenSigner.rsaKey)) == said)
    #expect(payload(#"{"typ":"dcr-lessons+jwt","alg":"ES256","kid":"ec"}"#, .p256(TokenSigner.p256Key)) == said)
    #expect(payload(#"{"typ":"dcr-lessons+jwt","alg":"RS256"}"#, .rsa(TokenSigner.rsaKey)) == said, "wrong kind of key")
  }

  static let others: [(String, TokenSigner.Key)] = [
    (#"{"typ":"JWT","alg":"RS256","kid":"rsa"}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"alg":"RS256","kid":"rsa"}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"rsa"}"#, .rsa(TokenSigner.otherRSAKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"ec"}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"other"}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":7}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"rs256","kid":"rsa"}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"PS256","kid":"rsa"}"#, .pss(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"none","kid":"rsa"}"#, .none),
    (#"{"typ":"dcr-lessons+jwt","alg":"HS256","kid":"rsa"}"#, .hmac([1, 2, 3])),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"rsa","crit":["exp"]}"#, .rsa(TokenSigner.rsaKey)),
    (#"{"typ":"dcr-lessons+jwt","alg":"RS256","kid":"rsa","jwk":{}}"#, .rsa(TokenSigner.rsaKey)),
  ]

  @Test(arguments: others.indices)
  func nothingElseCounts(_ index: Int) {
    let (header, key) = Self.others[index]
    #expect(payload(header, key) == nil, "\(header)")
  }

  @Test func otherTextsAreNoDocuments() {
    for text in ["", "a.b", "a.b.c", "a.b.c.d.e", "..", "e30.e30.e30"] {
      #expect(SignedDocument.payload(of: text, type: Self.type, keys: Self.keys) == nil, "\(text)")
    }
  }
}
