import AppState
import Crypto
import Faults
import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import DCRTerminal

/// The app's requests to the secure element.
@Suite struct KeyProviderTests {
  private let element = MemoryKeys()

  /// Spoils every request that carries a proof, in one way.
  private struct Always: SigningFaultInjecting {
    var defect: ProofDefect

    func fault(forSigning request: HTTPRequest) -> SigningFault? {
      SigningFault(
        request: request, change: { [defect] in ProofFaults.spoil(&$0, with: defect, usedID: nil) }, over: { _ in })
    }
  }

  /// Abandoned registrations leave no keys behind: the element has room for a limited number.
  @Test func aNewKeyReplacesUnregisteredKeys() async throws {
    let registered = try await element.make(use: .clientAuthentication, demandsUser: false)
    let token = try await element.make(use: .dpop, demandsUser: false)
    let provider = KeyProvider(element, time: .system)
    let needs = KeyNeeds(client: .new(demandsUser: false, keeping: registered.thumbprint))
    var last: P256PublicKey?
    for _ in 0..<3 { last = try await provider.prepare(needs).keys.client }
    let held = try await Set(element.list().map(\.thumbprint))
    #expect(held == [registered.thumbprint, token.thumbprint, last?.thumbprint ?? ""])
    #expect(last?.thumbprint != registered.thumbprint)
  }

  /// The proof is signed by the other key that it names, and that key is deleted afterwards.
  @Test(arguments: [ProofDefect.dpopOtherKey, .dpopSignature])
  func aForgedProofIsSignedByARealKey(_ defect: ProofDefect) async throws {
    let key = try await element.make(use: .dpop, demandsUser: false)
    var request = HTTPRequest("POST", "https://s.example/token", endpoint: .token)
    request.proofs = [
      KeyProof(
        key: KeyProof.Key(.dpop, thumbprint: key.thumbprint), place: .header("DPoP"),
        header: ["typ": "dpop+jwt", "alg": "ES256", "jwk": key.publicKey.jwk],
        claims: ["htm": "POST", "htu": "https://s.example/token"])
    ]
    let provider = KeyProvider(element, time: .system, faults: Always(defect: defect))
    let (signed, operations) = try await provider.sign(request) { _ in .confirmed }
    #expect(operations.isEmpty, "the phone's key was used")
    #expect(try await element.list() == [key])

    let parts = try #require(signed.headers[first: "DPoP"]).split(separator: ".").map(String.init)
    let header = try JSON.parse(try #require(Base64URL.decode(parts[0])))
    let named = try #require(header["jwk"].flatMap { P256PublicKey(jwk: $0) })
    #expect((named == key.publicKey) == (defect == .dpopSignature))
    let verifier = try P256.Signing.PublicKey(rawRepresentation: named.x + named.y)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
    let isGood = verifier.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
    #expect(isGood == (defect == .dpopOtherKey))
  }
}
