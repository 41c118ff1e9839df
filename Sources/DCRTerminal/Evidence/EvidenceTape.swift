import Foundation
import ScreenMirror
import SharedValues
import TerminalUI

/// What a bundle of evidence is made of besides the app's state: the screens of the last minute, and the keys since the start.
///
/// The tape holds no more than ``byteLimit`` bytes of pictures and ``keyLimit`` keys, however long the app runs. What was typed into a
/// field is never in it, nor what was typed into the browser, of which the app sees nothing. The minute is the machine's, whatever
/// the app's clock has been set to; ``Moment`` has both.
struct EvidenceTape: Sendable {
  /// A moment by both clocks.
  struct Moment: Hashable, Sendable {
    /// The machine's.
    var machine: Date
    /// The app's, which is what messages and states are stamped with.
    var app: Date
  }

  struct Picture: Hashable, Sendable {
    var moment: Moment
    var facts: [String: String]
    /// ``ScreenMirror/CanvasText``, which is many times smaller than a canvas.
    var text: String
    var canvas: Canvas? { (try? JSON.parse(text)).flatMap(CanvasText.canvas) }
  }

  struct Press: Hashable, Sendable {
    var moment: Moment
    /// As scripts name it; ``masked`` and the field's name for what went into a field, ``other`` for what cannot be replayed.
    var key: String
    /// What was seen when it was pressed, by the names that scripts have for it.
    var facts: [String: String]
  }

  /// While a browser had the terminal.
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
  /// Pictures that stood shorter are left out, so that movement does not fill the tape; not the last one of a screen, nor one on
  /// which a key was pressed. Seconds.
  static let shortest = 0.1

  private(set) var pictures: [Picture] = []
  private(set) var presses: [Press] = []
  private(set) var absences: [Absence] = []
  /// Whether keys have been left out at the beginning.
  private(set) var hasLostKeys = false
  /// Whether other phones had the screen, too.
  private(set) var hasChangedPhone = false
  /// Of the first picture.
  private(set) var start: Moment?
  /// The size of the first picture, which a replay begins with.
  private(set) var firstSize: Size?
  private(set) var bytes = 0
  /// The picture that stands, not made smaller yet.
  private var current: Standing?

  private struct Standing: Sendable {
    var moment: Moment
    var facts: [String: String]
    var canvas: Canvas
    var isAnswered = false
  }

  mutating func show(_ canvas: Canvas, _ facts: [String: String], at moment: Moment) {
    if start == nil { (start, firstSize) = (moment, canvas.size) }
    if let device = current?.facts["device"], device != facts["device"] { hasChangedPhone = true }
    if let standing = current {
      guard standing.canvas != canvas else {
        current?.facts = facts
        return
      }
      let isLong = moment.machine.timeIntervalSince(standing.moment.machine) >= EvidenceTape.shortest
      let isLast = RecordedRun.compared.contains { standing.facts[$0] != facts[$0] }
      if isLong || isLast || standing.isAnswered { keep(standing) }
    }
    current = Standing(moment: moment, facts: facts, canvas: canvas)
    forget(before: moment.machine)
  }

  mutating func press(_ key: String, at moment: Moment) {
    current?.isAnswered = true
    presses.append(Press(moment: moment, key: key, facts: current?.facts ?? [:]))
    if presses.count > EvidenceTape.keyLimit {
      presses.removeFirst(presses.count - EvidenceTape.keyLimit)
      hasLostKeys = true
    }
  }

  /// The browser has the terminal, or no longer.
  mutating func isSeen(_ isSeen: Bool, at moment: Moment) {
    let isAway = absences.last.map { $0.to == nil } ?? false
    if !isSeen, !isAway { absences.append(Absence(from: moment)) }
    if isSeen, isAway { absences[absences.count - 1].to = moment }
    if absences.count > EvidenceTape.absenceLimit { absences.removeFirst() }
  }

  /// The pictures until now, the standing one included; at most as old as ``span`` by the machine's clock.
  func pictures(at machine: Date) -> [Picture] {
    var tape = self
    if let current { tape.keep(current) }
    tape.forget(before: machine)
    return tape.pictures
  }

  private mutating func keep(_ picture: Standing) {
    let text = CanvasText.json(picture.canvas).compact
    pictures.append(Picture(moment: picture.moment, facts: picture.facts, text: text))
    bytes += text.utf8.count
  }

  /// The last one that began before the span has begun stays, because it could be seen within it.
  private mutating func forget(before now: Date) {
    let start = now.addingTimeInterval(-EvidenceTape.span)
    while let first = pictures.first,
      bytes > EvidenceTape.byteLimit || (pictures.count > 1 && pictures[1].moment.machine <= start)
    {
      bytes -= first.text.utf8.count
      pictures.removeFirst()
    }
  }
}
