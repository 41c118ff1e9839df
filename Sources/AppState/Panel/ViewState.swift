/// Where the user is and what is selected. Changes nothing but the picture.
public struct ViewState: Hashable, Sendable {
  /// What the phone shows on top of the screen that the state asks for.
  public enum Route: Hashable, Sendable { case home, profile, settings, appearance, role(RoleScreen) }
  public enum Focus: Hashable, Sendable { case phone, panel }
  /// The raw value is its place: 1 to 6 are the digits that lead there, the others are the bench's.
  public enum PanelTab: Int, Hashable, Sendable, CaseIterable {
    case messages = 1, sequence = 2, state = 3, server = 4, keystore = 5, lesson = 6
    case faults = 7, clock = 8, checks = 9

    /// A tool of the QA bench: it takes the panel's place while it is open, and gives it back.
    public var isBench: Bool { rawValue > PanelTab.lesson.rawValue }
  }
  /// What is gone back to.
  struct BeforeBench: Hashable, Sendable {
    var tab: PanelTab
    var focus: Focus
  }
  public enum Confirmation: Hashable, Sendable {
    case forgetDevice, clearBrowserData, revokeTokens, quit, forgottenPassphrase
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
  public var confirmation: Confirmation?
  public var tab: PanelTab = .messages
  /// Where the user was before a tool of the bench was opened.
  var beforeBench: BeforeBench?
  /// Number of the selected message; `nil` follows the newest.
  public var selectedMessage: Int?
  public var showsMessageDetail = false
  public var panelScroll = 0
  /// The chosen change in the panel **State**; `nil` follows the newest.
  public var selectedPhaseChange: Int?
  public var messages = MessagesView()
  public var server = ServerPanelView()
  public var lesson = LessonPanelView()
  public var gallery = GalleryView()

  public init() {}
}
