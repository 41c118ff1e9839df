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

/// The URL of a request as a DPoP proof names it in `htu`. RFC 9449 §4.3 ignores query and fragment and normalises URLs
/// by syntax and scheme (RFC 3986 §6.2.2 and §6.2.3) before comparing.
enum ProofURL {
  static let maximumBytes = 2048

  /// - Returns: the same text for all equivalent https and http URLs; `nil` for anything else.
  static func normalised(_ text: String) -> String? {
    guard text.utf8.count <= maximumBytes, let url = AbsoluteURL(text), let host = url.host,
      ["https", "http"].contains(url.scheme)
    else { return nil }
    let port = url.port == (url.scheme == "https" ? 443 : 80) ? nil : url.port
    return "\(url.scheme)://\(host)" + (port.map { ":\($0)" } ?? "") + withoutDots(unescaped(url.path))
  }

  /// RFC 3986 §6.2.2.1 and §6.2.2.2: escaped unreserved characters are decoded; other escapes get upper case digits.
  private static func unescaped(_ path: String) -> String {
    var result: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self).uppercased()
      rest = rest.dropFirst(2)
      if let value = UInt8(digits, radix: 16), isUnreserved(value) {
        result.append(value)
      } else {
        result += Array("%\(digits)".utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    Base64URL.contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  /// RFC 3986 §5.2.4; an empty path becomes `/` (§6.2.3).
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(scalar: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      guard segment == "." || segment == ".." else {
        kept.append(segment)
        continue
      }
      if segment == ".." { _ = kept.popLast() }
      if index == segments.count - 1 { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }
}

/// Nonces for DPoP proofs (RFC 9449 §8): a new one each minute, computed from the time with a key of this start, so that
/// they need no storage. The previous one is still accepted: a proof may be under way when the minute ends.
struct DPoPNonces: Sendable {
  /// Seconds.
  static let period: TimeInterval = 60

  private let key = Primitives.random(32)

  func current(_ now: Date) -> String { nonce(minute(now)) }

  func isGood(_ nonce: String, _ now: Date) -> Bool {
    let minute = minute(now)
    return [minute, minute - 1].contains { Primitives.equal(Array(self.nonce($0).utf8), Array(nonce.utf8)) }
  }

  private func minute(_ now: Date) -> Int { Int((now.timeIntervalSince1970 / DPoPNonces.period).rounded(.down)) }

  private func nonce(_ minute: Int) -> String {
    Base64URL.encode(Primitives.hmac(Array("DPoP nonce \(minute)".utf8), key: key).prefix(18))
  }
}
