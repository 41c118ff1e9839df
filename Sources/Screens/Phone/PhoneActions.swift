import AppState
import Catalogue

/// The phone's actions by name, available from anywhere: the buttons of the visible page, and those of other pages.
enum PhoneActions {
  static func bindings(_ state: AppState) -> [Binding] {
    let buttons = PhonePages(state, look: Look()).top.controls.filter { !$0.isInput }
    return buttons.map { Binding([], $0.phrase, $0.action, values: $0.values) } + deeds(state)
  }

  private static func deeds(_ state: AppState) -> [Binding] {
    let hindrance = hindrance(state)
    func deed(_ phrase: Phrase, _ action: Action, unless reason: Phrase?) -> Binding {
      let binding = Binding([], phrase, action)
      return (hindrance ?? reason).map { binding.off(.because($0)) } ?? binding
    }
    let unsigned: Phrase? = state.session == nil ? .reasonSignedOut : nil
    let tokens = unsigned ?? (state.usesApplicationServer ? .reasonApplicationServer : nil)
    let client = state.loginClient != nil || state.usesApplicationServer
    return [
      deed(.startRegistration, .startRegistration, unless: client ? .reasonRegistered : nil),
      deed(
        .startAuthentication, .startAuthentication,
        unless: !client ? .reasonUnregistered : state.session == nil ? nil : .reasonSignedIn),
      deed(.refreshAccessToken, .refreshAccessToken, unless: tokens),
      deed(.profile, .view(.show(.profile)), unless: unsigned),
      deed(
        .accounts, .api(.readAccounts),
        unless: unsigned ?? (state.canUseAPI ? nil : .reasonNoAPI)),
      deed(.signOut, .signOut, unless: unsigned),
      deed(.settings, .view(.show(.settings)), unless: nil),
      deed(.appearance, .view(.show(.appearance)), unless: nil),
      deed(.revokeTokens, .view(.ask(.revokeTokens)), unless: tokens),
      deed(
        .forgetDevice, .view(.ask(.forgetDevice)), unless: state.hasSomethingToForget ? nil : .reasonNothingToForget),
      deed(.clearBrowserData, .view(.ask(.clearBrowserData)), unless: nil),
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
