import AppState
import OAuthClient
import TerminalUI

/// The screen that the phone shows in a state, without the sheet on top.
package enum PhoneScreen: Hashable {
  case loading
  case unlock(Unlock)
  case keystoreFailed(ApplicationStateError)
  case registration
  case unauthenticated(LoginClient)
  case applicationSignIn(String)
  case signUp(Session, SignUpForm)
  case authenticated(Session)
  case profile(Session)
  case accounts
  case payment(BankAccount)
  case role(RoleScreen, Session)
  case settings
  case appearance
  case progress(Flow)

  package init(_ state: AppState) {
    if let flow = state.visibleFlow {
      self = .progress(flow)
    } else if case .locked(let unlock) = state.keystore {
      self = .unlock(unlock)
    } else if state.view.route == .settings {
      self = .settings
    } else if state.view.route == .appearance {
      self = .appearance
    } else if case .failed(let error) = state.keystore {
      self = .keystoreFailed(error)
    } else if state.keystore == .loading {
      self = .loading
    } else if case .authorized(let session, _) = state.auth {
      switch state.view.route {
      case .profile: self = .profile(session)
      case .accounts: self = .accounts
      case .payment: self = state.api.payingAccount.map { .payment($0) } ?? .accounts
      case .role(let screen): self = .role(screen, session)
      case .home, .settings, .appearance:
        if session.accountStatus == .noAccount, let form = state.signUp {
          self = .signUp(session, form)
        } else {
          self = .authenticated(session)
        }
      }
    } else if let applicationServer = state.settings.applicationServer {
      self = .applicationSignIn(applicationServer)
    } else if let client = state.loginClient {
      self = .unauthenticated(client)
    } else {
      self = .registration
    }
  }
}

extension PhoneScreen {
  /// Stable, for scripts.
  enum Name: String, CaseIterable {
    case loading, unlock, keystoreFailed, registration, unauthenticated, applicationSignIn, signUp, authenticated
    case profile, accounts, payment, manager, ic, settings, appearance, progress
  }

  var name: Name {
    switch self {
    case .loading: .loading
    case .unlock: .unlock
    case .keystoreFailed: .keystoreFailed
    case .registration: .registration
    case .unauthenticated: .unauthenticated
    case .applicationSignIn: .applicationSignIn
    case .signUp: .signUp
    case .authenticated: .authenticated
    case .profile: .profile
    case .accounts: .accounts
    case .payment: .payment
    case .role(.manager, _): .manager
    case .role(.ic, _): .ic
    case .settings: .settings
    case .appearance: .appearance
    case .progress: .progress
    }
  }

  /// Where Escape leads from a screen that the user has opened; `nil`: the state requires this screen.
  var back: ViewState.Route? {
    switch self {
    case .profile, .role, .settings, .accounts: .home
    case .payment: .accounts
    case .appearance: .settings
    default: nil
    }
  }

  var offersSettings: Bool {
    [.registration, .unauthenticated, .applicationSignIn, .keystoreFailed, .authenticated].contains(name)
  }
}

/// A sheet over the phone's screen that needs an answer first.
package enum PhoneSheet: Hashable {
  case confirmation(ViewState.Confirmation)
  case phones(Phones)
  /// A key needs its user's consent, before anything else on the phone.
  case presence(PresenceQuestion)
  case banner(Banner)
  /// The API requires another login first.
  case stepUp(StepUpDemand)
  /// What a reset erased; stays until the user dismisses it.
  case erased(Notice)
  /// Warnings about the configuration; stay until the user dismisses them.
  case warnings([String])
  /// A tool's sheet, above all others.
  case tool(ToolSheet)
  enum Name: String, CaseIterable { case question, presence, phones, error, report, warnings, stepUp }

  /// Stable, for scripts.
  var name: String {
    switch self {
    case .confirmation: Name.question.word
    case .phones: Name.phones.word
    case .presence: Name.presence.word
    case .banner: Name.error.word
    case .stepUp: Name.stepUp.word
    case .erased: Name.report.word
    case .warnings: Name.warnings.word
    case .tool(let sheet): sheet.name
    }
  }

  package init?(_ state: AppState) {
    if let tool = state.toolSheet {
      self = .tool(tool.sheet)
    } else if let presence = state.presence {
      self = .presence(presence)
    } else if let question = state.view.confirmation {
      self = .confirmation(question)
    } else if state.phones.isShown {
      self = .phones(state.phones)
    } else if let banner = state.banner, state.visibleFlow == nil {
      self = .banner(banner)
    } else if let demand = state.api.demand, state.visibleFlow == nil {
      self = .stepUp(demand)
    } else if let notice = state.notice, notice.isReport, state.visibleFlow == nil {
      self = .erased(notice)
    } else if !state.unreadWarnings.isEmpty, state.visibleFlow == nil {
      self = .warnings(state.unreadWarnings)
    } else {
      return nil
    }
  }
}

extension Notice {
  /// Whether the user's request succeeded; only then the notice has a tick.
  var isSuccess: Bool {
    switch self {
    case .sessionEnded, .notSignedInSilently, .registrationCancelled, .signedOutLocally, .signedOutUnconfirmed,
      .signedOutWithoutBrowser, .registrationUpdatedInPart, .updateCancelled, .registrationOutOfReach,
      .refreshNotGranted, .scopeChanged:
      false
    case .revokedTokens(let report): report.isComplete
    case .forgotDevice(_, let serverDeleted): serverDeleted
    default: true
    }
  }

  package func mark(_ look: Look) -> String { isSuccess ? look.marks.note : look.marks.warning }
  package var style: Style { Style(isSuccess ? .phoneSuccess : .phoneWarning, bold: true) }

  /// Whether it lists what was erased, so that it stays until it was read; other notices take one line.
  var isReport: Bool {
    [.forgotDevice, .forgotSession, .clearedBrowserData, .revokedTokens, .updateCancelled].contains(name)
  }
}

/// The phone's pages in a state: the screen, and the sheet on top of it.
struct PhonePages {
  var screen: PhonePage
  var sheet: PhonePage?

  /// - Parameter beside: whether the panel is visible beside the phone.
  init(_ state: AppState, look: Look, beside: Bool = false) {
    let shown = PhoneScreen(state)
    if case .progress(let flow) = shown, let held = state.hold?.page(flow, state, look, beside) {
      screen = held
    } else {
      screen = PhonePages.page(shown, state, look)
    }
    sheet = PhoneSheet(state).map { PhonePages.page($0, state, look) }
  }

  var top: PhonePage { sheet ?? screen }

  private static func page(_ screen: PhoneScreen, _ state: AppState, _ look: Look) -> PhonePage {
    switch screen {
    case .loading: LoadingScreen.page(state, look)
    case .unlock(let unlock): UnlockScreen.page(unlock, look)
    case .keystoreFailed(let error): KeystoreFailedScreen.page(error, state, look)
    case .registration: RegistrationScreen.page(state, look)
    case .unauthenticated(let client): UnauthenticatedScreen.page(client, state, look)
    case .applicationSignIn(let server): ApplicationSignInScreen.page(server, state, look)
    case .signUp(let session, let form): SignUpScreen.page(session, form, state, look)
    case .authenticated(let session): AuthenticatedScreen.page(session, state, look)
    case .profile(let session): ProfileScreen.page(session, state, look)
    case .accounts: AccountsScreen.page(state, look)
    case .payment(let account): PaymentScreen.page(account, state, look)
    case .role(let screen, let session): RoleScreenPage.page(screen, session, state, look)
    case .settings: SettingsScreen.page(state, look)
    case .appearance: AppearanceScreen.page(state, look)
    case .progress(let flow): ProgressScreen.page(flow, state, look)
    }
  }

  private static func page(_ sheet: PhoneSheet, _ state: AppState, _ look: Look) -> PhonePage {
    switch sheet {
    case .confirmation(let question): ConfirmationSheet.page(question, state, look)
    case .phones(let phones): PhonesSheet.page(phones, state, look)
    case .presence(let question): PresenceSheet.page(question, state, look)
    case .banner(let banner): BannerSheet.page(banner, state, look)
    case .stepUp(let demand): StepUpSheet.page(demand, look)
    case .erased(let notice): NoticeSheet.page(notice, state, look)
    case .warnings(let warnings): WarningsSheet.page(warnings, look)
    case .tool(let sheet): state.toolSheet?.view.page(sheet, state, look) ?? .empty
    }
  }
}
