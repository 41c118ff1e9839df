import OAuthClient
import SharedValues
import Testing

/// Proofs and assertions are shown without their signature; a value that only looks like one is masked completely.
struct SignedValueRedactionTests {
  private let redaction = Redaction()
  private static let head = Base64URL.encode(Array(#"{"typ":"dpop+jwt","alg":"ES256"}"#.utf8))
  private static let claims = Base64URL.encode(Array(#"{"jti":"a","htm":"POST","htu":"https://a.example/token"}"#.utf8))
  private static let proof = "\(head).\(claims).SIGNATURESIGNATURE"
  private static let shown = "\(head).\(claims).••••"

  private func header(_ name: String, _ value: String) -> String {
    redaction.headers([HTTPHeader(name, value)])[0].value
  }

  @Test(arguments: ["DPoP", "dpop", "DPOP"])
  func aHeaderIsShownWithoutItsSignature(_ name: String) {
    #expect(header(name, Self.proof) == Self.shown)
    // Masking a masked value changes nothing.
    #expect(header(name, Self.shown) == Self.shown)
  }

  @Test func formsAndDocumentsAreShownWithoutTheSignature() {
    let form = Array("grant_type=x&client_assertion=\(Self.proof)&client_id=c".utf8)
    #expect(
      redaction.body(form, contentType: "application/x-www-form-urlencoded")
        == "grant_type=x&client_assertion=\(Self.shown)&client_id=c")
    #expect(redaction.json(["client_assertion": .string(Self.proof)])["client_assertion"] == .string(Self.shown))
    #expect(redaction.url("https://a.example/?client_assertion=\(Self.proof)").hasSuffix("=" + Self.shown))
  }

  private static func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

  @Test(arguments: [
    "SIGNATURESIGNATURE", "a.b.SIGNATURESIGNATURE", "\(head).\(claims)", "\(head).\(claims).a.SIGNATURESIGNATURE",
    "\(head).\(claims).a.b.SIGNATURESIGNATURE", "SIGNATURESIGNATURE.\(claims).a", "\(head).SIGNATURESIGNATURE.a",
    "\(head)=.\(claims).SIGNATURESIGNATURE", "\(head).\(encoded("[]")).SIGNATURESIGNATURE", "..SIGNATURESIGNATURE", ".",
    " \(proof)", "\(head).\(encoded(#"{"jti":"a","jti":"b"}"#)).SIGNATURESIGNATURE",
    // These carry a secret themselves.
    "\(encoded(#"{"alg":"ES256","jwk":{"kty":"EC","d":"SIGNATURESIGNATURE"}}"#)).\(claims).SIGNATURESIGNATURE",
    "\(head).\(encoded(#"{"client_secret":"SIGNATURESIGNATURE"}"#)).SIGNATURESIGNATURE",
    "\(head).\(encoded(#"{"a":"\#(proof)"}"#)).SIGNATURESIGNATURE",
    "\(head).\(encoded(#"{"a":"\#(String(repeating: "a", count: 20_000))"}"#)).SIGNATURESIGNATURE",
  ])
  func invalidProofsAreMaskedCompletely(_ value: String) {
    #expect(header("DPoP", value) == "••••")
    #expect(redaction.json(["client_assertion": .string(value)])["client_assertion"] == "••••")
  }

  @Test(arguments: [
    "DPoP: \(proof)", "dpop=\(proof)", "\"DPoP\": \"\(proof)\"", "client_assertion=\(proof)", "see \(proof)!",
    "Authorization: DPoP \(proof)", "DPoP \(proof)", "DPoP SIGNATURESIGNATURE", "dpop: SIGNATURESIGNATURE",
    "{\"broken\":\"\(proof)\"", "a\\\"client_assertion\\\":\\\"\(proof)\\\"",
  ])
  func noTextLetsASignatureOut(_ text: String) {
    #expect(!redaction.text(text).contains("SIGNATURESIGNATURE"))
    for type in ["application/json", "text/html", "", "application/x-www-form-urlencoded"] {
      #expect(!redaction.body(Array(text.utf8), contentType: type).contains("SIGNATURESIGNATURE"))
    }
  }

  @Test func aBoundTokenIsMaskedLikeOthers() {
    #expect(header("Authorization", "DPoP 0123456789abcdefghijklmnop") == "DPoP 01234567••••")
    #expect(header("authorization", "dpop 0123456789abcdefghijklmnop") == "dpop 01234567••••")
  }

  /// A switch of the configuration has the same name as the header.
  @Test func theSwitchIsNoSecret() {
    #expect(redaction.json(["dpop": true])["dpop"] == true)
    #expect(!SecretNames.isSecret("dpop") && SecretNames.isSecretHeader("DPoP"))
  }

  @Test(arguments: [
    #"DPoP error="use_dpop_nonce", error_description="say it again", algs="ES256""#,
    #"Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource""#,
    #"DPoP error_description="a proof is wanted""#, "DPoP realm=protected_resources", "DPoP algs=ES256",
  ])
  func aChallengeIsNoToken(_ value: String) {
    #expect(header("WWW-Authenticate", value) == value)
    #expect(redaction.text(value) == value)
  }

  @Test func aNonceOfTheServerIsShown() { #expect(header("DPoP-Nonce", "eyJ7S_zG.eyJH0-Z") == "eyJ7S_zG.eyJH0-Z") }

  // MARK: Pushed requests

  @Test func aRequestURIIsMaskedLikeACode() {
    let name = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c"
    let masked = "urn:ietf:params:oauth:request_uri:6esc_11A••••"
    #expect(redaction.json(["request_uri": .string(name)])["request_uri"] == .string(masked))
    #expect(
      redaction.url("https://a.example/?client_id=c&request_uri=\(name)")
        == "https://a.example/?client_id=c&request_uri=\(masked)")
    #expect(
      redaction.url("https://a.example/?request_uri=\(name.replacing(":", with: "%3A"))")
        == "https://a.example/?request_uri=\(masked.replacing(":", with: "%3A"))")
    for text in [name, "sent \(name) to it", "request_uri=https://a.example/6esc_11ACC5bwc014ltc14eY22c"] {
      #expect(!redaction.text(text).contains("ltc14eY22c"), "\(text)")
    }
    #expect(redaction.json(["request_uri": "SECRETSECRET"])["request_uri"] == "SECR••••")
  }

  // MARK: Keys

  @Test func privateMembersOfAKeyAreMasked() {
    let key: JSON = ["kty": "EC", "crv": "P-256", "x": "xxxxxxxxxxxx", "y": "yyyyyyyyyyyy", "d": "dddddddddddd"]
    let masked = redaction.json(["keys": [key]])
    #expect(masked.compact == JSON.object([.init("keys", [key.setting("d", "••••")])]).compact)
    // Outside a key, a member `d` is no secret.
    #expect(redaction.json(["d": "a word"])["d"] == "a word")
  }
}
