import AppState
import Catalogue
import Faults
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// Palette and help come from the key map alone: a key that is not listed does nothing, and a listed one can be found and does
/// what the list says.
struct PaletteTests {
  private static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]
  private static let languages: [Language] = [.english, .german, .swedish, .pseudo]

  /// Every key that a terminal can report.
  private static let keys: [Key] =
    (32...126).map { .character(Character(UnicodeScalar($0))) } + "äöüåéß§".map { .character($0) }
    + "abdefghijklmnopqrstuvwxyz".map { .control($0) } + (1...12).map { .function($0) }
    + [
      .enter, .tab, .backtab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .insert,
    ]

  /// The palette over a screen.
  private func list(
    _ state: AppState, _ text: String = "", _ size: Size = Size(110, 30), _ language: Language = .english
  ) throws -> PaletteList {
    let state = typed(text, over: state)
    return try #require(Composition(state, size: size, look: Look(catalogue: Catalogue(language))).found)
  }

  private func typed(_ text: String, over state: AppState) -> AppState {
    var state = state
    // The tools do not see the action, because they might not accept a sample as it is.
    state.look(.palette(.open))
    if !text.isEmpty { state.look(.palette(.edit(.insert(text)))) }
    return state
  }

  private func chosen(_ action: Action?) -> Action? {
    if case .view(.palette(.choose(let action, _))) = action { action } else { nil }
  }

  @Test(arguments: sizes)
  func aKeyThatIsNotListedDoesNothing(_ size: Size) throws {
    var looked: Set<[Binding]> = []
    for (name, state) in StateRegistry.all where !state.view.showsKeys {
      let screen = Composition(state, size: size, look: Look())
      guard looked.insert(screen.bindings).inserted else { continue }
      let entries = try list(state, "", size).all
      let isTyping = KeyMap.editedField(state, Arrangement(size, state)) != nil
      for key in Self.keys where !(isTyping && key.isCharacter) {
        let action = KeyMap.action(for: .key(key), in: state, on: screen, size: size, look: Look())
        let listed = entries.filter { $0.reason == nil && $0.binding.keys.contains(key) }
        #expect(listed.count == (action == nil ? 0 : 1), "\(name): \(key)")
        #expect(chosen(listed.first?.action) == action, "\(name): \(key) does not do what is listed")
      }
    }
  }

  @Test(arguments: languages)
  func everyEntryIsFoundByItsName(_ language: Language) throws {
    let look = Look(catalogue: Catalogue(language))
    var looked: Set<PaletteList.Entry> = []
    for (name, state) in StateRegistry.all where !state.view.showsKeys {
      let all = try list(state, "", Size(110, 30), language).all
      for entry in all where looked.insert(entry).inserted {
        let leads = if case .elsewhere(_?, _) = entry.binding.reason { true } else { false }
        #expect(entry.action != nil || entry.reason != nil, "\(name): \(entry.name)")
        #expect(entry.action == nil || entry.reason == nil || leads, "\(name): \(entry.name)")
        #expect(!entry.name.isEmpty && entry.reason != "")
        let first = PaletteList.found(entry.name, in: all, look).prefix(6)
        #expect(first.contains(entry), "\(name): \(entry.name) is not among the first: \(first.map(\.name))")
      }
    }
  }

  /// The palette lists every action, unavailable ones with their reason. Actions of something open (a field, a question, the
  /// gallery) are listed while it is open.
  @Test func unavailableActionsAreListedToo() throws {
    let everywhere = [
      "Start Registration", "Start Authentication", "Refresh Access Token", "Profile", "Sign Out", "settings",
      "Appearance", "Revoke Tokens", "Forget This Device", "Clear Browser Data", "messages", "sequence", "revoke",
      "activate", "filter", "damage", "break in", "faults", "clock", "test plan",
      "gallery of all screens", "copy as curl", "search", "presenter mode", "phones", "step mode", "redraw",
    ]
    let states = StateRegistry.all.filter { !$0.state.view.showsKeys && !$0.state.gallery.isOpen }
    for (name, state) in states where !state.looksBack {
      var state = state
      // An opened item in a tab has its own keys.
      state.look(.tab(.state))
      let names = Set(try list(state).all.map { $0.name.lowercased() })
      let missing = everywhere.filter { wanted in !names.contains { $0.contains(wanted.lowercased()) } }
      // Where the appearance is chosen, the way to the settings is called Back.
      let isKnown = missing == ["settings"] && state.view.route == .appearance
      #expect(missing.isEmpty || isKnown, "\(name): \(missing)")
    }
  }

  @Test func presetsAreSwitchedOnByName() throws {
    let preset = try #require(FaultPresets.named("client-revoked"))
    let entry = try #require(try list(try sample("registration"), "client revoked").found.first)
    #expect(chosen(entry.action) == .faults(.use(preset.plan)))
    #expect(try list(try sample("registration"), "assertion used twice").found.first?.reason != nil)
    var show = try sample("registration")
    show.settings.presenter = true
    #expect(!(try list(show, "client revoked").found.contains { chosen($0.action) == .faults(.use(preset.plan)) }))
  }

  @Test func enterDoesWhatItsKeyDoesAndClosesTheList() throws {
    let state = typed("settings", over: try sample("registration"))
    let action = press(.enter, state)
    #expect(action == .view(.palette(.choose(.view(.show(.settings)), focus: nil))))
    var after = state
    _ = update(&after, try #require(action), now: state.now)
    #expect(!after.view.showsKeys)
  }

  /// Choosing a button in the palette moves the focus to where its result appears.
  @Test func aButtonIsPressedByItsNameFromThePanel() throws {
    var state = try sample("authenticated")
    state.view.focus = .panel
    state = typed("sign out", over: state)
    let action = try #require(press(.enter, state))
    #expect(action == .view(.palette(.choose(.signOut, focus: .phone))))
    _ = update(&state, action, now: state.now)
    #expect(state.view.focus == .phone && !state.view.showsKeys)
  }

  @Test func anUnavailableActionSaysWhyAndDoesNothing() throws {
    for (text, reason) in [
      ("sign out", "nobody is signed in"), ("autoplay", "only in presenter mode: P"),
      ("redraw", "the terminal does it"),
    ] {
      let state = typed(text, over: try sample("registration"))
      #expect(press(.enter, state) == nil, "\(text)")
      for size in Self.sizes {
        #expect(AppScreen.draw(state, size: size, look: Look()).text.contains(reason), "\(text) at \(size)")
      }
    }
  }

  /// What can be done stands first, and the footer offers Enter only where it does something.
  @Test func nothingIsOfferedThatCannotBeDone() throws {
    let state = try sample("authenticated")
    let found = try list(state).found
    #expect(found.prefix(while: { $0.reason == nil }).count == found.count(where: { $0.reason == nil }))
    for (text, isOffered) in [("qqqq", false), ("redraw", false), ("sign out", true)] {
      let footer = AppScreen.draw(typed(text, over: state), size: Size(110, 30), look: Look()).row(29)
      #expect(footer.contains("do it") == isOffered && footer.contains("Esc close"), "\(text): \(footer)")
    }
  }

  /// The end of a long paste is cut; it is not dropped as a whole.
  @Test func aLongPasteIsCut() throws {
    let state = typed(String(repeating: "å", count: 100), over: try sample("registration"))
    #expect(state.view.palette?.text == String(repeating: "å", count: 30))
  }

  /// Synonyms lead to the action, in each language's own words.
  @Test(arguments: [
    (Language.english, "dark", "Appearance"), (.english, "language", "Appearance"), (.english, "theme", "Appearance"),
    (.english, "export", "Write HAR"), (.english, "stolen", "Revoke"), (.english, "second phone", "Phones"),
    (.english, "password", "Settings"), (.english, "screenshot", "Write evidence"), (.german, "dunkel", "Darstellung"),
    (.german, "gestohlen", "Widerrufen"), (.german, "zweites Telefon", "Telefone"), (.swedish, "mörkt", "Utseende"),
    (.swedish, "stulen", "Återkalla"), (.swedish, "lösenord", "Inställningar"),
  ])
  func synonymsAreFound(_ language: Language, _ text: String, _ name: String) throws {
    let found = try list(try sample("authenticated"), text, Size(110, 30), language).found
    #expect(found.prefix(3).contains { $0.name == name }, "\(found.prefix(6).map(\.name))")
  }

  /// A stolen phone means Revoke before a fault that has the word in its name.
  @Test(arguments: [
    (Language.english, "stolen", "Revoke"), (.german, "gestohlen", "Widerrufen"), (.swedish, "stulen", "Återkalla"),
  ])
  func anActionIsFoundBeforeAFault(_ language: Language, _ text: String, _ name: String) throws {
    let found = try list(try sample("authenticated"), text, Size(110, 30), language).found
    // Revoke Tokens has the same synonym.
    #expect(found.prefix(2).contains { $0.name == name }, "\(found.prefix(3).map(\.name))")
  }

  @Test func everyNameStartsWithACapital() throws {
    for (name, state) in StateRegistry.all where !state.view.showsKeys {
      for entry in try list(state).all { #expect(entry.name.first?.isLowercase == false, "\(name): \(entry.name)") }
    }
  }

  /// An action of another place leads there; Revoke first shows which client it concerns.
  @Test func anActionElsewhereLeadsThere() throws {
    var state = typed("activate", over: try sample("authenticated"))
    let go = try #require(press(.enter, state))
    #expect(chosen(go) == .view(.tab(.server)))
    state = typed("revoke", over: try sample("authenticated"))
    let list = try #require(Composition(state, size: Size(110, 30), look: Look()).found)
    let entry = try #require(list.found.first { $0.name == "Revoke" })
    _ = update(&state, try #require(entry.action), now: state.now)
    _ = update(&state, try #require(chosen(entry.action)), now: state.now)
    #expect(state.view.tab == .server && state.view.focus == .panel && !state.view.showsKeys)
    var read = try sample("server-clients")
    _ = update(&read, .serverPanel(.askToRevoke), now: read.now)
    #expect(press(.enter, read) == .serverPanel(.dropQuestion))
    #expect(AppScreen.draw(read, size: Size(110, 30), look: Look()).text.contains("Revoke this client?"))
    _ = update(&read, try #require(press(.right, read)), now: read.now)
    let own = try #require(read.registration?.credentials.clientID)
    #expect(press(.enter, read) == .serverPanel(.change(.revoke(client: own))))
  }

  /// In presenter mode the key to a bench tool does nothing, so no key of the tool is said to work there.
  @Test func noReasonLeadsToABenchToolInPresenterMode() throws {
    var show = try sample("registration")
    show.settings.presenter = true
    let entry = try #require(try list(show, "switch on").found.first { $0.name == "Switch on" })
    #expect(entry.reason == "not in front of an audience; --bench allows it" && entry.action == nil)
    show.settings.showsBench = true
    let found = try list(show, "switch on").found
    #expect(found.contains { $0.name == "Switch on" && $0.reason == "in the panel Faults: F" })
  }

  @Test func helpIsSearchedByTyping() throws {
    var state = try sample("help")
    _ = update(&state, try #require(press(.character("f"), state)), now: state.now)
    #expect(state.view.palette?.text == "f")
    #expect(press(.character("q"), state) == .view(.palette(.edit(.insert("q")))))
    _ = update(&state, try #require(press(.backspace, state)), now: state.now)
    #expect(state.view.palette == nil && state.view.showsHelp)
    _ = update(&state, try #require(press(.escape, state)), now: state.now)
    #expect(!state.view.showsKeys)
  }

  @Test(arguments: [Key.character(":"), .control("p")])
  func itOpensFromEverywhere(_ key: Key) throws {
    for (name, state) in StateRegistry.all where state.view.palette == nil {
      let isTyping = KeyMap.editedField(state, Arrangement(Size(110, 30), state)) != nil
      if isTyping, key.isCharacter, !state.view.showsHelp { continue }
      #expect(press(key, state) == .view(.palette(.open)), "\(name)")
    }
  }

  @Test(arguments: sizes, [Glyphs.unicode, .ascii])
  func anEmptyResultIsReported(_ size: Size, _ glyphs: Glyphs) throws {
    let state = try sample("palette-nothing")
    #expect(press(.enter, state) == nil && press(.down, state) == nil && press(.end, state) == nil)
    let text = AppScreen.draw(state, size: size, look: Look(glyphs: glyphs)).text
    #expect(text.contains("Nothing is called"))
    if glyphs == .ascii { #expect(text.utf8.count == text.count) }
  }

  @Test func theSelectionStaysWithinTheResults() throws {
    var state = try sample("palette")
    let count = try #require(Composition(state, size: Size(110, 30), look: Look()).found).found.count
    #expect(press(.up, state) == nil)
    _ = update(&state, try #require(press(.end, state)), now: state.now)
    #expect(state.view.palette?.chosen == count - 1)
    #expect(press(.down, state) == nil)
    // After a resize the list may be shorter than the selection that the state has.
    _ = update(&state, .view(.palette(.move(50))), now: state.now)
    #expect(press(.up, state) == .view(.palette(.move(-51))))
  }

  @Test(arguments: sizes)
  func aClickRunsTheAction(_ size: Size) throws {
    let state = typed("gallery", over: try sample("registration"))
    let composition = Composition(state, size: size, look: Look())
    let row = try #require((0..<size.height).first { composition.canvas.row($0).contains("Gallery of all") })
    let click = TerminalEvent.mouse(MouseEvent(.press, at: Point(size.width / 2, row)))
    #expect(KeyMap.action(for: click, in: state, size: size, look: Look()) == press(.enter, state, size))
    let outside = TerminalEvent.mouse(MouseEvent(.press, at: Point(0, 0)))
    if size.width > 84 {
      #expect(KeyMap.action(for: outside, in: state, size: size, look: Look()) == .view(.palette(.close)))
    }
  }

  @Test func aFewLettersFindAName() {
    let ranks = [
      ("re", "reveal secrets", 1), ("SEC", "reveal secrets", 2), ("veal", "reveal secrets", 3),
      ("rvsc", "reveal secrets", 4), ("sec rev", "reveal secrets", 2), ("storung", "Störungen", 1),
      ("", "anything", 1), ("sign out", "Sign Out", 0),
    ]
    for (text, name, rank) in ranks { #expect(FuzzySearch.rank(of: text, in: name) == rank, "\(text) in \(name)") }
    #expect(FuzzySearch.rank(of: "xq", in: "reveal secrets") == nil)
    #expect(FuzzySearch.rank(of: "rev xq", in: "reveal secrets") == nil)
  }

  @Test func aKeyIsFoundByItsOwnName() throws {
    for (text, name) in [("Ctrl-L", "Redraw"), ("^L", "Redraw"), ("E", "Write evidence"), ("4", "Server")] {
      let found = try list(try sample("registration"), text).found
      #expect(found.first?.name.hasPrefix(name) == true, "\(text): \(found.first?.name ?? "nothing")")
    }
  }

  /// Over an earlier picture the palette lists what is possible there.
  @Test func itOpensOverThePastToo() throws {
    let past = try sample("presenter-looking-back")
    let entries = try list(past).all
    #expect(entries.contains { chosen($0.action) == .presenter(.back) })
    #expect(entries.first { $0.name == "Sign Out" }?.reason == "not while you look back")
  }
}
