import Foundation
import SharedValues
import Testing

@testable import Faults

/// How faults change proofs and assertions before they are signed, and the requests that carry them.
@Suite struct ProofFaultsTests {
  private static let dpop = KeyProof(
    key: KeyProof.Key(.dpop, thumbprint: "T"), place: .header("DPoP"),
    header: ["typ": "dpop+jwt", "alg": "ES256", "jwk": ["kty": "EC"]],
    claims: ["htm": "GET", "htu": "https://s.example/u", "ath": "A"])
  private static let assertion = KeyProof(
    key: KeyProof.Key(.clientAuthentication, thumbprint: "C"), place: .form("client_assertion"),
    header: ["typ": "JWT", "alg": "ES256", "kid": "C"], claims: ["iss": "c", "sub": "c", "aud": "https://s.example"],
    lifetime: 60)
  private static let now = Date(timeIntervalSince1970: 1_000_000)

  private func request(_ proofs: KeyProof...) -> HTTPRequest {
    var request = HTTPRequest(
      "GET", "https://s.example/u", headers: [HTTPHeader("Authorization", "DPoP token")], endpoint: .userinfo)
    request.proofs = proofs
    return request
  }

  private func claims(_ draft: ProofDraft) throws -> JSON {
    let part = try #require(draft.signingInput.split(separator: ".").last)
    return try JSON.parse(try #require(Base64URL.decode(String(part))))
  }

  /// Each defect changes only its own kind of signed value.
  @Test(arguments: ProofDefect.allCases)
  func eachDefectChangesItsOwnKindOnly(_ defect: ProofDefect) throws {
    let (own, other) = defect.use == .dpop ? (Self.dpop, Self.assertion) : (Self.assertion, Self.dpop)
    let both = request(own, other)
    let prepared = try #require(ProofFaults.prepare(both, with: defect) { _ in true })
    #expect(prepared.proofs.contains(other))
    var draft = ProofDraft(own, now: Self.now, id: "new")
    let before = draft.signingInput
    ProofFaults.spoil(&draft, with: defect, usedID: "used")
    #expect(draft.signingInput != before || draft.isForged || prepared != both, "the fault changed nothing")
    var untouched = ProofDraft(other, now: Self.now, id: "new")
    let right = untouched.signingInput
    ProofFaults.spoil(&untouched, with: defect, usedID: "used")
    #expect(untouched.signingInput == right && !untouched.isForged)
    // A request without the value cannot be spoiled.
    #expect(ProofFaults.prepare(request(other), with: defect) { _ in true } == nil)
  }

  @Test func eachDefectIsWhatItsNameSays() throws {
    func spoiled(_ defect: ProofDefect) throws -> JSON {
      var draft = ProofDraft(defect.use == .dpop ? Self.dpop : Self.assertion, now: Self.now, id: "new")
      ProofFaults.spoil(&draft, with: defect, usedID: "used")
      return try claims(draft)
    }
    #expect(try spoiled(.dpopReplayed)["jti"] == "used")
    #expect(try spoiled(.dpopBehind)["iat"]?.intValue == 999_910)
    #expect(try spoiled(.dpopAhead)["iat"]?.intValue == 1_000_090)
    #expect(try spoiled(.dpopNoTokenHash)["ath"] == nil)
    #expect(try spoiled(.dpopWrongTokenHash)["ath"]?.stringValue?.utf8.count == 43)
    #expect(try spoiled(.assertionAudience)["aud"] == "https://evil.example")
    #expect(try spoiled(.assertionExpired)["exp"]?.intValue == 999_460)
  }

  /// A proof by another key is valid: it names the key that signs it. A wrong signature is made by a key that the proof does not name.
  @Test func anotherKeyIsNamedAndAWrongSignatureIsNot() throws {
    let other: JSON = ["kty": "EC", "crv": "P-256", "x": "x", "y": "y"]
    for (defect, isNamed) in [(ProofDefect.dpopOtherKey, true), (.dpopSignature, false)] {
      var draft = ProofDraft(Self.dpop, now: Self.now, id: "new")
      ProofFaults.spoil(&draft, with: defect, usedID: nil)
      #expect(draft.isForged)
      draft.sign(asKey: other)
      #expect((draft.proof.header["jwk"] == other) == isNamed)
    }
    // An assertion names the registered key by its thumbprint, whichever key signs.
    var assertion = ProofDraft(Self.assertion, now: Self.now, id: "new")
    ProofFaults.spoil(&assertion, with: .assertionOtherKey, usedID: nil)
    let before = assertion.signingInput
    assertion.sign(asKey: other)
    #expect(assertion.isForged && assertion.signingInput == before)
  }

  @Test func aBoundTokenIsSentAsBearerWithoutAProof() throws {
    let sent = try #require(ProofFaults.prepare(request(Self.dpop), with: .dpopBearer) { _ in true })
    #expect(sent.headers[first: "Authorization"] == "Bearer token" && sent.proofs.isEmpty)
  }

  @Test func anUnseenJtiIsNotReplayed() {
    #expect(ProofFaults.prepare(request(Self.dpop), with: .dpopReplayed) { _ in false } == nil)
  }

  @Test func identifiersAreReadFromSignedValues() {
    func jws(_ id: String) -> Secret { Secret("e30." + Base64URL.encode(#"{"jti":"\#(id)"}"#.utf8) + ".c2ln") }
    let signed = HTTPRequest("POST", "https://s.example/t", body: Array("a=b".utf8), endpoint: .token)
      .carrying(jws("one"), at: .header("DPoP")).carrying(jws("two"), at: .form("client_assertion"))
    #expect(ProofFaults.identifiers(in: signed) == [.dpop: "one", .clientAuthentication: "two"])
    #expect(ProofFaults.identifiers(in: HTTPRequest("GET", "https://s.example")).isEmpty)
    let broken = HTTPRequest("GET", "https://s.example", headers: [HTTPHeader("DPoP", "a.b")])
    #expect(ProofFaults.identifiers(in: broken).isEmpty)
  }

  @Test func aRequestBindsItsCodeToAnotherKey() throws {
    let url = RequestFaults.withOtherKey(url: "https://s.example/a?x=1&dpop_jkt=mine&state=s")
    #expect(url == "https://s.example/a?x=1&dpop_jkt=\(ProofFaults.hashOfNothing)&state=s")
    #expect(RequestFaults.withOtherKey(url: "https://s.example/a?x=1") == nil)
    #expect(RequestFaults.refers("https://s.example/a?client_id=c&request_uri=urn%3Ax"))
    #expect(!RequestFaults.refers("https://s.example/a?client_id=c"))
  }
}

/// Which faults are possible with a configuration.
@Suite struct FaultConditionTests {
  private static let plain: Set<FaultCondition> = [.secret, .browser, .inBrowser]
  private static let keyed: Set<FaultCondition> = [.privateKey, .dpop, .keys, .browser, .pushed, .userPresence]

  @Test func withoutKeysTheirFaultsAreNotOffered() {
    for endpoint in FaultEndpoint.allCases {
      for defect in endpoint.offers(under: Self.plain) {
        switch defect {
        case .proof, .nonce, .element, .request: Issue.record("\(endpoint.rawValue): \(defect.summary) is offered")
        default: break
        }
      }
    }
    #expect(FaultEndpoint.secureElement.offers(under: Self.plain).isEmpty)
    #expect(FaultEndpoint.pushedAuthorization.offers(under: Self.plain).isEmpty)
  }

  @Test func withKeysNoSecretCanExpire() {
    for endpoint in FaultEndpoint.allCases {
      #expect(!endpoint.offers(under: Self.keyed).contains(.client(.expired)))
      #expect(!endpoint.offers(under: Self.keyed).contains(.missingMember("client_secret")))
    }
    #expect(FaultPresets.named("secret-expired")?.plan.isPossible(under: Self.keyed) == false)
    #expect(FaultPresets.named("secret-expired")?.plan.isPossible(under: Self.plain) == true)
  }

  /// No fault needs two conditions that exclude each other.
  @Test(arguments: FaultEndpoint.allCases)
  func noFaultNeedsContradictoryConditions(_ endpoint: FaultEndpoint) {
    for defect in endpoint.offers {
      let needs = FaultRule(endpoint, defect).needs
      #expect(!needs.isSuperset(of: [.secret, .privateKey]) && !needs.isSuperset(of: [.pushed, .inBrowser]))
      #expect(!needs.isSuperset(of: [.deviceCode, .browser]) && !needs.isSuperset(of: [.deviceCode, .pushed]))
    }
  }

  @Test func aNameIsUsedOnce() { #expect(Set(FaultDefect.names).count == FaultDefect.names.count) }
}
