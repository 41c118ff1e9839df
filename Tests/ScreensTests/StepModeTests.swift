import AppState
import Catalogue
@testable import Screens
import TerminalUI
import Testing

/// The card of step mode: it has words for every message, keys for the phone and the panel, and shows no secret.
struct StepModeTests {
  private let look = Look()
  private static let steps = StateRegistry.all.filter { $0.name.hasPrefix("step-") }

  private func state(_ name: String) throws -> AppState {
    try #require(StateRegistry.all.first { $0.name == name }).state
  }

  private func press(_ key: Key, _ state: AppState, _ size: Size = Size(110, 30)) -> Action? {
    KeyMap.action(for: .key(key), in: state, size: size, look: look)
  }

  @Test(arguments: StepMessage.allCases)
  func everyMessageHasANameAndAReason(_ message: StepMessage) throws {
    let title = try #require(Phrase.stepTitle(message.rawValue)).english
    // It stands on a button of the smallest phone.
    #expect(TextLayout.width(title) <= 34 && title.first?.isLowercase == true && !title.hasSuffix("."))
    #expect(try #require(Phrase.stepNeeds(message.rawValue)).english.hasSuffix("."))
  }

  @Test func onThePhoneTheButtonsSendAndCancel() throws {
    var state = try state("step-register")
    for size in [Size(110, 30), Size(80, 24), Size(40, 15)] {
      #expect(press(.enter, state, size) == .step(.next))
      #expect(press(.character(" "), state, size) == .step(.next))
      #expect(press(.escape, state, size) == .cancel)
      #expect(press(.character("g"), state, size) == .step(.runOn))
      #expect(press(.character("s"), state, size) == .step(.toggle))
      #expect(press(.character("p"), state, size) == .step(.predict))
      #expect(press(.character(">"), state, size) == .step(.pace(.slow)))
    }
    state.view.button = 1
    #expect(press(.enter, state) == .cancel)
    #expect(press(.escape, try self.state("step-save-registration")) == nil)
  }

  @Test func inThePanelSpaceSendsAndEnterStillOpens() throws {
    var state = try state("step-register-panel")
    #expect(press(.character(" "), state) == .step(.next))
    guard case .view(.openMessage) = press(.enter, state) else {
      Issue.record("Enter opens nothing")
      return
    }
    state.view.tab = .server
    #expect(press(.enter, state) == .step(.next))
    // A step-by-step look at the strip: a click on it sends.
    let hits = Composition(state, size: Size(110, 30), look: look).picture.hits
    #expect(hits[Point(60, 26)] == .step(.next))
  }

  @Test func aQuestionIsAnsweredByNumbersArrowsAndClicks() throws {
    for name in ["step-question", "step-question-panel"] {
      let state = try state(name)
      #expect(press(.character("2"), state) == .step(.answer(1)), "\(name)")
      #expect(press(.enter, state) == .step(.answer(state.view.button)), "\(name)")
      #expect(press(.down, state) == .view(.focusButton(state.view.button + 1)), "\(name)")
      let hits = Composition(state, size: Size(110, 30), look: look).picture.hits
      #expect((0..<30).contains { hits[Point(60, $0)] == .step(.answer(3)) }, "\(name)")
    }
    // What is asked is not on the screen: no step, no parameter.
    let text = AppScreen.draw(try state("step-question"), size: Size(110, 30), look: look).text
    #expect(!text.contains("Register and save") && !text.contains("RFC 7591"))
  }

  @Test func inSlowMotionSpacePauses() throws {
    #expect(press(.character(" "), try state("step-slow-motion")) == .step(.pause))
    #expect(press(.enter, try state("step-slow-motion")) == .step(.next))
    #expect(press(.character("<"), try state("step-slow-motion")) == .step(.pace(.slow)))
  }

  @Test(arguments: KeyMapTests.sizes)
  func noCardShowsASecret(_ size: Size) {
    let secrets = [
      Sample.dcrToken, Sample.idToken, Sample.refreshToken, "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc",
      "e99ab41e-52a1-4fa3-b21b-fb95a398c33a", "9Vf3Kc0dYq1b", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    ]
    for (name, state) in StepModeTests.steps where !state.view.revealsSecrets {
      for focus in [ViewState.Focus.phone, .panel] {
        var shown = state
        shown.view.focus = focus
        // Everything that scrolling would show.
        for scroll in stride(from: 0, to: 60, by: 4) {
          shown.view.scroll = scroll
          let text = AppScreen.draw(shown, size: size, look: look).text.filter {
            !$0.isWhitespace && $0 != "│" && $0 != "┃"
          }
          for secret in secrets where text.contains(secret) { Issue.record("\(name) shows \(secret)") }
        }
      }
    }
  }
}
