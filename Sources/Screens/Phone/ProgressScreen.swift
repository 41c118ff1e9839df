import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// The running step in plain words, and the progress. Cancel leads back and is no error.
package enum ProgressScreen {
  package static func page(_ flow: Flow, _ state: AppState, _ look: Look) -> PhonePage {
    let seconds = Measure.whole(state.now.timeIntervalSince(flow.started))
    let spinner = look.marks.spinner[seconds % look.marks.spinner.count]
    let elapsed = look.catalogue(.elapsed, ["time": Measure.countdown(Double(seconds))])
    if let codes = flow.deviceAuthorization {
      return PhonePage(
        title: look.catalogue(heading(flow.kind)), blocks: DeviceCodeBlocks.all(codes, state, look, spinner),
        controls: [Control(.cancel, .cancel, .quiet)])
    }
    var blocks: [PhonePage.Block] = [
      .lines(steps(flow, state, look).map { StyledLine($0) }, hanging: 2), .gap,
      .text(look.catalogue(now(flow, state)), Style(.phone), .left), .gap,
      .moving("\(spinner) \(elapsed)", .left),
    ]
    if let dropped = DroppedAnswers.line(state, look) { blocks += [.gap, dropped] }
    if flow.unanswered != nil {
      blocks += [.gap, .text(look.catalogue(.progressUnanswered), Style(.phoneWarning), .left)]
    }
    if let url = addressToOpen(flow, state, look) {
      blocks += [.gap, .text(look.catalogue(.openThisAddress), Style(.phone, bold: true), .left)]
      blocks += [.text(url, Style(.phoneValue), .left)]
    }
    return PhonePage(
      title: look.catalogue(heading(flow.kind)), blocks: blocks, controls: [Control(.cancel, .cancel, .quiet)])
  }

  package static func heading(_ kind: Flow.Kind) -> Phrase {
    switch kind {
    case .registration: .progressRegistration
    case .authentication: .progressAuthentication
    case .refresh: .progressRefresh
    case .signOut: .progressSignOut
    case .forgetDevice: .progressForgetDevice
    case .signUp: .progressSignUp
    case .silentStart: .progressSilentStart
    case .accounts: .progressAccounts
    case .payment: .progressPayment
    case .stepUp: .progressStepUp
    case .revokeTokens: .progressRevoke
    case .updateRegistration: .progressUpdate
    case .checkRegistration: .progressCheck
    }
  }

  /// The running step as one sentence.
  package static func now(_ flow: Flow, _ state: AppState) -> Phrase {
    if flow.step == .discovery, state.server == .starting { return .nowServerStarting }
    switch flow.step {
    // While a tool holds the message, only this is true.
    case _ where flow.isHeldBack && [.registrationLogin, .login, .logout].contains(flow.step): return .nowBrowserNext
    case _ where flow.isPushing: return .nowPushing
    case .registrationLogin where state.signsInElsewhere, .login where state.signsInElsewhere:
      return flow.deviceAuthorization == nil ? .nowDeviceCodes : .nowDeviceWaiting
    case .discovery: return .nowDiscovery
    case .login where flow.kind == .stepUp: return .nowStepUp
    case .registrationLogin: return .nowRegistrationLogin
    case .registrationToken: return RegistrationWords.nowToken(state.settings.registration)
    case .register: return state.settings.softwareID == nil ? .nowRegister : .nowRegisterFromTemplate
    case .login: return state.expectsSSO || state.storedIDToken != nil ? .nowLogin : .nowFirstLogin
    case .token:
      if state.usesApplicationServer { return .nowApplicationToken }
      return switch state.loginClient?.credentials.authentication {
      case .some(.none): .nowTokenWithoutSecret
      case .privateKey: .nowTokenByKey
      case .basic, .post, nil: .nowToken
      }
    case .userinfo: return .nowUserinfo
    case .refresh: return .nowRefresh
    case .logout: return state.awaitsTheUserAlone ? .nowLogoutWithoutWayBack : .nowLogout
    case .unregister: return .nowUnregister
    case .signUp: return .nowSignUp
    case .revoke: return .nowRevoke
    case .update: return .nowUpdate
    case .check: return .nowCheck
    case .accounts: return .nowAccounts
    case .payment: return .nowPayment
    }
  }

  /// The steps of a kind of flow, in order.
  package static func plan(_ kind: Flow.Kind, _ mode: RegistrationMode) -> [FlowStep] {
    switch kind {
    case .registration: [.discovery] + mode.registrationSteps
    case .authentication, .stepUp: [.discovery, .login, .token, .userinfo]
    case .refresh: [.discovery, .refresh]
    case .signOut: [.discovery, .logout]
    case .forgetDevice: [.unregister]
    case .signUp: [.signUp]
    case .silentStart: [.discovery, .refresh, .userinfo]
    case .revokeTokens: [.discovery, .revoke]
    case .updateRegistration: [.update]
    case .checkRegistration: [.check]
    case .accounts: [.accounts]
    case .payment: [.payment, .accounts]
    }
  }

  package static func name(_ step: FlowStep, _ mode: RegistrationMode = .user) -> Phrase {
    switch step {
    case .discovery: .stepDiscovery
    case .registrationLogin: .stepRegistrationLogin
    case .registrationToken: RegistrationWords.tokenStep(mode)
    case .register: .stepRegister
    case .login: .stepLogin
    case .token: .stepToken
    case .userinfo: .stepUserinfo
    case .refresh: .stepRefresh
    case .logout: .stepLogout
    case .unregister: .stepUnregister
    case .signUp: .stepSignUp
    case .revoke: .stepRevoke
    case .update: .stepUpdate
    case .check: .stepCheck
    case .accounts: .stepAccounts
    case .payment: .stepPayment
    }
  }

  package static func steps(_ flow: Flow, _ state: AppState, _ look: Look) -> [[StyledLine.Span]] {
    // The application server requests userinfo; the app does not.
    var plan = plan(flow.kind, state.settings.registration).filter { $0 != .userinfo || !state.usesApplicationServer }
    if !plan.contains(flow.step) { plan.append(flow.step) }
    let current = plan.firstIndex(of: flow.step) ?? 0
    return plan.enumerated().map { index, step in
      let (mark, style) =
        index < current
        ? (look.marks.done, Style(.phoneSuccess))
        : index == current ? (look.marks.current, Style(.phone, bold: true)) : (look.marks.open, Style(.phoneSecondary))
      return [
        .init(text: mark + " ", style: style),
        .init(text: look.catalogue(name(step, state.settings.registration)), style: style),
      ]
    }
  }

  /// The URL to open by hand with `--browser manual`, or when a browser sends no answer (not before an audience, because it may contain a token).
  /// Plain lines have the URL among the instructions of `manual`.
  private static func addressToOpen(_ flow: Flow, _ state: AppState, _ look: Look) -> String? {
    if let page = flow.unanswered, !state.settings.presenter { return page.address }
    guard state.openingUserAgent == .manual, look.reader != .lines, let last = state.recentMessages.last,
      case .userAgentOpened(let url) = last.content
    else { return nil }
    return url
  }
}
