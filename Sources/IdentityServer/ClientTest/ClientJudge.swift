/// The verdicts on a client: pure functions of its exchanges.
///
/// What was not seen is not judged: a client that has sent nothing has done nothing right.
extension ClientHistory {
  var verdicts: [CheckVerdict] { ClientCheck.all.map { verdict($0) } }

  /// Active checks are not seen here: only a test brings them about (``ClientTestRun``).
  /// - Parameter answer: of a person who was asked; `nil`: none.
  func verdict(_ check: ClientCheck, answer: ClientTestAnswer? = nil) -> CheckVerdict {
    // Until the client has asked for something, nobody knows what it does not send.
    if let verdict = inapplicable(check, by: check.conditions.filter { hasAsked || !$0.showsInRequests }) {
      return verdict
    }
    return CheckVerdict(check, self[keyPath: check.judgement], answer: answer)
  }

  /// `nil`: the check applies to the client.
  func inapplicable(_ check: ClientCheck) -> CheckVerdict? { inapplicable(check, by: check.conditions) }

  private func inapplicable(_ check: ClientCheck, by conditions: [ClientCheck.Condition]) -> CheckVerdict? {
    conditions.lazy.compactMap { reason(against: $0) }.first.map {
      CheckVerdict(check, Finding(.inapplicable, $0))
    }
  }

  typealias Judgement = KeyPath<ClientHistory, Finding> & Sendable

  /// Of the checks that only look on, by their ids.
  static let judgements: [String: any Judgement] = [
    "base-login": \.signsIn, "base-refresh": \.renewsItsToken, "md-place": \.asksAtALawfulPlace,
    "rg-redirects": \.registersSafeRedirects, "rg-once": \.keepsItsRegistration,
    "rg-token": \.usesTheInitialTokenOnce, "az-code": \.asksForACodeAlone, "az-pkce": \.usesProofKeys,
    "az-fresh": \.makesValuesAnew, "az-state": \.bindsTheAnswer, "az-browser": \.leavesThePasswordToTheBrowser,
    "az-secret": \.showsTheBrowserNoSecret, "az-redirect": \.redirectsToItself, "az-nonce": \.protectsItsCode,
    "az-resource": \.namesTheSameAPI, "tk-redirect": \.repeatsTheRedirect, "tk-auth": \.authenticatesInOneWay,
    "ui-header": \.sendsTheTokenInTheHeader, "lo-revoke": \.givesTokensBack, "lo-hint": \.saysWhoSignsOut,
    "dp-proof": \.provesItsKey, "ca-jwt": \.assertsItsIdentity, "pa-only": \.showsTheReferenceAlone,
  ]

  var isNotRun: Finding { Finding(.unseen, "Not run: only a test of the client shows it.") }

  private var signsIn: Finding {
    let accepted = own(.code).filter(\.isAccepted)
    guard accepted.isEmpty else { return Finding(.careful, "The server accepted its codes.", accepted) }
    // A fault's refusal is not the client's doing.
    let refused = own(.code).filter(\.passage.response.fault.isEmpty)
    guard refused.isEmpty else { return Finding(.careless, "The server refused each of its token requests.", refused) }
    let pushed = own(.push)
    return pushed.isEmpty || pushed.contains(where: \.isAccepted)
      ? .unseen : Finding(.careless, "The server refused each of its pushed requests.", pushed)
  }

  /// Requests for the metadata name no client: they count if everything else from the client's addresses is its own.
  private var asksAtALawfulPlace: Finding {
    let addresses = Set(own(.code, .refresh, .registration, .push).map(\.request.address))
    let besides = all.filter { addresses.contains($0.request.address) }
    guard besides.allSatisfy({ $0.parties.clients.isEmpty || $0.parties.clients.contains(client.id) }) else {
      return .unseen
    }
    let asked = besides.filter { $0.kind == .metadata }
    let lawful = asked.filter { Addresses.metadataPaths.contains($0.request.path) }
    guard lawful.isEmpty else { return Finding(.careful, "It asked at an address with the issuer's path.", lawful) }
    return Finding(of: asked) { exchange in
      ClientHistory.rootPaths.contains(exchange.request.path)
        ? (.careless, "It asked at the root of the host, without the issuer's path.") : nil
    }
  }

  private static let rootPaths: Set = [
    "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server",
  ]
}

extension Addresses {
  fileprivate static let metadataPaths = Set(openIDMetadataPaths + oauthMetadataPaths)
}
