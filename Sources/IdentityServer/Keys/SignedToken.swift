/// A JSON Web Token in compact form (RFC 7519 §7.2, RFC 7515 §5.2), parsed strictly: no duplicate members, only the algorithms
/// of ``SigningAlgorithm``, no critical extensions. The signature is not verified yet.
struct SignedToken: Sendable {
  /// Why a token is refused, as the end of a sentence about it.
  enum Defect: String, Error {
    case size = "is longer than 8192 bytes"
    case form = "must be a JSON Web Token of three parts in base64url"
    case header = "must have a JSON object without doubled members as its header"
    case payload = "must have a JSON object without doubled members as its payload"
    case algorithm = "must be signed with ES256, PS256 or RS256"
    case extensions = "must not have crit in its header"
    case signature = "has a signature that is not the key's"
  }

  static let maximumBytes = 8192

  let header: JSON
  let payload: JSON
  let algorithm: SigningAlgorithm
  private let signingInput: Substring
  private let signature: [UInt8]

  init(_ text: String, upTo limit: Int = SignedToken.maximumBytes) throws(Defect) {
    guard text.utf8.count <= limit else { throw .size }
    let parts = text.split(scalar: ".", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw .form }
    guard let header = try? JSON.parse(header), header.objectValue != nil else { throw .header }
    guard let payload = try? JSON.parse(payload), payload.objectValue != nil else { throw .payload }
    guard let algorithm = header["alg"]?.stringValue.flatMap(SigningAlgorithm.init) else { throw .algorithm }
    guard header["crit"] == nil else { throw .extensions }
    (self.header, self.payload, self.algorithm) = (header, payload, algorithm)
    self.signature = signature
    signingInput = text[..<parts[1].endIndex]
  }

  func verify(_ key: JSONWebKey) throws(Defect) {
    guard key.verifies(signature, over: signingInput.utf8, algorithm) else { throw .signature }
  }

  /// The header's `typ`, normalised as a media type: lower case, without `application/` (RFC 7515 §4.1.9); `nil` when absent.
  var type: String? {
    guard let value = header["typ"] else { return nil }
    let text = value.stringValue?.lowercased() ?? ""
    return String(text.without(prefix: "application/") ?? text[...])
  }

  /// The claim `jti`: 1 to 256 bytes; `nil` when missing or invalid.
  var id: String? {
    payload["jti"]?.stringValue.flatMap { (1...256).contains($0.utf8.count) && !$0.hasControlCharacters() ? $0 : nil }
  }

  /// A NumericDate (RFC 7519 §2), in seconds since 1970.
  func time(_ claim: String) throws(TimeDefect) -> TimeInterval? {
    guard let value = payload[claim] else { return nil }
    guard let seconds = value.doubleValue, seconds.isFinite else { throw TimeDefect(claim: claim) }
    return seconds
  }

  struct TimeDefect: Error { var claim: String }
}

/// For assertions and proofs (RFC 7518 §3.1), all asymmetric: `none` and those with a shared secret cannot be expressed.
enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"
  case ps256 = "PS256"
}
