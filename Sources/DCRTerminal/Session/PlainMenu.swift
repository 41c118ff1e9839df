/// The numbered choices, as they were last written.
/// A number means the choice beside it; 0 always leads out: it stops what is under way, goes back or quits.
struct PlainMenu {
  private(set) var choices: [PlainText.Choice] = []
  private var numbered: [Int: PlainText.Choice] = [:]
  private var isUnderWay = false
  /// The choices that this menu replaced without the user's doing, and when.
  private var surprise: (before: [Int: PlainText.Choice], at: ContinuousClock.Instant)?
  private var shownAt: ContinuousClock.Instant?

  /// Less time than a user needs to read a new menu and choose from it.
  private static let blink = Duration.seconds(1)

  var lines: [String] {
    numbered.sorted { ($0.key == 0 ? .max : $0.key) < ($1.key == 0 ? .max : $1.key) }
      .flatMap { number, choice in [choice.heading, "\(number). \(choice.text)"].compactMap(\.self) }
  }

  var wayOut: PlainText.Choice? { numbered[0] }
  var onlyLeadsOut: Bool { numbered.count == 1 && wayOut != nil }

  /// - Parameter isUnasked: the menu appeared by itself, without a choice since the last menu.
  mutating func show(_ new: [PlainText.Choice], isUnderWay: Bool, isUnasked: Bool, now: ContinuousClock.Instant) {
    // A menu after the end of something was waited for, and the choices of a menu too short-lived to be read cannot be mistaken. Only 0, which would
    // have stopped what was under way, may quit now.
    let wasRead = !self.isUnderWay && shownAt.map { now - $0 >= PlainMenu.blink } ?? false
    let before = wasRead ? numbered : surprise?.before ?? numbered.filter { $0.key == 0 }
    surprise = isUnasked ? (before, now) : nil
    (self.isUnderWay, shownAt) = (isUnderWay, now)
    choices = new
    let out = new.firstIndex(where: \.leadsOut)
    // One number for stopping is enough; the other way to stop can be chosen by name.
    let others = new.enumerated().filter { $0.offset != out && !(isUnderWay && $0.element.command == .press(.quit)) }
    numbered = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($0 + 1, $1.element) })
    numbered[0] = out.map { new[$0] }
  }

  enum Meaning: Equatable {
    case choice(PlainText.Choice)
    /// The number belonged to another choice a moment ago, which the user may have meant.
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
