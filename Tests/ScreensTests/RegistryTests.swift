import AppState
import OAuthClient
import Screens
import TerminalUI
import Testing

@testable import Samples
@testable import Workshop

/// The registry shows every kind of thing that a screen can show. The switches are exhaustive, so a new case does not
/// compile until it is handled here.
struct RegistryTests {
  private let states = StateRegistry.all.map(\.state)

  @Test func namesAreUniqueFileNames() {
    let names = StateRegistry.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)") }
  }

  @Test func everyStepIsShown() {
    let shown = Set(states.compactMap { $0.flow?.step })
    #expect(shown == Set(FlowStep.allCases))
  }

  @Test func everyFlowIsShown() {
    func next(_ kind: Flow.Kind?) -> Flow.Kind? {
      switch kind {
      case nil: .registration
      case .registration: .authentication
      case .authentication: .refresh
      case .refresh: .signOut
      case .signOut: .forgetDevice
      case .forgetDevice: .signUp
      case .signUp: .silentStart
      case .silentStart: .revokeTokens
      case .revokeTokens: .updateRegistration
      case .updateRegistration: .checkRegistration
      case .checkRegistration: .accounts
      case .accounts: .payment
      case .payment: .stepUp
      case .stepUp: nil
      }
    }
    expectAll(next, in: states.compactMap { $0.flow?.kind })
  }

  @Test func everyRouteIsShown() {
    func next(_ route: ViewState.Route?) -> ViewState.Route? {
      switch route {
      case nil: .home
      case .home: .profile
      case .profile: .accounts
      case .accounts: .payment
      case .payment: .settings
      case .settings: .appearance
      case .appearance: .about
      case .about: .role(.manager)
      case .role(.manager): .role(.ic)
      case .role(.ic): nil
      }
    }
    expectAll(next, in: states.map(\.view.route))
  }

  @Test func everyQuestionIsShown() {
    func next(_ question: ViewState.Confirmation?) -> ViewState.Confirmation? {
      switch question {
      case nil: .forgetDevice
      case .forgetDevice: .clearBrowserData
      case .clearBrowserData: .revokeTokens
      case .revokeTokens: .quit
      case .quit: .forgottenPassphrase
      case .forgottenPassphrase: .startOver(AnyToolAction(TestPlanAction.startOver))
      case .startOver: nil
      }
    }
    expectAll(next, in: states.compactMap(\.view.confirmation))
  }

  @Test func everyKeystoreConditionIsShown() {
    func kind(_ condition: KeystoreCondition) -> String {
      switch condition {
      case .loading: "loading"
      case .empty: "empty"
      case .open: "open"
      case .locked: "locked"
      case .failed(.keystore): "keystore"
      case .failed(.otherIssuer): "otherIssuer"
      case .failed(.unusable): "unusable"
      case .failed(.registered): "registered"
      }
    }
    let shown = Set(states.map { kind($0.keystore) })
    #expect(shown == ["loading", "empty", "open", "locked", "keystore", "otherIssuer", "unusable", "registered"])
  }

  @Test func everyCauseOfAnErrorIsShown() {
    func kind(_ cause: AppError.Cause) -> String {
      switch cause {
      case .server: "server"
      case .transport: "transport"
      case .keystore: "keystore"
      case .userAgent: "userAgent"
      case .key: "key"
      case .embeddedServer: "embeddedServer"
      case .storedState: "storedState"
      case .file: "file"
      case .app: "app"
      }
    }
    let shown = Set(states.compactMap { $0.banner.map { kind($0.error.cause) } })
    #expect(
      shown == [
        "server", "transport", "keystore", "userAgent", "key", "embeddedServer", "storedState", "file", "app",
      ])
    #expect(states.contains { $0.banner?.registrationIsDead == true })
    #expect(states.contains { $0.banner?.showsDetails == true })
    #expect(states.contains { $0.banner != nil && $0.banner?.retry == nil })
  }

  @Test func everyOutcomeOfEvidenceIsShown() {
    func kind(_ report: EvidenceReport) -> String {
      switch report {
      case .pending: "pending"
      case .done: "done"
      case .failed: "failed"
      }
    }
    #expect(Set(states.compactMap { $0[EvidenceTool.self].report.map(kind) }).count == 3)
  }

  @Test func everyNoticeIsShown() {
    func kind(_ notice: Notice) -> String {
      switch notice {
      case .signedOut: "signedOut"
      case .signedOutLocally: "signedOutLocally"
      case .signedOutUnconfirmed: "signedOutUnconfirmed"
      case .signedOutWithoutBrowser: "signedOutWithoutBrowser"
      case .forgotDevice(_, let deleted): "forgotDevice \(deleted)"
      case .forgotSession: "forgotSession"
      case .clearedBrowserData(let files): "cleared \(files.isEmpty)"
      case .tokenRefreshed: "tokenRefreshed"
      case .refreshNotGranted: "refreshNotGranted"
      case .registered: "registered"
      case .accountCreated: "accountCreated"
      case .paid: "paid"
      case .revokedTokens(let report): "revokedTokens \(report.refreshToken == .revoked)"
      case .registrationUpdated(let newSecret): "registrationUpdated \(newSecret)"
      case .registrationUpdatedInPart: "registrationUpdatedInPart"
      case .updateCancelled: "updateCancelled"
      case .registrationChecked(let changed): "registrationChecked \(changed)"
      case .registrationOutOfReach: "registrationOutOfReach"
      case .sessionEnded: "sessionEnded"
      case .scopeChanged: "scopeChanged"
      case .notSignedInSilently: "notSignedInSilently"
      case .registrationCancelled: "registrationCancelled"
      }
    }
    let shown = Set(states.compactMap { $0.notice.map(kind) })
    #expect(shown.count == 27)
  }

  @Test func everyServerConditionIsShown() {
    func kind(_ condition: ServerCondition) -> String? {
      switch condition {
      // No screen shows it.
      case .unknown: nil
      case .starting: "starting"
      case .ready: "ready"
      case .external: "external"
      case .failed: "failed"
      }
    }
    #expect(Set(states.compactMap { kind($0.server) }) == ["starting", "ready", "external", "failed"])
  }

  @Test func everyKindOfMessageIsOpened() {
    func kind(_ content: Message.Content) -> String? {
      switch content {
      case .exchange(let exchange):
        switch exchange.outcome {
        case nil: nil
        case .success: "answered"
        case .failure: "failed"
        }
      case .userAgentOpened: "opened"
      case .redirect: "redirect"
      // Its detail looks like that of an accepted redirect.
      case .redirectDropped: nil
      case .keystoreSaved: "saved"
      case .keys: "keys"
      case .observed: "observed"
      // The list shows it completely in one sentence.
      case .userAgentClosed, .keystoreErased: nil
      }
    }
    let opened = states.filter(\.messagesView.showsDetail).compactMap { state in
      state.messages.first { $0.id == state.messagesView.selected }
    }
    #expect(
      Set(opened.compactMap { kind($0.content) }) == [
        "answered", "failed", "opened", "redirect", "saved", "keys", "observed",
      ])
    #expect(Set(states.map(\.view.tab)) == Set(Workshop.tabs))
  }

  /// Walks through all cases by their `next` and expects each.
  private func expectAll<Case: Hashable>(
    _ next: (Case?) -> Case?, in shown: [Case], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var current = next(nil)
    while let wanted = current {
      #expect(shown.contains(wanted), "\(wanted) is not shown", sourceLocation: sourceLocation)
      current = next(wanted)
    }
  }

  @Test func everyShownNameIsKnownToScripts() {
    for (name, state) in StateRegistry.all {
      for (fact, value) in AppScreen.facts(state, size: Size(110, 30), look: Look()) {
        guard let known = fact.names(with: Workshop.tools) else { continue }
        #expect(known.contains(value), "\(name): \(fact)")
      }
    }
  }
}
