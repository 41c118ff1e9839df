import AppState
import Screens

/// What can be chosen by its number, as it was last written.
///
/// A number means what stood beside it, and 0 always leads out: it stops what is under way, goes back, or quits.
struct PlainMenu {
  private(set) var choices: [PlainText.Choice] = []
  private var numbered: [Int: PlainText.Choice] = [:]
  private var isUnderWay = false
  /// The choices that this menu has replaced without being asked to, and when.
  private var surprise: (before: [Int: PlainText.Choice], at: ContinuousClock.Instant)?
  private var shownAt: ContinuousClock.Instant?

  /// Less time than anybody needs to read a new menu and choose from it.
  private static let blink = Duration.seconds(1)

  /// The lines of the menu, with their numbers, the way out last.
  var lines: [String] {
    numbered.sorted { ($0.key == 0 ? .max : $0.key) < ($1.key == 0 ? .max : $1.key) }
      .flatMap { number, choice in [choice.heading, "\(number). \(choice.text)"].compactMap(\.self) }
  }

  /// What 0 does; `nil`: nothing.
  var wayOut: PlainText.Choice? { numbered[0] }

  /// Nothing can be done but to stop it.
  var onlyLeadsOut: Bool { numbered.count == 1 && wayOut != nil }

  /// - Parameters:
  ///   - isUnderWay: something goes on by itself.
  ///   - isUnasked: nobody has chosen anything since the last menu: it came by itself.
  mutating func show(_ new: [PlainText.Choice], isUnderWay: Bool, isUnasked: Bool, now: ContinuousClock.Instant) {
    // What comes when something is over was waited for, and so was what follows a menu that nobody had the time to read; but 0, which
    // would have stopped it, may quit now.
    let wasRead = !self.isUnderWay && shownAt.map { now - $0 >= PlainMenu.blink } ?? false
    let before = wasRead ? numbered : surprise?.before ?? numbered.filter { $0.key == 0 }
    surprise = isUnasked ? (before, now) : nil
    (self.isUnderWay, shownAt) = (isUnderWay, now)
    choices = new
    let out = new.firstIndex(where: \.leadsOut)
    // One way to stop is enough; the other has its name.
    let others = new.enumerated().filter { $0.offset != out && !(isUnderWay && $0.element.deed == .press(.quit)) }
    numbered = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($0 + 1, $1.element) })
    numbered[0] = out.map { new[$0] }
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
