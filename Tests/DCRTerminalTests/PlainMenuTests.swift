import AppState
import Screens
import Testing

@testable import DCRTerminal

/// A number that somebody types means what stood beside it.
@Suite struct PlainMenuTests {
  private func choices(_ names: String...) -> [PlainText.Choice] { names.map { PlainText.Choice($0, .press(.quit)) } }
  private let underWay: [PlainText.Choice] = [
    .init("Send It", .press(.startRegistration)), .init("Cancel", .press(.cancel)), .init("Quit", .press(.quit)),
  ]
  private let start = ContinuousClock.now

  @Test func numbersBeginAtOneAndStoppingIsNought() {
    var menu = PlainMenu()
    menu.show(choices("Register", "Quit"), isUnderWay: false, isUnasked: false, now: start)
    #expect(menu.lines == ["1. Register", "2. Quit"])
    menu.show(underWay, isUnderWay: true, isUnasked: false, now: start)
    #expect(menu.lines == ["0. Cancel", "1. Send It"])
    menu.show(choices("Quit"), isUnderWay: true, isUnasked: false, now: start)
    #expect(menu.lines == ["0. Quit"])
    #expect(
      menu.meaning(of: 0, now: start) == .choice(choices("Quit")[0]) && menu.meaning(of: 1, now: start) == .nothing)
  }

  /// Whoever still means to cancel when it is over chooses nothing.
  @Test func whatWasToBeCancelledIsOver() {
    var menu = PlainMenu()
    menu.show(underWay, isUnderWay: true, isUnasked: false, now: start)
    menu.show(choices("Sign in", "Quit"), isUnderWay: false, isUnasked: true, now: start)
    #expect(menu.meaning(of: 0, now: start) == .nothing)
    #expect(menu.meaning(of: 2, now: start) == .choice(choices("Quit")[0]))
  }

  /// An error came while somebody typed the number of Sign Out.
  @Test func aNumberThatHasJustChangedIsAskedForAgain() {
    var menu = PlainMenu()
    menu.show(choices("Profile", "Sign Out", "Quit"), isUnderWay: false, isUnasked: false, now: start)
    menu.show(choices("Retry", "Dismiss", "Quit"), isUnderWay: false, isUnasked: true, now: start)
    #expect(menu.meaning(of: 2, now: start + .milliseconds(900)) == .changed)
    #expect(menu.meaning(of: 3, now: start) == .choice(choices("Quit")[0]))
    #expect(menu.meaning(of: 2, now: start + .seconds(1)) == .choice(choices("Dismiss")[0]))
    // What comes of a choice is no surprise.
    menu.show(choices("Profile", "Sign Out"), isUnderWay: false, isUnasked: false, now: start + .seconds(1))
    #expect(menu.meaning(of: 1, now: start + .seconds(1)) == .choice(choices("Profile")[0]))
  }
}
