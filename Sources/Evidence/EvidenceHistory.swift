import FoundationEssentials
import ScreenMirror
import SharedValues
import TerminalUI

/// The visible part of a run: the screens of the last minute, and the keys since the start. Together with the app's state they make a bundle of
/// evidence.
///
/// The history holds at most ``byteLimit`` bytes of pictures and ``keyLimit`` keys, however long the app runs. It never records text typed into a
/// field or into the browser, whose input the app does not see. The minute is measured by the machine's clock, however the app's clock is set;
/// ``Moment`` has both.
struct EvidenceHistory: Sendable {
  struct Moment: Hashable, Sendable {
    /// By the machine's clock.
    var machine: Date
    /// By the app's clock, which stamps messages and states.
    var app: Date
  }

  struct Picture: Hashable, Sendable {
    var moment: Moment
    var facts: [String: String]
    var size: Size
    var glyphs: Glyphs
    /// Of ``ScreenMirror/CanvasText``, which is many times smaller than a canvas. A row that has not changed shares its text with the picture before.
    var rows: [String]
    /// The bytes of the rows that no older picture has.
    var bytes: Int
    var canvas: Canvas? { (try? rows.map { try JSON.parse($0) }).flatMap { CanvasText.canvas(size, $0, glyphs) } }
  }

  struct Press: Hashable, Sendable {
    var moment: Moment
    /// The key's name in scripts; ``masked`` and the field's name for a key typed into a field; ``other`` for input that cannot be replayed.
    var key: String
    var facts: [String: String]
  }

  /// A time in which a browser had the terminal; `to` is `nil` while it still has it.
  struct Absence: Hashable, Sendable {
    var from: Moment
    var to: Moment?
  }

  static let masked = "typed"
  static let other = "other"
  /// Seconds.
  static let span = 60.0
  static let byteLimit = 8 << 20
  static let keyLimit = 5000
  private static let absenceLimit = 200
  /// Seconds. Shorter pictures, as of an animation, are left out, except for the last of a screen and those on which a key was pressed.
  static let shortest = 0.1

  private(set) var pictures: [Picture] = []
  private(set) var presses: [Press] = []
  private(set) var absences: [Absence] = []
  /// Whether the oldest keys were dropped because there were more than ``keyLimit``.
  private(set) var hasLostKeys = false
  /// Whether the user switched to another phone, so that ``presses`` has keys of several phones.
  private(set) var hasChangedPhone = false
  private(set) var start: Moment?
  /// The size of the first picture, with which a replay starts.
  private(set) var firstSize: Size?
  private(set) var bytes = 0
  /// The picture on the terminal; it is turned into text only when it is kept.
  private var current: Snapshot?
  /// The canvas of the last of ``pictures``.
  private var kept: Canvas?

  private struct Snapshot: Sendable {
    var moment: Moment
    var facts: [String: String]
    var canvas: Canvas
    var isAnswered = false
  }

  /// The facts that a bundle contains, and those that reveal a change of phone.
  private static let keptFacts = Set(RecordedRun.compared + ["changes", "device"])

  mutating func show(_ canvas: Canvas, _ facts: [String: String], at moment: Moment) {
    var facts = facts.filter { EvidenceHistory.keptFacts.contains($0.key) }
    // Thousands of keys share the same facts in memory.
    if let known = current?.facts, known == facts { facts = known }
    if start == nil { (start, firstSize) = (moment, canvas.size) }
    if let device = current?.facts["device"], device != facts["device"] { hasChangedPhone = true }
    if let shown = current {
      guard shown.canvas != canvas else {
        current?.facts = facts
        return
      }
      let isLong = moment.machine.timeIntervalSince(shown.moment.machine) >= EvidenceHistory.shortest
      let isLast = RecordedRun.compared.contains { shown.facts[$0] != facts[$0] }
      if isLong || isLast || shown.isAnswered { keep(shown) }
    }
    current = Snapshot(moment: moment, facts: facts, canvas: canvas)
    forget(before: moment.machine)
  }

  mutating func press(_ key: String, at moment: Moment) {
    current?.isAnswered = true
    presses.append(Press(moment: moment, key: key, facts: current?.facts ?? [:]))
    if presses.count > EvidenceHistory.keyLimit {
      presses.removeFirst(presses.count - EvidenceHistory.keyLimit)
      hasLostKeys = true
    }
  }

  /// Records whether the app is visible or a browser has the terminal.
  mutating func isSeen(_ isSeen: Bool, at moment: Moment) {
    let isAway = absences.last.map { $0.to == nil } ?? false
    if !isSeen, !isAway { absences.append(Absence(from: moment)) }
    if isSeen, isAway { absences[absences.count - 1].to = moment }
    if absences.count > EvidenceHistory.absenceLimit { absences.removeFirst() }
  }

  /// The pictures of the last ``span`` seconds by the machine's clock, including the one on the terminal.
  func pictures(at machine: Date) -> [Picture] {
    var history = self
    if let current { history.keep(current) }
    history.forget(before: machine)
    return history.pictures
  }

  private mutating func keep(_ picture: Snapshot) {
    let (canvas, before) = (picture.canvas, kept?.size == picture.canvas.size ? kept : nil)
    var new = 0
    let rows = (0..<canvas.size.height).map { y in
      if let before, canvas.hasSameRow(y, as: before), let last = pictures.last { return last.rows[y] }
      let row = CanvasText.row(y, of: canvas).compact
      new += row.utf8.count
      return row
    }
    pictures.append(
      Picture(
        moment: picture.moment, facts: picture.facts, size: canvas.size, glyphs: canvas.glyphs, rows: rows, bytes: new))
    bytes += new
    kept = canvas
  }

  /// Drops pictures older than ``span``. The last one that began earlier stays, because it was visible within the span.
  private mutating func forget(before now: Date) {
    let start = now.addingTimeInterval(-EvidenceHistory.span)
    while let first = pictures.first,
      bytes > EvidenceHistory.byteLimit || (pictures.count > 1 && pictures[1].moment.machine <= start)
    {
      pictures.removeFirst()
      if pictures.isEmpty { kept = nil }
      // Now the next one is the oldest with the rows that both have.
      let shared = zip(first.rows, pictures.first?.rows ?? []).filter(==).reduce(0) { $0 + $1.0.utf8.count }
      if !pictures.isEmpty { pictures[0].bytes += shared }
      bytes += shared - first.bytes
    }
  }
}
