import AppState
@testable import Samples
@testable import Screens
@testable import Workshop
import TerminalUI
import Testing

/// Presenter mode on the screen: an earlier picture is marked as such and says how to return.
struct PresenterTests {
  private static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15), Size(90, 16), Size(58, 40)]

  @Test(arguments: sizes)
  func lookingBackIsMarkedAndNamesTheWayToThePresent(_ size: Size) throws {
    let past = StateRegistry.all.filter { $0.name.hasPrefix("presenter-looking-back") }.map(\.state)
    #expect(past.count == 3)
    for state in past {
      let picture = Composition(state, size: size, look: Look()).picture
      let place = try #require(state[PresenterTool.self].place)
      let text = picture.canvas.text.replacing("stop ", with: "")
      #expect(text.contains("looking back: \(place.number) of \(place.count)"))
      #expect(text.contains("Esc returns") || text.contains("Esc to the present"))
      let clicked = Set(picture.hits.targets.map(\.id))
      #expect(clicked.isSuperset(of: [.presenter(.back), .presenter(.forth), .presenter(.present)]))
      for (key, action) in [
        (Key.escape, PresenterAction.present), (.character("["), .back), (.character("]"), .forth),
      ] {
        #expect(KeyMap.action(for: .key(key), in: state, size: size, look: Look()) == .presenter(action))
      }
      // An earlier picture has no other keys.
      #expect(KeyMap.action(for: .key(.enter), in: state, size: size, look: Look()) == nil)
    }
  }

  /// An earlier picture has no keys of its own, and the help no heading for them.
  @Test func theHelpOfAnEarlierPictureHasNoEmptyGroup() throws {
    var state = try #require(StateRegistry.all.first { $0.name.hasPrefix("presenter-looking-back") }).state
    state.view.showsHelp = true
    let text = AppScreen.draw(state, size: Size(110, 30), look: Look()).text
    #expect(text.contains("For the show") && text.contains("Everywhere") && !text.contains("On this screen"), "\(text)")
  }

  @Test(arguments: sizes)
  func thePresentTakesNoExtraLine(_ size: Size) throws {
    let state = try sample("presenter-playing")
    let text = AppScreen.draw(state, size: size, look: Look()).text
    #expect(!text.contains("looking back"))
    #expect(Arrangement(size, state).caption?.height ?? 3 == 3)
  }
}
