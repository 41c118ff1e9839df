import AppState
import Catalogue
import Faults
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// Every fault has its own text, and an active fault is always visible.
struct FaultWordsTests {
  @Test(arguments: FaultEndpoint.allCases)
  func everyFaultHasWords(_ endpoint: FaultEndpoint) {
    #expect(Phrase.faultEndpoint(endpoint.rawValue) != nil)
    for defect in endpoint.offers {
      #expect(Phrase.faultDefect(defect.name) != nil, "\(defect.name)")
      if case .idToken(let kind) = defect { #expect(Phrase.faultIDToken(kind.rawValue) != nil, "\(kind.rawValue)") }
      let words = FaultWords.defect(defect, Look())
      #expect(!words.contains("{") || defect.name == "wrong-member", "\(words)")
    }
    let rows = endpoint.offers.map { FaultWords.defect($0, Look()) }
    #expect(Set(rows).count == rows.count, "two rows say the same")
  }

  /// The registry shows each kind of row; a new one does not compile until it is handled here.
  @Test func everyRowIsShown() {
    func name(_ row: FaultRow) -> String {
      switch row {
      case .on(let entry): entry.isOn ? (entry.left == nil ? "always" : "left") : "used up"
      case .atServer: "at server"
      case .allOff: "all off"
      case .preset: "preset"
      case .endpoint: "endpoint"
      case .defect: "defect"
      case .times: "times"
      }
    }
    let menus = StateRegistry.all.map(\.state).filter { $0.view.tab == .faults }
    #expect(
      Set(menus.flatMap { Phone<FaultsTool>($0).rows.map(name) }) == [
        "always", "left", "used up", "at server", "all off", "preset", "endpoint", "defect", "times",
      ])
  }

  /// The server names its faults as fault files do; the menu has its own words for them, except where the server leaves something out.
  @Test func aFaultOfTheServerHasTheMenusWords() {
    for (fault, words) in [
      ("token: status 503", "Tokens for a code: status 503"),
      ("jwks: connection-reset", "Signing keys: answered, and the answer is lost"),
      ("certificate-expired", "certificate expired"),
      ("metadata: wrong-member issuer", "metadata: wrong-member issuer"),
    ] {
      let row = FaultWords.atServer(ActiveServerFault(number: 1, name: "", fault: fault), Look()).left
      #expect(row.contains(words), "\(row)")
    }
  }

  /// The footer says what Enter does to a preset.
  @Test func thePresetThatIsOnCanBeSwitchedOff() throws {
    var state = try sample("faults-plan-on")
    for (index, row) in Phone<FaultsTool>(state).rows.enumerated() {
      guard case .preset(let preset) = row else { continue }
      state.tools[FaultsTool.self].selected = index
      let footer = AppScreen.draw(state, size: Size(80, 24), look: Look()).row(23)
      #expect(footer.contains("switch off") == (preset.name == "server-overloaded"), "\(preset.name): \(footer)")
    }
  }

  /// Beside a long reason a name would become a column of syllables.
  @Test func aLongReasonLeavesRoomForTheName() throws {
    var state = try sample("faults")
    search("wrong clock", &state)
    let text = AppScreen.draw(state, size: Size(40, 15), look: Look()).text
    #expect(text.contains("Proof by a wrong clock") && text.contains("cannot happen"), "\(text)")
  }

  private func search(_ text: String, _ state: inout AppState) {
    for action in [FaultAction.beginSearch, .editSearch(.insert(text))] {
      _ = update(&state, .faults(action), now: state.now)
    }
  }

  /// The search runs once for each change: drawing only shows its results.
  @Test func drawingDoesNotSearch() throws {
    var state = try sample("faults")
    search("proof", &state)
    #expect(Phone<FaultsTool>(state).rows.count > 1)
    state.tools[FaultsTool.self].found = Array(state[FaultsTool.self].found.prefix(1))
    #expect(Phone<FaultsTool>(state).rows.count == 1)
  }

  /// The description of a preset is readable to its end.
  @Test func aPresetsDescriptionFitsTheSmallestScreen() throws {
    var state = try sample("faults")
    for (index, row) in Phone<FaultsTool>(state).rows.enumerated() {
      guard case .preset(let preset) = row else { continue }
      state.tools[FaultsTool.self].selected = index
      let text = AppScreen.draw(state, size: Size(40, 15), look: Look()).text
      let end = FaultWords.about(row, Phone(state), Look()).split(separator: " ").last ?? ""
      #expect(text.contains(end), "\(preset.name)")
    }
  }

  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// In words, on every tab, and with phone or panel alone.
  @Test(arguments: sizes, [ViewState.Focus.phone, .panel])
  func activeFaultsAreShownAtEverySizeAndOnEachTab(_ size: Size, _ focus: ViewState.Focus) {
    for tab in Workshop.tabs {
      var state = StateRegistry.all[0].state
      (state.view.tab, state.view.focus) = (tab, focus)
      #expect(!AppScreen.draw(state, size: size, look: Look()).text.contains("2 faults"))
      state.tools[FaultsTool.self] = FaultsTool(
        ActiveFaults(
          FaultPlan([FaultRule(.token, .connection(.offline)), FaultRule(.jwks, .connection(.offline), .once)])))
      for glyphs in [Glyphs.unicode, .ascii] {
        let screen = AppScreen.draw(state, size: size, look: Look(glyphs: glyphs)).text
        #expect(screen.contains("2 faults"), "\(tab)")
      }
    }
  }

  @Test func usedUpFaultsAreStillShown() {
    var active = ActiveFaults(FaultPlan([FaultRule(.token, .connection(.offline), .once)]))
    _ = active.take(.token)
    var state = StateRegistry.all[0].state
    state.tools[FaultsTool.self] = FaultsTool(active)
    #expect(AppScreen.draw(state, size: Size(40, 15), look: Look()).text.contains("faults used up"))
    #expect(PlainText.lines(for: state, look: Look()).first == "On purpose: Tokens for a code: no network (used up)")
    let off = Catalogue()(.choiceFaultsOff)
    #expect(PlainText.choices(for: state, look: Look()).contains { $0.text == off })
  }

  @Test(arguments: sizes)
  func theMenuIsWorkedByTheMouse(_ size: Size) throws {
    var state = StateRegistry.all[0].state
    (state.view.tab, state.view.focus) = (.faults, .panel)
    let lines = AppScreen.draw(state, size: size, look: Look()).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Identity server down at") })
    let x = lines[row].distance(
      from: lines[row].startIndex, to: try #require(lines[row].range(of: "Identity")?.lowerBound))
    let click = TerminalEvent.mouse(MouseEvent(.press, at: Point(x, row)))
    let action = KeyMap.action(for: click, in: state, size: size, look: Look())
    #expect(action == .faults(.press(0)))
  }
}
