import AppState
import Screens
import Testing

@testable import DCRTerminal

/// A number means the choice beside which it was printed.
@Suite struct PlainMenuTests {
  private func choices(_ names: String...) -> [PlainText.Choice] {
    names.map { PlainText.Choice($0, .press($0 == "Quit" ? .quit : .startRegistration)) }
  }
  private func leaving(_ name: String, _ action: Action) -> PlainText.Choice {
    var choice = PlainText.Choice(name, .press(action))
    choice.leadsOut = true
    return choice
  }
  private var quit: PlainText.Choice { leaving("Quit", .quit) }
  private var underWay: [PlainText.Choice] {
    [.init("Send It", .press(.startRegistration)), leaving("Cancel", .cancel), .init("Quit", .press(.quit))]
  }
  private let start = ContinuousClock.now

  @Test func numbersBeginAtOneAndLeavingIsNought() {
    var menu = PlainMenu()
    menu.show(choices("Register", "Settings") + [quit], isUnderWay: false, isUnasked: false, now: start)
    #expect(menu.lines == ["1. Register", "2. Settings", "0. Quit"])
    #expect(!menu.onlyLeadsOut)
    menu.show(
      choices("Change") + [leaving("Back", .view(.show(.home)))] + choices("Quit"), isUnderWay: false, isUnasked: false,
      now: start)
    #expect(menu.lines == ["1. Change", "2. Quit", "0. Back"])
    menu.show(underWay, isUnderWay: true, isUnasked: false, now: start)
    #expect(menu.lines == ["1. Send It", "0. Cancel"])
    menu.show([quit], isUnderWay: true, isUnasked: false, now: start)
    #expect(menu.lines == ["0. Quit"] && menu.onlyLeadsOut)
    #expect(menu.meaning(of: 0, now: start) == .choice(quit) && menu.meaning(of: 1, now: start) == .nothing)
  }

  @Test func aHeadingHasNoNumber() {
    var menu = PlainMenu()
    var token = choices("POST token")[0]
    token.heading = "2 · Login"
    menu.show(choices("POST register") + [token, quit], isUnderWay: false, isUnasked: false, now: start)
    #expect(menu.lines == ["1. POST register", "2 · Login", "2. POST token", "0. Quit"])
  }

  /// A user who types Cancel as the flow ends does not quit by mistake.
  @Test func cancelThatComesTooLateDoesNotQuit() {
    var menu = PlainMenu()
    menu.show(underWay, isUnderWay: true, isUnasked: false, now: start)
    menu.show(choices("Sign in") + [quit], isUnderWay: false, isUnasked: true, now: start)
    #expect(menu.meaning(of: 0, now: start + .milliseconds(900)) == .changed)
    #expect(menu.meaning(of: 0, now: start + .seconds(1)) == .choice(quit))
    #expect(menu.meaning(of: 1, now: start) == .choice(choices("Sign in")[0]))
  }

  /// An error arrives while the user types the number of Sign Out.
  @Test func aNumberThatHasJustChangedIsAskedForAgain() {
    var menu = PlainMenu()
    menu.show(choices("Profile", "Sign Out", "Settings"), isUnderWay: false, isUnasked: false, now: start)
    let later = start + .seconds(5)
    menu.show(choices("Retry", "Details", "Settings"), isUnderWay: false, isUnasked: true, now: later)
    #expect(menu.meaning(of: 2, now: later + .milliseconds(900)) == .changed)
    #expect(menu.meaning(of: 3, now: later) == .choice(choices("Settings")[0]))
    #expect(menu.meaning(of: 2, now: later + .seconds(1)) == .choice(choices("Details")[0]))
    // A menu that follows the user's own choice is no surprise.
    menu.show(choices("Profile", "Sign Out"), isUnderWay: false, isUnasked: false, now: later + .seconds(1))
    #expect(menu.meaning(of: 1, now: later + .seconds(1)) == .choice(choices("Profile")[0]))
  }

  /// A tool opens with "reading" and is done a moment later: nobody can have meant the first menu's numbers.
  @Test func aMenuAfterAnUnreadableOneCountsAtOnce() {
    var menu = PlainMenu()
    menu.show(choices("Open ones") + [quit], isUnderWay: false, isUnasked: false, now: start)
    menu.show(
      choices("REG-001") + [leaving("Back", .view(.closeBench))], isUnderWay: false, isUnasked: true,
      now: start + .milliseconds(100))
    #expect(menu.meaning(of: 1, now: start + .milliseconds(200)) == .choice(choices("REG-001")[0]))
    // Users know the number of the way out by heart.
    #expect(menu.meaning(of: 0, now: start + .milliseconds(200)) == .changed)
  }
}
