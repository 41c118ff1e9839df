/// What passed between clients and this server (``ExchangeTrace``), for the administrator.
extension Provider {
  private static let shownExchanges = 100
  /// Scalars of an address in the list.
  private static let shownTarget = 120

  @Sendable func exchangesPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    var query = ExchangeQuery(visit.request.queryParameters)
    (query.after, query.order, query.limit) = (0, .newest, Provider.shownExchanges + 1)
    let lines = trace.lines(query)
    let rows = lines.prefix(Provider.shownExchanges).map { line -> [String: Any] in
      [
        "time": Pages.second(line.time), "method": line.method, "target": Provider.shortened(line.target),
        "link": AdministrationFrame.link(.exchanges, String(line.number)), "status": line.statusText,
        "statusClass": line.kind, "note": pages.marked(line.note, line.fault),
        "who": (line.parties.clients + line.parties.users).joined(separator: " · "),
      ]
    }
    let isLive = query.before == nil
    let hasNext = lines.count > rows.count
    var values: [String: Any] = [
      "exchanges": rows, "hasExchanges": !rows.isEmpty, "isFiltered": query.isFiltered, "isLive": isLive,
      "client": query.client ?? "", "user": query.user ?? "", "session": query.session ?? "",
      "address": query.address ?? "", "last": String(lines.first?.number ?? 0),
      "source": query.address(of: AdministrationFrame.newExchangesPath),
      "firstPage": query.address(of: AdministrationFrame.exchangesPath), "hasPages": hasNext || !isLive,
      "hasNext": hasNext,
    ]
    if hasNext {
      values["nextPage"] = query.address(of: AdministrationFrame.exchangesPath, before: lines[rows.count - 1].number)
    }
    return administrationPage(.exchanges, pages.say(.exchanges), "exchanges", values, visit)
  }

  private static func shortened(_ target: String) -> String {
    let start = target.prefix(scalars: shownTarget)
    return start.endIndex < target.endIndex ? String(start) + "…" : target
  }

  @Sendable func exchangePage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    guard let exchange = Int(visit.request.pathValues[0]).flatMap(trace.exchange) else {
      let values = ["text": pages.say(.exchangeGone), "back": AdministrationFrame.exchangesPath]
      return administrationPage(
        .exchanges, pages.say(.notFoundTitle), "refusal", values, visit, status: 404, note: "exchange gone")
    }
    let (line, request, response) = (exchange.line, exchange.request, exchange.response)
    let asked = "\(line.method) \(line.target)\n" + Provider.text(of: request)
    let answered = line.statusText + "\n" + Provider.text(of: response)
    let values: [String: Any] = [
      "time": Pages.second(line.time), "status": line.statusText, "statusClass": line.kind,
      "note": line.note, "fault": line.fault, "hasFault": !line.fault.isEmpty, "detail": line.detail,
      "hasDetail": !line.detail.isEmpty,
      "took": pages.catalogue.milliseconds(line.milliseconds),
      "port": String(addresses.port(of: line.side)), "requestID": line.requestID,
      "visit": line.visit ?? "", "hasVisit": line.visit != nil, "parties": parties(of: line),
      "request": asked, "response": answered,
      "isRequestCut": !request.isWhole, "requestRemark": pages.say(.bodyUnread),
      "isResponseCut": !response.isWhole,
      "responseRemark": pages.say(
        .bodyCut,
        ["kept": pages.catalogue.number(Passage.longestBody), "bytes": pages.catalogue.number(response.bytes)]),
    ]
    return administrationPage(
      .exchanges, pages.say(.exchangeTitle, ["number": String(line.number)]), "exchange", values, visit)
  }

  /// Those whose exchange it is and where it came from, each with the way to the other exchanges.
  private func parties(of line: ExchangeLine) -> [[String: Any]] {
    let kinds: [(label: AdministrationText, filter: String, names: [String])] = [
      (.client, "client", line.parties.clients), (.user, "user", line.parties.users),
      (.session, "session", line.parties.sessions), (.address, "address", [line.address]),
    ]
    return kinds.flatMap { kind in
      kind.names.map { name -> [String: Any] in
        ["label": pages.say(kind.label), "name": name, "link": AdministrationFrame.exchanges(kind.filter, name)]
      }
    }
  }

  private static func text(of message: TracedExchange.Message) -> String {
    let head = message.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return message.body.isEmpty ? head : head + "\n\n" + message.body
  }

  /// The exchanges that fit, for the page's script and for others: `{"last":3,"exchanges":[{"number":3,"time":…}]}`.
  /// With `messages=true` each has its request and response.
  @Sendable func newExchanges(_ request: ServerRequest) async throws -> ServerResponse {
    let parameters = request.queryParameters
    let query = ExchangeQuery(parameters)
    let found =
      parameters["messages"] == "true"
      ? trace.exchanges(query).map { (number: $0.line.number, json: $0.json) }
      : trace.lines(query).map { (number: $0.number, json: JSON.object($0.members)) }
    let last = found.map { $0.number }.max() ?? query.after
    return .json(["last": .number(String(last)), "exchanges": .array(found.map { $0.json })], note: "exchanges")
  }
}

extension ExchangeQuery {
  /// The query in an address. Parts that cannot be used are ignored, because people edit addresses by hand.
  init(_ parameters: FormParameters) {
    (client, user, session) = (parameters["client"], parameters["user"], parameters["session"])
    address = parameters["address"]
    after = max(0, parameters["after"].flatMap { Int($0) } ?? 0)
    before = parameters["before"].flatMap { Int($0) }
    order = parameters["order"].flatMap(Order.init) ?? .newest
    if let limit = parameters["limit"].flatMap({ Int($0) }) { self.limit = min(max(limit, 1), Self.maximumLimit) }
  }

  /// The address of the exchanges that fit, or of those of them with lower numbers than `before`.
  func address(of path: String, before: Int? = nil) -> String {
    FormParameters(known: [
      "client": client, "user": user, "session": session, "address": address, "before": before.map { String($0) },
    ]).address(of: path)
  }
}

extension Catalogue {
  fileprivate func milliseconds(_ value: Double) -> String {
    String((value * 10).rounded() / 10).replacingBytes(of: ".", with: String(language.decimalSeparator)) + " ms"
  }
}
