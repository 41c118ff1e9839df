import SharedValues

/// Scope names that a login requested but the grant left out. Standard clients (mod_auth_openidc) repeat their configured
/// scope at every refresh, instead of the granted one.
enum LeftOutScope {
  /// Longer lists are cut, to bound what a request can store.
  static let maximumBytes = 2048

  /// - Parameter parameters: the parameters of the request that led to the grant.
  static func names(in parameters: FormParameters, granted: [String]) -> [String] {
    var bytes = 0
    let names = scopeNames(parameters["scope"] ?? "").filter { !granted.contains($0) }
    return Array(
      names.prefix {
        bytes += $0.utf8.count + 1
        return bytes <= maximumBytes
      })
  }

  /// The scope of a refresh. The lenient policy ignores requested names that the login left out; a refresh never extends the
  /// grant (RFC 6749 §6).
  ///
  /// - Parameters:
  ///   - requested: the names in the request; `nil`: the request has no scope.
  ///   - granted: the refresh token's scope.
  /// - Throws: `invalid_scope` for any other name that was not granted, and when no name is left.
  static func refreshed(
    _ requested: [String]?, granted: [String], leftOut: [String], _ policy: ServerPolicies.Clients
  ) throws(OAuthError) -> [String] {
    guard let requested else { return granted }
    let scope = policy == .lenient ? requested.filter { granted.contains($0) || !leftOut.contains($0) } : requested
    guard !scope.isEmpty, scope.allSatisfy(granted.contains) else {
      throw OAuthError(.invalidScope, "scope goes beyond what was granted")
    }
    return scope
  }
}
