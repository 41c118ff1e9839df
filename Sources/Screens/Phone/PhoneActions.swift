import AppState
import Catalogue

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
