import Catalogue
import ForeignText
import Foundation
import SharedValues

/// The list of clients, and the page of one.
extension Provider {
  private var clients: ClientAdministration { ClientAdministration(store, time: configuration.time) }

  @Sendable func clientsPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    let filter = ClientFilter(request)
    let page = try await clients.list(filter.query)
    let limit = 100_000
    let count = try await clients.count(filter.query, upTo: limit + 1)
    let templates = try await self.templates.list()
    let rows = page.elements.map { clientValues($0, session) }
    var values: [String: Any] = [
      "clients": rows, "hasClients": !rows.isEmpty, "isFiltered": filter.isFiltered, "text": filter.query.text ?? "",
      "owner": filter.query.owner ?? "",
      "statuses": ClientQuery.Status.allCases.map { status -> [String: Any] in
        [
          "value": status.rawValue, "text": pages.say(status == .active ? .active : .revoked),
          "isChosen": filter.query.status == status,
        ]
      },
      "templates": templates.map { template -> [String: Any] in
        ["value": template.id, "isChosen": filter.query.template == template.id]
      },
      "orders": ClientFilter.Order.allCases.map { order -> [String: Any] in
        ["value": order.rawValue, "text": pages.say(order.text), "isChosen": filter.order == order]
      },
      "count": counted(count, limit),
      "isLaterPage": filter.query.after != nil, "firstPage": filter.address(after: nil),
      "hasPages": filter.query.after != nil || page.next != nil, "hasNext": page.next != nil,
    ]
    if let next = page.next { values["nextPage"] = filter.address(after: next) }
    return administrationPage(
      .clients, pages.say(.clientsTitle), "clients", values, request, session, note: "clients page")
  }

  private func counted(_ count: Int, _ limit: Int) -> String {
    let shown = pages.catalogue.number(min(count, limit))
    if count > limit { return pages.say(.countMany, ["count": shown]) }
    return count == 1 ? pages.say(.countOne) : pages.say(.count, ["count": shown])
  }

  @Sendable func clientPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    let client = try await clients.show(request.pathValues[0])
    let grants = try await clients.grants(of: client.clientID)
    var values = clientValues(client, session)
    values["hasUsedTemplate"] = client.templateID != nil
    values["template"] = client.templateID ?? ""
    values["templateLink"] = "/admin/templates/" + PercentCoding.encode(client.templateID ?? "", .unreserved)
    values["metadata"] = ClientMetadata(stored: client.metadata).registrationRequest.pretty
    values["hasGrants"] = !grants.isEmpty
    values["grants"] = grants.map { grant -> [String: Any] in
      [
        "number": String(grant.id), "user": grant.user, "scope": grant.scope.joined(separator: " "),
        "created": Pages.moment(grant.created), "tokens": String(grant.liveTokens),
        "confirm": pages.say(.revokeGrantText, ["time": Pages.moment(grant.created)]),
      ]
    }
    return administrationPage(
      .clients, client.name.map(PlainText.shownName) ?? pages.say(.unnamed), "client", values, request, session,
      note: "client page")
  }

  private func clientValues(_ client: RegisteredClient, _ session: String) -> [String: Any] {
    let name = client.name.map(PlainText.shownName) ?? pages.say(.unnamed)
    return [
      "id": client.clientID, "name": name,
      "link": "/admin/clients/" + PercentCoding.encode(client.clientID, .unreserved),
      "owner": client.authenticatedUser ?? pages.say(.noOwner),
      "hasOwner": client.authenticatedUser != nil,
      "ownerLink": "/admin/users/" + PercentCoding.encode(client.authenticatedUser ?? "", .unreserved),
      "status": client.status,
      "isActive": client.status == Client.active, "statusClass": client.status == Client.active ? "live" : "dead",
      "issued": Pages.moment(client.registered),
      "used": client.lastUsed.map(Pages.moment) ?? pages.say(AdministrationText.never),
      "grantCount": String(client.liveGrants), "form": sealedForm("client", client.clientID, session),
      "revokeText": pages.say(.revokeClientText, ["name": name]),
      "deleteText": pages.say(.deleteClientText, ["name": name]),
    ]
  }

  /// Handles the client's only form; the pressed button decides what to do.
  @Sendable func changeClient(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    let id = request.pathValues[0]
    let client = try await clients.show(id)
    RequestNotes.note(client: id)
    let name = client.name.map(PlainText.shownName) ?? pages.say(.unnamed)
    switch form["do"] {
    case "revoke"?:
      if let page = confirmation(form, "client", .revokeClientText, name, .revoke, request, session) { return page }
      try await clients.revoke(id)
      return done(.doneClientRevoked, request, note: "client revoked")
    case "activate"?:
      try await clients.activate(id)
      return done(.doneClientActivated, request, note: "client activated")
    case "delete"?:
      if let page = confirmation(form, "client", .deleteClientText, name, .delete, request, session) { return page }
      try await clients.delete(id)
      let isOwnPage = AdministrationFrame.back(request).hasPrefix(bytes: request.path)
      return done(.doneClientDeleted, request, to: isOwnPage ? "/admin" : nil, note: "client deleted")
    case "revoke-grant"?:
      guard let grant = form["grant"].flatMap({ Int64($0) }) else { throw OAuthError(.invalidRequest, "no grant") }
      let time = try await clients.grants(of: id).first { $0.id == grant }.map { Pages.moment($0.created) } ?? "?"
      if let page = confirmation(form, "client", .revokeGrantText, time, .revokeGrant, request, session) { return page }
      try await clients.revokeGrant(grant, of: id)
      return done(.doneGrantRevoked, request, note: "grant revoked")
    default: throw OAuthError(.invalidRequest, "do must be revoke, activate, delete or revoke-grant")
    }
  }
}

/// The query in the list's address. Invalid parts are ignored, because people edit addresses by hand.
struct ClientFilter {
  enum Order: String, CaseIterable {
    case newest, oldest
    case recentlyUsed = "used"
    case byName = "name"
    case byOwner = "owner"
    case byStatus = "status"

    var text: AdministrationText {
      switch self {
      case .newest: .newest
      case .oldest: .oldest
      case .recentlyUsed: .recentlyUsed
      case .byName: .byName
      case .byOwner: .byOwner
      case .byStatus: .byStatus
      }
    }

    var sort: (ClientQuery.Sort, ascending: Bool) {
      switch self {
      case .newest: (.registered, false)
      case .oldest: (.registered, true)
      case .recentlyUsed: (.lastUsed, false)
      case .byName: (.name, true)
      case .byOwner: (.owner, true)
      case .byStatus: (.status, true)
      }
    }
  }

  var query: ClientQuery
  var order: Order

  init(_ request: ServerRequest) {
    let parameters = (try? FormParameters(formEncoded: request.query.utf8)) ?? FormParameters()
    order = parameters["order"].flatMap(Order.init) ?? .newest
    query = ClientQuery(
      text: parameters["q"].map { String($0.prefix(scalars: 200)) }, owner: parameters["owner"],
      status: parameters["status"].flatMap(ClientQuery.Status.init), template: parameters["template"],
      sort: order.sort.0, ascending: order.sort.ascending, after: parameters["after"].flatMap(PagePosition.init))
  }

  var isFiltered: Bool {
    query.text != nil || query.owner != nil || query.status != nil || query.template != nil || order != .newest
  }

  /// The address of the same list, starting after another position.
  func address(after position: PagePosition?) -> String {
    let pairs: [(name: String, value: String?)] = [
      ("q", query.text), ("owner", query.owner), ("status", query.status?.rawValue), ("template", query.template),
      ("order", order == .newest ? nil : order.rawValue), ("after", position?.description),
    ]
    let encoded = FormParameters(pairs.compactMap { pair in pair.value.map { (pair.name, $0) } }).encoded
    return encoded.isEmpty ? "/admin" : "/admin?" + encoded
  }
}
