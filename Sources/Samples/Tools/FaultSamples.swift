import ForeignText
import AppState
import Faults
import FoundationEssentials
import SharedValues
import Workshop

/// The fault menu, and the signs of faults elsewhere.
extension StateRegistry {
  static let faultMenus: [Entry] = [
    ("faults", faults()),
    ("faults-preset-chosen", faults { $0.tools[FaultsTool.self].selected = 4 }),
    ("faults-on", faults { $0.tools[FaultsTool.self] = FaultsTool(active) }),
    (
      "faults-plan-on",
      faults {
        $0.tools[FaultsTool.self] = FaultsTool(ActiveFaults(FaultPresets.named("server-overloaded")?.plan ?? .none))
        $0.tools[FaultsTool.self].selected = 9
      }
    ),
    (
      "faults-used-up",
      faults {
        var used = ActiveFaults(FaultPlan([FaultRule(.token, .connection(.reset), .once)]))
        _ = used.take(.token)
        $0.tools[FaultsTool.self] = FaultsTool(used)
      }
    ),
    (
      "faults-endpoints",
      faults { state in
        state.tools[FaultsTool.self].selected =
          Phone<FaultsTool>(state).rows.firstIndex { if case .endpoint(.token) = $0 { true } else { false } } ?? 0
      }
    ),
    (
      "faults-defects",
      faults {
        $0.tools[FaultsTool.self].level = .defects(.token)
        $0.tools[FaultsTool.self].selected = 5
      }
    ),
    ("faults-defects-keystore", faults { $0.tools[FaultsTool.self].level = .defects(.keystore) }),
    (
      "faults-times",
      faults {
        $0.tools[FaultsTool.self].level = .times(.token, .idToken(.wrongNonce))
        $0.tools[FaultsTool.self].selected = 1
      }
    ),
    (
      "faults-behind-the-phone",
      faults {
        $0.tools[FaultsTool.self] = FaultsTool(active)
        $0.view.focus = .phone
      }
    ),
    (
      "faults-panel-message",
      state(signedIn: true) {
        $0.tools[FaultsTool.self] = FaultsTool(active)
        $0.view.focus = .panel
        touch(&$0)
      }
    ),
    (
      "faults-panel-message-open",
      state(signedIn: true) {
        $0.tools[FaultsTool.self] = FaultsTool(active)
        $0.view.focus = .panel
        touch(&$0)
        $0.tools[MessagesTool.self].open($0.messages.lastNumber)
      }
    ),
    (
      "faults-panel-sequence",
      state(signedIn: true) {
        $0.tools[FaultsTool.self] = FaultsTool(active)
        ($0.view.focus, $0.view.tab) = (.panel, .sequence)
        touch(&$0)
      }
    ),
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

  private static func faults(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state {
      ($0.view.focus, $0.view.tab) = (.panel, .faults)
      change(&$0)
    }
  }

  /// Adds an exchange that a fault changed.
  private static func touch(_ state: inout AppState) {
    var exchange = Exchange(
      HTTPRequest("POST", Sample.issuer.replacingBytes(of: "/oauth-anonymous", with: "/oauth-token"), endpoint: .token),
      outcome: .success(
        HTTPResponse(
          503, headers: [HTTPHeader("Retry-After", "30"), HTTPHeader("Content-Type", "text/plain")],
          body: Array("503: \(FaultDefect.onPurpose)\n".utf8))), started: Sample.now, finished: Sample.now + 0.004)
    exchange.faults = ["token: status 503"]
    state.messages.append(
      from: .app, to: .server, .exchange(exchange), at: Sample.now, step: .token, flow: Sample.flow(of: .token))
  }
}
