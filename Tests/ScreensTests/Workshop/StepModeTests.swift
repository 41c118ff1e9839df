import AppState
import Catalogue
import OAuthClient
import SharedValues
import TerminalUI
import TestValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The card of step mode: texts for every message, keys on the phone and in the panel, and no secrets.
struct StepModeTests {
  private let look = Look()
  private static let steps = StateRegistry.all.filter { $0.name.hasPrefix("step-") }

  @Test(arguments: StepMessage.allCases)
  func everyMessageHasANameAndAReason(_ message: StepMessage) throws {
    let title = try #require(PhrasesByName.stepTitle[message.rawValue]).english
    // The title fits on a button of the smallest phone.
    #expect(TextLayout.width(title) <= 34 && title.first?.isLowercase == true && !title.hasSuffix("."))
    #expect(try #require(PhrasesByName.stepNeeds[message.rawValue]).english.hasSuffix("."))
  }

  @Test func thePhonesButtonsSendAndCancel() throws {
    var state = try sample("step-register")
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
    #expect(press(.escape, try sample("step-save-registration")) == nil)
  }

  /// Before any message is held, where the footer has no room for it.
  @Test func aNarrowPhoneSaysThatStepModeIsOn() throws {
    var state = try sample("step-on")
    state.view.focus = .phone
    #expect(state[Stepping.self].isOn && state[Stepping.self].heldMessage == nil)
    let small = Size(40, 15)
    #expect(AppScreen.draw(state, size: small, look: look).row(0).contains("Step mode"))
    #expect(!AppScreen.draw(state, size: Size(110, 30), look: look).text.contains("Step mode"))
    #expect(!AppScreen.draw(try sample("step-register"), size: small, look: look).row(0).contains("Step mode"))
    state.tools[Stepping.self].isOn = false
    #expect(!AppScreen.draw(state, size: small, look: look).row(0).contains("Step mode"))
  }

  @Test func theFooterSaysOnceHowToSend() {
    var places = 0
    for (name, state) in StateRegistry.all where state[Stepping.self].heldMessage != nil {
      for size in [Size(110, 30), Size(80, 24), Size(40, 15)] {
        let footer = AppScreen.draw(state, size: size, look: look).row(size.height - 1)
        let count = footer.ranges(of: "send it").count
        #expect(count <= 1, "\(name): \(footer)")
        places += count
      }
    }
    #expect(places > 0)
  }

  @Test func inThePanelSpaceSendsAndEnterStillOpens() throws {
    var state = try sample("step-register-panel")
    #expect(press(.character(" "), state) == .step(.next))
    guard case .open? = press(.enter, state)?.of(MessagesAction.self) else {
      throw Unexpected("Enter opens nothing")
    }
    state.view.tab = .server
    #expect(press(.enter, state) == .step(.next))
    // A click on the strip sends.
    let hits = Composition(state, size: Size(110, 30), look: look).picture.hits
    #expect(hits[Point(60, 26)] == .step(.next))
  }

  @Test func aQuestionIsAnsweredByNumbersArrowsAndClicks() throws {
    for name in ["step-question", "step-question-panel"] {
      let state = try sample(name)
      #expect(press(.character("2"), state) == .step(.answer(1)), "\(name)")
      #expect(press(.enter, state) == .step(.answer(state.view.button)), "\(name)")
      #expect(press(.down, state) == .view(.focusButton(state.view.button + 1)), "\(name)")
      let hits = Composition(state, size: Size(110, 30), look: look).picture.hits
      #expect((0..<30).contains { hits[Point(60, $0)] == .step(.answer(3)) }, "\(name)")
    }
    // The screen does not give the answer away: no step, no parameter.
    let text = AppScreen.draw(try sample("step-question"), size: Size(110, 30), look: look).text
    #expect(!text.contains("Register and save") && !text.contains("RFC 7591"))
  }

  /// The purpose of a value is shown completely or not at all; its section is always shown.
  @Test func theCardBesideThePhoneNamesTheSectionOfEachParameter() throws {
    let text = AppScreen.draw(try sample("step-register"), size: Size(110, 30), look: look).text
    let sections = ["RFC 7591 §2 ", "RFC 7591 §3 ", "Registration 1.0 §2 "]
    let card = text.split(separator: "\n").filter { line in sections.contains { line.contains($0) } }
    #expect(card.count >= 6)
    #expect(!card.contains { $0.contains("the only addresses") })
  }

  /// At every size where the card is beside the phone or below the list, with and without captions.
  @Test(arguments: [Size(110, 30), Size(100, 24), Size(80, 24), Size(60, 20), Size(150, 50)])
  func importantValuesAreNeverLeftOut(_ size: Size) throws {
    for (name, wanted) in [
      ("step-register-panel", ["redirect_uris", "grant_types", "scope"]),
      ("step-open-first-login", ["code_challenge ", "redirect_uri", "scope"]),
    ] {
      var state = try sample(name)
      state.view.focus = .panel
      for presents in [false, true] {
        state.settings.presenter = presents
        let text = AppScreen.draw(state, size: size, look: look).text
        for name in wanted { #expect(text.contains("  \(name)"), "\(size) \(presents)") }
        if ![60, 100].contains(size.width), name == "step-register-panel", !presents {
          #expect(text.contains(#""refresh_token"]"#))
        }
      }
    }
  }

  /// Where there is room, cut lines become two full ones before the card explains other values.
  @Test func theCardGrowsOverTheList() throws {
    let text = AppScreen.draw(try sample("step-register"), size: Size(110, 30), look: look).text
    #expect(
      !text.contains(" more ") && text.contains(#""refresh_token"]"#)
        && text.contains(#""io.curity.dcrclient:/callback"]"#))
    #expect(text.contains("redirect code"), "the list still shows what came before")
    let tall = AppScreen.draw(try sample("step-register"), size: Size(110, 50), look: look).text
    #expect(
      tall.contains("the only addresses to which") && !tall.contains("d says what each"), "there is nothing more to say"
    )
  }

  /// Every sentence in full with its section, in the panel beside the phone and in the panel alone.
  @Test(arguments: [Size(110, 30), Size(80, 24), Size(40, 15)], [Language.english, .german, .swedish])
  func theOpenCardShowsEverything(_ size: Size, _ language: Language) throws {
    let look = Look(catalogue: Catalogue(language))
    var state = try sample("step-register-card")
    func bare(_ text: String) -> String { text.filter { !$0.isWhitespace && !"│┃╎".contains($0) } }
    var seen = ""
    for scroll in 0..<120 {
      state.view.panelScroll = scroll
      let rows = AppScreen.draw(state, size: size, look: look).text.split(separator: "\n").dropFirst(2)
      // The columns left of the panel belong to the phone.
      seen += rows.map { size.width < 100 ? String($0) : String($0.dropFirst(42)) }.map(bare).joined() + "\n"
    }
    let message = try #require(state[Stepping.self].heldMessage)
    let words = StepWords(message, reveal: false, look)
    #expect(words.carried.count > 5)
    for item in words.carried {
      let source = item.source.isEmpty ? "" : look.marks.separator + item.source
      for text in [item.name, item.value, item.sentence + source] { #expect(seen.contains(bare(text)), "\(item.name)") }
    }
  }

  @Test func theCardIsOpenedReadAndFolded() throws {
    let state = try sample("step-register")
    #expect(press(.character("d"), state) == .step(.card))
    // Where only the phone fits, the card is a page.
    for size in [Size(80, 24), Size(40, 15)] { #expect(press(.character("d"), state, size) == .step(.card)) }
    let open = try sample("step-register-card")
    #expect(press(.down, open) == .view(.scroll(1)) && press(.enter, open) == .step(.next))
    #expect(press(.escape, open) == .step(.card) && press(.character("d"), open) == .step(.card))
    var asked = open
    asked.tools[Stepping.self].prediction = Prediction(.register, turn: 1)
    let text = AppScreen.draw(asked, size: Size(110, 30), look: look).text
    #expect(!text.contains("RFC 7591"), "the card gives the answer away")
    // Escape leaves the quiz, not the flow.
    for focus in [ViewState.Focus.phone, .panel] {
      asked.view.focus = focus
      #expect(press(.escape, asked) == .step(.predict))
    }
  }

  /// Questions can be switched on before the first message, where the screen does not use the key.
  @Test func questionsCanBeSwitchedOnBeforeTheFirstMessage() throws {
    for size in [Size(110, 30), Size(80, 24), Size(40, 15)] {
      #expect(press(.character("p"), try sample("step-on"), size) == .step(.predict))
    }
    var ready = try sample("authenticated")
    ready.tools[Stepping.self].isOn = true
    #expect(press(.character("p"), ready) == .view(.show(.profile)))
  }

  /// Why an answer is wrong depends on whether its message comes before, after or not at all.
  @Test func aWrongAnswerHasItsReason() throws {
    func verdict(_ kind: Flow.Kind, _ step: FlowStep, _ effect: Effect, answering answer: StepMessage) throws -> String
    {
      var state = try sample("step-register")
      let flow = StateRegistry.flow(kind, step)
      state.flow = flow
      let held = try #require(HeldMessage(effect, of: flow))
      state.tools[Stepping.self].held = [held]
      var prediction = Prediction(held.name, turn: 0)
      prediction.answer = answer
      state.tools[Stepping.self].prediction = prediction
      let text = AppScreen.draw(state, size: Size(110, 30), look: look).text
      return text.split(separator: "\n").first { $0.contains("Not that one.") }.map(String.init) ?? ""
    }
    let save = Effect.saveTokens(1, KeptTokens(idToken: Secret(Sample.idToken)))
    let early = try verdict(.authentication, .token, Sample.tokenEffect, answering: .userinfo)
    let late = try verdict(.authentication, .userinfo, save, answering: .userinfo)
    let foreign = try verdict(.registration, .register, Sample.registerEffect, answering: .userinfo)
    #expect(Set([early, late, foreign]).count == 3 && !early.isEmpty && !late.isEmpty && !foreign.isEmpty)
  }

  @Test func inSlowMotionSpacePauses() throws {
    #expect(press(.character(" "), try sample("step-slow-motion")) == .step(.pause))
    #expect(press(.enter, try sample("step-slow-motion")) == .step(.next))
    #expect(press(.character("<"), try sample("step-slow-motion")) == .step(.pace(.slow)))
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
        // Covers everything that scrolling would show.
        for scroll in stride(from: 0, to: 60, by: 4) {
          shown.view.scroll = scroll
          let text = AppScreen.draw(shown, size: size, look: look).text.filter {
            !$0.isWhitespace && $0 != "│" && $0 != "┃"
          }
          for secret in SecretSearch.found(of: secrets, in: text) { Issue.record("\(name) shows \(secret)") }
        }
      }
    }
  }
}
