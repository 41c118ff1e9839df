import AppState
import Catalogue
import Screens

/// What the audience is told about something that the presenter did outside the flow.
struct StageAnnouncement: Hashable {
  var title: Phrase
  var text: Phrase

  init(_ title: Phrase, _ text: Phrase) { (self.title, self.text) = (title, text) }
}

/// A tool in which a presenter can do something that the audience is told about, and which takes part in starting over.
protocol StagedTool: Tool {
  /// What was done last in the tool's tab, as long as it is shown there.
  static func announcement(_ app: AppState) -> StageAnnouncement?

  /// The tool's part in starting over, before the phone forgets its client.
  static func beginStartingOver(_ app: inout AppState) -> [Effect]
  /// Whether that part is still running.
  static func isStartingOver(_ app: AppState) -> Bool
}

extension StagedTool {
  static func beginStartingOver(_ app: inout AppState) -> [Effect] { [] }
  static func isStartingOver(_ app: AppState) -> Bool { false }
}

extension AppState {
  private var stagedTools: [any StagedTool.Type] { tools((any StagedTool.Type).self) }

  /// What the audience is told instead of the phone's screen.
  var stageAnnouncement: StageAnnouncement? {
    if phones.isShown {
      return phones.cloned == nil
        ? StageAnnouncement(.stopPhones, .stopPhonesText) : StageAnnouncement(.stopCloned, .stopClonedText)
    }
    guard view.focus == .panel, let tab = view.tab else { return nil }
    return stagedTools.first { $0.tabs.contains(tab) }?.announcement(self)
  }

  /// Everything that was done outside the flow, visible or not.
  var stageAnnouncements: [StageAnnouncement] {
    (phones.cloned == nil ? [] : [StageAnnouncement(.stopCloned, .stopClonedText)])
      + stagedTools.compactMap { $0.announcement(self) }
  }

  var showsWhatWasDone: Bool { stageAnnouncement.map { stageAnnouncements.contains($0) } ?? false }

  mutating func beginStartingOver() -> [Effect] {
    var effects: [Effect] = []
    for tool in stagedTools { effects += tool.beginStartingOver(&self) }
    return effects
  }

  var isStartingOver: Bool { stagedTools.contains { $0.isStartingOver(self) } }
}
