import Programs
import AppConfiguration
import FoundationEssentials
import HTTPTransport
import OAuthClient
import SharedValues

/// Fetches what a server publishes: its metadata at both places and its keys. Sends only GET requests.
package struct ServerVisit {
  private let configuration: Configuration
  private let trusted: [String]
  private let needsRegistration: Bool

  package init(_ configuration: Configuration, _ data: DataDirectory, needsRegistration: Bool) {
    (self.configuration, self.needsRegistration) = (configuration, needsRegistration)
    let hasOwn = configuration.issuer.isEmbedded && FileManager.default.fileExists(atPath: data.serverAuthority)
    trusted = (hasOwn ? [data.serverAuthority] : []) + configuration.trustedCertificates
  }

  package func answers() async -> ServerAnswers {
    let transport = HTTPClientTransport(
      trustedCertificates: trusted, deadlines: configuration.deadlines, proxies: configuration.proxies,
      confinement: .ofThisProgram)
    let issuer = configuration.issuer
    let (openID, certificate) = await fetch(Discovery.openIDRequest(issuer: issuer), transport)
    let received = TimeSource.system.now
    var answers = ServerAnswers(openID: openID, oauth: openID, certificate: certificate, received: received)
    // A server that does not answer at one place will not answer at the other, and would take as long again.
    if case .success = openID { answers.oauth = await fetch(Discovery.oauthRequest(issuer: issuer), transport).0 }
    let checks = ServerChecks(configuration: configuration, answers: answers, needsRegistration: needsRegistration)
    if case .success(let metadata) = checks.metadata, let request = JWKSRequest.build(metadata: metadata) {
      answers.jwks = await fetch(request, transport).0
    } else if let url = checks.document?["jwks_uri"]?.stringValue, isSafe(url) {
      answers.jwks = await fetch(HTTPRequest("GET", url, endpoint: .jwks), transport).0
    }
    await transport.shutdown()
    return answers
  }

  /// Where the app itself would have stopped, only https addresses are still fetched.
  private func isSafe(_ url: String) -> Bool { url.lowercased().hasPrefix(bytes: "https://") }

  private func fetch(
    _ request: HTTPRequest, _ transport: HTTPClientTransport
  ) async -> (ServerAnswers.Answer, PeerCertificate?) {
    do {
      let (response, certificate) = try await transport.exchange(request)
      return (.success(response), certificate)
    } catch { return (.failure(error), nil) }
  }
}
