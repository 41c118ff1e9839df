import AppState
import Catalogue
@testable import Samples
@testable import Screens
@testable import Workshop
import TerminalUI
import TestValues
import Testing

/// One key map: every key in the footer works, by key and by mouse, and no key has two meanings.
struct KeyMapTests {
  static let sizes = [Size(200, 60), Size(110, 30), Size(80, 24), Size(60, 20), Size(40, 15)]
  private let look = Look()

  private func click(_ point: Point, _ state: AppState, _ size: Size = Size(110, 30)) -> Action? {
    KeyMap.action(for: .mouse(MouseEvent(.press, at: point)), in: state, size: size, look: look)
  }

  /// In a case, a wrong key must not end a run that may have taken a day.
  @Test func aRunOfTheTestPlanEndsInTheListAlone() throws {
    #expect(press(.character("e"), try sample("checks-list-run")) == .checks(.finish))
    #expect(press(.character("e"), try sample("check-failed")) == nil)
  }

  /// A marked case shows the keys for note and ticket; at 80 columns, there is no room for the mark that it has already.
  @Test(arguments: [Size(110, 30), Size(80, 24)])
  func theFooterOfAMarkedCaseHasNoteAndTicket(_ size: Size) throws {
    let footer = AppScreen.draw(try sample("check-failed"), size: size, look: look).row(size.height - 1)
    for entry in ["next case", "y pass", "i note", "t ticket", "Esc list", ": actions", "? help", "q quit"] {
      #expect(footer.contains(entry), "\(entry): \(footer)")
    }
    #expect(footer.contains("n fail") == (size.width > 80), "\(footer)")
  }

  /// Enter must neither lose anything nor open a page that the user may be unable to see.
  @Test func afterABrowserFailureEnterRetries() throws {
    for name in ["banner-user-agent", "banner-browser-killed", "banner-sign-out-browser"] {
      #expect(press(.enter, try sample(name)) == .retry, "\(name)")
    }
  }

  @Test(arguments: sizes)
  func noKeyHasTwoMeanings(_ size: Size) {
    for (name, state) in StateRegistry.all {
      let keys = KeyMap.bindings(for: state, size: size).flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(name)")
    }
  }

  @Test(arguments: sizes)
  func everyBindingDoesWhatItSays(_ size: Size) {
    var pressed: Set<[Binding]> = []
    for (name, state) in StateRegistry.all {
      let bindings = KeyMap.bindings(for: state, size: size)
      // Hundreds of screens have the same keys as another.
      guard pressed.insert(bindings).inserted else { continue }
      let drawn = Composition(state, size: size, look: look)
      for binding in bindings {
        for key in binding.keys {
          let action = KeyMap.action(for: .key(key), in: state, on: drawn, size: size, look: look)
          if case .scroll? = binding.action?.of(GalleryAction.self) {
            guard case .scroll? = action?.of(GalleryAction.self) else {
              #expect(action == nil, "\(name) \(key)")
              continue
            }
          } else if case .view(.palette(let wanted)) = binding.action, wanted != .open {
            // The list decides the action.
            if case .view(.palette)? = action { continue }
            #expect(action == nil, "\(name) \(key)")
          } else if case .view(.scroll) = binding.action {
            // The distance ends where the text does; at the end there is no action.
            guard case .view(.scroll) = action else {
              #expect(action == nil, "\(name) \(key)")
              continue
            }
          } else {
            #expect(action == binding.action, "\(name) \(key)")
          }
        }
      }
    }
  }

  @Test(arguments: sizes)
  func everyEntryOfTheFooterCanBeClicked(_ size: Size) {
    for (name, state) in StateRegistry.all {
      let picture = Composition(state, size: size, look: look).picture
      let footer = picture.canvas.row(size.height - 1)
      let wanted = Set(KeyMap.bindings(for: state, size: size).filter(\.isInFooter).map(\.action))
      let hits = picture.hits
      let clicked = Set((0..<size.width).compactMap { hits[Point($0, size.height - 1)] })
      #expect(!clicked.isEmpty, "\(name): \(footer)")
      #expect(clicked.allSatisfy { wanted.contains($0) }, "\(name): \(footer)")
      #expect(clicked.contains(.quit), "\(name): \(footer)")
      #expect(footer.contains(quit(state, size)), "\(name): \(footer)")
      // Where there is little room, help has its key alone.
      #expect(footer.contains("help") || size.width < 80 && footer.contains(" ? "), "\(name): \(footer)")
    }
  }

  /// In a text field, only Ctrl-C quits.
  private func quit(_ state: AppState, _ size: Size) -> String {
    KeyMap.editedField(state, Arrangement(size, state)) != nil ? "^C quit" : "q quit"
  }

  /// The palette finds every action that has no room in the footer.
  @Test(arguments: [Size(80, 24), Size(110, 30)], Language.allCases)
  func theFooterNamesThePalette(_ size: Size, _ language: Language) {
    let look = Look(catalogue: Catalogue(language))
    for (name, state) in StateRegistry.all {
      let opens = KeyMap.bindings(for: state, size: size).contains { $0.action == KeyMap.palette.action }
      let picture = Composition(state, size: size, look: look).picture
      let isNamed = (0..<size.width).contains { picture.hits[Point($0, size.height - 1)] == KeyMap.palette.action }
      let footer = picture.canvas.row(size.height - 1)
      #expect(isNamed == opens, "\(name): \(footer)")
      guard opens, language != .pseudo else { continue }
      #expect(footer.contains(look.catalogue(.keyPalette)), "\(name): \(footer)")
    }
  }

  /// Even the narrowest footer names the screen's main action.
  @Test(arguments: [
    ("server-clients-nothing-found", "Backspace clear"), ("unlock-wrong", "Unlock"), ("step-register-card", "send it"),
  ])
  func theNarrowestFooterNamesTheMainAction(_ name: String, _ action: String) throws {
    let footer = AppScreen.draw(try sample(name), size: Size(40, 15), look: look).row(14)
    #expect(footer.contains(action), "\(footer)")
  }

  /// A screen's own keys come before those of every screen; the smallest screen names the way back where it has no button.
  @Test(arguments: [
    ("step-register-card", "send it"), ("server-client", "Esc back"), ("client-test-ended", "Esc back"),
  ])
  func ownKeysComeFirst(_ name: String, _ own: String) throws {
    for size in Self.sizes {
      let footer = AppScreen.draw(try sample(name), size: size, look: look).row(size.height - 1)
      let words = try #require(footer.firstRange(of: own), "\(name): \(footer)")
      let end = try #require(footer.firstRange(of: "q quit"))
      #expect(words.upperBound < end.lowerBound, "\(footer)")
    }
  }

  /// Key names are longer in ASCII, and quit must still fit.
  @Test func theFooterNamesQuitInASCII() {
    let size = Size(40, 15)
    for (name, state) in StateRegistry.all {
      let ascii = AppScreen.draw(state, size: size, look: Look(glyphs: .ascii)).row(size.height - 1)
      #expect(ascii.contains(quit(state, size)), "\(name): \(ascii)")
    }
  }

  @Test(arguments: sizes)
  func aClickOnAButtonPressesIt(_ size: Size) throws {
    let expected: [(String, [String: Action])] = [
      ("registration", ["Start Registration": .startRegistration, "Settings": .view(.show(.settings))]),
      ("unauthenticated", ["Start Authentication": .startAuthentication]),
      (
        "authenticated",
        [
          "Refresh Access Token": .refreshAccessToken, "Profile": .view(.show(.profile)), "Sign Out": .signOut,
          "Settings": .view(.show(.settings)),
        ]
      ),
      ("progress-registration-login", ["Cancel": .cancel]),
      (
        "settings",
        [
          "  Forget This Device  ": .view(.ask(.forgetDevice)),
          "  Clear Browser Data  ": .view(.ask(.clearBrowserData)),
          "  Back  ": .view(.show(.home)),
        ]
      ),
      ("confirm-forget-device", ["  Forget This Device  ": .forgetDevice, "▸ Keep It ◂": .view(.dropQuestion)]),
      (
        "banner-server-refused",
        ["▸ Retry ◂": .retry, "  Details  ": .toggleBannerDetails, "  Dismiss  ": .dismissBanner]
      ),
      ("banner-dead-registration", ["▸ Register Again ◂": .registerAgain, "   Keep   ": .dismissBanner]),
      ("notice-forgot-device", ["▸ OK ◂": .dismissNotice]),
      ("keystore-damaged", ["▸ Try Again ◂": .started, "  Forget This Device  ": .view(.ask(.forgetDevice))]),
      ("profile", ["▸ Back ◂": .view(.show(.home))]),
    ]
    for (name, buttons) in expected {
      let state = try sample(name)
      let canvas = AppScreen.draw(state, size: size, look: look)
      for (label, action) in buttons {
        let place = try #require(find(label, in: canvas), "\(name) \(label) at \(size)")
        #expect(click(place, state, size) == action, "\(name) \(label)")
      }
    }
  }

  @Test func arrowsWalkOverTheButtonsAndStopAtTheEnds() throws {
    var state = try sample("authenticated")
    #expect(press(.down, state) == .view(.focusButton(1)))
    #expect(press(.up, state) == nil)
    state.view.button = 1
    #expect(press(.up, state) == .view(.focusButton(0)))
    #expect(press(.enter, state) == .view(.show(.profile)))
    state.view.button = 99
    #expect(press(.enter, state) == .view(.show(.settings)))
    #expect(press(.down, state) == nil)
  }

  @Test func scrollingStopsAtTheEnd() throws {
    var state = try sample("profile")
    let size = Size(40, 15)
    #expect(press(.pageDown, state, size) == .view(.scroll(8)))
    guard case .view(.scroll(let end))? = press(.end, state, size) else {
      throw Unexpected("the last row cannot be reached")
    }
    state.view.scroll = end
    #expect(press(.down, state, size) == nil)
    // A position beyond the end: after a resize the next key starts from what is visible.
    state.view.scroll = end + 50
    #expect(press(.up, state, size) == .view(.scroll(-51)))
  }

  @Test func escapeIsTheWayBack() throws {
    #expect(press(.escape, try sample("profile")) == .view(.show(.home)))
    #expect(press(.escape, try sample("settings")) == .view(.show(.home)))
    #expect(press(.escape, try sample("progress-login")) == .cancel)
    #expect(press(.escape, try sample("banner-transport")) == .dismissBanner)
    #expect(press(.escape, try sample("confirm-forget-device")) == .view(.dropQuestion))
    #expect(press(.escape, try sample("notice-forgot-device")) == .dismissNotice)
    #expect(press(.escape, try sample("message-token")) == .messages(.close))
    #expect(press(.escape, try sample("messages")) == .view(.switchFocus))
    #expect(press(.escape, try sample("help")) == .view(.toggleHelp))
  }

  @Test func aTooSmallTerminalOnlyQuits() throws {
    let state = try sample("authenticated")
    for size in [Size(39, 15), Size(40, 14), Size(10, 3), Size(1, 1)] {
      #expect(press(.character("q"), state, size) == .quit)
      #expect(press(.control("c"), state, size) == .quit)
      for key in [Key.enter, .tab, .character("?"), .character("r"), .down, .escape] {
        #expect(press(key, state, size) == nil)
      }
      #expect(click(Point(0, 0), state, size) == nil)
    }
    #expect(AppScreen.draw(state, size: Size(39, 15), look: look).text.contains("Please enlarge the terminal"))
    #expect(AppScreen.draw(state, size: Size(80, 14), look: look).text.contains("40x15 at least"))
  }

  @Test func presentersCannotReveal() throws {
    #expect(press(.character("r"), try sample("authenticated")) == .view(.toggleSecrets))
    #expect(press(.character("r"), try sample("authenticated-presenter")) == nil)
  }

  @Test func aQuestionIsVisibleAndAnsweredWithAnyFocus() throws {
    var state = try sample("messages")
    state.view.confirmation = .quit
    for size in KeyMapTests.sizes {
      #expect(AppScreen.draw(state, size: size, look: look).text.contains("Quit now?"))
      // Enter keeps everything; a second q quits.
      #expect(press(.enter, state, size) == .view(.dropQuestion))
      #expect(press(.character("q"), state, size) == .quit)
      #expect(press(.tab, state, size) == nil)
    }
  }

  @Test func messagesAreOpenedByClickAndWheelMovesTheSelection() throws {
    let state = try sample("registration")
    #expect(click(Point(60, 10), state) == .view(.switchFocus))
    let list = try sample("messages")
    let canvas = AppScreen.draw(list, size: Size(110, 30), look: look)
    let place = try #require(find("GET userinfo", in: canvas))
    #expect(click(place, list) == .messages(.open(15)))
    let wheel = MouseEvent(.scrollUp, at: place)
    #expect(KeyMap.action(for: .mouse(wheel), in: list, size: Size(110, 30), look: look) == .view(.moveSelection(-1)))
  }

  @Test func tabsAreChosenByNumberClickAndArrow() throws {
    let state = try sample("messages")
    #expect(press(.character("2"), state) == .view(.tab(.sequence)))
    #expect(press(.right, state) == .view(.tab(.sequence)))
    let canvas = AppScreen.draw(state, size: Size(110, 30), look: look)
    let place = try #require(find("2 Sequence", in: canvas))
    #expect(click(place, state) == .view(.tab(.sequence)))
  }

  @Test(arguments: [Size(110, 30), Size(80, 24), Size(40, 15)])
  func theFooterOffersScrollingOnlyWhereThereIsMore(_ size: Size) {
    var offered = 0
    for (name, state) in StateRegistry.all {
      let scrolling = KeyMap.bindings(for: state, size: size).filter {
        if case .view(.scroll) = $0.action { $0.isInFooter } else { false }
      }
      guard !scrolling.isEmpty else { continue }
      let moves = scrolling.contains { $0.keys.contains { press($0, state, size) != nil } }
      let targets = Composition(state, size: size, look: look).picture.hits
      let isOffered = (0..<size.width).contains { x in
        if case .view(.scroll) = targets[Point(x, size.height - 1)] { true } else { false }
      }
      // A footer without room leaves it out in any case.
      #expect(moves || !isOffered, "\(name)")
      if isOffered { offered += 1 }
    }
    #expect(offered > 0)
  }

  /// The smallest screen names the key that scrolls.
  @Test(arguments: [
    "lesson-beginning", "lesson-step-done", "check", "message-registration", "help", "step-register", "profile",
  ])
  func theNarrowestFooterNamesScrolling(_ name: String) throws {
    let size = Size(40, 15)
    let footer = AppScreen.draw(try sample(name), size: size, look: look).row(size.height - 1)
    #expect(footer.contains("scroll") && footer.contains("help") && footer.contains("quit"), "\(footer)")
  }

  /// The footer names only the directions in which there is more.
  @Test func theFooterNamesTheDirectionInWhichThereIsMore() throws {
    var state = try sample("lesson-beginning")
    let size = Size(40, 15)
    func footer() -> String { AppScreen.draw(state, size: size, look: look).row(size.height - 1) }
    #expect(footer().contains("↓ scroll") && !footer().contains("↑ scroll"))
    let end = try #require(press(.end, state, size))
    _ = update(&state, end, now: state.now)
    #expect(footer().contains("↑ scroll") && !footer().contains("↓ scroll"))
  }

  /// On a narrow screen a digit chooses a panel behind the phone, so the footer names it.
  @Test func tabNamesTheHiddenPanel() throws {
    var state = try sample("registration")
    for (key, name) in [("4", "server"), ("5", "keystore")] {
      let action = try #require(press(.character(Character(key)), state, Size(80, 24)))
      _ = update(&state, action, now: state.now)
      #expect(AppScreen.draw(state, size: Size(80, 24), look: look).row(23).contains("Tab \(name)"))
      #expect(AppScreen.draw(state, size: Size(110, 30), look: look).row(29).contains("Tab panel"))
    }
  }

  /// Pressing Start Registration twice starts a registration; the mouse and Escape cancel at any time.
  @Test func aSecondEnterDoesNotCancelTheFirst() throws {
    var state = try sample("progress-register")
    let started = try #require(state.flow).started
    for (seconds, isCancelled) in [(0.0, false), (0.4, false), (0.5, true), (60, true)] {
      state.now = started.addingTimeInterval(seconds)
      #expect((press(.enter, state) == .cancel) == isCancelled, "\(seconds)")
      #expect((press(.character(" "), state) == .cancel) == isCancelled, "\(seconds)")
      #expect(press(.escape, state) == .cancel)
    }
  }

  @Test func pasteAndResizeMeanNothing() throws {
    let state = try sample("registration")
    #expect(KeyMap.action(for: .paste("q"), in: state, size: Size(80, 24), look: look) == nil)
    #expect(KeyMap.action(for: .resize(Size(80, 24)), in: state, size: Size(80, 24), look: look) == nil)
  }

  /// The middle of the lowest place with this text, in cells, because a sheet may cover the same text above.
  private func find(_ text: String, in canvas: Canvas) -> Point? {
    let wanted = text.map(String.init)
    for y in (0..<canvas.size.height).reversed() {
      for x in 0...max(0, canvas.size.width - wanted.count) {
        let fits = x + wanted.count <= canvas.size.width
        if fits, wanted.indices.allSatisfy({ canvas[x + $0, y].text == wanted[$0] }) {
          return Point(x + wanted.count / 2, y)
        }
      }
    }
    return nil
  }
}
