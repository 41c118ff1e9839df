/// A user agent with faults: a page fails in the browser, or the redirect is changed.
struct FaultyUserAgent: ExternalUserAgent {
  let inner: any ExternalUserAgent
  let injector: FaultInjector
  /// The `iss` of error redirects (RFC 9207 §2).
  let issuer: Issuer
  let transport: @Sendable () -> any Transport
  var limit = BrowserVisit.limit

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await open(url, reception, for: .logIn(scope: ""), meeting: nil)
  }

  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    if let outcome = await asProgram() { return outcome }
    // The browser does not open a made-up host: if the name does exist, its page could ask for a password.
    guard !injector.isNobodys(url) else { return .failed(FaultyUserAgent.failure()) }
    let asks = RedirectFaults.asksForAuthorization(url) || RequestFaults.refers(url)
    let (latency, defect) = injector.take(asks ? .authorize : .logout)
    try? await injector.delay(latency)
    if latency != nil, Task.isCancelled { return .closed }
    func visit(_ url: String, meeting fault: PageFault? = nil) async -> UserAgentOutcome {
      await inner.open(url, reception, for: errand, meeting: fault ?? trouble)
    }
    guard let defect else { return await visit(url) }
    let fault: PageFault
    switch defect.rule.defect {
    case .redirect(let kind):
      let outcome = await visit(url)
      guard case .redirect(let uri) = outcome, let spoiled = RedirectFaults.spoil(uri, with: kind) else {
        injector.giveBack(defect)
        return outcome
      }
      injector.touched(defect)
      return .redirect(spoiled)
    case .request(let kind):
      guard let spoiled = await spoil(url, kind, defect) else { return .closed }
      return await visit(spoiled)
    case .errorRedirect(let error, let description): return refusal(error, description, url, reception, defect, asks)
    case .client: return refusal("unauthorized_client", nil, url, reception, defect, asks)
    case .connection(.timeOut): fault = .timeOut
    case .connection(let connection): fault = .failure(connection.failure.code)
    case .status(let status): fault = .status(status.status)
    default: return await visit(url)
    }
    injector.touched(defect)
    return await visit(url, meeting: fault)
  }

  private static func failure(exitCode: Int32? = nil) -> UserAgentFailure {
    UserAgentFailure(
      .browserFailed,
      ["detail": FaultDefect.onPurpose, "description": FaultDefect.onPurpose, "expected": Phrase.hintBrowserEnded],
      exitCode: exitCode)
  }

  /// The changed request, which the browser opens; the server decides what happens then. `nil`: the visit was cancelled.
  private func spoil(_ url: String, _ kind: RequestDefect, _ defect: ActiveFaults.Entry) async -> String? {
    let spoiled = kind == .otherKey ? RequestFaults.withOtherKey(url: url) : RequestFaults.refers(url) ? url : nil
    guard let spoiled else {
      injector.giveBack(defect)
      return url
    }
    injector.touched(defect)
    switch kind {
    case .otherKey: break
    case .used: _ = try? await transport().send(HTTPRequest("GET", url, endpoint: .page))
    case .expired:
      // One second more, because the server counts whole seconds.
      try? await injector.wait(in: defect, for: injector.seen.pushed.lifetime + .seconds(1))
      if Task.isCancelled { return nil }
    }
    return spoiled
  }

  /// The outcome of a fault of the browser itself, such as a failed start; `nil`: no such fault is due, and the page opens.
  private func asProgram() async -> UserAgentOutcome? {
    guard let defect = injector.take(.browser).defect, case .browser(let kind) = defect.rule.defect else { return nil }
    injector.touched(defect)
    switch kind {
    case .closed: return .closed
    case .cannotStart:
      return .failed(UserAgentFailure(.browserNotStarted, ["path": "browser", "detail": FaultDefect.onPurpose]))
    case .crashes: return .failed(FaultyUserAgent.failure(exitCode: 70))
    case .neverReturns:
      try? await injector.wait(in: defect, for: limit)
      if Task.isCancelled { return .closed }
      // The fault was switched off while it delayed the browser, so the browser opens now.
      guard injector.active.entries.contains(where: { $0.id == defect.id }) else { return nil }
      let seconds = "\(limit.components.seconds)"
      return .failed(UserAgentFailure(.timeout, ["detail": Phrase.reasonBrowserTimeout.term(["seconds": seconds])]))
    }
  }

  private func refusal(
    _ error: String, _ description: String?, _ url: String, _ reception: RedirectReception,
    _ defect: ActiveFaults.Entry, _ asks: Bool
  ) -> UserAgentOutcome {
    injector.touched(defect)
    // A pushed request's address does not contain its state.
    let asked = RequestFaults.refers(url) ? url + "&" + injector.seen.pushed.state : url
    return .redirect(
      RedirectFaults.error(
        error, description: description, answering: asked, at: reception.redirectURI, issuer: asks ? issuer.text : nil))
  }

  func clearData() async -> [String] { await inner.clearData() }
  func kill() { inner.kill() }
  func prepare(in folder: String) { inner.prepare(in: folder) }
}

extension UserAgents {
  func facing(
    _ injector: FaultInjector, issuer: Issuer, transport: @escaping @Sendable () -> any Transport,
    limit: Duration = BrowserVisit.limit
  ) -> UserAgents {
    map { FaultyUserAgent(inner: $0, injector: injector, issuer: issuer, transport: transport, limit: limit) }
  }
}
