extension Provider {
  @Sendable func clientsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let filter = ClientFilter(visit.request)
    let page = try await administration.clients(filter.query)
    let limit = 100_000
    let count = try await administration.countClients(filter.query, upTo: limit + 1)
    let templates = try await administration.templates()
    let rows = page.elements.map { clientValues($0, visit.session) }
    var values: [String: Any] = [
      "clients": rows, "hasClients": !rows.isEmpty, "isFiltered": filter.isFiltered, "text": filter.query.text ?? "",
      "owner": filter.query.owner ?? "",
      "statuses": Pages.options(
        [("active", pages.say(.active)), ("revoked", pages.say(.revoked))], filter.query.status?.rawValue),
      "templates": Pages.options(templates.map { ($0.id, $0.id) }, filter.query.template),
      "orders": Pages.options(ClientFilter.orders.map { ($0.name, pages.say($0.text)) }, filter.order.name),
      "count": counted(count, limit),
      "isLaterPage": filter.query.after != nil, "firstPage": filter.address(after: nil),
      "hasPages": filter.query.after != nil || page.next != nil, "hasNext": page.next != nil,
    ]
    if let next = page.next { values["nextPage"] = filter.address(after: next) }
    return administrationPage(.clients, pages.say(.clientsTitle), "clients", values, visit)
  }

  private func counted(_ count: Int, _ limit: Int) -> String {
    let shown = pages.catalogue.number(min(count, limit))
    if count > limit { return pages.say(.countMany, ["count": shown]) }
    return count == 1 ? pages.say(.countOne) : pages.say(.count, ["count": shown])
  }

  @Sendable func clientPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let client = try await administration.client(visit.request.pathValues[0])
    let grants = try await administration.grants(of: client.id)
    var values = clientValues(client, visit.session)
    values["hasSecret"] = client.secretExpiresAt != nil
    values["secretLabel"] = pages.say(Phrase.clientSecret)
    values["secret"] = client.secretExpiresAt.map(secretState)
    values["hasUsedTemplate"] = client.template != nil
    values["template"] = client.template ?? ""
    values["templateLink"] = AdministrationFrame.link(.templates, client.template ?? "")
    values["metadata"] = ClientMetadata(stored: client.metadata).registrationRequest.pretty
    values["hasGrants"] = !grants.isEmpty
    values["grants"] = grants.map { grant -> [String: Any] in
      [
        "number": String(grant.id), "user": grant.user, "scope": grant.scope.joined(separator: " "),
        "created": Pages.moment(grant.created), "tokens": String(grant.liveTokens),
        "confirm": pages.say(.revokeGrantText, ["time": Pages.moment(grant.created)]),
      ]
    }
    return administrationPage(.clients, shownName(client), "client", values, visit)
  }

  private func clientValues(_ client: RegisteredClient, _ session: String) -> [String: Any] {
    let name = shownName(client)
    return [
      "id": client.id, "name": name, "link": AdministrationFrame.link(.clients, client.id),
      "owner": client.owner ?? pages.say(.noOwner), "hasOwner": client.owner != nil,
      "ownerLink": AdministrationFrame.link(.users, client.owner ?? ""),
      "exchangesLink": AdministrationFrame.exchanges("client", client.id),
      "testLink": AdministrationFrame.clientTest(client.id),
      "faultsLink": AdministrationFrame.faults(forClient: client.id), "status": client.status,
      "isActive": client.isActive, "statusClass": client.isActive ? "live" : "dead",
      "issued": Pages.moment(client.registered),
      "used": client.lastUsed.map(Pages.moment) ?? pages.say(AdministrationText.never),
      "grantCount": String(client.liveGrants), "form": sealedForm("client", client.id, session),
      "revokeText": pages.say(.revokeClientText, ["name": name]),
      "deleteText": pages.say(.deleteClientText, ["name": name]),
      "expireText": pages.say(.expireSecretText, ["name": name]),
      "isShortened": client.accessTokenLifetime != nil,
      "lifetime": client.accessTokenLifetime.map { pages.say(.lifetimeSeconds, ["seconds": String($0)]) } ?? "",
    ]
  }

  /// - Parameter end: `client_secret_expires_at`.
  private func secretState(_ end: Int) -> String {
    guard end > 0 else { return pages.say(.lifeNever) }
    return pages.say(end > seconds(now) ? .lifeExpires : .lifeExpired, ["time": Pages.moment(date(end))])
  }

  private func shownName(_ client: RegisteredClient) -> String {
    client.name.map(PlainText.shownName) ?? pages.say(.unnamed)
  }

  @Sendable func changeClient(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let id = visit.request.pathValues[0]
    let name = shownName(try await administration.client(id))
    RequestNotes.note(client: id)
    switch visit.form["do"] {
    case "revoke"?:
      if let page = confirmation(.revokeClientText, name, .revoke, visit) { return page }
      try await administration.revokeClient(id)
      return done(.doneClientRevoked, visit, note: "client revoked")
    case "activate"?:
      try await administration.activateClient(id)
      return done(.doneClientActivated, visit, note: "client activated")
    case "delete"?:
      if let page = confirmation(.deleteClientText, name, .delete, visit) { return page }
      try await administration.deleteClient(id)
      let isOwnPage = AdministrationFrame.back(visit.request).hasPrefix(bytes: visit.request.path)
      return done(.doneClientDeleted, visit, to: isOwnPage ? "/admin" : nil, note: "client deleted")
    case "revoke-grant"?:
      let number = visit.form["grant"] ?? ""
      guard let grant = try await administration.grants(of: id).first(where: { String($0.id) == number }) else {
        throw IdentityServerError(.unknownGrant, number)
      }
      if let page = confirmation(.revokeGrantText, Pages.moment(grant.created), .revokeGrant, visit) { return page }
      try await administration.revokeGrant(grant.id, of: id)
      return done(.doneGrantRevoked, visit, note: "grant revoked")
    case "shorten"?:
      try await administration.shortenAccessTokens(of: id, to: RegisteredClient.shortTokenLifetime)
      return done(.doneClientShortened, visit, note: "lifetimes shortened")
    case "restore"?:
      try await administration.shortenAccessTokens(of: id, to: nil)
      return done(.doneClientRestored, visit, note: "lifetimes restored")
    case "expire-secret"?:
      if let page = confirmation(.expireSecretText, name, .expireSecret, visit) { return page }
      try await administration.expireSecret(of: id)
      return done(.doneSecretExpired, visit, note: "client secret expired")
    default:
      throw OAuthError(
        .invalidRequest, "do must be revoke, activate, delete, revoke-grant, shorten, restore or expire-secret")
    }
  }
}

/// The query in the list's address. Invalid parts are ignored, because people edit addresses by hand.
struct ClientFilter {
  typealias Order = (name: String, text: AdministrationText, sort: ClientSort, ascending: Bool)

  static let orders: [Order] = [
    ("newest", .newest, .registered, false), ("oldest", .oldest, .registered, true),
    ("used", .recentlyUsed, .lastUsed, false), ("name", .byName, .name, true), ("owner", .byOwner, .owner, true),
    ("status", .byStatus, .status, true),
  ]

  var query: ClientQuery
  var order: Order

  init(_ request: ServerRequest) {
    let parameters = request.queryParameters
    order = ClientFilter.orders.first { $0.name == parameters["order"] } ?? ClientFilter.orders[0]
    query = ClientQuery(
      text: parameters["q"].map { String($0.prefix(scalars: 200)) }, owner: parameters["owner"],
      status: parameters["status"].flatMap(ClientQuery.Status.init), template: parameters["template"],
      sort: order.sort, ascending: order.ascending, after: parameters["after"].flatMap(PagePosition.init))
  }

  private var isDefaultOrder: Bool { order.name == ClientFilter.orders[0].name }

  var isFiltered: Bool {
    query.text != nil || query.owner != nil || query.status != nil || query.template != nil || !isDefaultOrder
  }

  func address(after position: PagePosition?) -> String {
    FormParameters(known: [
      "q": query.text, "owner": query.owner, "status": query.status?.rawValue, "template": query.template,
      "order": isDefaultOrder ? nil : order.name, "after": position?.description,
    ]).address(of: "/admin")
  }
}
