import TerminalUI
import Testing

@testable import AppState
@testable import Samples
@testable import Screens
@testable import Workshop

/// On stage no single key ends the app or reveals anything.
@Suite struct StageKeysTests {
  private let size = Size(110, 30)

  private func stage(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = StateRegistry.state()
    state.settings.presenter = true
    change(&state)
    return state
  }

  @Test(arguments: ["S", "F", "T", "C"]) func benchToolsStayClosedUnlessWanted(_ key: Character) {
    #expect(press(.character(key), stage()) == nil)
    #expect(press(.character(key), stage { $0.settings.showsBench = true }) != nil)
    #expect(press(.character(key), stage { $0.settings.presenter = false }) != nil)
  }

  @Test func quittingAsksOnce() {
    for ready in [stage(), StateRegistry.state(.signedIn)] {
      var state = ready
      #expect(!update(&state, .quit, now: state.now).contains(.quit) && state.view.confirmation == .quit)
      #expect(update(&state, .quit, now: state.now).contains(.quit))
    }
    var nobody = StateRegistry.state(.registered)
    #expect(update(&nobody, .quit, now: nobody.now).contains(.quit))
  }

  @Test func evidenceNamesNoFolder() {
    func shown(_ state: AppState) -> String {
      let canvas = AppScreen.draw(state, size: size, look: Look())
      return (0..<size.height).map { canvas.row($0) }.joined()
    }
    let file = EvidenceFile(path: "/home/ada/evidence-1.zip", bytes: 1000)
    var state = stage()
    state.tools[EvidenceTool.self].report = .done(file)
    #expect(shown(state).contains("evidence-1.zip") && !shown(state).contains("ada"))
    state.settings.presenter = false
    #expect(shown(state).contains("/home/ada/evidence-1.zip"))
  }
}
