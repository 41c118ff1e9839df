import FoundationEssentials
import HTTPTransport

/// The answers of a server that was examined, not judged yet.
struct ServerAnswers: Sendable {
  typealias Answer = Result<HTTPResponse, TransportFailure>

  /// The answers at the two places of the metadata: OpenID Connect Discovery 1.0 §4.1, and RFC 8414 §3.1.
  var openID: Answer
  var oauth: Answer
  /// `nil`: plain HTTP, or no connection.
  var certificate: PeerCertificate?
  /// `nil`: no address is known.
  var jwks: Answer?
  /// This machine's time when the first answer arrived.
  var received: Date
}

/// Judges a server by its answers, as the app would and beyond: with every check, not only up to the first failure.
struct ServerChecks {
  /// Days; a certificate that expires sooner gets a warning.
  static let certificateDays = 14

  let configuration: Configuration
  var answers: ServerAnswers
  /// The app only needs a registration endpoint when it is about to register.
  var needsRegistration = true

  private var issuer: Issuer { configuration.issuer }

  /// The document that the app would use, judged as the app judges it, including what the app's keys need.
  var metadata: Result<AuthorizationServerMetadata, CommandError> {
    discovered.flatMap { metadata in
      do throws(ProtocolError) {
        try configuration.keys.judge(metadata, scope: configuration.scope, registers: needsRegistration)
        return .success(metadata)
      } catch { return .failure(CommandError(error)) }
    }
  }

  private var discovered: Result<AuthorizationServerMetadata, CommandError> {
    let (openID, oauth) = (Discovery.openIDRequest(issuer: issuer).url, Discovery.oauthRequest(issuer: issuer).url)
    switch answers.openID {
    case .failure(let failure): return .failure(CommandError(failure, url: openID))
    case .success(let first):
      let asksSecond = Discovery.shouldTryOAuth(
        after: answers.openID, issuer: issuer, needsRegistration: needsRegistration, allowPlainHTTPLoopback: isPlain)
      guard asksSecond else { return judged(first, needsRegistration: needsRegistration, at: openID) }
      switch answers.oauth {
      case .success(let second):
        let place = Discovery.counts(first, before: second) ? openID : oauth
        return judged(second, after: first, needsRegistration: needsRegistration, at: place)
      case .failure(let failure): return .failure(CommandError(failure, url: oauth))
      }
    }
  }

  /// The same document for the other checks, which continue with a document that the app refuses.
  var document: JSON? {
    if case .success(let metadata) = discovered { return metadata.document }
    return [answers.openID, answers.oauth].compactMap(ServerChecks.json).first { $0.objectValue?.isEmpty == false }
  }
  private var isPlain: Bool { !configuration.issuer.isTLS }

  private func judged(
    _ response: HTTPResponse, after first: HTTPResponse? = nil, needsRegistration: Bool, at url: String
  ) -> Result<AuthorizationServerMetadata, CommandError> {
    Result { () throws(ProtocolError) in
      try Discovery.judge(
        response, after: first, issuer: issuer, needsRegistration: needsRegistration, allowPlainHTTPLoopback: isPlain)
    }.mapError { CommandError($0, at: url) }
  }

  /// Where the server does not meet FAPI 2.0; empty without metadata.
  var profile: [Finding] {
    guard let document else { return [] }
    return ServerProfileChecks(document: document, issuer: issuer.text, isDemanded: configuration.isFAPI).findings()
  }

  func findings() -> [Finding] {
    guard case .success(let first) = answers.openID else {
      guard case .failure(let error) = metadata else { return [] }
      return [Finding(.server, "reachable", error)]
    }
    var found = [Finding(.server, "reachable", .ok, "\(issuer.text) answers"), connection, clock(first)] + places
    if case .failure(let error) = metadata { found.append(Finding(.metadata, "metadata", error)) }
    guard let document else { return found }
    let all =
      found
      + AbilityChecks(configuration: configuration, document: document, needsRegistration: needsRegistration).findings()
      + [keys(document)]
    return AuthorizationRequest.asksForIDToken(scope: configuration.scope) ? all : all.map(ServerChecks.withoutIDToken)
  }

  /// Without the scope openid no ID token comes, so that what only spoils ID tokens stops no step.
  private static func withoutIDToken(_ finding: Finding) -> Finding {
    guard finding.verdict == .problem, ["jwks", "id_token_alg", "clock"].contains(finding.check) else { return finding }
    var mild = finding
    (mild.verdict, mild.error) = (finding.check == "clock" ? .warning : .note, nil)
    return mild
  }

  private var connection: Finding {
    guard let certificate = answers.certificate else {
      return Finding(
        .server, "tls", .warning,
        "plain HTTP on this machine, as allowPlainHTTPLoopback allows: nothing protects what is sent")
    }
    let days = Int(certificate.notAfter.timeIntervalSince(answers.received) / 86_400)
    let isLong = days >= ServerChecks.certificateDays
    let end = certificate.notAfter.formatted(.iso8601.year().month().day())
    let what =
      "the certificate is \(certificate.subjectName)'s, from \(certificate.issuerName), "
      + "and good until \(end) (\(days) \(days == 1 ? "day" : "days"))"
    return Finding(
      .server, "tls", isLong ? .ok : .warning, what,
      hint: isLong ? nil : "renew it before that day; from then on every connection is refused")
  }

  /// The Date header (RFC 9110 §6.6.1) has whole seconds, and the answer took a moment, so a second more or less means nothing.
  private func clock(_ response: HTTPResponse) -> Finding {
    guard let text = response.headers[first: "Date"], let date = HTTPDate.parse(text) else {
      return Finding(.server, "clock", .note, "the server does not say what time it is there")
    }
    let difference = date.timeIntervalSince(answers.received).rounded()
    let seconds = Int(abs(difference))
    let tolerance = Int(IDTokenCheck.clockTolerance)
    guard seconds > tolerance else {
      return Finding(.server, "clock", .ok, "the server's clock and this one differ by \(seconds) s")
    }
    func finding(_ verdict: Finding.Verdict, _ code: ProtocolError.Code?, _ refused: String) -> Finding {
      var finding = Finding(
        .server, "clock", verdict,
        "the server's clock is \(seconds) s \(difference > 0 ? "ahead of" : "behind") this one; "
          + "up to \(tolerance) s are tolerated", hint: "set both clocks, e.g. by NTP; until then \(refused)")
      finding.error = code.map { CommandError($0) }
      return finding
    }
    if difference > 0 { return finding(.problem, .idTokenIatInFuture, "ID tokens are refused as not yet issued") }
    guard seconds <= Int(IDTokenCheck.oldest) + tolerance else {
      return finding(.problem, .idTokenIatTooOld, "ID tokens are refused as too old, or as expired")
    }
    return finding(.warning, nil, "ID tokens that live less than \(seconds - tolerance) s are refused as expired")
  }

  private var places: [Finding] {
    let found = [
      place("metadata_openid", Discovery.openIDRequest(issuer: issuer).url, answers.openID),
      place("metadata_oauth", Discovery.oauthRequest(issuer: issuer).url, answers.oauth),
    ]
    guard let first = ServerChecks.json(answers.openID), let second = ServerChecks.json(answers.oauth) else {
      return found
    }
    let members = ["issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri"]
    let differing = members.filter { first[$0] != nil && second[$0] != nil && first[$0] != second[$0] }
    guard !differing.isEmpty else { return found }
    let disagreement = Finding(
      .metadata, "metadata_agreement", .warning,
      "the two metadata documents name different addresses: \(differing.joined(separator: ", "))",
      hint: "make them agree; the app follows the one at the OpenID place, if it has all that the app needs")
    return found + [disagreement]
  }

  private static func json(_ answer: ServerAnswers.Answer) -> JSON? {
    guard case .success(let response) = answer, response.status == 200 else { return nil }
    return (try? JSON.parse(response.body)).map(Discovery.reading)
  }

  /// One place is enough, so a problem at one is only a note as long as the other works; ``metadata`` decides.
  private func place(_ check: String, _ url: String, _ answer: ServerAnswers.Answer) -> Finding {
    switch answer {
    case .failure(let failure):
      return Finding(.metadata, check, .note, "no metadata at \(url) (\(failure.code.rawValue))")
    case .success(let response):
      guard case .failure(let error) = judged(response, needsRegistration: false, at: url) else {
        return Finding(.metadata, check, .ok, "metadata at \(url)")
      }
      if ServerChecks.json(answer)?.objectValue != nil {
        let why = CommandError.line(error.explanation)
        return Finding(.metadata, check, .note, "the metadata is refused: \(why) (\(error.code.rawValue))")
      }
      let status = response.status == 200 ? "200, \(error.code.rawValue)" : String(response.status)
      return Finding(.metadata, check, .note, "no metadata at \(url) (HTTP \(status))")
    }
  }

  private func keys(_ document: JSON) -> Finding {
    let url = document["jwks_uri"]?.stringValue ?? ""
    guard let answer = answers.jwks else {
      guard url.isEmpty else {
        return Finding(.metadata, "jwks", .note, "jwks_uri: \(url), not asked because the metadata is not accepted")
      }
      guard AuthorizationRequest.asksForIDToken(scope: configuration.scope) else {
        return Finding(
          .metadata, "jwks", .note, "jwks_uri: not offered; without scope openid nothing is signed for this app")
      }
      return Finding(.metadata, "jwks", CommandError(ProtocolError.missingJWKSURI))
    }
    let set: JSON
    switch answer {
    case .failure(let failure): return Finding(.metadata, "jwks", CommandError(failure, url: url))
    case .success(let response):
      do { set = try JWKSRequest.judge(response) } catch {
        var finding = Finding(.metadata, "jwks", CommandError(error))
        finding.what = "jwks_uri: \(url): \(finding.what)"
        return finding
      }
    }
    let (all, usable) = (set["keys"]?.arrayValue?.count ?? 0, JWKSRequest.usableKeys(set))
    guard usable == 0 else { return Finding(.metadata, "jwks", .ok, "signing keys: \(usable) of \(all) can be used") }
    var finding = Finding(
      .metadata, "jwks", .problem, "signing keys: none of \(all) can be used",
      hint: "publish an RSA key of 2048 to 8192 bits or a P-256 key for signatures")
    finding.error = CommandError(ProtocolError.Code.idTokenKeyUnusable, ["field": "keys"])
    return finding
  }
}
