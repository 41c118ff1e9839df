/// Where the user is and what is selected. Changes nothing but the picture.
public struct ViewState: Hashable, Sendable {
  /// What the phone shows on top of the screen that the state asks for.
  public enum Route: Hashable, Sendable {
    case home, profile, accounts, payment, settings, appearance, role(RoleScreen)
  }
  public enum Focus: Hashable, Sendable { case phone, panel }
  /// What is gone back to.
  struct BeforeBench: Hashable, Sendable {
    package var tab: PanelTab?
    package var focus: Focus
  }
  public enum Confirmation: Hashable, Sendable {
    case forgetDevice, clearBrowserData, revokeTokens, quit, forgottenPassphrase
    /// A tool needs a phone that nobody has used yet; with this it goes on.
    case startOver(ToolEvent)
  }

  public var route: Route = .home
  /// Which of the phone and the panel has the keys; below 100 columns also which one is seen.
  public var focus: Focus = .phone
  /// Index of the focused button on the phone's screen.
  public var button = 0
  /// First line shown where a phone screen is longer than the phone.
  public var scroll = 0
  public var revealsSecrets = false
  public var showsHelp = false
  /// Lies over the help, too; `nil`: closed.
  public var palette: Palette?
  public var confirmation: Confirmation?
  /// `nil`: there is no panel.
  public var tab: PanelTab?
  /// Where the user was before a tool of the bench was opened.
  var beforeBench: BeforeBench?
  public var panelScroll = 0

  public init() {}

  /// Whether the list of keys lies over everything: help or palette.
  public var showsKeys: Bool { showsHelp || palette != nil }
}
