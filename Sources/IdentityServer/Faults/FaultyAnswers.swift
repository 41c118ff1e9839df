import Faults

/// Changes answers as the faults demand that are switched on (``ServerFaults``): after the endpoint has answered, because only then is it
/// known whose the request is, and before the answer is counted, logged and kept. What replaces an answer comes earlier where it can
/// (``ReplacedAnswer``).
extension Answering {
  /// Where faults of this request happen; `nil`: it has none.
  func faultEndpoint(of request: ServerRequest) -> FaultEndpoint? {
    guard side == .server || side == .devices, request.method != "OPTIONS", !request.isPrefetch else { return nil }
    return FaultEndpoint(table.endpoint(at: request.path), request)
  }

  /// The answer that is sent, with the names of the faults in ``ServerResponse/fault``.
  func faulty(_ response: ServerResponse, to request: ServerRequest, _ notes: RequestNotes) async -> ServerResponse {
    guard let endpoint = faultEndpoint(of: request) else { return response }
    let candidates = provider.faults.candidates(endpoint, notes.parties, address: request.address)
    // A fault may have replaced the answer already.
    var names = response.fault.isEmpty ? [] : [response.fault]
    let limit = provider.configuration.connections.answer
    var isTooLate = false
    for case (let entry, .latency(let milliseconds)) in candidates.map({ ($0, $0.rule.defect) })
    where provider.faults.count(entry.number) {
      names.insert(entry.summary, at: 0)
      await wait(min(.milliseconds(milliseconds), limit), in: entry)
      // The connection ends at the limit, whatever the answer would be.
      isTooLate = .milliseconds(milliseconds) >= limit && provider.faults.holds(entry.number)
      break
    }
    var answer = response
    let considered = notes.considered
    for entry in candidates
    where !isTooLate && response.fault.isEmpty && !entry.rule.defect.isLatency && !considered.contains(entry.number) {
      guard let changed = await spoiled(response, by: entry, request, of: notes.clientID),
        provider.faults.count(entry.number)
      else {
        continue
      }
      names.append(entry.summary)
      if entry.rule.defect == .connection(.timeOut) {
        provider.faults.holdsRequest(of: entry, since: .now)
        await wait(limit, in: entry)
        provider.faults.holdsRequest(of: entry, since: nil)
        // Switched off while the request waited: it goes on.
        guard provider.faults.holds(entry.number) else { break }
      }
      answer = changed
      break
    }
    guard !names.isEmpty else { return response }
    if isTooLate { answer = .cutOff }
    (answer.note, answer.detail) = (response.note, response.detail)
    answer.fault = names.joined(separator: ", ")
    provider.metrics.faulted()
    return answer
  }

  /// Waits until the time has passed, the fault is switched off, the peer has gone, or the server stops.
  private func wait(_ duration: Duration, in entry: ServerFault) async {
    let end = ContinuousClock.now + duration
    while case let rest = end - .now, rest > .zero, provider.faults.holds(entry.number), !Task.isCancelled,
      OpenConnection.current?.hasLeft != true
    {
      try? await Task.sleep(for: min(rest, .milliseconds(200)))
    }
  }

  /// The answer with the defect; `nil`: it has nothing that could have it.
  private func spoiled(
    _ response: ServerResponse, by entry: ServerFault, _ request: ServerRequest, of client: String?
  ) async -> ServerResponse? {
    if let delivery = entry.delivery { return held(response, for: delivery, of: entry.number, request, client) }
    switch entry.crafted {
    case .idToken(let crafted)?: return await withToken(response) { await self.crafted(crafted, like: $0) }
    case .answer(let crafted)?: return await self.crafted(crafted, response, to: request)
    case nil: break
    }
    let rule = entry.rule
    // A test spoils what registers a client, and not what an app reads or deletes later.
    if entry.isOfTest, rule.endpoint == .registration, request.method != "POST" { return nil }
    switch rule.defect {
    // The server refuses some logins without the user by itself (`prompt=none`). A fault that happens a few times leaves such a refusal
    // and waits for a code, and so does each of a test; the test of this very refusal changes the answers to such logins alone.
    case .redirect where entry.waitsForCode && !response.givesCode: return nil
    case .errorRedirect(OAuthError.Code.loginRequired.rawValue, _)
    where entry.isOfTest && !provider.trace.seen().showNoUser(request.queryParameters):
      return nil
    case .errorRedirect(let error, _)
    where entry.waitsForCode && !response.givesCode && error != OAuthError.Code.loginRequired.rawValue:
      return nil
    case .connection: return .cutOff
    case .transfer(let defect):
      guard !response.body.isEmpty else { return nil }
      var answer = response
      answer.transfer = defect
      return answer
    case .redirect(let defect): return redirected(response, request) { RedirectFaults.spoil($0, with: defect) }
    case .errorRedirect(let error, let text): return refused(response, request, rule.endpoint, error, text)
    case .client where rule.endpoint == .authorize:
      return refused(response, request, rule.endpoint, "unauthorized_client", nil)
    case .idToken(let defect): return await withSpoiledToken(response, defect)
    case .wrongMember(_, let value) where !entry.isOfTest && leadsAway(value, response): return nil
    default: break
    }
    if let replaced = provider.replacing(rule, request) { return hardened(replaced, request) }
    let answer = HTTPResponse(response.status, headers: response.headers, body: response.body)
    return ResponseFaults.spoil(answer, with: rule.defect).map { ServerResponse($0) }
  }

  /// Whether a value would lead a client to a server other than this one (docs/decisions/0034).
  private func leadsAway(_ value: JSON, _ response: ServerResponse) -> Bool {
    FaultReach(issuer: provider.addresses.issuer, answer: try? JSON.parse(response.body)).foreignAddress(in: value)
      != nil
  }

  // MARK: Redirects

  /// The answer with another address where it sends the browser back to the client; `nil`: it does not.
  func redirected(
    _ response: ServerResponse, _ request: ServerRequest, _ change: (String) -> String?
  ) -> ServerResponse? {
    var answer = response
    if let index = answer.headers.firstIndex(where: { $0.isNamed("Location") }), isOfClient(answer.headers[index].value)
    {
      guard let changed = change(answer.headers[index].value) else { return nil }
      answer.headers[index].value = changed
      return answer
    }
    // A page that leads to the client names the address twice: for the browser, and in a link.
    guard let index = answer.headers.firstIndex(where: { $0.isNamed("Refresh") }),
      let address = answer.headers[index].value.without(prefix: "0;url="), let changed = change(String(address))
    else { return nil }
    let page = Reader.$language.withValue(Reader.language(of: request)) {
      provider.pages.goOn(to: changed, note: response.note)
    }
    (answer.headers[index].value, answer.body) = ("0;url=" + changed, page.body)
    return answer
  }

  /// Whether the server sends the browser to a client, and not to a page of its own.
  private func isOfClient(_ address: String) -> Bool {
    !address.hasPrefix(bytes: "/") && !address.hasPrefix(bytes: provider.addresses.url("/oauth/"))
  }

  /// The error in place of what the client would get (RFC 6749 §4.1.2.1).
  private func refused(
    _ response: ServerResponse, _ request: ServerRequest, _ endpoint: FaultEndpoint, _ error: String,
    _ description: String?
  ) -> ServerResponse? {
    redirected(response, request) { address in
      RedirectFaults.error(
        error, description: description ?? Provider.faultReason, answering: address,
        at: RedirectFaults.destination(of: address),
        issuer: endpoint == .authorize ? provider.addresses.issuer : nil)
    }
  }

  // MARK: ID tokens

  /// A token whose claims or header are wrong has a right signature of this server, so that nothing else is wrong.
  private func withSpoiledToken(_ response: ServerResponse, _ defect: IDTokenDefect) async -> ServerResponse? {
    await withToken(response) { text in
      switch SpoiledIDToken(text, defect, now: provider.now) {
      case .whole(let token): token
      case .unsigned(let header, let claims, _): try? await provider.keys.sign(header, claims, like: text)
      case nil: nil
      }
    }
  }

  /// The answer with another ID token in place of its own; `nil`: it has none, or there is no other.
  private func withToken(
    _ response: ServerResponse, _ change: (String) async -> String?
  ) async -> ServerResponse? {
    guard response.status == 200, let json = try? JSON.parse(response.body), let text = json["id_token"]?.stringValue,
      let changed = await change(text)
    else { return nil }
    var answer = response
    answer.body = Array(json.setting("id_token", .string(changed)).compact.utf8)
    return answer
  }

  private func crafted(_ crafted: CraftedIDToken, like text: String) async -> String? {
    guard let token = try? SignedToken(text, upTo: .max),
      let (header, claims) = crafted.draft(
        header: token.header, claims: token.payload,
        nonce: provider.trace.nonce(of: token.payload["aud"]?.stringValue))
    else { return nil }
    return switch crafted {
    case .publicKeyAsSecret: try? await provider.keys.sign(header, claims.compact, withPublicKeyOf: text)
    case .keyInHeader: try? CraftedIDToken.signed(header, claims)
    case .furtherAudience, .clockAhead, .firstNonce: try? await provider.keys.sign(header, claims.compact, like: text)
    }
  }
}

extension ServerResponse {
  var givesCode: Bool { FoundKeys(self).keys.contains { $0.kind == .code } }

  /// The connection ends without an answer.
  fileprivate static var cutOff: ServerResponse {
    var response = ServerResponse(0)
    response.isCutOff = true
    return response
  }

  /// HTTP itself adds the length.
  init(_ response: HTTPResponse) {
    self.init(
      response.status, headers: response.headers.filter { !$0.isNamed("Content-Length") }, body: response.body)
  }
}

extension Pages {
  /// What happened, and the faults that changed the answer, as lists show it.
  func marked(_ note: String, _ fault: String) -> String {
    fault.isEmpty ? note : [note, say(.fault) + " " + fault].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension ServerRequest {
  /// Whether a browser fetches a page before anybody has asked for it, and perhaps in vain (Fetch, the header `Sec-Purpose`).
  var isPrefetch: Bool { headers[first: "Sec-Purpose"]?.hasPrefix(bytes: "prefetch") ?? false }
}
