import ForeignText
import AppState
import Faults
import FoundationEssentials
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
    state("faults-behind-the-phone") {
      $0.view.tab = .faults
      $0.tools[FaultsTool.self] = FaultsTool(active)
    },
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

  static func faults(_ name: String, _ change: (inout FaultsTool) -> Void = { _ in }) -> Entry {
    state(name, in: .faults) { change(&$0.tools[FaultsTool.self]) }
  }

  /// With an exchange that a fault changed.
  private static func touched(
    _ name: String, in tab: PanelTab, _ change: (inout AppState) -> Void = { _ in }
  ) -> Entry {
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
        from: .app, to: .server, .exchange(exchange), at: Sample.now, step: .token, flow: Sample.flow(of: .token))
      change(&$0)
    }
  }
}
