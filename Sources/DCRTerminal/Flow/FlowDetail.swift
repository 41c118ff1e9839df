/// Extracts, for the report, members of the answers that a step of `flow` received.
enum FlowDetail {
  static func of(_ change: AppStore.Change) -> [FlowStep: JSON] {
    guard let step = change.before.flow?.step else { return [:] }
    switch change.action {
    // A refusal that does not end the step is followed by another request, whose answer counts.
    case .answered(_, .response(_, .success(let response))) where response.status >= 400: return [:]
    case .answered(_, .response(let reply, .success(let response))):
      guard let body = try? JSON.parse(response.body), body.objectValue != nil else { return [:] }
      // Requests during a login on another device belong to the step that uses their tokens; early ones bring nothing.
      if reply == .token, change.before.flow?.deviceAuthorization != nil {
        return body["access_token"] == nil ? [:] : [step == .registrationLogin ? .registrationToken : .token: body]
      }
      switch reply {
      case .openIDMetadata, .oauthMetadata: return [.discovery: endpoints(body)]
      case .jwks, .resourceMetadata: return [:]
      default: return [step: body]
      }
    case .answered(_, .returned(.redirect(let uri))): return [step: redirect(uri)]
    case .answered(_, .returned) where isUnconfirmed(change.after),
      .answered(_, .saved) where isUnconfirmed(change.after):
      return [.logout: ["confirmed": false]]
    case .answered(_, .idTokenJudged(.success(let claims))): return [step: ["sub": .string(claims.subject)]]
    default: return [:]
    }
  }

  private static func isUnconfirmed(_ app: AppState) -> Bool {
    app.banner == nil && [.signedOutUnconfirmed, .signedOutLocally, .signedOutWithoutBrowser].contains(app.notice)
  }

  private static func endpoints(_ metadata: JSON) -> JSON {
    let names = [
      "issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "userinfo_endpoint",
      "end_session_endpoint", "device_authorization_endpoint",
    ]
    return .object(names.compactMap { name in metadata[name].map { JSON.Member(name, $0) } })
  }

  private static func redirect(_ uri: String) -> JSON {
    let parts = uri.prefix(whileScalar: { $0 != "#" })
      .split(scalar: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var members = [JSON.Member("redirect_uri", .string(parts[0]))]
    for pair in (parts.count > 1 ? parts[1] : "").split(scalar: "&") {
      let halves = pair.split(scalar: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2, ["code", "state", "iss"].contains(halves[0]) else { continue }
      let value = PercentCoding.repaired(halves[1].utf8)
      if !members.contains(where: { $0.name == halves[0] }) { members.append(JSON.Member(halves[0], .string(value))) }
    }
    return .object(members)
  }

  static func masked(_ value: JSON) -> JSON { value.masking { isSecret($0.name) ? mask($0.value) : nil } }

  private static func isSecret(_ name: String) -> Bool {
    SecretNames.isSecret(name) || name == "state" || name.hasSuffix(bytes: "_token") || name.hasSuffix(bytes: "_secret")
  }

  private static func mask(_ value: JSON) -> JSON {
    guard let text = value.stringValue else { return value == .null ? .null : "••••" }
    return .string(Secret(text).masked)
  }
}
