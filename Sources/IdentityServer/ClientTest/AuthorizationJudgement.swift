/// What a client asks for in the browser.
extension ClientHistory {
  var asksForACodeAlone: Finding {
    Finding(of: authorizations) { request in
      parameters(of: request)["response_type"] == "code"
        ? (.careful, "It asks for a code alone.") : (.careless, "response_type asks for more than a code.")
    }
  }

  var usesProofKeys: Finding {
    Finding(of: authorizations) { request in
      let parameters = parameters(of: request)
      let isProved = parameters["code_challenge"].map(ClientHistory.isDigest) ?? false
      if isProved, parameters["code_challenge_method"] == "S256" {
        return (.careful, "It sends a code_challenge with S256.")
      }
      // RFC 9700 §2.1.1: a nonce protects the code of a confidential client, too.
      let isCovered =
        !client.isPublic && client.metadata.applicationType == .web && parameters["nonce"] != nil
        && parameters["code_challenge"] == nil
      return isCovered
        ? (.doubtful, "It has no code_challenge, and only its secret and its nonce protect the code.")
        : (.careless, "It has no code_challenge with S256.")
    }
  }

  /// SHA-256 in base64url.
  private static func isDigest(_ text: String) -> Bool { text.utf8.count == 43 && text.utf8.allSatisfy(\.isOfSecret) }

  var bindsTheAnswer: Finding {
    Finding(of: authorizations) { request in
      let parameters = parameters(of: request)
      if let state = parameters["state"], state.utf8.count >= ClientHistory.shortestState {
        return (.careful, "It sends a state.")
      }
      return parameters["code_challenge"] != nil || parameters["nonce"] != nil
        ? (.doubtful, "It sends no state of 8 bytes; only PKCE or the nonce binds the answer to the request.")
        : (.careless, "It sends neither a state nor a code_challenge nor a nonce.")
    }
  }

  /// In bytes.
  private static let shortestState = 8

  var protectsItsCode: Finding {
    Finding(of: authorizations) { request in
      let parameters = parameters(of: request)
      guard scopeNames(parameters["scope"] ?? "").contains("openid") else { return nil }
      return parameters["nonce"] != nil || parameters["code_challenge"] != nil
        ? (.careful, "It sends a nonce or a code_challenge.")
        : (.careless, "It sends neither a nonce nor a code_challenge.")
    }
  }

  /// Browsers say so themselves, `dcr-browser` by a name of its own. A web view of Android adds `; wv`, one of Apple's leaves `Safari/` out. Android also
  /// names the app in `X-Requested-With`.
  var leavesThePasswordToTheBrowser: Finding {
    Finding(of: own(.authorization)) { request in
      let agent = request.request.headers[first: "User-Agent"] ?? ""
      if agent == ProductAgent.browser {
        return (.careful, "The request comes from dcr-browser, a program of its own.")
      }
      let isAppleView =
        agent.contains("AppleWebKit/") && agent.contains("Mobile/") && !agent.contains("Safari/")
      if agent.contains("; wv)") || isAppleView || request.request.headers[first: "X-Requested-With"] != nil {
        return (.careless, "The request seems to come from a web view of the app: a person has to look.")
      }
      return agent.hasPrefix(bytes: "Mozilla/")
        ? (.careful, "The request comes from a browser.")
        : (.forPerson, "The server does not know this browser by its User-Agent: is it a browser apart from the app?")
    }
  }

  /// By name, and by the values that the client was given, or has presented elsewhere and were right.
  var showsTheBrowserNoSecret: Finding {
    let secrets = knownSecrets
    return Finding(of: own(.authorization)) { request in
      let shown = request.query.pairs + request.form.pairs
      let isSecret: (String, String) -> Bool = { name, value in
        ClientHistory.namesOfSecrets.contains(name) || (name != "code_challenge" && secrets.contains(value))
      }
      return shown.contains { isSecret($0.name, $0.value) }
        ? (.careless, "A secret is in the address that the browser opens.")
        : (.careful, "No secret is in the address that the browser opens.")
    }
  }

  private static let namesOfSecrets: Set = [
    "client_secret", "client_assertion", "code_verifier", "password", "access_token", "refresh_token",
    "registration_access_token",
  ]

  private var knownSecrets: Set<String> {
    var secrets = accessTokens.union(refreshTokens)
    // A made-up secret may be any text, such as the client's id.
    for exchange in own where exchange.isAccepted {
      secrets.formUnion(exchange.form.values("client_secret") + exchange.form.values("code_verifier"))
      if let secret = exchange.basicSecret { secrets.insert(secret) }
    }
    for name in ["client_secret", "registration_access_token"] {
      if let value = registration?.answer[name]?.stringValue { secrets.insert(value) }
    }
    return secrets.subtracting([""])
  }

  var redirectsToItself: Finding {
    Finding(of: authorizations) { request in
      let registered = client.metadata.redirectURIs
      let implied = registered.count == 1 ? registered.first : nil
      guard let text = parameters(of: request)["redirect_uri"] ?? implied else { return nil }
      guard ClientHistory.isSafe(text) else {
        return (.careless, "The redirect URI is http beyond the loopback interface, or has a scheme without a period.")
      }
      return RedirectURI(text)?.isLocalhost == true
        ? (.doubtful, "The redirect URI names localhost, which may be another computer.")
        : (.careful, "The redirect URI leads to the app alone.")
    }
  }
}
