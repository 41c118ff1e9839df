/// How a client registers.
extension ClientHistory {
  var registersSafeRedirects: Finding {
    Finding(of: own(.registration, .management)) { exchange in
      guard ["POST", "PUT"].contains(exchange.request.method),
        let asked = try? JSON.parse(exchange.request.body)["redirect_uris"]?.stringArray, !asked.isEmpty
      else { return nil }
      if asked.contains(where: { $0.contains(scalar: "*") }) { return (.careless, "A redirect URI has a wildcard.") }
      return asked.allSatisfy { ClientHistory.isSafe($0) }
        ? (.careful, "Each redirect URI is https, loopback or a scheme with a period.")
        : (.careless, "A redirect URI is http beyond the loopback interface, or has a scheme without a period.")
    }
  }

  /// RFC 8252 §7, with `localhost`, which has a check of its own.
  static func isSafe(_ text: String) -> Bool {
    guard let uri = RedirectURI(text) else { return false }
    return switch uri.scheme {
    case "https": uri.host?.isEmpty == false
    case "http": uri.isLoopbackLiteral || uri.isLocalhost
    default: uri.isPrivateUse
    }
  }

  /// A client that registers anew has another id. A second installation has one, too: the sign can be wrong.
  var keepsItsRegistration: Finding {
    let accepted = own(.code).filter(\.isAccepted)
    if accepted.count > 1 { return Finding(.careful, "It signed in several times with one registration.", accepted) }
    guard let registration, let login = accepted.first, let redirects = ClientHistory.redirects(registration) else {
      return .unseen
    }
    let last = own.last?.number ?? 0
    let others = all.filter {
      $0.kind == .registration && $0.number > max(login.number, last) && $0.passage.status == 201
        && $0.request.address == registration.request.address && ClientHistory.redirects($0) == redirects
        && $0.parties.users == registration.parties.users
    }
    guard !others.isEmpty else { return .unseen }
    let exchanges = [registration, login] + others
    guard !registration.parties.users.isEmpty else {
      return Finding(
        .forPerson, "After its login, one with the same redirect URIs registered from its address: is it the same app?",
        exchanges)
    }
    return Finding(
      .careless, "After its login, the same user registered again with the same redirect URIs from the same address.",
      exchanges)
  }

  private static func redirects(_ registration: SeenExchange) -> [String]? {
    (registration.answer["redirect_uris"] ?? .null).stringArray
  }

  var usesTheInitialTokenOnce: Finding {
    guard let registration else { return .unseen }
    guard let token = registration.request.authorizationToken?.token else {
      return Finding(.inapplicable, "The client registered without an initial access token.", [registration])
    }
    let elsewhere = all.filter { exchange in
      guard exchange.number != registration.number, exchange.kind != .revocation else { return false }
      let isEarlierAttempt = exchange.kind == .registration && exchange.number < registration.number
      return !isEarlierAttempt
        && (exchange.accessTokens.contains(token) || exchange.query.values("token").contains(token)
          || exchange.form.values("token").contains(token))
    }
    if !elsewhere.isEmpty {
      return Finding(
        .careless, "It sent the initial access token to another endpoint, or again after the registration.", elsewhere)
    }
    let later = own(.code).filter { $0.number > registration.number }
    guard !later.isEmpty else { return .unseen }
    return Finding(.careful, "The initial access token registered the client and was not seen again.", [registration])
  }
}
