/// A challenge of a protected resource (RFC 9110 §11.6.1), in the scheme in which the token must be presented: RFC 6750 §3 or
/// RFC 9449 §7.1.
struct Challenge: Hashable, Sendable {
  enum Scheme: String, Hashable, Sendable, CaseIterable {
    case bearer = "Bearer"
    case dpop = "DPoP"
  }

  var scheme: Scheme
  /// The URL of the resource's metadata (RFC 9728 §5.1).
  var resourceMetadata: String?
  /// The algorithms that proofs may be signed with (RFC 9449 §7.1).
  var algorithms = SigningAlgorithm.allCases

  /// The header's value.
  ///
  /// - Parameter parameters: further parameters; printable ASCII without quotes and backslashes.
  func header(_ parameters: [(name: String, value: String)] = []) -> String {
    var all = [(name: "realm", value: "idsvr")] + parameters
    if scheme == .dpop { all.append(("algs", algorithms.map(\.rawValue).joined(separator: " "))) }
    if let resourceMetadata { all.append(("resource_metadata", resourceMetadata)) }
    return scheme.rawValue + " " + all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ")
  }

  /// The refusal of a request, with this challenge.
  ///
  /// - Parameters:
  ///   - parameters: parameters of the challenge besides the error, such as `scope`.
  ///   - detail: for the log only.
  func refusal(
    _ code: OAuthError.Code, _ description: String, status: Int = 401,
    _ parameters: [(name: String, value: String)] = [],
    detail: String = ""
  ) -> OAuthError {
    let error = [(name: "error", value: code.rawValue), (name: "error_description", value: description)]
    return OAuthError(code, description, detail: detail, status: status, challenge: header(error + parameters))
  }

  /// The same refusal as a resource's; errors about the server's state stay unchanged.
  func refusal(_ error: OAuthError) -> OAuthError {
    error.code == .temporarilyUnavailable ? error : refusal(error.code, error.description, detail: error.detail)
  }
}
