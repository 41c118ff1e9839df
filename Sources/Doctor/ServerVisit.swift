import HTTPTransport

/// Fetches what a server publishes: its metadata at both places and its keys. Sends only GET requests.
package enum ServerVisit {
  package static func judged(
    _ configuration: Configuration, _ data: DataDirectory, needsRegistration: Bool
  ) async -> (FlowForecast.Server, [Finding]) {
    let issuer = configuration.issuer
    let transport = HTTPClientTransport(
      trustedCertificates: configuration.trustedFiles(data), deadlines: configuration.deadlines,
      proxies: configuration.proxies, confinement: .ofThisProgram)
    let (openID, certificate) = await fetch(Discovery.openIDRequest(issuer: issuer), transport)
    let received = TimeSource.system.now
    var answers = ServerAnswers(openID: openID, oauth: openID, certificate: certificate, received: received)
    // A server that does not answer at one place will not answer at the other, and would take as long again.
    if case .success = openID { answers.oauth = await fetch(Discovery.oauthRequest(issuer: issuer), transport).0 }
    var checks = ServerChecks(configuration: configuration, answers: answers, needsRegistration: needsRegistration)
    if case .success(let metadata) = checks.metadata, let request = JWKSRequest.build(metadata: metadata) {
      checks.answers.jwks = await fetch(request, transport).0
    } else if let url = checks.document?["jwks_uri"]?.stringValue, isSafe(url) {
      checks.answers.jwks = await fetch(HTTPRequest("GET", url, endpoint: .jwks), transport).0
    }
    await transport.shutdown()
    let findings = checks.findings()
    return (.judged(metadata: checks.metadata, findings: findings), findings + checks.profile)
  }

  /// Where the app itself would have stopped, only https addresses are still fetched.
  private static func isSafe(_ url: String) -> Bool { url.lowercased().hasPrefix(bytes: "https://") }

  private static func fetch(
    _ request: HTTPRequest, _ transport: HTTPClientTransport
  ) async -> (ServerAnswers.Answer, PeerCertificate?) {
    do {
      let (response, certificate) = try await transport.exchange(request)
      return (.success(response), certificate)
    } catch { return (.failure(error), nil) }
  }
}
