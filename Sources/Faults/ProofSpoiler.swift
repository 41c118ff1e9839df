import Crypto
import FoundationEssentials
import SharedValues

/// A proof or an assertion just before it is signed.
public struct ProofDraft: Sendable {
  public var proof: KeyProof
  public var now: Date
  /// `jti`.
  public var id: String
  /// Whether a key of the fault menu's signs in the place of the phone's.
  public internal(set) var isForged = false

  public init(_ proof: KeyProof, now: Date, id: String) { (self.proof, self.now, self.id) = (proof, now, id) }

  public var signingInput: String { proof.signingInput(now: now, id: id) }
}

/// Spoils what a request proves, before it is signed: what goes onto the wire is signed by the phone's own key, or by another real
/// one, so the check that is meant is the one that notices.
///
/// Its key is good for nothing else.
public struct ProofSpoiler: Sendable {
  private let key = P256.Signing.PrivateKey()

  public init() {}

  /// The hash, or thumbprint, that belongs to nothing of this phone's: 32 bytes.
  static let hashOfNothing = Base64URL.encode([UInt8](repeating: 0, count: 32))

  /// The request as it is to be signed; `nil` where it carries nothing that could have the defect.
  ///
  /// - Parameter hasUsedID: whether an identifier of this kind was used before.
  public static func prepare(
    _ request: HTTPRequest, with defect: ProofDefect, hasUsedID: (KeyUse) -> Bool
  ) -> HTTPRequest? {
    let row = defect.row
    guard request.proofs.contains(where: { $0.key.use == row.use }) else { return nil }
    var request = request
    switch row.deed {
    case .usedID: return hasUsedID(row.use) ? request : nil
    case .missing: request.proofs.removeAll { $0.key.use == row.use }
    case .bearer:
      request.proofs.removeAll { $0.key.use == row.use }
      for index in request.headers.indices where request.headers[index].isNamed("Authorization") {
        request.headers[index].value = "Bearer " + request.headers[index].value.dropFirst("DPoP ".count)
      }
    case .claim, .header, .clock, .otherKey, .otherSignature: break
    }
    return request
  }

  /// - Parameter usedID: a `jti` that the server has accepted before.
  public func spoil(_ draft: inout ProofDraft, with defect: ProofDefect, usedID: String?) {
    let row = defect.row
    guard draft.proof.key.use == row.use else { return }
    switch row.deed {
    case .claim(let name, let value): draft.proof.claims = draft.proof.claims.setting(name, value)
    case .header(let name, let value): draft.proof.header = draft.proof.header.setting(name, value)
    case .clock(let seconds): draft.now = draft.now.addingTimeInterval(Double(seconds))
    case .usedID: draft.id = usedID ?? draft.id
    case .otherKey:
      draft.isForged = true
      if draft.proof.header["jwk"] != nil { draft.proof.header = draft.proof.header.setting("jwk", jwk) }
    case .otherSignature: draft.isForged = true
    case .missing, .bearer: break
    }
  }

  /// ES256, as r and s (RFC 7518 §3.4).
  public func sign(_ bytes: [UInt8]) -> [UInt8]? {
    (try? key.signature(for: bytes)).map { Array($0.rawRepresentation) }
  }

  private var jwk: JSON {
    let point = Array(key.publicKey.rawRepresentation)
    return [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Array(point.prefix(32)))),
      "y": .string(Base64URL.encode(Array(point.dropFirst(32)))),
    ]
  }

  // MARK: What was used

  /// The `jti` of what a signed request carries, by whose signature it is.
  public static func identifiers(in request: HTTPRequest) -> [KeyUse: String] {
    // A JWS in compact form has no character that a form would encode.
    let parameter = "client_assertion="
    let assertion = String(decoding: request.body, as: UTF8.self).split(separator: "&")
      .first { $0.hasPrefix(parameter) }.map { String($0.dropFirst(parameter.count)) }
    let signed: [(KeyUse, String?)] = [
      (.dpop, request.headers[first: "DPoP"]), (.clientAuthentication, assertion),
    ]
    return Dictionary(
      uniqueKeysWithValues: signed.compactMap { use, text in text.flatMap(identifier).map { (use, $0) } })
  }

  private static func identifier(_ compactJWS: String) -> String? {
    let parts = compactJWS.split(separator: ".")
    guard parts.count == 3, let claims = Base64URL.decode(String(parts[1])) else { return nil }
    return (try? JSON.parse(claims))?["jti"]?.stringValue
  }
}

/// Authorization requests that bind their code to another key than the app's.
public enum RequestSpoiler {
  /// The form of a pushed request with another `dpop_jkt`; `nil` where it has none.
  public static func withOtherKey(_ request: HTTPRequest) -> HTTPRequest? {
    guard let body = withOtherKey(pairs: String(decoding: request.body, as: UTF8.self)) else { return nil }
    var request = request
    request.body = Array(body.utf8)
    return request
  }

  /// The same for the address that the browser is to open.
  public static func withOtherKey(url: String) -> String? {
    let halves = url.split(separator: "?", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return nil }
    return withOtherKey(pairs: halves[1]).map { halves[0] + "?" + $0 }
  }

  /// Whether the address carries a reference to a pushed request (RFC 9126 §4).
  public static func refers(_ url: String) -> Bool { url.contains("?request_uri=") || url.contains("&request_uri=") }

  private static func withOtherKey(pairs text: String) -> String? {
    var pairs = text.split(separator: "&").map(String.init)
    guard let index = pairs.firstIndex(where: { $0.hasPrefix("dpop_jkt=") }) else { return nil }
    pairs[index] = "dpop_jkt=" + ProofSpoiler.hashOfNothing
    return pairs.joined(separator: "&")
  }
}
