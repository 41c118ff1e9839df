/// How a client uses its keys, and what it shows the browser when it pushes its requests.
extension ClientHistory {
  var provesItsKey: Finding {
    var seen: Set<[String]> = []
    let ofTokens = own(.code, .refresh, .push)
    let exchanges = (ofTokens + uses).sorted { $0.number < $1.number }
    return Finding(of: exchanges) { exchange in
      let proofs = exchange.request.headers[all: "DPoP"]
      guard let text = proofs.first else {
        return client.metadata.bindsAccessTokens && [.code, .refresh].contains(exchange.kind)
          ? (.careless, "A token request has no proof, though the client wants bound tokens.") : nil
      }
      let request = exchange.request
      let token = [.userInfo, .api].contains(exchange.kind) ? request.authorizationToken?.token : nil
      guard proofs.count == 1,
        let proof = try? DPoPProof(
          text, method: request.method, urls: addresses.urls(request.path, host: request.host),
          accessToken: token, now: exchange.passage.time)
      else { return (.careless, "A proof has a wrong typ, htm, htu, iat, jti, ath or signature.") }
      // A proof that was refused for its nonce has not been used.
      guard !exchange.wantsNonce else { return nil }
      return seen.insert([proof.keyThumbprint, proof.id]).inserted
        ? (.careful, "Its proofs are right, and each has a new jti.") : (.careless, "A proof came a second time.")
    }
  }

  var assertsItsIdentity: Finding {
    var seen: Set<String> = []
    return Finding(of: own(.code, .refresh, .otherGrant, .push, .revocation, .introspection)) { exchange in
      guard let text = exchange.form["client_assertion"] else { return nil }
      guard let token = try? SignedToken(text), exchange.form["client_assertion_type"] == ClientAssertion.type else {
        return (.careless, "An assertion cannot be read, or has another client_assertion_type.")
      }
      let parties = ["iss", "sub"].map { token.payload[$0]?.stringValue }
      guard parties.allSatisfy({ $0 == client.id }) else {
        return (.careless, "An assertion has another iss or sub than the client's id.")
      }
      guard isForThisServer(token.payload["aud"], at: exchange) else {
        return (.careless, "An assertion has another aud than this server.")
      }
      guard ClientHistory.isShortLived(token, at: exchange.passage.time.timeIntervalSince1970) else {
        return (.careless, "An assertion has no exp, is over, or lives longer than 5 minutes.")
      }
      guard let key = client.metadata.keySet?.key(named: token.header["kid"]?.stringValue),
        (try? token.verify(key)) != nil
      else { return (.careless, "An assertion is not signed with a registered key.") }
      guard let id = token.id else { return (.careless, "An assertion has no jti.") }
      guard !exchange.wantsNonce else { return nil }
      guard seen.insert(id).inserted else { return (.careless, "An assertion came a second time.") }
      // This server obeys the revision of the standard (``ClientAssertion``).
      return token.payload["aud"]?.stringValue == addresses.issuer
        ? (.careful, "Its assertions are right, and each has a new jti.")
        : (
          .doubtful,
          "An assertion has an endpoint as its aud, or a list: some servers take only the issuer, as one string."
        )
    }
  }

  /// RFC 7523 §3 allows the issuer and the URL of the token endpoint; some clients name the endpoint that they ask.
  private func isForThisServer(_ audience: JSON?, at exchange: SeenExchange) -> Bool {
    let names = audience?.stringArray ?? audience?.stringValue.map { [$0] } ?? []
    // The issuer's path: the host may have an issuer of its own.
    let paths = [Addresses.tokenPath, exchange.request.path, Addresses.issuerPath]
    let own = paths.flatMap { addresses.urls($0, host: exchange.request.host) } + [addresses.issuer]
    return !names.isEmpty && names.allSatisfy(own.contains)
  }

  private static func isShortLived(_ token: SignedToken, at now: TimeInterval) -> Bool {
    guard let expires = (try? token.time("exp")) ?? nil else { return false }
    return expires + ClientAssertion.tolerance > now
      && expires <= now + ClientAssertion.longestLife + ClientAssertion.tolerance
  }

  var showsTheReferenceAlone: Finding {
    // From which exchange on a reference is used up.
    var redeemed: [String: Int] = [:]
    for login in logins {
      guard let reference = login.request.parameters["request_uri"], let first = login.redemptions.first else {
        continue
      }
      redeemed[reference] = min(redeemed[reference] ?? .max, first.number)
    }
    return Finding(of: own(.authorization)) { request in
      guard let reference = request.parameters["request_uri"] else {
        return (.careless, "A request in the browser does not refer to a pushed one.")
      }
      if let end = redeemed[reference], request.number > end {
        return (.forPerson, "A request_uri came again after its code was redeemed: was it the client, or a reload?")
      }
      return request.parameters.pairs.allSatisfy { ["client_id", "request_uri"].contains($0.name) }
        ? (.careful, "The browser sees client_id and request_uri alone.")
        : (.careless, "Other parameters are beside client_id and request_uri.")
    }
  }
}

extension SeenExchange {
  /// Whether the server asked for a proof with its nonce (RFC 9449 §8).
  fileprivate var wantsNonce: Bool { answer["error"]?.stringValue == OAuthError.Code.useDPoPNonce.rawValue }
}
