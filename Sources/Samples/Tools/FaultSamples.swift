import AppState
import Faults
import FoundationEssentials
import OAuthClient
import SharedValues
import Workshop

/// The fault menu, and the signs of faults elsewhere.
extension StateRegistry {
  static let faultMenus: [Entry] = [
    faults("faults"),
    faults("faults-preset-chosen") { $0.selected = 4 },
    faults("faults-on") { $0 = FaultsTool(active) },
    faults("faults-plan-on") {
      $0 = FaultsTool(ActiveFaults(FaultPresets.named("server-overloaded")?.plan ?? .none))
      $0.selected = 9
    },
    faults("faults-used-up") {
      var used = ActiveFaults(FaultPlan([FaultRule(.token, .connection(.reset), .once)]))
      _ = used.take(.token)
      $0 = FaultsTool(used)
    },
    state("faults-endpoints", in: .faults) { state in
      state.tools[FaultsTool.self].selected =
        Phone<FaultsTool>(state).rows.firstIndex { if case .endpoint(.token) = $0 { true } else { false } } ?? 0
    },
    faults("faults-defects") { ($0.level, $0.selected) = (.defects(.token), 5) },
    faults("faults-defects-keystore") { $0.level = .defects(.keystore) },
    faults("faults-times") { ($0.level, $0.selected) = (.times(.token, .idToken(.wrongNonce)), 1) },
    faults("faults-at-server") {
      $0.server.isShown = true
      $0.server.entries = [
        ActiveServerFault(number: 2, name: "login-denied", fault: "authorize: error-redirect access_denied", left: 1),
        ActiveServerFault(
          number: 1, name: "certificate-expired", target: "address 192.0.2.7", fault: "certificate-expired", hits: 4),
      ]
    },
    state("faults-behind-the-phone") { ($0.view.tab, $0.tools[FaultsTool.self]) = (.faults, FaultsTool(active)) },
    touched("faults-panel-message", in: .messages),
    touched("faults-panel-message-open", in: .messages) { $0.tools[MessagesTool.self].open($0.messages.lastNumber) },
    touched("faults-panel-sequence", in: .sequence),
  ]

  /// One of each kind: always, some left, used up.
  private static let active: ActiveFaults = {
    var active = ActiveFaults(
      FaultPlan([
        FaultRule(.token, .status(StatusDefect(503, retryAfter: 30)), .times(3)),
        FaultRule(.metadata, .latency(milliseconds: 3000)), FaultRule(.browser, .browser(.cannotStart), .once),
      ]))
    _ = active.take(.token)
    _ = active.take(.browser)
    return active
  }()

  static func faults(_ name: String, _ change: Change<FaultsTool> = { _ in }) -> Entry {
    state(name, in: .faults) { change(&$0.tools[FaultsTool.self]) }
  }

  private static func touched(_ name: String, in tab: PanelTab, _ change: Setup = { _ in }) -> Entry {
    var exchange = Exchange(
      HTTPRequest("POST", Sample.issuer.replacingBytes(of: "/oauth-anonymous", with: "/oauth-token"), endpoint: .token),
      outcome: .success(
        HTTPResponse(
          503, headers: [HTTPHeader("Retry-After", "30"), HTTPHeader("Content-Type", "text/plain")],
          body: Array("503: \(FaultDefect.onPurpose)\n".utf8))), started: Sample.now, finished: Sample.now + 0.004)
    exchange.faults = ["token: status 503"]
    return state(name, .signedIn, in: tab) {
      $0.tools[FaultsTool.self] = FaultsTool(active)
      $0.messages.append(
        Message(
          from: .app, to: .server, .exchange(exchange), at: Sample.now, step: .token, flow: Sample.flow(of: .token)))
      change(&$0)
    }
  }
}

/// The fault menu where the phone has keys, and the phone after one of these faults happened.
extension StateRegistry {
  static let keyFaults: [Entry] = [
    menu("faults-keys", preset: "nonce-always-new"),
    menu("faults-keys-element-preset", preset: "token-key-lost"),
    menu("faults-keys-pushed", .defects(.pushedAuthorization)),
    menu("faults-keys-token", .defects(.token)),
    menu("faults-keys-userinfo", .defects(.userinfo)),
    menu("faults-keys-refresh", .defects(.refresh)),
    menu("faults-keys-registration", .defects(.registration)),
    menu("faults-keys-element", .defects(.secureElement)),
    menu("faults-keys-login-page", .defects(.authorize)),
    faults("faults-keys-impossible") {
      let rules = FaultCondition.allCases.compactMap { condition in examples.first { $0.needs.contains(condition) } }
      $0 = FaultsTool(ActiveFaults(FaultPlan(rules)))
    },
    failed("banner-nonce-always-new", .useDPoPNonce, .token, "400 use_dpop_nonce", "RFC 9449 §8"),
    failed("banner-proof-refused", .invalidDPoPProof, .userinfo, "401 invalid_dpop_proof", "RFC 9449 §7.1"),
    failed(
      "banner-proof-of-another-key", .invalidToken, .userinfo, "401 invalid_token", "RFC 6750 §3.1",
      "the token is bound to another key"),
    failed("banner-code-of-another-key", .invalidGrant, .token, "400 invalid_grant", "RFC 6749 §5.2"),
    failed(
      "banner-token-type-downgraded", .tokenTypeDowngraded, .token, field: "token_type", expected: "DPoP", "Bearer",
      "RFC 9449 §5"),
    failed(
      "banner-push-without-expiry", .parMissingExpiresIn, .login, field: "expires_in",
      expected: .check(.positiveSeconds), nil, "RFC 9126 §2.2"),
    failed("banner-assertion-refused", .invalidClient, .token, "401 invalid_client", "RFC 6749 §5.2"),
    keyFailed("banner-presence-timed-out", .element(.presenceTimedOut), .token, retry: .authentication),
    keyFailed(
      "banner-secure-element-nonsense", .element(.protocolBroken(detail: FaultDefect.onPurpose)), .token,
      retry: .authentication),
  ]

  private static let examples: [FaultRule] = FaultEndpoint.allCases.flatMap { endpoint in
    endpoint.offers.map { FaultRule(endpoint, $0) }
  }

  private static func menu(_ name: String, _ level: FaultsTool.Level = .top, preset: String? = nil) -> Entry {
    state(name, in: .faults) {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true, userPresence: true)
      $0.tools[FaultsTool.self].level = level
      guard let preset = preset.flatMap(FaultPresets.named) else { return }
      $0.tools[FaultsTool.self].selected = Phone<FaultsTool>($0).rows.firstIndex(of: .preset(preset)) ?? 0
    }
  }

  private static func failed(
    _ name: String, _ code: ProtocolError.Code, _ step: FlowStep, field: String = "error", expected: Term = "200 OK",
    _ received: Term?, _ source: String, _ description: String? = nil
  ) -> Entry {
    let error = ProtocolError(
      code, field: field, expected: expected, received: received, serverDescription: description, source: source)
    return keyed(name) {
      $0.fail(AppError(code: .server(code), step: step, cause: .server(error)), retry: .authentication)
      guard code == .invalidClient else { return }
      $0.banner?.error.circumstance = .assertion
      $0.banner?.refusedClient = RefusedClient()
    }
  }
}
