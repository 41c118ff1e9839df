import Programs
import Edge
import ForeignText
import FoundationEssentials
import OAuthClient

/// `applicationServer`: the base URL of a server that redeems the app's codes with its own secret.
enum ApplicationServerReader {
  static func read(
    _ reader: inout MemberReader, _ configuration: Configuration, plain: Bool
  ) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("applicationServer") else { return nil }
    let url = try reader.judged("applicationServer", text) { text throws(WrongValue) in try judge(text, plain: plain) }
    // The embedded server makes a client of this name for the application server; its own clients' names are taken.
    guard url == configuration.issuer.embeddedApplicationServer else { return url }
    try reader.judged("registrationClientID", configuration.registrationClientID) { id throws(WrongValue) in
      if taken.contains(id) { throw WrongValue(.expectedOwnClient) }
    }
    return url
  }

  private static let taken: Set = ["mobile-dcr-client", "mobile-dcr-template-client"]

  /// The rules of an issuer, because a code, its verifier and an access token are sent there. Drops a slash at the end.
  private static func judge(_ text: String, plain: Bool) throws(WrongValue) -> String {
    do { _ = try Issuer(judging: text, allowPlainHTTPLoopback: plain) } catch {
      throw WrongValue(error == .loopbackNotAllowed ? .expectedLoopbackOptIn : .expectedApplicationServer)
    }
    return text.without(suffix: "/").map(String.init) ?? text
  }
}
