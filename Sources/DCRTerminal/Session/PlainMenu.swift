import AppState
import Screens

/// What can be chosen by its number, as it was last written.
///
/// A number means what stood beside it. What stops something that is under way is number 0, which is nothing else; so who still means to cancel
/// chooses nothing by mistake when it is over.
struct PlainMenu {
  private(set) var choices: [PlainText.Choice] = []
  private var numbered: [Int: PlainText.Choice] = [:]
  private var isUnderWay = false
  /// The choices that this menu has replaced without being asked to, and when.
  private var surprise: (before: [Int: PlainText.Choice], at: ContinuousClock.Instant)?

  /// Less time than anybody needs to read a new menu and choose from it.
  private static let blink = Duration.seconds(1)

  /// The lines of the menu, with their numbers.
  var lines: [String] { numbered.sorted { $0.key < $1.key }.map { "\($0.key). \($0.value.text)" } }

  /// - Parameters:
  ///   - isUnderWay: something goes on by itself, and some of the choices stop it.
  ///   - isUnasked: nobody has chosen anything since the last menu: it came by itself.
  mutating func show(_ new: [PlainText.Choice], isUnderWay: Bool, isUnasked: Bool, now: ContinuousClock.Instant) {
    // What comes when something is over was waited for.
    surprise = isUnasked && !self.isUnderWay ? (numbered, now) : nil
    self.isUnderWay = isUnderWay
    choices = new
    let stopping = isUnderWay ? new.filter { [.press(.cancel), .press(.quit)].contains($0.deed) } : []
    let others = new.filter { !stopping.contains($0) }
    numbered = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($0 + 1, $1) })
    // One way to stop is enough; the other has its name.
    numbered[0] = stopping.first
  }

  enum Meaning: Equatable {
    case choice(PlainText.Choice)
    /// It was another choice's a moment ago, which whoever typed it has read.
    case changed
    case nothing
  }

  func meaning(of number: Int, now: ContinuousClock.Instant) -> Meaning {
    guard let choice = numbered[number] else { return .nothing }
    if let surprise, now - surprise.at < PlainMenu.blink, let before = surprise.before[number],
      before.text != choice.text
    {
      return .changed
    }
    return .choice(choice)
  }
}
