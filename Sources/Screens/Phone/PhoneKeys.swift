import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// Keys while the phone has them: arrows choose a button, Enter presses it, Escape goes back.
enum PhoneKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let page = PhonePages(state, look: Look()).top
    let focused = page.focus(state.view.button) ?? -1
    var bindings: [Binding] = []
    if focused >= 0 {
      let control = page.controls[focused]
      if case .input(let field, _) = control.kind { return editing(field, focused, of: page.controls.count, state) }
      let action = isSecondPress(control, state) ? .view(.focusButton(focused)) : control.action
      bindings = [
        Binding([.enter, .character(" ")], control.keyPhrase ?? control.phrase, action, priority: 0, footer: true)
      ]
    }
    // The list of phones is chosen from and hardly scrolls.
    let isList = if case .phones = PhoneSheet(state) { true } else { false }
    return bindings + moves(focused, of: page.controls.count, wraps: isList) + [leave(state)].compactMap(\.self)
      + shortcuts(state)
  }

  /// Whether this is the Cancel button of a flow that has just begun, in the place of the button that started it.
  private static func isSecondPress(_ control: Control, _ state: AppState) -> Bool {
    guard control.action == .cancel, let flow = state.flow else { return false }
    return state.now.timeIntervalSince(flow.started) < DoublePress.seconds
  }

  /// Keys while a text field takes letters, so that no letter has another meaning.
  private static func editing(_ field: InputField, _ focused: Int, of count: Int, _ state: AppState) -> [Binding] {
    let next = Action.view(.focusButton(min(focused + 1, count - 1)))
    let onward =
      field == .passphrase
      ? [Binding([.enter], .unlock, .unlock, priority: 0, footer: true), Binding([.down], .keyNextButton, next)]
      : [Binding([.enter, .down], .keyNextField, next, priority: 0, footer: true)]
    return onward + [
      Binding([.up], .keyPreviousButton, .view(.focusButton(max(0, focused - 1)))),
      Binding([.backspace], .keyErase, field.edit(.removeLast), priority: 4, footer: true, short: .keyEraseShort),
      Binding([.control("u")], .keyEraseAll, field.edit(.clear)), page(1, [.pageDown]), page(-1, [.pageUp]),
    ] + [leave(state)].compactMap(\.self)
  }

  static func editedField(_ state: AppState) -> InputField? {
    guard PhoneSheet(state) == nil else { return nil }
    switch PhoneScreen(state) {
    case .unlock: return state.view.button == 0 ? .passphrase : nil
    case .signUp: return SignUpForm.Field.allCases.dropFirst(max(0, state.view.button)).first.map { .signUp($0) }
    case .payment: return PaymentForm.Field.allCases.dropFirst(max(0, state.view.button)).first.map { .payment($0) }
    default: return nil
    }
  }

  /// Arrows move over the buttons first and scroll at the last or the first one.
  /// - Parameter wraps: the first button follows the last, and nothing scrolls.
  private static func moves(_ focused: Int, of count: Int, wraps: Bool) -> [Binding] {
    let (next, previous) = ((focused + 1) % max(1, count), focused > 0 ? focused - 1 : max(0, count - 1))
    let (down, up): ([Key], [Key]) = ([.down, .character("j")], [.up, .character("k")])
    return [
      focused + 1 < count || wraps
        ? Binding(down, .keyNextButton, .view(.focusButton(next))) : Binding(down, .keyScrollDown, .view(.scroll(1))),
      focused > 0 || wraps
        ? Binding(up, .keyPreviousButton, .view(.focusButton(previous)))
        : Binding(up, .keyScrollUp, .view(.scroll(-1))),
      page(1, [.pageDown, .control("f")]), page(-1, [.pageUp, .control("b")]),
      Binding([.home, .character("g")], .keyTop, .view(.scroll(-AppState.farther))),
      Binding([.end, .character("G")], .keyBottom, .view(.scroll(AppState.farther))),
    ]
  }

  private static func page(_ direction: Int, _ keys: [Key]) -> Binding {
    Binding(
      keys, direction > 0 ? .keyPageDown : .keyPageUp, .view(.scroll(8 * direction)), priority: 2, footer: true,
      short: .keyScroll)
  }

  static func leave(_ state: AppState) -> Binding? {
    func escape(_ phrase: Phrase, _ action: Action, priority: Int = 3) -> Binding {
      Binding([.escape], phrase, action, priority: priority, footer: true)
    }
    if let sheet = PhoneSheet(state) {
      return switch sheet {
      case .confirmation: escape(.keyBack, .view(.dropQuestion))
      case .presence: escape(.presenceRefuse, .confirmPresence(false))
      case .phones: escape(.keyBack, .phones(.close))
      case .stepUp: escape(.notNow, .api(.dropDemand))
      case .banner: escape(.keyDismiss, .dismissBanner)
      case .warnings: escape(.keyDismiss, .dismissWarnings)
      case .erased: escape(.keyDismiss, .dismissNotice)
      case .tool(let sheet): escape(.keyDismiss, sheet.leave)
      }
    }
    let screen = PhoneScreen(state)
    if case .progress = screen {
      // A pending write to the disk cannot be cancelled.
      return state.hold?.forbidsCancel(state) == true ? nil : escape(.keyCancel, .cancel)
    }
    if let back = screen.back { return escape(.keyBack, .view(.show(back))) }
    return state.notice == nil && state.droppedAnswers == 0 ? nil : escape(.keyDismiss, .dismissNotice, priority: 6)
  }

  private static func shortcuts(_ state: AppState) -> [Binding] {
    if let sheet = PhoneSheet(state) {
      guard case .banner = sheet else { return [] }
      return [Binding([.character("d")], .keyDetails, .toggleBannerDetails, priority: 3, footer: true)]
    }
    func key(_ key: Character, _ phrase: Phrase, _ action: Action, priority: Int) -> Binding {
      Binding([.character(key)], phrase, action, priority: priority, footer: true)
    }
    let screen = PhoneScreen(state)
    var bindings: [Binding] = []
    if case .authenticated = screen {
      bindings = [key("p", .keyProfile, .view(.show(.profile)), priority: 8)]
      if state.canUseAPI { bindings.append(key("a", .keyAccounts, .api(.readAccounts), priority: 7)) }
      bindings += state.roleScreens.map {
        let (key, phrase): (Character, Phrase) = $0 == .manager ? ("m", .keyManager) : ("i", .keyIC)
        return Binding([.character(key)], phrase, .view(.show(.role($0))))
      }
    }
    return bindings + (screen.offersSettings ? [key(",", .keySettings, .view(.show(.settings)), priority: 8)] : [])
  }
}

/// The phone's actions by name, available from anywhere: the buttons of the visible page, and those of other pages.
enum PhoneActions {
  static func bindings(_ state: AppState) -> [Binding] {
    let buttons = PhonePages(state, look: Look()).top.controls.filter { !$0.isInput }
    return buttons.map { Binding([], $0.phrase, $0.action, values: $0.values) } + actions(state)
  }

  private static func actions(_ state: AppState) -> [Binding] {
    let hindrance = hindrance(state)
    func action(_ phrase: Phrase, _ action: Action, unless reason: Phrase?) -> Binding {
      let binding = Binding([], phrase, action)
      return (hindrance ?? reason).map { binding.off(.because($0)) } ?? binding
    }
    let unsigned: Phrase? = state.session == nil ? .reasonSignedOut : nil
    let tokens = unsigned ?? (state.usesApplicationServer ? .reasonApplicationServer : nil)
    let client = state.loginClient != nil || state.usesApplicationServer
    return [
      action(.startRegistration, .startRegistration, unless: client ? .reasonRegistered : nil),
      action(
        .startAuthentication, .startAuthentication,
        unless: !client ? .reasonUnregistered : state.session == nil ? nil : .reasonSignedIn),
      action(.refreshAccessToken, .refreshAccessToken, unless: tokens),
      action(.profile, .view(.show(.profile)), unless: unsigned),
      action(.accounts, .api(.readAccounts), unless: unsigned ?? (state.canUseAPI ? nil : .reasonNoAPI)),
      action(.signOut, .signOut, unless: unsigned), action(.settings, .view(.show(.settings)), unless: nil),
      action(.appearance, .view(.show(.appearance)), unless: nil),
      action(.revokeTokens, .view(.ask(.revokeTokens)), unless: tokens),
      action(
        .forgetDevice, .view(.ask(.forgetDevice)), unless: state.hasSomethingToForget ? nil : .reasonNothingToForget),
      action(.clearBrowserData, .view(.ask(.clearBrowserData)), unless: nil),
      Binding([], .cancel, .cancel).off(.because(.reasonNothingUnderWay)),
    ]
  }

  /// What has to be handled first on the phone.
  private static func hindrance(_ state: AppState) -> Phrase? {
    if PhoneSheet(state) != nil { return .reasonSheet }
    if state.visibleFlow != nil { return .reasonUnderWay }
    return switch state.keystore {
    case .empty, .open: nil
    case .loading, .locked, .failed: .reasonKeystore
    }
  }
}
