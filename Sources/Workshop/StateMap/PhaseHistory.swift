import AppState
import FoundationEssentials

/// A change of phase: time, origin, destination and cause.
package struct PhaseChange: Hashable, Sendable, Identifiable {
  /// Counts from 1 in each run.
  package var id: Int
  package var time: Date
  package var from: Phase
  package var to: Phase
  package var cause: PhaseCause
  /// The code of the error that caused it.
  package var code: String?

  var transition: PhaseTransition { PhaseTransition(from: from, to: to) }
}

/// The latest changes, oldest first, at most ``capacity``.
package struct PhaseHistory: Hashable, Sendable {
  static let capacity = 1000
  package private(set) var all: [PhaseChange] = []
  package private(set) var count = 0
  /// The selected change; `nil` follows the newest.
  package var selected: Int?
  /// Whether the diagram shows every state, or only those that were reached.
  var showsAll = false

  package init() {}

  package mutating func append(_ from: Phase, _ to: Phase, _ cause: PhaseCause, code: String? = nil, at time: Date) {
    count += 1
    all.append(PhaseChange(id: count, time: time, from: from, to: to, cause: cause, code: code))
    if all.count > PhaseHistory.capacity { all.removeFirst(all.count - PhaseHistory.capacity) }
  }
}

/// The kind of an action, without its values. The raw value identifies its words.
package enum PhaseCause: String, Hashable, Sendable, CaseIterable {
  case started, startRegistration = "start-registration", startAuthentication = "start-authentication", refresh
  case signOut = "sign-out", forget, revoke, update, check, registerAgain = "register-again", account, accounts, pay
  case stepUp = "step-up", unlock, cancel, retry
  case otherBrowser = "other-browser", dismiss
  case keystoreRead = "keystore-read", keystoreRefused = "keystore-refused", saved, notSaved = "not-saved", erased
  case notErased = "not-erased"
  case server, answer, noAnswer = "no-answer", redirect, closed, browserFailed = "browser-failed", prepared
  case idToken = "id-token", keys, time, other

  package init(_ action: Action) {
    self =
      switch action {
      case .started: .started
      case .startRegistration: .startRegistration
      case .startAuthentication: .startAuthentication
      case .refreshAccessToken: .refresh
      case .signOut: .signOut
      case .forgetDevice: .forget
      case .revokeTokens: .revoke
      case .updateRegistration: .update
      case .checkRegistration: .check
      case .registerAgain, .moveSecretIntoForm, .saveAgain: .registerAgain
      case .createAccount: .account
      case .api(.readAccounts): .accounts
      case .api(.pay): .pay
      case .api(.stepUp): .stepUp
      case .unlock: .unlock
      case .cancel: .cancel
      case .retry: .retry
      case .retryWith: .otherBrowser
      case .dismissBanner: .dismiss
      case .keystoreLoaded: .keystoreRead
      case .keystoreFailed: .keystoreRefused
      case .server: .server
      case .answered(_, let answer): PhaseCause(answer)
      case .usedKeys, .presenceAsked, .confirmPresence: .keys
      case .woke, .tick: .time
      default: .other
      }
  }

  private init(_ answer: FlowAnswer) {
    self =
      switch answer {
      case .response(_, .success): .answer
      case .response(_, .failure): .noAnswer
      case .returned(.redirect): .redirect
      case .returned(.closed): .closed
      case .returned(.failed): .browserFailed
      case .prepared, .notPrepared: .prepared
      case .idTokenJudged: .idToken
      case .keys, .notSigned: .keys
      case .paused: .time
      case .saved: .saved
      case .notSaved: .notSaved
      case .erased: .erased
      case .notErased: .notErased
      case .serverReady, .serverFailed: .server
      case .initialAccessToken: .other
      }
  }
}

extension PhaseHistory {
  func reached(with present: Phase) -> Set<Phase> { Set(all.flatMap { [$0.from, $0.to] } + [present]) }

  /// The change selected in the panel, or the newest one.
  var selectedChange: PhaseChange? { all.last { $0.id == selected } ?? all.last }
}

package enum PhaseHistoryAction: ToolAction {
  case select(Int)
  /// Shows every state, or only those that were reached.
  case showAll(Bool)

  package func apply(to phone: inout Phone<PhaseHistory>) -> [Effect] {
    switch self {
    case .select(let id):
      phone.own.selected = id == phone.own.all.last?.id ? nil : id
      phone.focus(on: .panel)
    case .showAll(let all): phone.own.showsAll = all
    }
    return []
  }
}

extension Action { package static func phases(_ action: PhaseHistoryAction) -> Action { .tool(AnyToolAction(action)) } }

extension PanelTab { package static let state = PanelTab("state", at: 3, .tabState, .keyState) }

extension PhaseHistory: Tool {
  package static var tabs: [PanelTab] { [.state] }
  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Self>) {
    let all = phone.own.all
    guard !all.isEmpty else { return }
    let place = all.place(step, from: all.firstIndex { $0.id == phone.own.selected } ?? all.count - 1)
    phone.own.selected = place == all.count - 1 ? nil : all[place].id
  }

  package mutating func startOver() { self = PhaseHistory() }

  /// Records a change of phase, if there was one.
  package static func observe(_ phone: inout Phone<Self>, _ change: PhoneChange) -> [Effect] {
    let reached = phone.phase
    guard reached != change.phase else { return [] }
    let hasFailed = [.failed, .deadRegistration, .unusable].contains(reached)
    phone.own.append(
      change.phase, reached, PhaseCause(change.action), code: hasFailed ? phone.banner?.error.code.rawValue : nil,
      at: phone.now)
    return []
  }
}
