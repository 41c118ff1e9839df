import ForeignText
import Foundation
import SharedValues

/// The templates of templatized registrations, and the page of one.
extension Provider {
  var templates: TemplateAdministration {
    TemplateAdministration(store, policy: policy, resourceScopes: configuration.resourceScopes)
  }

  /// The initial metadata in the form for a new template.
  private static let draft: JSON = [
    "client_name": "My app", "application_type": "native", "redirect_uris": ["com.example.app:/callback"],
    "post_logout_redirect_uris": ["com.example.app:/logoutcallback"],
    "token_endpoint_auth_method": "client_secret_basic", "grant_types": ["authorization_code", "refresh_token"],
    "scope": "openid profile",
  ]

  @Sendable func templatesPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    try await templatesPage(request, session, id: "", metadata: Provider.draft.pretty)
  }

  private func templatesPage(
    _ request: ServerRequest, _ session: String, id: String, metadata: String, alert: String? = nil
  ) async throws -> ServerResponse {
    let rows = try await templates.list().map { template -> [String: Any] in
      [
        "id": template.id, "name": template.name.map(PlainText.shownName) ?? pages.say(.unnamed),
        "link": "/admin/templates/" + PercentCoding.encode(template.id, .unreserved),
        "active": String(template.activeInstances),
        "all": String(template.instances), "isBuiltIn": template.isBuiltIn,
        "clientsLink": "/admin?template=" + PercentCoding.encode(template.id, .unreserved),
      ]
    }
    let values: [String: Any] = [
      "templates": rows, "form": sealedForm("templates", nil, session), "id": id, "metadata": metadata,
      "isOpen": alert != nil,
    ]
    return administrationPage(
      .templates, pages.say(.templatesTitle), "templates", values, request, session, alert: alert,
      note: "templates page")
  }

  @Sendable func templatePage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    let template = try await templates.show(request.pathValues[0])
    return templatePage(template, request, session, metadata: template.metadata.pretty)
  }

  private func templatePage(
    _ template: ClientTemplate, _ request: ServerRequest, _ session: String, metadata: String, alert: String? = nil
  ) -> ServerResponse {
    let values: [String: Any] = [
      "id": template.id, "form": sealedForm("template", template.id, session), "metadata": metadata,
      "active": String(template.activeInstances), "all": String(template.instances), "isBuiltIn": template.isBuiltIn,
      "clientsLink": "/admin?template=" + PercentCoding.encode(template.id, .unreserved),
      "deleteText": pages.say(.deleteTemplateText, ["name": template.id]),
    ]
    return administrationPage(
      .templates, template.id, "template", values, request, session, alert: alert, note: "template page")
  }

  @Sendable func addTemplate(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    let id = form["id"] ?? ""
    let text = form["metadata"] ?? ""
    do {
      try await templates.add(id, try json(text))
    } catch let error as IdentityServerError {
      return try await templatesPage(request, session, id: id, metadata: text, alert: pages.sentence(error))
    }
    return done(.doneTemplateAdded, request, to: "/admin/templates", note: "template added")
  }

  @Sendable func changeTemplate(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    let template = try await templates.show(request.pathValues[0])
    switch form["do"] {
    case "save"?:
      let text = form["metadata"] ?? ""
      do {
        try await templates.change(template.id, try json(text))
      } catch let error as IdentityServerError {
        return templatePage(template, request, session, metadata: text, alert: pages.sentence(error))
      }
      return done(.doneTemplateSaved, request, to: request.path, note: "template changed")
    case "delete"?:
      let page = confirmation(form, "template", .deleteTemplateText, template.id, .deleteTemplate, request, session)
      if let page { return page }
      try await templates.delete(template.id)
      return done(.doneTemplateDeleted, request, to: "/admin/templates", note: "template deleted")
    default: throw OAuthError(.invalidRequest, "do must be save or delete")
    }
  }

  private func json(_ text: String) throws(IdentityServerError) -> JSON {
    guard let json = try? JSON.parse(text), json.objectValue != nil else {
      throw IdentityServerError(.templateUnfit, "", detail: pages.say(.notJSON).withoutStop)
    }
    return json
  }
}

extension String {
  fileprivate var withoutStop: String { without(suffix: ".").map(String.init) ?? self }
}
