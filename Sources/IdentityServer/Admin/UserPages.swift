import Catalogue
import Foundation
import SharedValues

/// The users, and the page of one.
extension Provider {
  /// Reports each revoked client by itself, because the request is about the user.
  private var users: UserAdministration {
    UserAdministration(
      store, time: configuration.time, passwordCost: configuration.passwordCost, writesDown: true)
  }

  @Sendable func usersPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    try await usersPage(request, session, FormParameters(), alert: nil)
  }

  /// - Parameter typed: the entries of a form for a new user that was refused.
  private func usersPage(
    _ request: ServerRequest, _ session: String, _ typed: FormParameters, alert: String?
  ) async throws -> ServerResponse {
    let text = request.method == "GET" ? request.queryParameters["q"] : nil
    let rows = try await users.list(text: text).map(userValues)
    let values: [String: Any] = [
      "users": rows, "hasUsers": !rows.isEmpty, "text": text ?? "", "form": sealedForm("users", nil, session),
      "isOpen": alert != nil, "typedName": typed["name"] ?? "", "givenName": typed["given_name"] ?? "",
      "familyName": typed["family_name"] ?? "", "email": typed["email"] ?? "", "roles": typed["roles"] ?? "",
    ]
    return administrationPage(
      .users, pages.say(.users), "users", values, request, session, alert: alert, note: "users page")
  }

  @Sendable func userPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    try await userPage(request, session, nil, alert: nil)
  }

  private func userPage(
    _ request: ServerRequest, _ session: String, _ typed: FormParameters?, alert: String?
  ) async throws -> ServerResponse {
    let user = try await users.show(request.pathValues[0])
    var values = userValues(user)
    values["form"] = sealedForm("user", user.name, session)
    values["deactivateText"] = pages.say(.deactivateUserText, ["name": user.name])
    values["deleteText"] = pages.say(.deleteUserText, ["name": user.name])
    if let typed {
      for (key, name) in [
        ("givenName", "given_name"), ("familyName", "family_name"), ("email", "email"), ("roles", "roles"),
      ] {
        values[key] = typed[name] ?? ""
      }
    }
    return administrationPage(
      .users, user.name, "user", values, request, session, alert: alert, note: "user page")
  }

  private func userValues(_ user: RegisteredUser) -> [String: Any] {
    let status: (text: AdministrationText, class: String) =
      switch user.status {
      case .active: (.active, "live")
      case .inactive: (.inactive, "dead")
      case .absent: (.absent, "dead")
      }
    return [
      "name": user.name, "link": "/admin/users/" + PercentCoding.encode(user.name, .unreserved),
      "fullName": user.profile.fullName, "givenName": user.profile.givenName, "familyName": user.profile.familyName,
      "email": user.profile.email, "roles": user.profile.roles.joined(separator: ", "),
      "status": pages.say(status.text), "statusClass": status.class,
      "isActive": user.status == .active, "isConfigured": user.origin == .configuration,
      "origin": pages.say(user.origin == .configuration ? .configuration : .administrator),
      "sessions": String(user.liveSessions), "clients": String(user.activeClients),
      "clientsLink": "/admin?owner=" + PercentCoding.encode(user.name, .unreserved),
      "sessionsLink": "/admin/sessions?user=" + PercentCoding.encode(user.name, .unreserved),
    ]
  }

  @Sendable func addUser(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    do {
      try await users.add(form["name"] ?? "", password: Secret(form["password"] ?? ""), profile(form))
    } catch let error as IdentityServerError {
      return try await usersPage(request, session, form, alert: pages.sentence(error))
    }
    return done(.doneUserAdded, request, to: "/admin/users", note: "user added")
  }

  @Sendable func changeUser(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    let name = request.pathValues[0]
    do {
      switch form["do"] {
      case "save"?:
        try await users.change(name, profile(form))
        return done(.doneUserSaved, request, to: request.path, note: "user changed")
      case "password"?:
        try await users.setPassword(Secret(form["password"] ?? ""), of: name)
        return done(.donePasswordSet, request, to: request.path, note: "password set")
      case "activate"?:
        try await users.activate(name)
        return done(.doneUserActivated, request, to: request.path, note: "user activated")
      case "deactivate"?:
        let page = confirmation(form, "user", .deactivateUserText, name, .deactivate, request, session)
        if let page { return page }
        try await users.deactivate(name)
        return done(.doneUserDeactivated, request, to: request.path, note: "user deactivated")
      case "delete"?:
        if let page = confirmation(form, "user", .deleteUserText, name, .delete, request, session) { return page }
        try await users.delete(name)
        return done(.doneUserDeleted, request, to: "/admin/users", note: "user deleted")
      default: throw OAuthError(.invalidRequest, "do must be save, password, activate, deactivate or delete")
      }
    } catch let error as IdentityServerError where [.userProfileUnfit, .passwordUnfit].contains(error.code) {
      let typed = form["do"] == "save" ? form : nil
      return try await userPage(request, session, typed, alert: pages.sentence(error))
    }
  }

  private func profile(_ form: FormParameters) -> UserProfile {
    UserProfile(
      givenName: form["given_name"] ?? "", familyName: form["family_name"] ?? "", email: form["email"] ?? "",
      roles: UserProfile.roles(in: form["roles"] ?? ""))
  }
}
