import AppState
import Screens

extension Announcement {
  /// What the audience is told instead of the phone's screen.
  static func shown(_ state: AppState) -> Announcement? {
    if state.phones.isShown {
      return state.phones.cloned == nil ? Announcement(.stopPhones, .stopPhonesText) : cloned
    }
    return state.view.focus == .panel ? state.panelView?.announcement(state) : nil
  }

  /// Everything that was done outside the flow, visible or not.
  static func all(_ state: AppState) -> [Announcement] {
    (state.phones.cloned == nil ? [] : [cloned]) + state.toolViews.compactMap { $0.announcement(state) }
  }

  private static let cloned = Announcement(.stopCloned, .stopClonedText)
}
