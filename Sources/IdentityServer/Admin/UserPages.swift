extension Provider {
  /// Reports each revoked client by itself, because the request is about the user.
  private var reportingAdministration: Administration {
    var reporting = administration
    reporting.writesDown = true
    return reporting
  }

  func usersPage(_ visit: AdministrationVisit, alert: String? = nil) async throws -> ServerResponse {
    let text = visit.request.method == "GET" ? visit.request.queryParameters["q"] : nil
    let rows = try await administration.users(text: text).map(userValues)
    var values = typedProfile(visit.form)
    values.merge([
      "users": rows, "hasUsers": !rows.isEmpty, "text": text ?? "", "form": sealedForm("users", nil, visit.session),
      "isOpen": alert != nil, "typedName": visit.form["name"] ?? "",
    ]) { $1 }
    return administrationPage(.users, pages.say(.users), "users", values, visit, alert: alert)
  }

  func userPage(
    _ visit: AdministrationVisit, _ typed: FormParameters? = nil, alert: String? = nil
  ) async throws -> ServerResponse {
    let user = try await administration.user(visit.request.pathValues[0])
    var values = userValues(user)
    values["form"] = sealedForm("user", user.name, visit.session)
    values["deactivateText"] = pages.say(.deactivateUserText, ["name": user.name])
    values["deleteText"] = pages.say(.deleteUserText, ["name": user.name])
    if let typed { values.merge(typedProfile(typed)) { $1 } }
    return administrationPage(.users, user.name, "user", values, visit, alert: alert)
  }

  private func typedProfile(_ form: FormParameters) -> [String: Any] {
    [
      "givenName": form["given_name"] ?? "", "familyName": form["family_name"] ?? "", "email": form["email"] ?? "",
      "roles": form["roles"] ?? "",
    ]
  }

  private func userValues(_ user: RegisteredUser) -> [String: Any] {
    let status: AdministrationText =
      switch user.status {
      case .active: .active
      case .inactive: .inactive
      case .absent: .absent
      }
    return [
      "name": user.name, "link": AdministrationFrame.link(.users, user.name),
      "fullName": user.profile.fullName, "givenName": user.profile.givenName, "familyName": user.profile.familyName,
      "email": user.profile.email, "roles": user.profile.roles.joined(separator: ", "),
      "status": pages.say(status), "statusClass": user.status == .active ? "live" : "dead",
      "isActive": user.status == .active, "isConfigured": user.origin == .configuration,
      "origin": pages.say(user.origin == .configuration ? .configuration : .administrator),
      "sessions": String(user.liveSessions), "clients": String(user.activeClients),
      "clientsLink": "/admin?owner=" + PercentCoding.encode(user.name, .unreserved),
      "sessionsLink": "/admin/sessions?user=" + PercentCoding.encode(user.name, .unreserved),
      "exchangesLink": AdministrationFrame.exchanges("user", user.name),
    ]
  }

  @Sendable func addUser(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let form = visit.form
    do {
      try await administration.addUser(form["name"] ?? "", password: Secret(form["password"] ?? ""), profile(form))
    } catch let error as IdentityServerError { return try await usersPage(visit, alert: pages.sentence(error)) }
    return done(.doneUserAdded, visit, to: "/admin/users", note: "user added")
  }

  @Sendable func changeUser(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let (form, path, name) = (visit.form, visit.request.path, visit.request.pathValues[0])
    do {
      switch form["do"] {
      case "save"?:
        try await administration.changeUser(name, profile(form))
        return done(.doneUserSaved, visit, to: path, note: "user changed")
      case "password"?:
        try await administration.setPassword(Secret(form["password"] ?? ""), of: name)
        return done(.donePasswordSet, visit, to: path, note: "password set")
      case "activate"?:
        try await administration.activateUser(name)
        return done(.doneUserActivated, visit, to: path, note: "user activated")
      case "deactivate"?:
        if let page = confirmation(.deactivateUserText, name, .deactivate, visit) { return page }
        try await reportingAdministration.deactivateUser(name)
        return done(.doneUserDeactivated, visit, to: path, note: "user deactivated")
      case "delete"?:
        if let page = confirmation(.deleteUserText, name, .delete, visit) { return page }
        try await reportingAdministration.deleteUser(name)
        return done(.doneUserDeleted, visit, to: "/admin/users", note: "user deleted")
      default: throw OAuthError(.invalidRequest, "do must be save, password, activate, deactivate or delete")
      }
    } catch let error as IdentityServerError where [.userProfileUnfit, .passwordUnfit].contains(error.code) {
      return try await userPage(visit, form["do"] == "save" ? form : nil, alert: pages.sentence(error))
    }
  }

  private func profile(_ form: FormParameters) -> UserProfile {
    UserProfile(
      givenName: form["given_name"] ?? "", familyName: form["family_name"] ?? "", email: form["email"] ?? "",
      roles: UserProfile.roles(in: form["roles"] ?? ""))
  }
}
