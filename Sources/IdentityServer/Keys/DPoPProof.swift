/// A proof that a request comes from the holder of a key (RFC 9449 §4), judged by its own content and the request.
/// ``Provider`` judges whether it was used before and whether its nonce is valid.
struct DPoPProof: Sendable {
  /// The tolerated difference between the clocks of client and server and the highest age of a proof, in seconds.
  static let tolerance: TimeInterval = 60

  /// The thumbprint of the key (RFC 7638).
  let keyThumbprint: String
  let algorithm: SigningAlgorithm
  let id: String
  let nonce: String?

  /// The checks of RFC 9449 §4.3, in its order.
  /// - Parameters:
  ///   - urls: those by which the client may have called the endpoint.
  ///   - accessToken: the token that is presented with the proof.
  init(_ text: String, method: String, urls: [String], accessToken: String?, now: Date) throws(OAuthError) {
    let (token, key) = try DPoPProof.signed(text)
    guard let id = token.id else { throw DPoPProof.refused("must have a jti of 1 to 256 bytes") }
    guard token.payload["htm"]?.stringValue == method else {
      throw DPoPProof.refused("has another htm than the request's method")
    }
    guard let url = token.payload["htu"]?.stringValue.flatMap(ProofURL.normalised),
      urls.contains(where: { ProofURL.normalised($0) == url })
    else {
      throw DPoPProof.refused("has another htu than the request's URL")
    }
    guard let issued = (try? token.time("iat")) ?? nil,
      abs(now.timeIntervalSince1970 - issued) <= DPoPProof.tolerance
    else { throw DPoPProof.refused("has an iat that is missing or more than 60 seconds away from this server's time") }
    let hash = accessToken.map { Base64URL.encode(Primitives.sha256($0.utf8)) }
    guard hash == nil || token.payload["ath"]?.stringValue == hash else {
      throw DPoPProof.refused("must have the hash of the access token as its ath")
    }
    nonce = token.payload["nonce"]?.stringValue
    guard token.payload["nonce"] == nil || nonce.map({ (1...256).contains($0.utf8.count) }) == true else {
      throw DPoPProof.refused("has a nonce that is no text of 1 to 256 bytes")
    }
    (self.id, keyThumbprint, algorithm) = (id, key.thumbprint, token.algorithm)
  }

  private static func signed(_ text: String) throws(OAuthError) -> (SignedToken, JSONWebKey) {
    let (token, key): (SignedToken, JSONWebKey)
    do throws(SignedToken.Defect) { token = try SignedToken(text) } catch { throw refused(error.rawValue) }
    guard token.type == "dpop+jwt" else { throw refused("must have dpop+jwt as its typ") }
    do throws(JSONWebKey.Defect) { key = try JSONWebKey(token.header["jwk"] ?? .null) } catch {
      throw refused("has an unfit jwk: it \(error.rawValue)")
    }
    do throws(SignedToken.Defect) { try token.verify(key) } catch { throw refused(error.rawValue) }
    return (token, key)
  }

  static func refused(_ reason: String) -> OAuthError { OAuthError(.invalidDPoPProof, "the DPoP proof \(reason)") }

  /// A thumbprint as `dpop_jkt` and `jkt` carry it: SHA-256 in base64url.
  static func isThumbprint(_ text: String) -> Bool {
    Base64URL.decode(text).map { $0.count == 32 && Base64URL.encode($0) == text } ?? false
  }
}

/// The URL of a request as a DPoP proof names it in `htu`. RFC 9449 §4.3 ignores query and fragment and normalises URLs
/// by syntax and scheme (RFC 3986 §6.2.2 and §6.2.3) before comparing.
enum ProofURL {
  static let maximumBytes = 2048

  /// The same text for all equivalent https and http URLs; `nil` for anything else.
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
