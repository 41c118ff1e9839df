import Evidence
import UserAgents
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
  private var watchedTabs = WatchedTabs()
  static let size = Size(110, 30)

  init(_ recorder: EvidenceRecorder, _ picture: Look, _ browserSettings: BrowserSettings) {
    (self.recorder, self.picture, self.browserSettings) = (recorder, picture, browserSettings)
  }

  func see(_ state: AppState, of phone: AppSession) {
    record(state)
    // Only the open tool is kept up to date.
    watchedTabs.see([PlainText.tool(of: state)].compactMap(\.self), of: phone, state)
  }

  private func record(_ state: AppState) {
    browserSettings.values.clock = state[Clocks.self].app
    browserSettings.values.phoneName = state.nameOnPhone
    let size = PlainObservers.size
    recorder.show(
      state, AppScreen.draw(state, size: size, look: picture),
      AppScreen.namedFacts(state, size: size, look: picture), size: size, look: picture)
  }
}
