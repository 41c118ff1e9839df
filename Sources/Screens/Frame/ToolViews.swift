import AppState
import Catalogue
import Synchronization
import TerminalUI

/// How a tool looks. Every part has a default: a tool declares what it has.
package protocol ToolView: Tool {
  // MARK: Tabs in the panel beside the phone

  /// Draws one of its tabs, and returns how far it can be scrolled.
  static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int
  /// The keys of the tab while the panel has them.
  static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding]
  /// Whether text scrolls; otherwise the wheel moves through a list.
  static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool
  static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField?
  /// Whether the tab shows secrets that can be revealed or masked.
  static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool
  /// The action when the tab becomes visible or hidden.
  static func seen(_ isSeen: Bool) -> Action?
  /// A suggestion for a new user, and the tab where it is.
  static func offer(_ state: AppState) -> (phrase: Phrase, tab: PanelTab)?
  /// The tab to show beside this one, which may be another tool's, if both fit; `nil`: none.
  static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab?
  /// The rows that the tab keeps when something else grows into its area.
  static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int
  /// The tab as lines: a line with an action is a row that can be chosen. `nil`: use the text of the drawing.
  static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]?

  // MARK: On the phone, whichever tab is open

  /// A sign in the phone's status bar while the tool changes normal behaviour.
  static func sign(_ state: AppState, _ look: Look) -> String?
  /// A sheet that covers everything else on the phone, even an error; `nil`: none.
  static func sheet(_ state: AppState) -> ToolSheet?
  static var sheets: [String] { get }
  static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage
  /// A row of the phone's screen Settings; `nil`: the tool has none there.
  static func setting(_ state: AppState) -> Control?
  /// Keys that are the same on every screen, even if it is covered.
  static func keysEverywhere(_ state: AppState) -> [Binding]
  /// Actions without a key, which the palette lists by name.
  static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding]
  static func facts(_ state: AppState) -> [ScreenFact: String]
  /// The full paths of the files that the screen names.
  static func files(_ state: AppState) -> [String]
  /// For plain lines: the text before and after the phone's lines, and additional choices.
  static func linesBefore(_ state: AppState, _ look: Look) -> [String]
  static func linesAfter(_ state: AppState, _ look: Look) -> [String]
  static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice]
  /// What an audience is told about something that the presenter did last in the tool's tab; `nil`: nothing.
  static func announcement(_ state: AppState) -> Announcement?

  // MARK: What one tool of a phone has

  static var cover: ToolCover? { get }
  static var caption: ToolCaption? { get }
  static var hold: ToolHold? { get }
}

extension ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int { 0 }
  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { [] }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { false }
  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? { nil }
  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool { false }
  package static func seen(_ isSeen: Bool) -> Action? { nil }
  package static func offer(_ state: AppState) -> (phrase: Phrase, tab: PanelTab)? { nil }
  package static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab? { nil }
  package static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int { 14 }
  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? { nil }
  package static func sign(_ state: AppState, _ look: Look) -> String? { nil }
  package static func sheet(_ state: AppState) -> ToolSheet? { nil }
  package static var sheets: [String] { [] }
  package static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage { .empty }
  package static func setting(_ state: AppState) -> Control? { nil }
  package static func keysEverywhere(_ state: AppState) -> [Binding] { [] }
  package static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding] { [] }
  package static func facts(_ state: AppState) -> [ScreenFact: String] { [:] }
  package static func files(_ state: AppState) -> [String] { [] }
  package static func linesBefore(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func linesAfter(_ state: AppState, _ look: Look) -> [String] { [] }
  package static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice] { [] }
  package static func announcement(_ state: AppState) -> Announcement? { nil }
  package static var cover: ToolCover? { nil }
  package static var caption: ToolCaption? { nil }
  package static var hold: ToolHold? { nil }
}

/// A tool's sheet, before its text is needed.
package struct ToolSheet: Hashable, Sendable {
  /// Stable, for scripts.
  package var name: String
  /// What Escape does.
  package var leave: Action
  package var errorCode: String?

  package init(_ name: String, leave: Action, errorCode: String? = nil) {
    (self.name, self.leave, self.errorCode) = (name, leave, errorCode)
  }
}

/// What an audience is told about something that the presenter did outside the flow.
package struct Announcement: Hashable, Sendable {
  package var title, text: Phrase
  package init(_ title: Phrase, _ text: Phrase) { (self.title, self.text) = (title, text) }
}

/// The tools of a box that can be seen. Needed many times per picture, and constant during a run.
package struct ToolViews: Sendable {
  let kinds: [any Tool.Type]
  let all: [any ToolView.Type]
  let caption: ToolCaption?
  let hold: ToolHold?
  let cover: ToolCover?
  private static let latest = Mutex<ToolViews?>(nil)

  /// The tools for a box, with their views noted: finding them by casts takes a part of the time to the first picture.
  package static func tools(_ all: [any ToolView.Type]) -> [any Tool.Type] {
    let kinds: [any Tool.Type] = all.map { $0 }
    latest.withLock { $0 = ToolViews(kinds, all) }
    return kinds
  }

  static func of(_ tools: Toolbox) -> ToolViews {
    latest.withLock { latest in
      let kinds = tools.kinds
      if let latest, latest.kinds.isSameArray(kinds) || latest.kinds.elementsEqual(kinds, by: { $0 == $1 }) {
        return latest
      }
      let views = ToolViews(kinds, kinds.compactMap { $0 as? any ToolView.Type })
      latest = views
      return views
    }
  }

  private init(_ kinds: [any Tool.Type], _ all: [any ToolView.Type]) {
    (self.kinds, self.all) = (kinds, all)
    caption = all.lazy.compactMap { $0.caption }.first
    hold = all.lazy.compactMap { $0.hold }.first
    cover = all.lazy.compactMap { $0.cover }.first
  }
}

extension Array {
  /// Whether both share their storage, which is much faster to find out than whether their elements are equal.
  fileprivate func isSameArray(_ other: [Element]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.count == $0.count && mine.baseAddress == $0.baseAddress }
    }
  }
}

extension AppState {
  package var toolViews: [any ToolView.Type] { ToolViews.of(tools).all }
  package var caption: ToolCaption? { ToolViews.of(tools).caption }
  package var hold: ToolHold? { ToolViews.of(tools).hold }
  var cover: ToolCover? { ToolViews.of(tools).cover }
  package var panelView: (any ToolView.Type)? { view.tab.flatMap { panelView(of: $0) } }
  func panelView(of tab: PanelTab) -> (any ToolView.Type)? { toolViews.first { $0.tabs.contains(tab) } }

  var companionTab: PanelTab? {
    guard let tab = view.tab else { return nil }
    for view in toolViews { if let companion = view.companion(of: tab, self) { return companion } }
    return nil
  }

  /// The rows that the open tab keeps when something else grows into its area.
  package var leastPanelRows: Int { view.tab.flatMap { panelView?.leastRows($0, self) } ?? 0 }

  /// The tool that covers phone and panel. A question that needs an answer takes precedence.
  var openCover: ToolCover? {
    guard let cover, cover.isOpen(self), view.confirmation == nil, toolSheet == nil else { return nil }
    return cover
  }

  var toolSheet: (view: any ToolView.Type, sheet: ToolSheet)? {
    for view in toolViews { if let sheet = view.sheet(self) { return (view, sheet) } }
    return nil
  }

  package var showsToolSheet: Bool { toolSheet != nil }
  package var looksBack: Bool { caption?.looksBack(self) ?? false }
  package var isHolding: Bool { hold?.isHolding(self) ?? false }

  /// The signs of all tools that change normal behaviour.
  func toolSigns(_ look: Look) -> String? {
    let texts = toolViews.compactMap { $0.sign(self, look) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
