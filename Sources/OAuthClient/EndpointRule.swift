import SharedValues

/// The URLs that this app sends requests to: absolute https ones without fragment and userinfo (RFC 6749 §3.1, §3.2).
///
/// `http` is accepted only if the issuer is on a loopback address, the configuration allows it by name, and the URL is
/// a loopback one.
struct EndpointRule {
  private let allowsLoopbackHTTP: Bool

  /// - Throws: `issuer_not_https`.
  init(issuer: Issuer, allowPlainHTTPLoopback: Bool) throws(ProtocolError) {
    allowsLoopbackHTTP = allowPlainHTTPLoopback && !issuer.isTLS
    guard issuer.isTLS || allowsLoopbackHTTP else { throw Issuer.Flaw.loopbackNotAllowed.refusal(of: issuer.text) }
  }

  /// - Throws: `metadata_endpoint_invalid`, `metadata_endpoint_not_https`.
  func judge(_ text: String, field: String, source: String) throws(ProtocolError) {
    guard let url = AbsoluteURL(text), url.host != nil, url.fragment == nil else {
      throw ProtocolError(
        .metadataEndpointInvalid, field: field, expected: .check(.httpsWithoutFragment),
        quoting: text.quotable(100), source: source)
    }
    guard url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback) else {
      throw ProtocolError(
        .metadataEndpointNotHTTPS, field: field, expected: .check(.httpsURL), quoting: text.quotable(100),
        source: source)
    }
  }
}
