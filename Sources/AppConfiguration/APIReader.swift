import Catalogue
import Edge
import OAuthClient
import Programs
import SharedValues

/// `api`: the address of the API that the app's tokens are for; it is the API's resource identifier, too (RFC 8707 §2).
enum APIReader {
  static func read(
    _ reader: inout MemberReader, _ configuration: Configuration, plain: Bool
  ) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("api") else { return nil }
    // A path belongs to the issuer's own server, whichever port that has here.
    let url = text.hasPrefix(bytes: "/") ? configuration.issuer.origin + text : text
    try reader.judged("api", url) { text throws(WrongValue) in try judge(text, plain: plain) }
    if reader.has("applicationServer") { throw reader.excludes("api", "applicationServer", .apiOrApplicationServer) }
    if !configuration.scope.split(scalar: " ").contains("accounts") {
      reader.warnings.append(Catalogue()(.apiNeedsScope, ["path": reader.file]))
    }
    return url
  }

  /// The API of a configuration without an issuer; `nil`: it has no API either.
  static func readAlone(_ reader: inout MemberReader, plain: Bool) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("api"), !text.hasPrefix(bytes: "/") else { return nil }
    try reader.judged("api", text) { text throws(WrongValue) in try judge(text, plain: plain) }
    return text
  }

  /// Nothing is normalised: the text is compared exactly.
  private static func judge(_ text: String, plain: Bool) throws(WrongValue) {
    try ValueRule.server(text, plain: plain)
    guard !text.hasSuffix(bytes: "/") else { throw WrongValue(.expectedApplicationServer) }
  }
}

/// `applicationServer`: the base URL of a server that redeems the app's codes with its own secret.
enum ApplicationServerReader {
  static func read(
    _ reader: inout MemberReader, _ configuration: Configuration, plain: Bool
  ) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("applicationServer") else { return nil }
    try reader.judged("applicationServer", text) { text throws(WrongValue) in
      try ValueRule.server(text, plain: plain)
    }
    let url = text.without(suffix: "/").map(String.init) ?? text
    // The embedded server makes a client of this name for the application server; its own clients' names are taken.
    guard url == configuration.issuer.embeddedApplicationServer else { return url }
    try reader.judged("registrationClientID", configuration.registrationClientID) { id throws(WrongValue) in
      if ["mobile-dcr-client", "mobile-dcr-template-client"].contains(id) { throw WrongValue(.expectedOwnClient) }
    }
    return url
  }
}
