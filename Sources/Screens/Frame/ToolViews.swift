import AppState
import Synchronization
import TerminalUI

/// A tool that has tabs of the panel beside the phone.
package protocol PanelView: Tool {
  /// Draws one of its tabs, and returns how far it can be scrolled.
  static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int

  /// The keys of the tab while the panel has them.
  static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding]

  /// Whether there is text to scroll; otherwise the wheel moves through a list.
  static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool

  /// The field that typed characters go into.
  static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField?

  /// Whether the tab shows something that can be revealed or masked.
  static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool

  /// What is to happen when the tab comes into sight or goes out of it.
  static func seen(_ isSeen: Bool) -> Action?

  /// What it offers to somebody who is new.
  static func offer(_ state: AppState) -> Offer?

  /// The tab that is worth seeing beside this one where there is room for both; `nil`: none.
  static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab?

  /// The rows that the tab keeps when something else grows into its place.
  static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int

  /// The same line by line: a line with an action is a row that can be chosen. `nil`: the words that are drawn.
  static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]?
}

/// A tool that says something where the phone is, whatever tab is open.
package protocol SignView: Tool {
  /// Stands in the phone's status bar: something is not as it would be.
  static func sign(_ state: AppState, _ look: Look) -> String?

  /// A sheet over everything else on the phone, an error included; `nil`: none.
  static func sheet(_ state: AppState) -> ToolSheet?
  /// Every name of a sheet.
  static var sheets: [String] { get }
  static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> Page

  /// Keys that are the same on every screen; they go on where the screen is covered.
  static func keysEverywhere(_ state: AppState) -> [Binding]

  /// What is done by its name alone, in the palette.
  static func deeds(_ state: AppState, _ look: Look) -> [Binding]

  static func facts(_ state: AppState) -> [ScreenFact: String]

  /// Of the same screen line by line: what comes before the phone's lines, what after them, and what can be chosen besides.
  static func linesBefore(_ state: AppState, _ look: Look) -> [String]
  static func linesAfter(_ state: AppState, _ look: Look) -> [String]
  static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice]
}

/// A tool's sheet, before anybody asks for its words.
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

  /// What leads to the tool from everywhere.
  static func opening(_ state: AppState, _ size: Size) -> Binding

  /// What a wheel of the mouse means, which moves by `step` lines.
  static func wheel(_ step: Int, _ state: AppState, _ size: Size, _ look: Look) -> Action?

  /// The action of a key, with what only the size of the screen tells; `nil`: nothing.
  static func bounded(_ action: Action, _ state: AppState, _ size: Size, _ look: Look) -> Action?
}

/// A tool that writes under the picture what an audience reads.
package protocol CaptionView: Tool {
  static func isOn(_ state: AppState) -> Bool
  /// Whether the picture is of the past, which can be looked at and not changed.
  static func looksBack(_ state: AppState) -> Bool
  static func draw(_ state: AppState, on picture: inout Picture, in rect: Rect)
  static func keys(_ state: AppState) -> [Binding]
}

/// A tool that stops a flow, and says before what.
package protocol HoldView: Tool {
  static func isHolding(_ state: AppState) -> Bool
  /// Whether what is held has to be done, so that the flow cannot be cancelled.
  static func forbidsCancel(_ state: AppState) -> Bool

  /// The phone's page while a flow stands still; `nil`: it does not.
  /// - Parameter beside: whether the panel can be seen beside the phone.
  static func page(_ flow: Flow, _ state: AppState, _ look: Look, beside: Bool) -> Page?

  /// Whether what is held has taken the panel's place.
  static func coversPanel(_ state: AppState) -> Bool
  /// Draws that, and returns how far it can be scrolled.
  static func drawPanel(_ state: AppState, on picture: inout Picture, in rect: Rect) -> Int
  /// The same line by line.
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]

  /// The field in it that typed characters go into.
  static func editedField(_ state: AppState) -> InputField?

  /// Draws its part of a tab, and returns what is left for the tab.
  static func drawStrip(_ state: AppState, on picture: inout Picture, in rect: Rect) -> Rect

  /// Keys that go before those of the screen.
  /// - Parameter own: the screen's.
  static func keys(_ state: AppState, _ arrangement: Arrangement, own: [Binding]) -> [Binding]
}

/// A tool that writes files and says where.
package protocol FileView: Tool {
  /// The whole paths of the files that are named on the screen.
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
  package static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> Page {
    Page(title: "", blocks: [], controls: [])
  }
  package static func keysEverywhere(_ state: AppState) -> [Binding] { [] }
  package static func deeds(_ state: AppState, _ look: Look) -> [Binding] { [] }
  package static func facts(_ state: AppState) -> [ScreenFact: String] { [:] }
  package static func linesBefore(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func linesAfter(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice] { [] }
}

/// What the tools of a box show, sorted by kind. Asked for many times a picture, and the same for a whole run.
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
  /// The tools around this phone that show something of this kind.
  package func tools<View>(_: View.Type) -> [View] { tools.kinds.compactMap { $0 as? View } }

  var signs: [any SignView.Type] { ToolViews.of(tools).signs }
  package var caption: (any CaptionView.Type)? { ToolViews.of(tools).caption }
  package var hold: (any HoldView.Type)? { ToolViews.of(tools).hold }
  var cover: (any CoverView.Type)? { ToolViews.of(tools).cover }
  var panelView: (any PanelView.Type)? { view.tab.flatMap { panelView(of: $0) } }

  func panelView(of tab: PanelTab) -> (any PanelView.Type)? {
    ToolViews.of(tools).panels.first { $0.tabs.contains(tab) }
  }

  /// The tab that is seen beside the open one where there is room for both.
  var companionTab: PanelTab? { view.tab.flatMap { panelView?.companion(of: $0, self) } }

  /// The rows that the open tab keeps when something else grows into its place.
  package var leastPanelRows: Int { view.tab.flatMap { panelView?.leastRows($0, self) } ?? 0 }

  /// What covers phone and panel. A question that has to be answered goes before it.
  var openCover: (any CoverView.Type)? {
    guard let cover, cover.isOpen(self), view.confirmation == nil, toolSheet == nil else { return nil }
    return cover
  }

  var toolSheet: (view: any SignView.Type, sheet: ToolSheet)? {
    for view in signs { if let sheet = view.sheet(self) { return (view, sheet) } }
    return nil
  }

  /// Whether a tool's sheet lies over the phone.
  package var showsToolSheet: Bool { toolSheet != nil }

  package var looksBack: Bool { caption?.looksBack(self) ?? false }
  package var isHolding: Bool { hold?.isHolding(self) ?? false }

  /// What of the workshop is not as it would be, in words.
  func toolSigns(_ look: Look) -> String? {
    let texts = signs.compactMap { $0.sign(self, look) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
