import AppState
import Catalogue
import Screens

/// What the audience is told about something that the presenter did outside the flow.
struct StageAnnouncement: Hashable {
  var title: Phrase
  var text: Phrase

  init(_ title: Phrase, _ text: Phrase) { (self.title, self.text) = (title, text) }
}

/// A tool in which a presenter can do something that the audience is told about.
protocol StagedTool: Tool {
  /// What was done last in the tool's tab, as long as it is shown there.
  static func announcement(_ app: AppState) -> StageAnnouncement?
}

extension StageAnnouncement {
  /// What the audience is told instead of the phone's screen.
  static func shown(_ state: AppState) -> StageAnnouncement? {
    if state.phones.isShown {
      return state.phones.cloned == nil ? StageAnnouncement(.stopPhones, .stopPhonesText) : cloned
    }
    guard state.view.focus == .panel, let tab = state.view.tab else { return nil }
    return tools(state).first { $0.tabs.contains(tab) }?.announcement(state)
  }

  /// Everything that was done outside the flow, visible or not.
  static func all(_ state: AppState) -> [StageAnnouncement] {
    (state.phones.cloned == nil ? [] : [cloned]) + tools(state).compactMap { $0.announcement(state) }
  }

  private static let cloned = StageAnnouncement(.stopCloned, .stopClonedText)
  private static func tools(_ state: AppState) -> [any StagedTool.Type] {
    state.tools.kinds.compactMap { $0 as? any StagedTool.Type }
  }
}
