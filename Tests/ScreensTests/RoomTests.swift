import AppState
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// How screens use more or less room.
@Suite struct RoomTests {
  private static let picture: Set<Role> = [.shield, .shieldLock, .suit, .skin, .network, .ground]

  @Test(arguments: ["registration", "unauthenticated"], [40, 80, 110, 150])
  func aHigherTerminalHasNoSmallerPicture(_ name: String, _ width: Int) throws {
    let state = try sample(name)
    var before = 0
    for height in 15...50 {
      let canvas = AppScreen.draw(state, size: Size(width, height), look: Look())
      let rows = (0..<height).count { y in (0..<width).contains { RoomTests.picture.contains(canvas[$0, y].style.role) }
      }
      #expect(rows >= before, "\(width)x\(height)")
      before = rows
    }
  }

  /// On a low terminal, asking for the details scrolls to them.
  @Test func detailsScrollIntoView() throws {
    for (name, state) in StateRegistry.all where state.banner != nil && PhoneSheet(state)?.name == "error" {
      var state = state
      state.view.focus = .phone
      if state.banner?.showsDetails == true { _ = update(&state, .toggleBannerDetails, now: state.now) }
      state.view.scroll = 3
      _ = update(&state, .toggleBannerDetails, now: state.now)
      let text = AppScreen.draw(state, size: Size(40, 15), look: Look()).text
      #expect(text.contains("Code"), "\(name)\n\(text)")
    }
  }

  @Test func anOpenedLessonHasItsWholeTitle() throws {
    for (_, state) in StateRegistry.all where state[Lessons.self].openedPage == .beginning && state.view.tab == .lesson
    {
      let title = try #require(state[Lessons.self].openedLesson).title
      let canvas = AppScreen.draw(state, size: Size(40, 15), look: Look())
      let words = (0..<15).map { String(canvas.row($0).dropFirst(2).dropLast(2)) }.joined(separator: " ")
      let flat = words.split(separator: " ").joined(separator: " ")
      if state.view.focus == .panel { #expect(flat.contains(title), "\(flat)") }
    }
  }

  /// Before a prediction Enter only says which key to press.
  @Test func enterBeforeAPredictionSaysWhatToPress() throws {
    var asked = 0
    for (_, state) in StateRegistry.all where state.view.tab == .lesson && state.view.focus == .panel {
      guard let lesson = state[Lessons.self].openedLesson, case .step(let step)? = state[Lessons.self].openedPage,
        state[Lessons.self].mayPredict(step, of: lesson), state[Lessons.self].view.editor == nil
      else { continue }
      asked += 1
      for size in [Size(110, 30), Size(40, 15)] {
        var state = state
        let action = try #require(KeyMap.action(for: .key(.enter), in: state, size: size, look: Look()))
        _ = update(&state, action, now: state.now)
        #expect(AppScreen.draw(state, size: size, look: Look()).text.contains("Press one"))
      }
    }
    #expect(asked > 0)
  }

  @Test func thePresentersEmptyPanelIsEmpty() throws {
    let state = try sample("presenter-start")
    let canvas = AppScreen.draw(state, size: Size(110, 30), look: Look())
    let inner = (2..<24).map { y in String(canvas.row(y).drop { $0 != "│" }.dropFirst(41)) }
    #expect(!inner.contains { $0.contains { $0.isLetter } }, "\(canvas.text)")
  }

  @Test func unreachedStatesAreShownOnRequest() throws {
    var state = try sample("state-registering")
    let size = Size(110, 30)
    #expect(!AppScreen.draw(state, size: size, look: Look()).text.contains("Forgetting"))
    let action = try #require(KeyMap.action(for: .key(.character("a")), in: state, size: size, look: Look()))
    _ = update(&state, action, now: state.now)
    #expect(AppScreen.draw(state, size: size, look: Look()).text.contains("[   Forgetting"))
  }

  /// The help lists bench tools only with `--bench`; the palette always does.
  @Test func theHelpNamesTheBenchOnRequest() throws {
    var state = try sample("help")
    #expect(!AppScreen.draw(state, size: Size(110, 50), look: Look()).text.contains("test plan"))
    state.settings.showsBench = true
    #expect(AppScreen.draw(state, size: Size(110, 50), look: Look()).text.contains("test plan"))
  }
}
