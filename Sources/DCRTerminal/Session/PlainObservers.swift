import Evidence
import UserAgents
import AppState
import Screens
import TerminalUI
import Workshop

/// Serves the observers of an app without a screen: the open tool, which refreshes what it shows, and evidence and test reports, which get the
/// picture that a full screen would have shown.
@MainActor
final class PlainObservers {
  let recorder: EvidenceRecorder
  private let picture: Look
  private let browserSettings: BrowserSettings
  private var watched: (tab: PanelTab, phone: AppSession)?
  static let size = Size(110, 30)

  init(_ recorder: EvidenceRecorder, _ picture: Look, _ browserSettings: BrowserSettings) {
    (self.recorder, self.picture, self.browserSettings) = (recorder, picture, browserSettings)
  }

  func see(_ state: AppState, of phone: AppSession) {
    record(state)
    // Only the open tool is kept up to date.
    let tab = PlainText.tool(of: state)
    guard watched?.tab != tab || (tab != nil && watched?.phone !== phone) else { return }
    if let watched { report(watched, isSeen: false, state) }
    watched = tab.map { (tab: $0, phone: phone) }
    if let watched { report(watched, isSeen: true, state) }
  }

  private func report(_ seen: (tab: PanelTab, phone: AppSession), isSeen: Bool, _ state: AppState) {
    if let action = AppScreen.sight(of: seen.tab, isSeen, state) { seen.phone.store.inbox(action) }
  }

  private func record(_ state: AppState) {
    browserSettings.values.clock = state[Clocks.self].app
    browserSettings.values.phoneName = state.nameOnPhone
    let size = PlainObservers.size
    let facts = AppScreen.facts(state, size: size, look: picture).map { ($0.key.rawValue, $0.value) }
    recorder.show(
      state, AppScreen.draw(state, size: size, look: picture), Dictionary(uniqueKeysWithValues: facts), size: size,
      look: picture)
  }
}
