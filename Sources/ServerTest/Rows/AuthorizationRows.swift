import OAuthClient
import SharedValues

/// Judges what authorization requests do to a browser (RFC 6749 §4.1, RFC 9700 §2.1).
enum AuthorizationJudge {
  /// A redirect to a URI that is not registered, with or without a code.
  static func elsewhere(_ visit: Visit, twin: Judged?, registered: String, _ what: String) -> Finding {
    if visit.redirect != nil, !isPageElsewhere(visit, registered: registered) {
      return visit.base?.isExactly(registered) == true && visit.parameter(AuthorizationJudge.unregistered) == nil
        ? Finding(.careful, "the browser was sent to the registered URI in place of \(what)")
        : Finding(.careless, "the browser was sent to \(what)")
    }
    return TwinJudgement.finding(visit.judged(), twin: twin, what)
  }

  /// Some servers show their errors at another host of theirs: that is no redirect URI, and has no code.
  private static func isPageElsewhere(_ visit: Visit, registered: String) -> Bool {
    guard visit.parameter("code") == nil, let url = visit.base.flatMap({ AbsoluteURL($0) }), let host = url.host,
      url.scheme == "https"
    else { return false }
    return host != unregisteredHost && host != AbsoluteURL(registered)?.host
  }

  /// A host that cannot exist (RFC 2606 §2), for redirect URIs that are not registered.
  static let unregisteredHost = "dcr-terminal.invalid"
  /// The name of a parameter in the query of a redirect URI that is not registered.
  static let unregistered = "x"

  /// RFC 9207 §2. `error`: a request that ended in an error; `nil`: none came to a redirect.
  static func issuer(_ good: Visit, error: Visit?, issuer: String, isPromised: Bool) -> Finding {
    let places = [("the answer", good), ("the error", error)].compactMap { place in place.1.map { (place.0, $0) } }
    for (name, visit) in places {
      guard let iss = visit.parameter("iss") else {
        let evidence = "\(name) has no iss"
        return isPromised ? Finding(.careless, evidence + ", which the metadata promise") : Finding(.doubtful, evidence)
      }
      guard iss.isExactly(issuer) else { return Finding(.careless, "\(name) has the iss of another issuer") }
    }
    return Finding(.careful, "iss is right in " + places.map(\.0).joined(separator: " and in "))
  }

  /// A page that says in a header who may frame it (RFC 9700 §4.16).
  static func framing(_ headers: [HTTPHeader]) -> Finding {
    let policy = headers[all: "Content-Security-Policy"].joined(separator: ";").lowercased()
    if policy.contains("frame-ancestors") { return Finding(.careful, "the page has frame-ancestors") }
    let options = headers[first: "X-Frame-Options"]?.lowercased().withoutEdgeSpaces ?? ""
    return ["deny", "sameorigin"].contains(options)
      ? Finding(.careful, "the page has X-Frame-Options")
      : Finding(.careless, "the page says nothing about frames")
  }

  /// What followed the password (RFC 9700 §4.12).
  static func afterPassword(_ status: Int) -> Finding {
    switch status {
    case 307, 308: Finding(.careless, "\(status) follows the password, which makes a browser post it again")
    case 200..<400: Finding(.careful, "\(status) follows the password")
    default: .notSeen("\(status) followed the password")
    }
  }

  /// Characters that RFC 6749 appendix A.5 allows in a state and that a careless server changes.
  static let oddState = "a b+c/d=e&f%20g~<h>\"i'j;k,l"
}

extension ServerTester {
  func authorizationRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    // The first grant comes first: its login posts the password.
    try await grants.firstGrant(a)
    var attempt = AuthorizationAttempt(a, scope: facts.scope)
    switch id {
    case .otherRedirect:
      attempt["redirect_uri"] = "https://\(AuthorizationJudge.unregisteredHost)/callback"
      let visit = try await logins.visit(attempt)
      return AuthorizationJudge.elsewhere(
        visit, twin: try await logins.visitTwin(a), registered: a.redirectURI, "a redirect URI of another host")
    case .nearRedirect: return try await near(a)
    case .otherPort:
      attempt["redirect_uri"] = TestClient.otherPort
      let visit = try await logins.visit(attempt)
      guard visit.judged().isAccepted else {
        return TwinJudgement.accepting(
          visit.judged(), twin: try await logins.visitTwin(a), "another port of the loopback redirect")
      }
      return visit.base?.isExactly(TestClient.otherPort) == true
        ? Finding(.careful, "the code came to the other port")
        : Finding(.careless, "the code came to another address")
    case .noChallenge:
      (attempt["code_challenge"], attempt["code_challenge_method"]) = (nil, nil)
      let judged = try await logins.visit(attempt).judged()
      givesWithoutChallenge = judged.isAccepted
      return TwinJudgement.finding(judged, twin: try await logins.visitTwin(a), "a request without a code challenge")
    case .plainChallenge:
      (attempt["code_challenge"], attempt["code_challenge_method"]) = (attempt.verifier, "plain")
      let judged = try await logins.visit(attempt).judged()
      return TwinJudgement.finding(judged, twin: try await logins.visitTwin(a), "a plain code challenge")
    case .implicit:
      attempt["response_type"] = "token"
      let judged = try await logins.visit(attempt).judged(for: "access_token")
      return TwinJudgement.finding(judged, twin: try await logins.visitTwin(a), "response_type=token")
    case .state:
      attempt["state"] = AuthorizationJudge.oddState
      let visit = try await logins.visit(attempt)
      guard visit.judged().isAccepted else {
        return TwinJudgement.accepting(
          visit.judged(), twin: try await logins.visitTwin(a), "a state with odd characters")
      }
      return visit.parameter("state")?.isExactly(AuthorizationJudge.oddState) == true
        ? Finding(.careful, "the state came back as it was sent")
        : Finding(.careless, "the state came back changed, or not at all")
    case .issuerInRedirect: return try await issuerInRedirect(a)
    case .repeatedPassword:
      guard let status = await logins.passwordStatus else { return .notSeen("the browser posted no password") }
      return AuthorizationJudge.afterPassword(status)
    default: return .notSeen("")
    }
  }

  private func near(_ client: TestClient) async throws(TestStop) -> Finding {
    let own = client.redirectURI
    guard let url = AbsoluteURL(own), let host = url.host else { return .notSeen("the redirect URI has no host") }
    let authority = url.port.map { "\(host):\($0)" } ?? host
    let variants = [
      ("a longer path", own + "/x"),
      ("a query that was not registered", "\(own)?\(AuthorizationJudge.unregistered)=1"),
      ("a path in other letter case", "\(url.scheme)://\(authority)/Callback"),
      ("another host behind @", "\(url.scheme)://\(authority)@\(AuthorizationJudge.unregisteredHost)\(url.path)"),
    ]
    var findings: [Finding] = []
    for (what, uri) in variants {
      var attempt = AuthorizationAttempt(client, scope: facts.scope)
      attempt["redirect_uri"] = uri
      let (visit, twin) = (try await logins.visit(attempt), try await logins.visitTwin(client))
      findings.append(AuthorizationJudge.elsewhere(visit, twin: twin, registered: own, what))
    }
    return .worst(of: findings)
  }

  private func issuerInRedirect(_ client: TestClient) async throws(TestStop) -> Finding {
    let good = try await logins.visit(AuthorizationAttempt(client, scope: facts.scope))
    guard good.judged().isAccepted else { return .disturbed("no good login succeeded") }
    await logins.note(good: good.judged())
    var attempt = AuthorizationAttempt(client, scope: facts.scope)
    attempt["response_type"] = "x_unknown"
    let error = try await logins.visit(attempt)
    return AuthorizationJudge.issuer(
      good, error: error.parameter("error") == nil ? nil : error, issuer: facts.issuer, isPromised: facts.promisesIssuer
    )
  }

  /// Looks at the first page that a browser without cookies gets.
  func framing() async throws(TestStop) -> Finding {
    try await clients.prepare()
    guard let a = await clients.a, let endpoint = facts[.authorization] else {
      return .notSeen("there is no client or no endpoint")
    }
    let attempt = AuthorizationAttempt(a, scope: facts.scope)
    var url = attempt.url(endpoint)
    if facts.requiresPush {
      guard let uri = try await logins.push(attempt).text("request_uri") else {
        return .notSeen("no request could be pushed")
      }
      url = AuthorizationAttempt.url(endpoint, [(name: "client_id", value: a.id), (name: "request_uri", value: uri)])
    }
    var cookies: [String] = []
    for _ in 0..<6 {
      var headers = [HTTPHeader("Accept", "text/html")]
      if !cookies.isEmpty { headers.append(HTTPHeader("Cookie", cookies.joined(separator: "; "))) }
      let answer = try await sender.send(HTTPRequest("GET", url, headers: headers), carrying: .nothing, "login page")
      guard let response = answer.response else { return .disturbed("no page came") }
      for line in response.headers[all: "Set-Cookie"] {
        cookies.append(String(line.prefix(whileScalar: { $0 != ";" })))
      }
      if response.status == 200, response.contentType == "text/html" {
        return AuthorizationJudge.framing(response.headers)
      }
      guard (300..<400).contains(response.status), let location = response.headers[first: "Location"],
        let next = ServerTester.absolute(location, from: url), facts.origins.contains(AbsoluteURL(next)?.origin ?? "")
      else { return .notSeen("no login page came, but status \(response.status)") }
      url = next
    }
    return .notSeen("the redirects did not end at a page")
  }

  /// A path alone, or a whole address.
  private static func absolute(_ location: String, from url: String) -> String? {
    if location.hasPrefix(bytes: "/"), !location.hasPrefix(bytes: "//") {
      guard let mark = url.byteRange(of: "://") else { return nil }
      return url[..<mark.upperBound] + url[mark.upperBound...].prefix(whileScalar: { $0 != "/" && $0 != "?" })
        + location
    }
    return AbsoluteURL(location) == nil ? nil : location
  }
}
