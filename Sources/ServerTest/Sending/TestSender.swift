import FoundationEssentials
import SharedValues

/// The one place that sends: a request at a time, at the budget's rate, to hosts that the tester has allowed, at the addresses that were judged.
///
/// No redirect is followed. What passed is kept for the report, with masked secrets.
package actor TestSender {
  private let transport: any Transport
  private let consent: TestConsent
  private(set) package var budget: TestBudget
  private(set) package var exchanges: [JSON] = []
  private(set) package var isInterrupted = false
  private var isCleaning = false

  /// - Parameter transport: pinned to the judged addresses.
  package init(_ transport: any Transport, _ consent: TestConsent, _ budget: TestBudget) {
    (self.transport, self.consent, self.budget) = (transport, consent, budget)
  }

  /// From now on nothing is sent but by cleaning.
  package func interrupt() { isInterrupted = true }
  package func beginCleaning() { isCleaning = true }
  package var lastNumber: Int { exchanges.count }

  /// - Parameter what: of the exchange, for the report.
  /// - Throws: ``TestStop``; a failure of this one request is part of the answer.
  package func send(
    _ request: HTTPRequest, carrying carried: Carried, _ what: String = ""
  ) async throws(TestStop) -> Answer {
    guard consent.judged(request.url) != nil else { return .notSent(carried) }
    try await pause()
    let begun = TimeSource.system.now
    let result: Result<HTTPResponse, TransportFailure>
    do throws(TransportFailure) { result = .success(try await transport.send(request)) } catch {
      result = .failure(error)
    }
    let now = TimeSource.system.now
    keep(request, result, begun, what)
    let answer = Answer(result, carries: carried, time: now)
    guard !isCleaning else { return answer }
    switch result {
    case .success(let response):
      // A server error that says its OAuth error is an answer, and no outage.
      let isOutage = response.status < 500 || OAuthErrorName.of(answer.json) == nil
      try budget.note(
        status: isOutage ? response.status : 400, retryAfter: response.headers[first: "Retry-After"], now)
    case .failure(let failure): try budget.note(failure)
    }
    return answer
  }

  /// Waits for the next request's turn.
  package func pause() async throws(TestStop) {
    if isInterrupted, !isCleaning { throw .interrupted }
    let wait = try budget.admit(TimeSource.system.now, isCleaning: isCleaning)
    try await rest(wait)
  }

  /// - Throws: `interrupted`, within a fifth of a second after an interruption.
  package func rest(_ seconds: TimeInterval) async throws(TestStop) {
    let end = TimeSource.system.now + seconds
    while true {
      if isInterrupted, !isCleaning { throw .interrupted }
      let left = end.timeIntervalSince(TimeSource.system.now)
      guard left > 0 else { return }
      try? await Task.sleep(for: .seconds(min(left, 0.2)))
    }
  }

  package func addClient() { budget.clients += 1 }

  /// Takes note of a visit of the browser, which sends by itself.
  package func add(_ visit: Visit) throws(TestStop) {
    budget.add(requests: max(0, visit.hops.count - 1), passwords: visit.passwords, TimeSource.system.now)
    for hop in visit.hops {
      exchanges.append([
        "number": .number("\(exchanges.count + 1)"), "time": .string(visit.time.formatted(.iso8601)),
        "method": .string(hop.method), "target": .string(hop.target),
        "status": .number("\(hop.status)"), "note": .string(hop.failure.isEmpty ? "browser" : hop.failure),
        "request": ["headers": [["name": "Accept", "value": "text/html"]]],
      ])
      try budget.note(status: hop.status, retryAfter: nil, TimeSource.system.now)
      if let code = TransportFailure.Code(rawValue: hop.failure) { try budget.note(TransportFailure(code)) }
    }
  }

  private func keep(
    _ request: HTTPRequest, _ result: Result<HTTPResponse, TransportFailure>, _ begun: Date, _ what: String
  ) {
    let masked = Redaction.forFiles.exchange(Exchange(request, outcome: result, started: begun))
    func message(_ headers: [HTTPHeader], _ body: [UInt8]) -> JSON {
      [
        "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
        "body": .string(String(decoding: body.prefix(8192), as: UTF8.self)),
      ]
    }
    var json: JSON = [
      "number": .number("\(exchanges.count + 1)"), "time": .string(begun.formatted(.iso8601)),
      "method": .string(request.method), "target": .string(masked.request.url),
      "status": .number("\((try? result.get())?.status ?? 0)"),
      "request": message(masked.request.headers, masked.request.body),
    ]
    switch masked.outcome {
    case .success(let response)?:
      json = json.setting("note", .string(what)).setting("response", message(response.headers, response.body))
    case .failure(let failure)?: json = json.setting("note", .string("\(what) \(failure.code.rawValue)"))
    case nil: break
    }
    exchanges.append(json)
  }
}
