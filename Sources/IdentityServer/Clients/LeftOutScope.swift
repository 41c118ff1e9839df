/// Scope names that a login requested but the grant left out. Standard clients (mod_auth_openidc) repeat their configured
/// scope at every refresh, instead of the granted one.
enum LeftOutScope {
  /// Longer lists are cut, to bound what a request can store.
  static let maximumBytes = 2048

  static func names(in parameters: FormParameters, granted: [String]) -> [String] {
    var bytes = 0
    let names = scopeNames(parameters["scope"] ?? "").filter { !granted.contains($0) }
    return Array(
      names.prefix {
        bytes += $0.utf8.count + 1
        return bytes <= maximumBytes
      })
  }

  /// A refresh never extends the grant (RFC 6749 §6); the lenient policy ignores the names that the login left out.
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

/// The names in a stored list, or in a parameter without a grammar such as `prompt`: in order, without duplicates.
func scopeNames(_ text: String) -> [String] {
  var seen: Set<String> = []
  return text.split(scalar: " ").map(String.init).filter { seen.insert($0).inserted }
}

/// The names in a scope that a client sends: in order, without duplicates.
///
/// A scope that breaks the grammar (RFC 6749 §3.3, appendix A.4) is refused with `code` rather than read in part: servers would
/// read it differently, and the client could be granted what it did not ask for.
func judgedScope(_ text: String, code: OAuthError.Code = .invalidScope) throws(OAuthError) -> [String] {
  let names = text.split(scalar: " ", omittingEmptySubsequences: false)
  guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isOfScope) }) else {
    throw OAuthError(
      code,
      "scope is malformed: it is names of printable ASCII without quotes and backslashes, with one space between two "
        + "(RFC 6749 section 3.3)")
  }
  return scopeNames(text)
}

/// RFC 6749 appendix A.4: `%x21 / %x23-5B / %x5D-7E`.
private func isOfScope(_ byte: UInt8) -> Bool {
  (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}
