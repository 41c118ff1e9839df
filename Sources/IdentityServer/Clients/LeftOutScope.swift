/// What was asked for at a login and left out of the grant. Standard clients ask for the same scope at every refresh, as they are
/// configured (mod_auth_openidc), and not for what was granted.
enum LeftOutScope {
  /// Longer lists are cut: a request may have more names than are worth keeping.
  static let maximumBytes = 2048

  /// - Parameter parameters: of the request that led to the grant.
  static func names(in parameters: FormParameters, granted: [String]) -> [String] {
    var bytes = 0
    let names = scopeNames(parameters["scope"] ?? "").filter { !granted.contains($0) }
    return Array(
      names.prefix {
        bytes += $0.utf8.count + 1
        return bytes <= maximumBytes
      })
  }

  /// The scope of a refresh. The lenient policy leaves out once more what the login left out; nothing is ever added to the grant
  /// (RFC 6749 §6).
  ///
  /// - Parameters:
  ///   - requested: the request's names; `nil`: it names none.
  ///   - granted: what the refresh token is good for.
  /// - Throws: `invalid_scope` for anything else that was not granted, and where nothing would be left.
  static func refreshed(
    _ requested: [String]?, granted: [String], leftOut: [String], _ policy: IdentityServerConfiguration.Policy
  ) throws(OAuthError) -> [String] {
    guard let requested else { return granted }
    let scope = policy == .lenient ? requested.filter { granted.contains($0) || !leftOut.contains($0) } : requested
    guard !scope.isEmpty, scope.allSatisfy(granted.contains) else {
      throw OAuthError(.invalidScope, "scope goes beyond what was granted")
    }
    return scope
  }
}
