import SharedValues

/// Which URLs this app sends anything to: absolute https ones without fragment and userinfo (RFC 6749 §3.1, §3.2).
///
/// `http` is only for an issuer on a loopback address, only when that was allowed by name, and only for loopback URLs.
struct EndpointRule {
  private let allowsLoopbackHTTP: Bool

  /// - Throws: `issuer_invalid`, `issuer_not_https`.
  init(issuer: String, allowPlainHTTPLoopback: Bool) throws(ProtocolError) {
    guard let url = AbsoluteURL(issuer), url.host != nil, url.query == nil, url.fragment == nil else {
      throw ProtocolError(
        .issuerInvalid, .configuration, field: "issuer", expected: "an https URL without query and fragment",
        received: issuer.quotable(100), source: Discovery.members)
    }
    allowsLoopbackHTTP = allowPlainHTTPLoopback && url.scheme == "http" && url.isLoopback
    guard url.scheme == "https" || allowsLoopbackHTTP else {
      throw ProtocolError(
        .issuerNotHTTPS, .configuration, field: "issuer", expected: "an https URL", received: issuer.quotable(100),
        source: Discovery.members)
    }
  }

  /// - Throws: `metadata_endpoint_invalid`, `metadata_endpoint_not_https`.
  func judge(_ text: String, field: String, source: String) throws(ProtocolError) {
    guard let url = AbsoluteURL(text), url.host != nil, url.fragment == nil else {
      throw ProtocolError(
        .metadataEndpointInvalid, field: field, expected: "an absolute https URL without fragment",
        received: text.quotable(100), source: source)
    }
    guard url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback) else {
      throw ProtocolError(
        .metadataEndpointNotHTTPS, field: field, expected: "an https URL", received: text.quotable(100),
        source: source)
    }
  }
}
