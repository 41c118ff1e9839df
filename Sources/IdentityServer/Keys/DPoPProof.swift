import Foundation
import SharedValues

/// A proof that a request comes from the holder of a key (RFC 9449 §4), judged by its own content and the request.
/// ``Provider`` judges whether it was used before and whether its nonce is valid.
struct DPoPProof: Sendable {
  /// Why a proof is refused, as the end of a sentence about it.
  enum Defect: Error {
    case token(SignedToken.Defect)
    case type
    case key(JSONWebKey.Defect)
    case method, url, id, issued, accessToken, nonce

    var sentence: String {
      switch self {
      case .token(let defect): defect.rawValue
      case .type: "must have dpop+jwt as its typ"
      case .key(let defect): "has an unfit jwk: it \(defect.rawValue)"
      case .method: "has another htm than the request's method"
      case .url: "has another htu than the request's URL"
      case .id: "must have a jti of 1 to 256 bytes"
      case .issued: "has an iat that is missing or more than 60 seconds away from this server's time"
      case .accessToken: "must have the hash of the access token as its ath"
      case .nonce: "has a nonce that is no text of 1 to 256 bytes"
      }
    }
  }

  /// The tolerated difference between the clocks of client and server and the highest age of a proof, in seconds.
  static let tolerance: TimeInterval = 60

  /// The thumbprint of the key (RFC 7638).
  let keyThumbprint: String
  let algorithm: SigningAlgorithm
  let id: String
  let nonce: String?

  /// The checks of RFC 9449 §4.3, in its order.
  ///
  /// - Parameters:
  ///   - url: the request's, as ``ProofURL/normalised(_:)`` writes it.
  ///   - accessToken: the token that is presented with the proof.
  init(_ text: String, method: String, url: String?, accessToken: String?, now: Date) throws(Defect) {
    let (token, key) = try DPoPProof.signed(text)
    guard let id = token.id else { throw .id }
    guard token.payload["htm"]?.stringValue == method else { throw .method }
    guard let url, token.payload["htu"]?.stringValue.flatMap(ProofURL.normalised) == url else { throw .url }
    guard let issued = (try? token.time("iat")) ?? nil,
      abs(now.timeIntervalSince1970 - issued) <= DPoPProof.tolerance
    else { throw .issued }
    if let accessToken {
      let hash = Base64URL.encode(Primitives.sha256(accessToken.utf8))
      guard token.payload["ath"]?.stringValue == hash else { throw .accessToken }
    }
    nonce = try token.payload["nonce"].map { (value) throws(Defect) in
      guard let text = value.stringValue, (1...256).contains(text.utf8.count) else { throw .nonce }
      return text
    }
    (self.id, keyThumbprint, algorithm) = (id, key.thumbprint, token.algorithm)
  }

  private static func signed(_ text: String) throws(Defect) -> (SignedToken, JSONWebKey) {
    let (token, key): (SignedToken, JSONWebKey)
    do throws(SignedToken.Defect) { token = try SignedToken(text) } catch { throw .token(error) }
    guard token.type == "dpop+jwt" else { throw .type }
    do throws(JSONWebKey.Defect) { key = try JSONWebKey(token.header["jwk"] ?? .null) } catch { throw .key(error) }
    do throws(SignedToken.Defect) { try token.verify(key) } catch { throw .token(error) }
    return (token, key)
  }

  /// A thumbprint as `dpop_jkt` and `jkt` carry it: SHA-256 in base64url.
  static func isThumbprint(_ text: String) -> Bool {
    Base64URL.decode(text).map { $0.count == 32 && Base64URL.encode($0) == text } ?? false
  }
}
