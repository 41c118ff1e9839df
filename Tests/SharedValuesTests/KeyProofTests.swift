import Foundation
import SharedValues
import Testing

struct KeyProofTests {
  private let proof = KeyProof(
    key: KeyProof.Key(.dpop, thumbprint: "t"), place: .header("DPoP"), header: ["alg": "ES256"],
    claims: ["htm": "POST"], lifetime: nil)

  @Test func aProofIsDatedWhenItIsSigned() {
    let input = proof.signingInput(now: Date(timeIntervalSince1970: 1_800_000_000.9), id: "once")
    #expect(
      input
        == Base64URL.encode(#"{"alg":"ES256"}"#.utf8) + "."
        + Base64URL.encode(#"{"htm":"POST","iat":1800000000,"jti":"once"}"#.utf8))
  }

  @Test func aLifetimeSetsTheExpiry() {
    var proof = proof
    proof.lifetime = 60
    let claims = proof.signingInput(now: Date(timeIntervalSince1970: 1_800_000_000), id: "i").split(separator: ".")[1]
    #expect(
      Base64URL.decode(claims) == Array(#"{"htm":"POST","iat":1800000000,"jti":"i","exp":1800000060}"#.utf8))
  }

  @Test func aHeaderIsSetOnce() {
    var request = HTTPRequest("POST", "https://a.example/", headers: [HTTPHeader("dpop", "old")])
    request.proofs = [proof]
    let sent = request.carrying(Secret("a.b.c"), at: .header("DPoP"))
    #expect(sent.headers == [HTTPHeader("DPoP", "a.b.c")])
    #expect(sent.proofs.isEmpty && sent.secretParts.headers == ["dpop"])
  }

  @Test(arguments: [("", "p=a.b.c"), ("x=1", "x=1&p=a.b.c")])
  func aFormGetsOneMoreParameter(_ before: String, _ after: String) {
    let request = HTTPRequest("POST", "https://a.example/", body: Array(before.utf8))
    let sent = request.carrying(Secret("a.b.c"), at: .form("p"))
    #expect(String(decoding: sent.body, as: UTF8.self) == after)
    #expect(sent.secretParts.body == ["p"])
  }

  /// A proof is valid until its receiver has seen it, so it is never shown or stored.
  @Test func aFinishedProofIsMasked() {
    let jws = "eyJhbGciOiJFUzI1NiJ9.eyJodG0iOiJQT1NUIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ"
    let request = HTTPRequest(
      "POST", "https://a.example/", headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")])
    let sent = request.carrying(Secret(jws), at: .header("DPoP")).carrying(Secret(jws), at: .form("client_assertion"))
    let shown = Redaction().request(sent)
    #expect(!shown.headers.contains { $0.value.contains("signature") || $0.value.contains("c2lnbmF0dXJl") })
    #expect(!String(decoding: shown.body, as: UTF8.self).contains("c2lnbmF0dXJl"))
    #expect(!Redaction().headers([HTTPHeader("DPoP", jws)])[0].value.contains("c2lnbmF0dXJl"))
  }
}
