extension Provider {
  /// A template that this server accepts.
  private var draft: JSON {
    let method: ClientMetadata.AuthMethod = configuration.demands.privateKey ? .privateKey : .basic
    return [
      "client_name": "My app", "application_type": "native", "redirect_uris": ["com.example.app:/callback"],
      "post_logout_redirect_uris": ["com.example.app:/logoutcallback"],
      "token_endpoint_auth_method": .string(method.rawValue), "grant_types": ["authorization_code", "refresh_token"],
      "scope": "openid profile",
    ]
  }

  func templatesPage(
    _ visit: AdministrationVisit, id: String = "", metadata: String? = nil, alert: String? = nil
  ) async throws -> ServerResponse {
    let rows = try await administration.templates().map(templateValues)
    let values: [String: Any] = [
      "templates": rows, "form": sealedForm("templates", nil, visit.session), "id": id,
      "metadata": metadata ?? draft.pretty, "isOpen": alert != nil,
    ]
    return administrationPage(.templates, pages.say(.templatesTitle), "templates", values, visit, alert: alert)
  }

  @Sendable func templatePage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let template = try await administration.template(visit.request.pathValues[0])
    return templatePage(template, visit, metadata: template.metadata.pretty)
  }

  private func templatePage(
    _ template: ClientTemplate, _ visit: AdministrationVisit, metadata: String, alert: String? = nil
  ) -> ServerResponse {
    var values = templateValues(template)
    values["form"] = sealedForm("template", template.id, visit.session)
    values["metadata"] = metadata
    values["deleteText"] = pages.say(.deleteTemplateText, ["name": template.id])
    return administrationPage(.templates, template.id, "template", values, visit, alert: alert)
  }

  private func templateValues(_ template: ClientTemplate) -> [String: Any] {
    [
      "id": template.id, "name": template.name.map(PlainText.shownName) ?? pages.say(.unnamed),
      "link": AdministrationFrame.link(.templates, template.id), "active": String(template.activeInstances),
      "all": String(template.instances), "isBuiltIn": template.isBuiltIn,
      "clientsLink": "/admin?template=" + PercentCoding.encode(template.id, .unreserved),
    ]
  }

  @Sendable func addTemplate(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let id = visit.form["id"] ?? ""
    let text = visit.form["metadata"] ?? ""
    do { try await administration.addTemplate(id, try json(text)) } catch let error as IdentityServerError {
      return try await templatesPage(visit, id: id, metadata: text, alert: pages.sentence(error))
    }
    return done(.doneTemplateAdded, visit, to: "/admin/templates", note: "template added")
  }

  @Sendable func changeTemplate(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let template = try await administration.template(visit.request.pathValues[0])
    switch visit.form["do"] {
    case "save"?:
      let text = visit.form["metadata"] ?? ""
      do {
        try await administration.changeTemplate(template.id, try json(text))
      } catch let error as IdentityServerError {
        return templatePage(template, visit, metadata: text, alert: pages.sentence(error))
      }
      return done(.doneTemplateSaved, visit, to: visit.request.path, note: "template changed")
    case "delete"?:
      if let page = confirmation(.deleteTemplateText, template.id, .deleteTemplate, visit) { return page }
      try await administration.deleteTemplate(template.id)
      return done(.doneTemplateDeleted, visit, to: "/admin/templates", note: "template deleted")
    default: throw OAuthError(.invalidRequest, "do must be save or delete")
    }
  }

  private func json(_ text: String) throws(IdentityServerError) -> JSON {
    guard let json = try? JSON.parse(text), json.objectValue != nil else {
      let say = pages.say(.notJSON)
      throw IdentityServerError(.templateUnfit, "", detail: say.without(suffix: ".").map(String.init) ?? say)
    }
    return json
  }
}
