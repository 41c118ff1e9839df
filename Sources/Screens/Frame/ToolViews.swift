import AppState
import Synchronization
import TerminalUI

/// A tool with tabs in the panel beside the phone.
package protocol PanelView: Tool {
  /// Draws one of its tabs, and returns how far it can be scrolled.
  static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int

  /// The keys of the tab while the panel has them.
  static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding]

  /// Whether text scrolls; otherwise the wheel moves through a list.
  static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool

  /// The field that takes typed characters.
  static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField?

  /// Whether the tab shows secrets that can be revealed or masked.
  static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool

  /// The action when the tab becomes visible or hidden.
  static func seen(_ isSeen: Bool) -> Action?

  /// A suggestion for a new user.
  static func offer(_ state: AppState) -> Offer?

  /// The tab to show beside this one if both fit; `nil`: none.
  static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab?

  /// The rows that the tab keeps when something else grows into its area.
  static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int

  /// The tab as lines: a line with an action is a row that can be chosen. `nil`: use the text of the drawing.
  static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]?
}

/// A tool that shows something on the phone, whichever tab is open.
package protocol SignView: Tool {
  /// A sign in the phone's status bar while the tool changes normal behaviour.
  static func sign(_ state: AppState, _ look: Look) -> String?

  /// A sheet that covers everything else on the phone, even an error; `nil`: none.
  static func sheet(_ state: AppState) -> ToolSheet?
  /// The names of all its sheets.
  static var sheets: [String] { get }
  static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage

  /// Keys that are the same on every screen, even if it is covered.
  static func keysEverywhere(_ state: AppState) -> [Binding]

  /// Actions without a key, which the palette lists by name.
  static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding]

  static func facts(_ state: AppState) -> [ScreenFact: String]

  /// For plain lines: the text before and after the phone's lines, and additional choices.
  static func linesBefore(_ state: AppState, _ look: Look) -> [String]
  static func linesAfter(_ state: AppState, _ look: Look) -> [String]
  static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice]
}

/// A tool's sheet, before its text is needed.
package struct ToolSheet: Hashable, Sendable {
  /// Stable, for scripts.
  package var name: String
  /// What Escape does.
  package var leave: Action
  /// The code of the error that the sheet shows.
  package var errorCode: String?

  package init(_ name: String, leave: Action, errorCode: String? = nil) {
    (self.name, self.leave, self.errorCode) = (name, leave, errorCode)
  }
}

/// A tool that covers phone and panel while it is open.
package protocol CoverView: Tool {
  /// Stable, for scripts.
  static var name: String { get }
  static func isOpen(_ state: AppState) -> Bool
  static func draw(_ state: AppState, on picture: inout Picture, size: Size)
  static func keys(_ state: AppState) -> [Binding]
  static func editedField(_ state: AppState) -> InputField?

  /// The key that opens the tool from anywhere.
  static func opening(_ state: AppState, _ size: Size) -> Binding

  /// The action of the mouse wheel, which moves by `step` lines.
  static func wheel(_ step: Int, _ state: AppState, _ size: Size, _ look: Look) -> Action?

  /// The action of a key, limited to the size of the screen; `nil`: none.
  static func bounded(_ action: Action, _ state: AppState, _ size: Size, _ look: Look) -> Action?
}

/// A tool that shows captions for an audience below the screen.
package protocol CaptionView: Tool {
  static func isOn(_ state: AppState) -> Bool
  /// Whether the picture shows the past, which cannot be changed.
  static func looksBack(_ state: AppState) -> Bool
  static func draw(_ state: AppState, on picture: inout Picture, in rect: Rect)
  static func keys(_ state: AppState) -> [Binding]
}

/// A tool that stops a flow before a message and shows which.
package protocol HoldView: Tool {
  static func isHolding(_ state: AppState) -> Bool
  /// Whether the held message has to be sent, so that the flow cannot be cancelled.
  static func forbidsCancel(_ state: AppState) -> Bool

  /// The phone's page while a flow is stopped; `nil`: it is not.
  /// - Parameter beside: whether the panel is visible beside the phone.
  static func page(_ flow: Flow, _ state: AppState, _ look: Look, beside: Bool) -> PhonePage?

  /// Whether the held message covers the panel.
  static func coversPanel(_ state: AppState) -> Bool
  /// Draws it in the panel, and returns how far it can be scrolled.
  static func drawPanel(_ state: AppState, on picture: inout Picture, in rect: Rect) -> Int
  /// The same as lines.
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]

  /// Its field that takes typed characters.
  static func editedField(_ state: AppState) -> InputField?

  /// Draws its strip in a tab, and returns the area that remains for the tab.
  static func drawStrip(_ state: AppState, on picture: inout Picture, in rect: Rect) -> Rect

  /// Keys that take precedence over those of the screen.
  /// - Parameter own: the screen's.
  static func keys(_ state: AppState, _ arrangement: Arrangement, own: [Binding]) -> [Binding]
}

/// A tool that writes files and shows where they are.
package protocol FileView: Tool {
  /// The full paths of the files that the screen names.
  static func files(_ state: AppState) -> [String]
}

extension PanelView {
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { false }
  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? { nil }
  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool { false }
  package static func seen(_ isSeen: Bool) -> Action? { nil }
  package static func offer(_ state: AppState) -> Offer? { nil }
  package static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab? { nil }
  package static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int { 14 }
  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? { nil }
}

extension SignView {
  package static func sign(_ state: AppState, _ look: Look) -> String? { nil }
  package static func sheet(_ state: AppState) -> ToolSheet? { nil }
  package static var sheets: [String] { [] }
  package static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(title: "", blocks: [], controls: [])
  }
  package static func keysEverywhere(_ state: AppState) -> [Binding] { [] }
  package static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding] { [] }
  package static func facts(_ state: AppState) -> [ScreenFact: String] { [:] }
  package static func linesBefore(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func linesAfter(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice] { [] }
}

/// The tools of a box, sorted by kind. Needed many times per picture, and constant during a run.
private struct ToolViews: Sendable {
  let kinds: [any Tool.Type]
  let signs: [any SignView.Type]
  let panels: [any PanelView.Type]
  let caption: (any CaptionView.Type)?
  let hold: (any HoldView.Type)?
  let cover: (any CoverView.Type)?

  private static let latest = Mutex<ToolViews?>(nil)

  static func of(_ tools: Toolbox) -> ToolViews {
    latest.withLock { latest in
      if let latest, latest.kinds.elementsEqual(tools.kinds, by: { $0 == $1 }) { return latest }
      let views = ToolViews(tools.kinds)
      latest = views
      return views
    }
  }

  private init(_ kinds: [any Tool.Type]) {
    self.kinds = kinds
    signs = kinds.compactMap { $0 as? any SignView.Type }
    panels = kinds.compactMap { $0 as? any PanelView.Type }
    caption = kinds.lazy.compactMap { $0 as? any CaptionView.Type }.first
    hold = kinds.lazy.compactMap { $0 as? any HoldView.Type }.first
    cover = kinds.lazy.compactMap { $0 as? any CoverView.Type }.first
  }
}

extension AppState {
  /// The tools of this phone that conform to this protocol.
  package func tools<View>(_: View.Type) -> [View] { tools.kinds.compactMap { $0 as? View } }

  var signs: [any SignView.Type] { ToolViews.of(tools).signs }
  package var caption: (any CaptionView.Type)? { ToolViews.of(tools).caption }
  package var hold: (any HoldView.Type)? { ToolViews.of(tools).hold }
  var cover: (any CoverView.Type)? { ToolViews.of(tools).cover }
  var panelView: (any PanelView.Type)? { view.tab.flatMap { panelView(of: $0) } }

  func panelView(of tab: PanelTab) -> (any PanelView.Type)? {
    ToolViews.of(tools).panels.first { $0.tabs.contains(tab) }
  }

  /// The tab to show beside the open one if both fit.
  var companionTab: PanelTab? { view.tab.flatMap { panelView?.companion(of: $0, self) } }

  /// The rows that the open tab keeps when something else grows into its area.
  package var leastPanelRows: Int { view.tab.flatMap { panelView?.leastRows($0, self) } ?? 0 }

  /// The tool that covers phone and panel. A question that needs an answer takes precedence.
  var openCover: (any CoverView.Type)? {
    guard let cover, cover.isOpen(self), view.confirmation == nil, toolSheet == nil else { return nil }
    return cover
  }

  var toolSheet: (view: any SignView.Type, sheet: ToolSheet)? {
    for view in signs { if let sheet = view.sheet(self) { return (view, sheet) } }
    return nil
  }

  /// Whether a tool's sheet covers the phone.
  package var showsToolSheet: Bool { toolSheet != nil }

  package var looksBack: Bool { caption?.looksBack(self) ?? false }
  package var isHolding: Bool { hold?.isHolding(self) ?? false }

  /// The signs of all tools that change normal behaviour.
  func toolSigns(_ look: Look) -> String? {
    let texts = signs.compactMap { $0.sign(self, look) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
