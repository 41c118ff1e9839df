import Testing

@testable import AppState
@testable import Workshop

/// Looking through the gallery: the position in it, and that nothing else of the app changes.
struct GalleryViewTests {
  private var scenario = Scenario(tools: Workshop.tools).signedIn()
  private var phone: Phone<GalleryView> { Phone(scenario.state) }
  private var view: GalleryView { phone.own }

  private mutating func send(_ actions: GalleryAction...) {
    for action in actions { scenario.send(.gallery(action)) }
  }

  private mutating func open() {
    send(.open(names: ["loading", "unlock", "unlock-wrong", "settings"], variant: 6))
  }

  @Test mutating func nothingElseOfTheAppChangesAndClosingLeadsBack() {
    scenario.send(.view(.tab(.server)))
    scenario.send(.view(.scroll(3)))
    var before = scenario.state
    open()
    send(
      .move(2), .turn(1, of: 15), .paint("light"), .toggleScrolling, .scroll(5, 5), .toggleScrolling, .beginFilter,
      .editFilter(.insert("lock")), .endFilter, .browserSaid(["browser-login-form"]), .select("browser-login-form"))
    #expect(phone.showsGallery && phone.shownTheme == "light")
    send(.close)
    #expect(!phone.showsGallery && phone.shownTheme == scenario.state.preferences.shownTheme)
    before.tools[GalleryView.self] = view
    before.now = scenario.state.now
    #expect(scenario.state == before)
  }

  @Test mutating func thePositionIsKeptUntilTheNextVisit() {
    open()
    send(.select("unlock"), .turn(-1, of: 15), .close)
    open()
    #expect(view.selected == "unlock" && view.variant == 5)
    send(.turn(-6, of: 15))
    #expect(view.variant == 14)
    send(.turn(16, of: 15))
    #expect(view.variant == 0)
  }

  @Test mutating func stepsEndAtTheEnds() {
    open()
    #expect(view.selected == "loading")
    send(.move(-1))
    #expect(view.selected == "loading")
    send(.move(AppState.farther))
    #expect(view.selected == "settings")
    send(.browserSaid(["browser-consent"]), .move(1))
    #expect(view.selected == "browser-consent")
    #expect(view.count == 5)
  }

  @Test mutating func aFilterKeepsAMatchingSelection() {
    open()
    send(
      .select("unlock-wrong"), .scroll(3, 3), .beginFilter, .editFilter(.insert("WRO")), .editFilter(.insert("\n un")))
    #expect(view.listed == ["unlock-wrong"] && view.selected == "unlock-wrong")
    #expect((view.x, view.y) == (0, 0))
    send(.editFilter(.insert("x")))
    #expect(view.selected == nil)
    send(.move(1), .editFilter(.removeLast))
    #expect(view.selected == "unlock-wrong")
    send(.editFilter(.replace(String(repeating: "x", count: GalleryView.longest + 1))))
    #expect(view.filter == String(repeating: "x", count: GalleryView.longest))
    send(.clearFilter)
    #expect(view.listed.count == 4 && !view.editsFilter)
  }

  /// A question covers the gallery, which comes back after the answer.
  @Test mutating func aQuestionCoversTheGallery() {
    open()
    scenario.send(.view(.ask(.forgetDevice)))
    #expect(!phone.showsGallery)
    scenario.send(.view(.dropQuestion))
    #expect(phone.showsGallery)
  }

  @Test mutating func aSilentBrowserIsReportedUntilItAnswers() {
    open()
    let problem = FileProblem(
      .galleryBrowserUnusable, path: "/bin/dcr-browser", detail: "0 lines")
    send(.browserFailed(problem))
    #expect(view.problem == problem)
    send(.browserSaid(["browser-consent"]))
    #expect(view.problem == nil && view.browserNames == ["browser-consent"])
  }
}
