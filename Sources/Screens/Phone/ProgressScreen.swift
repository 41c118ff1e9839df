import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// The running step in plain words, and the progress.
package enum ProgressScreen {
  package static func page(_ flow: Flow, _ state: AppState, _ look: Look) -> PhonePage {
    let seconds = Measure.whole(state.now.timeIntervalSince(flow.started))
    let spinner = look.marks.spinner[seconds % look.marks.spinner.count]
    let elapsed = look.catalogue(.elapsed, ["time": Measure.countdown(Double(seconds))])
    var blocks: [PhonePage.Block] = [
      .lines(steps(flow, state, look)), .gap, .text(look.catalogue(now(flow, state))), .gap,
      .moving("\(spinner) \(elapsed)", .left),
    ]
    if let dropped = HomeLines.droppedAnswers(state, look) { blocks += [.gap, dropped] }
    if flow.unanswered != nil { blocks += [.gap, .text(look.catalogue(.progressUnanswered), Style(.phoneWarning))] }
    if let url = addressToOpen(flow, state, look) {
      blocks += [.gap, .text(look.catalogue(.openThisAddress), Style(.phone, bold: true))]
      blocks += [.text(url, Style(.phoneValue))]
    }
    if let codes = flow.deviceAuthorization { blocks = deviceCodes(codes, state, look, spinner) }
    return PhonePage(
      title: look.catalogue(heading(flow.kind)), blocks: blocks, controls: [Control(.cancel, .cancel, .quiet)])
  }

  /// The code of a login on another device (RFC 8628 §3.3): the address, the code to type there, and both as a QR code.
  private static func deviceCodes(
    _ codes: DeviceAuthorization, _ state: AppState, _ look: Look, _ spinner: String
  ) -> [PhonePage.Block] {
    let left = max(0, codes.expiresAt.timeIntervalSince(state.now))
    let waiting = look.catalogue(.deviceCodeTimeLeft, ["time": Measure.countdown(left)])
    return [
      .aside(look.catalogue(.deviceCodeOpen)), .text(codes.verificationURI, Style(.phoneValue, bold: true), .centre),
      .gap, .aside(look.catalogue(.deviceCodeType)), .plate(codes.userCode),
      .qrCode(codes.verificationURIComplete ?? codes.verificationURI, look.glyphs), .gap,
      .moving("\(spinner) \(waiting)", .centre),
    ]
  }

  package static func heading(_ kind: Flow.Kind) -> Phrase { outline(kind).heading }

  /// The heading of a flow, and its steps in order; those of a registration depend on its mode.
  private static func outline(_ kind: Flow.Kind) -> (heading: Phrase, steps: [FlowStep]) {
    switch kind {
    case .registration: (.progressRegistration, [.discovery])
    case .authentication: (.progressAuthentication, [.discovery, .login, .token, .userinfo])
    case .refresh: (.progressRefresh, [.discovery, .refresh])
    case .signOut: (.progressSignOut, [.discovery, .logout])
    case .forgetDevice: (.progressForgetDevice, [.unregister])
    case .signUp: (.progressSignUp, [.signUp])
    case .silentStart: (.progressSilentStart, [.discovery, .refresh, .userinfo])
    case .accounts: (.progressAccounts, [.accounts])
    case .payment: (.progressPayment, [.payment, .accounts])
    case .stepUp: (.progressStepUp, [.discovery, .login, .token, .userinfo])
    case .revokeTokens: (.progressRevoke, [.discovery, .revoke])
    case .updateRegistration: (.progressUpdate, [.update])
    case .checkRegistration: (.progressCheck, [.check])
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
    case .registrationToken: return state.settings.registration.words.nowToken
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

  package static func name(_ step: FlowStep, _ mode: RegistrationMode) -> Phrase {
    switch step {
    case .discovery: .stepDiscovery
    case .registrationLogin: .stepRegistrationLogin
    case .registrationToken: mode.words.tokenStep
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

  package static func steps(_ flow: Flow, _ state: AppState, _ look: Look) -> [StyledLine] {
    let mode = state.settings.registration
    var plan = outline(flow.kind).steps + (flow.kind == .registration ? mode.registrationSteps : [])
    // The application server requests userinfo; the app does not.
    if state.usesApplicationServer { plan.removeAll { $0 == .userinfo } }
    if !plan.contains(flow.step) { plan.append(flow.step) }
    let current = plan.firstIndex(of: flow.step) ?? 0
    return plan.enumerated().map { index, step in
      let (mark, style) =
        index < current
        ? (look.marks.done, Style(.phoneSuccess))
        : index == current ? (look.marks.current, Style(.phone, bold: true)) : (look.marks.open, Style(.phoneSecondary))
      return StyledLine(mark + " ", style, look.catalogue(name(step, mode)), style)
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
