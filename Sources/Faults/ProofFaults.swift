import FoundationEssentials
import SharedValues

/// A proof or an assertion just before it is signed.
package struct ProofDraft: Sendable {
  package var proof: KeyProof
  package var now: Date
  package var id: String
  /// Whether a key that was created for this signs instead of the phone's.
  package internal(set) var isForged = false
  /// Whether the proof names the key that signs it.
  var namesItsKey = true

  package init(_ proof: KeyProof, now: Date, id: String) { (self.proof, self.now, self.id) = (proof, now, id) }

  package var signingInput: String { proof.signingInput(now: now, id: id) }

  /// Call with the public key that is about to sign a forged draft.
  package mutating func sign(asKey jwk: JSON) {
    if namesItsKey, proof.header["jwk"] != nil { proof.header = proof.header.setting("jwk", jwk) }
  }
}

/// Changes what is signed, so that a real key signs the result and exactly the intended check fails.
package enum ProofFaults {
  static let hashOfNothing = Base64URL.encode([UInt8](repeating: 0, count: 32))

  /// The request as it is to be signed; `nil`: it has nothing that could have the defect.
  ///
  /// - Parameter hasUsedID: whether an identifier of this kind was used before.
  package static func prepare(
    _ request: HTTPRequest, with defect: ProofDefect, hasUsedID: (KeyUse) -> Bool
  ) -> HTTPRequest? {
    let row = defect.row
    guard request.proofs.contains(where: { $0.key.use == row.use }) else { return nil }
    var request = request
    switch row.change {
    case .usedID: return hasUsedID(row.use) ? request : nil
    case .missing: request.proofs.removeAll { $0.key.use == row.use }
    case .bearer:
      request.proofs.removeAll { $0.key.use == row.use }
      for index in request.headers.indices where request.headers[index].isNamed("Authorization") {
        let value = request.headers[index].value
        request.headers[index].value = "Bearer " + (value.without(prefix: "DPoP ") ?? value[...])
      }
    case .claim, .header, .clock, .otherKey, .otherSignature: break
    }
    return request
  }

  package static func spoil(_ draft: inout ProofDraft, with defect: ProofDefect, usedID: String?) {
    let row = defect.row
    guard draft.proof.key.use == row.use else { return }
    switch row.change {
    case .claim(let name, let value): draft.proof.claims = draft.proof.claims.setting(name, value)
    case .header(let name, let value): draft.proof.header = draft.proof.header.setting(name, value)
    case .clock(let seconds): draft.now = draft.now.addingTimeInterval(Double(seconds))
    case .usedID: draft.id = usedID ?? draft.id
    case .otherKey: draft.isForged = true
    case .otherSignature: (draft.isForged, draft.namesItsKey) = (true, false)
    case .missing, .bearer: break
    }
  }

  /// The `jti` of each signature in a signed request, by the key's use.
  package static func identifiers(in request: HTTPRequest) -> [KeyUse: String] {
    // A JWS in compact form has no character that a form would encode.
    let parameter = "client_assertion="
    let assertion = String(decoding: request.body, as: UTF8.self).split(scalar: "&")
      .lazy.compactMap { $0.without(prefix: parameter) }.first.map(String.init)
    let signed: [(KeyUse, String?)] = [(.dpop, request.headers[first: "DPoP"]), (.clientAuthentication, assertion)]
    return Dictionary(
      uniqueKeysWithValues: signed.compactMap { use, text in text.flatMap(identifier).map { (use, $0) } })
  }

  private static func identifier(_ compactJWS: String) -> String? {
    let parts = compactJWS.split(scalar: ".")
    guard parts.count == 3, let claims = Base64URL.decode(String(parts[1])) else { return nil }
    return (try? JSON.parse(claims))?["jti"]?.stringValue
  }
}

/// Changes authorization requests to bind their code to another key than the app's.
package enum RequestFaults {
  /// The form of a pushed request with another `dpop_jkt`; `nil`: it has none.
  package static func withOtherKey(_ request: HTTPRequest) -> HTTPRequest? {
    guard let body = withOtherKey(pairs: String(decoding: request.body, as: UTF8.self)) else { return nil }
    var request = request
    request.body = Array(body.utf8)
    return request
  }

  /// The same for the URL that the browser will open.
  package static func withOtherKey(url: String) -> String? {
    let halves = url.split(scalar: "?", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return nil }
    return withOtherKey(pairs: halves[1]).map { halves[0] + "?" + $0 }
  }

  /// Whether the URL refers to a pushed request (RFC 9126 §4).
  package static func refers(_ url: String) -> Bool { url.contains("?request_uri=") || url.contains("&request_uri=") }

  private static func withOtherKey(pairs text: String) -> String? {
    var pairs = text.split(scalar: "&").map(String.init)
    guard let index = pairs.firstIndex(where: { $0.hasPrefix(bytes: "dpop_jkt=") }) else { return nil }
    pairs[index] = "dpop_jkt=" + ProofFaults.hashOfNothing
    return pairs.joined(separator: "&")
  }
}
