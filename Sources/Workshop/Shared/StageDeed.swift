import AppState
import Catalogue
import Screens

/// What is told of something that was done beside the flow.
struct StageDeed: Hashable {
  var title: Phrase
  var text: Phrase

  init(_ title: Phrase, _ text: Phrase) { (self.title, self.text) = (title, text) }
}

/// A tool in which a presenter does something that the audience is told of, and which has its part when everything starts over.
protocol StagedTool: Tool {
  /// What was done last in its tab, as long as that is looked at.
  static func deed(_ app: AppState) -> StageDeed?

  /// What it does before the phone forgets.
  static func beginStartingOver(_ app: inout AppState) -> [Effect]
  /// Whether that is still under way.
  static func isStartingOver(_ app: AppState) -> Bool
}

extension StagedTool {
  static func beginStartingOver(_ app: inout AppState) -> [Effect] { [] }
  static func isStartingOver(_ app: AppState) -> Bool { false }
}

extension AppState {
  private var stagedTools: [any StagedTool.Type] { tools((any StagedTool.Type).self) }

  /// What the audience is told of instead of the phone's screen.
  var stageDeed: StageDeed? {
    if phones.isShown {
      return phones.cloned == nil
        ? StageDeed(.stopPhones, .stopPhonesText) : StageDeed(.stopCloned, .stopClonedText)
    }
    guard view.focus == .panel, let tab = view.tab else { return nil }
    return stagedTools.first { $0.tabs.contains(tab) }?.deed(self)
  }

  /// All that was done beside the flow, whether it is looked at or not.
  var stageDeeds: [StageDeed] {
    (phones.cloned == nil ? [] : [StageDeed(.stopCloned, .stopClonedText)]) + stagedTools.compactMap { $0.deed(self) }
  }

  var showsWhatWasDone: Bool { stageDeed.map { stageDeeds.contains($0) } ?? false }

  mutating func beginStartingOver() -> [Effect] {
    var effects: [Effect] = []
    for tool in stagedTools { effects += tool.beginStartingOver(&self) }
    return effects
  }

  var isStartingOver: Bool { stagedTools.contains { $0.isStartingOver(self) } }
}
