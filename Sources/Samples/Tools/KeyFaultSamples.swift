import AppState
import Faults
import ForeignText
import OAuthClient
import SharedValues
import Workshop

/// The fault menu where the phone has keys, and the phone after one of these faults happened.
extension StateRegistry {
  static let keyFaults: [Entry] = [
    ("faults-keys", keyed(preset: "nonce-always-new")),
    ("faults-keys-element-preset", keyed(preset: "token-key-lost")),
    ("faults-keys-pushed", keyed(level: .defects(.pushedAuthorization))),
    ("faults-keys-token", keyed(level: .defects(.token))),
    ("faults-keys-userinfo", keyed(level: .defects(.userinfo))),
    ("faults-keys-refresh", keyed(level: .defects(.refresh))),
    ("faults-keys-registration", keyed(level: .defects(.registration))),
    ("faults-keys-element", keyed(level: .defects(.secureElement))),
    ("faults-keys-login-page", keyed(level: .defects(.authorize))),
    (
      "faults-keys-impossible",
      state {
        ($0.view.focus, $0.view.tab) = (.panel, .faults)
        let rules = FaultCondition.allCases.compactMap { condition in
          examples.first { $0.needs.contains(condition) }
        }
        $0.tools[FaultsTool.self] = FaultsTool(ActiveFaults(FaultPlan(rules)))
      }
    ),
    ("banner-nonce-always-new", refused(.useDPoPNonce, .token, "400 use_dpop_nonce", "RFC 9449 §8")),
    ("banner-proof-refused", refused(.invalidDPoPProof, .userinfo, "401 invalid_dpop_proof", "RFC 9449 §7.1")),
    (
      "banner-proof-of-another-key",
      refused(.invalidToken, .userinfo, "401 invalid_token", "RFC 6750 §3.1", "the token is bound to another key")
    ),
    ("banner-code-of-another-key", refused(.invalidGrant, .token, "400 invalid_grant", "RFC 6749 §5.2")),
    (
      "banner-token-type-downgraded",
      broken(.tokenTypeDowngraded, .token, "token_type", expected: "DPoP", received: "Bearer", "RFC 9449 §5")
    ),
    (
      "banner-push-without-expiry",
      broken(.parMissingExpiresIn, .login, "expires_in", expected: .check(.positiveSeconds), "RFC 9126 §2.2")
    ),
    ("banner-assertion-refused", refused(.invalidClient, .token, "401 invalid_client", "RFC 6749 §5.2")),
    ("banner-presence-timed-out", lost(.element(.presenceTimedOut), .token)),
    ("banner-secure-element-nonsense", lost(.element(.protocolBroken(detail: FaultDefect.onPurpose)), .token)),
  ]

  private static let examples: [FaultRule] = FaultEndpoint.allCases.flatMap { endpoint in
    endpoint.offers.map { FaultRule(endpoint, $0) }
  }

  private static func keyed(preset name: String? = nil, level: FaultsTool.Level = .top) -> AppState {
    state {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true, userPresence: true)
      ($0.view.focus, $0.view.tab) = (.panel, .faults)
      $0.tools[FaultsTool.self].level = level
      guard let preset = name.flatMap(FaultPresets.named) else { return }
      $0.tools[FaultsTool.self].selected = Phone<FaultsTool>($0).rows.firstIndex(of: .preset(preset)) ?? 0
    }
  }

  private static func refused(
    _ code: ProtocolError.Code, _ step: FlowStep, _ received: Term, _ source: String, _ description: String? = nil
  ) -> AppState {
    let error = ProtocolError(
      code, field: "error", expected: "200 OK", received: received, serverDescription: description,
      source: source)
    return banner(AppError(code: .server(code), step: step, cause: .server(error)))
  }

  private static func broken(
    _ code: ProtocolError.Code, _ step: FlowStep, _ field: String, expected: Term, received: Term? = nil,
    _ source: String
  ) -> AppState {
    let error = ProtocolError(code, field: field, expected: expected, received: received, source: source)
    return banner(AppError(code: .server(code), step: step, cause: .server(error)))
  }

  private static func lost(_ failure: KeyFailure, _ step: FlowStep) -> AppState {
    banner(AppError(code: failure.code, step: step, cause: .key(failure)))
  }

  private static func banner(_ error: AppError) -> AppState {
    state(registered: true) {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
      $0.registration = Sample.keyRegistration
      $0.auth = .failed(error)
      var shown = Banner(error: error, retry: .authentication)
      if error.code == .server(.invalidClient) {
        shown.error.circumstance = .assertion
        shown.refusedClient = RefusedClient()
      }
      $0.banner = shown
    }
  }
}
