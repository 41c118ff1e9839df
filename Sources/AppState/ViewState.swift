/// The place and selection of the user. Affects only the picture.
public struct ViewState: Hashable, Sendable {
  /// What the phone shows over the screen that the state asks for.
  public enum Route: Hashable, Sendable {
    case home, profile, accounts, payment, settings, appearance, role(RoleScreen)
  }
  public enum Focus: Hashable, Sendable { case phone, panel }
  /// The tab and focus to return to.
  struct BeforeBench: Hashable, Sendable {
    var tab: PanelTab?
    var focus: Focus
  }
  public enum Confirmation: Hashable, Sendable {
    case forgetDevice, clearBrowserData, revokeTokens, quit, forgottenPassphrase
    /// A tool needs an unused phone; it continues with this event after the reset.
    case startOver(AnyToolAction)
  }

  public var route: Route = .home
  /// Whether the phone or the panel gets the keys; below 100 columns also which of them is visible.
  public var focus: Focus = .phone
  /// Index of the focused button on the phone's screen.
  public var button = 0
  /// First visible line of a screen that is longer than the phone.
  public var scroll = 0
  public var revealsSecrets = false
  public var showsHelp = false
  /// Lies over everything, help included; `nil`: closed.
  public var palette: Palette?
  public var confirmation: Confirmation?
  /// `nil`: there is no panel.
  public var tab: PanelTab?
  var beforeBench: BeforeBench?
  public var panelScroll = 0

  /// Whether a list of keys covers the screen: help or palette.
  public var showsKeys: Bool { showsHelp || palette != nil }
}
