/// How a client behaves at the token endpoint, with its tokens, and at the end.
extension ClientHistory {
  var repeatsTheRedirect: Finding {
    Finding(of: own(.code)) { request in
      guard let expected = login(of: request)?.parameters["redirect_uri"] else { return nil }
      return request.form["redirect_uri"]?.isSame(as: expected) == true
        ? (.careful, "redirect_uri is the one of the authorization request.")
        : (.careless, "redirect_uri is missing, or differs from the authorization request.")
    }
  }

  /// RFC 8707 §2.2: a token request may name fewer APIs than the authorization request, or none, but no other.
  var namesTheSameAPI: Finding {
    Finding(of: own(.code)) { request in
      guard let asked = login(of: request)?.parameters.values("resource") else { return nil }
      let named = request.form.values("resource")
      guard !asked.isEmpty || !named.isEmpty else { return nil }
      guard !asked.isEmpty, !named.isEmpty else {
        return (.doubtful, "Only one of the two requests has resource: the standard allows that, some servers do not.")
      }
      return named.allSatisfy { name in asked.contains { $0.isSame(as: name) } }
        ? (.careful, "The token request names the API of the authorization request.")
        : (.careless, "The token request names another API than the authorization request.")
    }
  }

  var authenticatesInOneWay: Finding {
    Finding(of: own(.code, .refresh, .otherGrant, .push, .revocation)) { exchange in
      guard exchange.request.method == "POST", exchange.request.query.isEmpty else {
        return (.careless, "It does not use POST, or puts parameters into the address.")
      }
      let ways = ClientHistory.ways(exchange)
      guard ways.count < 2 else { return (.careless, "It authenticates in two ways at once.") }
      let registered = client.metadata.authMethod
      // A certificate is shown below HTTP.
      let used = ways.first ?? (registered == .certificate ? .certificate : .none)
      return used == registered
        ? (.careful, "It authenticates in the way that is registered.")
        : (.careless, "It authenticates in another way than the registered one.")
    }
  }

  private static func ways(_ exchange: SeenExchange) -> [ClientMetadata.AuthMethod] {
    var ways: [ClientMetadata.AuthMethod] = []
    // RFC 6749 §2.3.1 lets a client without a secret leave it empty.
    if exchange.basicSecret.map({ !$0.isEmpty }) ?? false { ways.append(.basic) }
    if exchange.form["client_secret"] != nil { ways.append(.post) }
    if exchange.form["client_assertion"] != nil { ways.append(.privateKey) }
    return ways
  }

  /// A client may lawfully not refresh, so nothing is careless here.
  var renewsItsToken: Finding {
    let renewals = own(.refresh).filter(\.isAccepted)
    guard !renewals.isEmpty else { return .unseen }
    for renewal in renewals.reversed() {
      let given = Set(["access_token", "refresh_token"].compactMap { renewal.answer[$0]?.stringValue })
      let later = (uses + own(.introspection, .refresh)).filter { exchange in
        exchange.number > renewal.number && exchange.isAccepted
          && (exchange.accessTokens + ["token", "refresh_token"].flatMap(exchange.form.values)).contains(
            where: given.contains)
      }
      if !later.isEmpty { return Finding(.careful, "It renewed its token and used the new one.", [renewal] + later) }
    }
    return Finding(.unseen, "It renewed its token, but the new one was not seen in use.", renewals)
  }

  var sendsTheTokenInTheHeader: Finding {
    Finding(of: uses) { exchange in
      if exchange.query["access_token"] != nil { return (.careless, "An access token is in the address.") }
      return (.careful, "The access token is in the header or in the form.")
    }
  }

  var givesTokensBack: Finding {
    let revocations = own(.revocation).filter(\.isAccepted)
    let ofRefreshTokens = revocations.filter { $0.form["token"].map(refreshTokens.contains) ?? false }
    guard ofRefreshTokens.isEmpty else { return Finding(.careful, "It revoked its refresh token.", ofRefreshTokens) }
    let accepted = signOuts.filter(\.isAccepted)
    guard accepted.isEmpty else { return Finding(.careful, "It ended the session at the server.", accepted) }
    return Finding(of: revocations) { exchange in
      exchange.form["token"].map(accessTokens.contains) ?? false
        ? (.careless, "It revoked an access token and kept the refresh token.") : nil
    }
  }

  var saysWhoSignsOut: Finding {
    Finding(of: signOuts) { exchange in
      let parameters = exchange.parameters
      guard parameters["id_token_hint"] != nil else { return (.careless, "It sends no id_token_hint.") }
      guard let back = parameters["post_logout_redirect_uri"] else { return (.careful, "It sends an id_token_hint.") }
      return RedirectURIRules.matchesPostLogout(back, client.metadata)
        ? (.careful, "It sends an id_token_hint, and wants the browser back at a registered address.")
        : (.careless, "It wants the browser back at an address that is not registered.")
    }
  }

  /// Those that name the client, or the session of it alone and of the login that registered it.
  private var signOuts: [SeenExchange] {
    let legs = Set(registration?.parties.clients ?? []).union([client.id])
    return own(.signOut).filter { Set($0.parties.clients).isSubset(of: legs) }
  }
}
