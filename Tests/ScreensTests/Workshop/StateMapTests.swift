import AppState
import Catalogue
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The panel **State** on the smallest screen, which has no room for the diagram.
struct StateMapTests {
  /// The words of the names that are not on the screen; a name can be on two lines.
  private func missing(_ phases: [Phase], _ state: AppState, _ look: Look) -> [String] {
    let text = AppScreen.draw(state, size: Size(40, 15), look: look).text
    return phases.flatMap { StateWords.name($0, look).split(separator: " ").map(String.init) }
      .filter { !text.contains($0) }
  }

  @Test(arguments: Language.spoken)
  func everyWayOnwardIsNamed(_ language: Language) throws {
    let look = Look(catalogue: Catalogue(language))
    let state = try sample("state-authenticated")
    #expect(missing(PhaseTransitions.from(state.phase), state, look) == [])
    let text = AppScreen.draw(state, size: Size(40, 15), look: look).text
    let change = try #require(state[PhaseHistory.self].selectedChange)
    #expect(text.contains(StateWords.name(change.to, look) + ": "), "the cause of the chosen change: \(text)")
  }

  @Test(arguments: Language.spoken)
  func theKeyForAllStatesShowsAll(_ language: Language) throws {
    var state = try sample("state-authenticated")
    #expect(press(.character("a"), state, Size(40, 15)) == .phases(.showAll(true)))
    state.tools[PhaseHistory.self].showsAll = true
    #expect(missing(Phase.allCases, state, Look(catalogue: Catalogue(language))) == [])
  }
}
