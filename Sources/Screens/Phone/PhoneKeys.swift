import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// Keys while the phone has them: arrows choose a button, Enter presses it, Escape goes back.
enum PhoneKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let page = PhonePages(state, look: Look()).top
    let focused = min(state.view.button, page.controls.count - 1)
    var bindings: [Binding] = []
    if page.controls.indices.contains(focused) {
      let control = page.controls[focused]
      if case .input(let field, _) = control.kind { return editing(field, focused, of: page.controls.count, state) }
      let action = isSecondPress(control, state) ? .view(.focusButton(focused)) : control.action
      bindings.append(
        Binding([.enter, .character(" ")], control.keyPhrase ?? control.phrase, action, priority: 0, footer: true))
    }
    bindings += moves(focused, of: page.controls.count, wraps: isList(state))
    if let leave = leave(state) { bindings.append(leave) }
    return bindings + shortcuts(state)
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
    let moves =
      onward + [
        Binding([.up], .keyPreviousButton, .view(.focusButton(max(0, focused - 1)))),
        Binding([.backspace], .keyErase, field.edit(.removeLast), priority: 4, footer: true, short: .keyEraseShort),
        Binding([.control("u")], .keyEraseAll, field.edit(.clear)),
        page(1, [.pageDown]), page(-1, [.pageUp]),
      ]
    return moves + (leave(state).map { [$0] } ?? [])
  }

  /// The field that takes typed characters.
  static func editedField(_ state: AppState) -> InputField? {
    guard PhoneSheet(state) == nil else { return nil }
    switch PhoneScreen(state) {
    case .unlock: return state.view.button == 0 ? .passphrase : nil
    case .signUp:
      let fields = SignUpForm.Field.allCases
      return fields.indices.contains(state.view.button) ? .signUp(fields[state.view.button]) : nil
    case .payment:
      let fields = PaymentForm.Field.allCases
      return fields.indices.contains(state.view.button) ? .payment(fields[state.view.button]) : nil
    default: return nil
    }
  }

  /// Whether the page is the list of phones, which is chosen from and hardly scrolls.
  private static func isList(_ state: AppState) -> Bool {
    if case .phones = PhoneSheet(state) { true } else { false }
  }

  /// Arrows move over the buttons first and scroll at the last or the first one.
  /// - Parameter wraps: the first button follows the last, and nothing scrolls.
  private static func moves(_ focused: Int, of count: Int, wraps: Bool) -> [Binding] {
    let down: Binding =
      focused + 1 < count || wraps
      ? Binding([.down, .character("j")], .keyNextButton, .view(.focusButton((focused + 1) % max(1, count))))
      : Binding([.down, .character("j")], .keyScrollDown, .view(.scroll(1)))
    let up: Binding =
      focused > 0 || wraps
      ? Binding(
        [.up, .character("k")], .keyPreviousButton, .view(.focusButton(focused > 0 ? focused - 1 : max(0, count - 1))))
      : Binding([.up, .character("k")], .keyScrollUp, .view(.scroll(-1)))
    return [
      down, up,
      page(1, [.pageDown, .control("f")]), page(-1, [.pageUp, .control("b")]),
      Binding([.home, .character("g")], .keyTop, .view(.scroll(-farther))),
      Binding([.end, .character("G")], .keyBottom, .view(.scroll(farther))),
    ]
  }

  private static func page(_ direction: Int, _ keys: [Key]) -> Binding {
    Binding(
      keys, direction > 0 ? .keyPageDown : .keyPageUp, .view(.scroll(8 * direction)), priority: 2, footer: true,
      short: .keyScroll)
  }

  /// More than the length of any page; the key map limits it.
  static let farther = 1_000_000

  static func leave(_ state: AppState) -> Binding? {
    let escape: [Key] = [.escape]
    if let sheet = PhoneSheet(state) {
      return switch sheet {
      case .confirmation: Binding(escape, .keyBack, .view(.dropQuestion), priority: 3, footer: true)
      case .presence: Binding(escape, .presenceRefuse, .confirmPresence(false), priority: 3, footer: true)
      case .phones: Binding(escape, .keyBack, .phones(.close), priority: 3, footer: true)
      case .stepUp: Binding(escape, .notNow, .api(.dropDemand), priority: 3, footer: true)
      case .banner: Binding(escape, .keyDismiss, .dismissBanner, priority: 3, footer: true)
      case .warnings: Binding(escape, .keyDismiss, .dismissWarnings, priority: 3, footer: true)
      case .erased: Binding(escape, .keyDismiss, .dismissNotice, priority: 3, footer: true)
      case .tool(let sheet): Binding(escape, .keyDismiss, sheet.leave, priority: 3, footer: true)
      }
    }
    let screen = PhoneScreen(state)
    if case .progress = screen {
      // A pending write to the disk cannot be cancelled.
      if state.hold?.forbidsCancel(state) == true { return nil }
      return Binding(escape, .keyCancel, .cancel, priority: 3, footer: true)
    }
    if let back = screen.back { return Binding(escape, .keyBack, .view(.show(back)), priority: 3, footer: true) }
    return state.notice == nil && state.droppedAnswers == 0
      ? nil : Binding(escape, .keyDismiss, .dismissNotice, priority: 6, footer: true)
  }

  private static func shortcuts(_ state: AppState) -> [Binding] {
    if let sheet = PhoneSheet(state) {
      guard case .banner = sheet else { return [] }
      return [Binding([.character("d")], .keyDetails, .toggleBannerDetails, priority: 3, footer: true)]
    }
    let screen = PhoneScreen(state)
    var bindings: [Binding] = []
    if case .authenticated = screen {
      bindings = [Binding([.character("p")], .keyProfile, .view(.show(.profile)), priority: 8, footer: true)]
      if state.canUseAPI {
        bindings.append(Binding([.character("a")], .keyAccounts, .api(.readAccounts), priority: 7, footer: true))
      }
      bindings += state.roleScreens.map(roleShortcut)
    }
    if screen.offersSettings {
      bindings.append(Binding([.character(",")], .keySettings, .view(.show(.settings)), priority: 8, footer: true))
    }
    return bindings
  }

  private static func roleShortcut(_ screen: RoleScreen) -> Binding {
    let (key, phrase): (Character, Phrase) =
      switch screen {
      case .manager: ("m", .keyManager)
      case .ic: ("i", .keyIC)
      }
    return Binding([.character(key)], phrase, .view(.show(.role(screen))), priority: 9)
  }
}
