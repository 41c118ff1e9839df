import AppState
import Foundation
import ScreenMirror
import SharedValues
import TerminalUI

/// What a bundle of evidence is made of besides the app's state: the screens of the last minute, and the keys since the start.
///
/// It holds no more than ``byteLimit`` bytes of pictures and ``keyLimit`` keys, however long the app runs. What was typed into a field is
/// never in it, nor what was typed into the browser, of which the app sees nothing.
struct EvidenceTape: Hashable, Sendable {
  struct Picture: Hashable, Sendable {
    var time: Date
    var facts: [String: String]
    /// ``ScreenMirror/CanvasText``, which is many times smaller than a canvas.
    var text: String
    var canvas: Canvas? { (try? JSON.parse(text)).flatMap(CanvasText.canvas) }
  }

  struct Press: Hashable, Sendable {
    var time: Date
    /// As scripts name it; ``masked`` for what went into a field, ``other`` for mouse and paste.
    var key: String
    /// How many changes of phase there had been.
    var changes: Int
  }

  /// While a browser had the terminal.
  struct Absence: Hashable, Sendable {
    var from: Date
    var to: Date?
  }

  static let masked = "typed"
  static let other = "other"
  /// Seconds.
  static let span = 60.0
  static let byteLimit = 8 << 20
  static let keyLimit = 5000
  /// Pictures that stood shorter are left out, so that movement does not fill the tape. Seconds.
  static let shortest = 0.1

  private(set) var pictures: [Picture] = []
  private(set) var presses: [Press] = []
  private(set) var absences: [Absence] = []
  /// Whether keys have been left out at the beginning.
  private(set) var hasLostKeys = false
  /// Whether other phones had the screen, too.
  private(set) var hasChangedPhone = false
  /// The size of the first picture, which a replay begins with.
  private(set) var firstSize: Size?
  private(set) var bytes = 0
  /// The picture that stands, not made smaller yet.
  private var current: (time: Date, facts: [String: String], canvas: Canvas)?

  mutating func show(_ canvas: Canvas, _ facts: [String: String], at time: Date) {
    if firstSize == nil { firstSize = canvas.size }
    if let device = current?.facts["device"], device != facts["device"] { hasChangedPhone = true }
    if let standing = current {
      guard standing.canvas != canvas else { return }
      if time.timeIntervalSince(standing.time) >= EvidenceTape.shortest { keep(standing) }
    }
    current = (time, facts, canvas)
    forget(before: time)
  }

  mutating func press(_ key: String, changes: Int, at time: Date) {
    presses.append(Press(time: time, key: key, changes: changes))
    if presses.count > EvidenceTape.keyLimit {
      presses.removeFirst(presses.count - EvidenceTape.keyLimit)
      hasLostKeys = true
    }
  }

  /// The browser has the terminal, or no longer.
  mutating func isSeen(_ isSeen: Bool, at time: Date) {
    let isAway = absences.last.map { $0.to == nil } ?? false
    if !isSeen, !isAway { absences.append(Absence(from: time)) }
    if isSeen, isAway { absences[absences.count - 1].to = time }
    if absences.count > 200 { absences.removeFirst() }
  }

  /// The pictures until now, the standing one included; at most as old as ``span``.
  func pictures(at time: Date) -> [Picture] {
    var tape = self
    if let current { tape.keep(current) }
    tape.forget(before: time)
    return tape.pictures
  }

  private mutating func keep(_ picture: (time: Date, facts: [String: String], canvas: Canvas)) {
    let text = CanvasText.json(picture.canvas).compact
    pictures.append(Picture(time: picture.time, facts: picture.facts, text: text))
    bytes += text.utf8.count
  }

  /// The last one that began before the span has begun stays, because it could be seen within it.
  private mutating func forget(before now: Date) {
    let start = now.addingTimeInterval(-EvidenceTape.span)
    while let first = pictures.first,
      bytes > EvidenceTape.byteLimit || (pictures.count > 1 && pictures[1].time <= start)
    {
      bytes -= first.text.utf8.count
      pictures.removeFirst()
    }
  }

  static func == (left: EvidenceTape, right: EvidenceTape) -> Bool {
    left.pictures == right.pictures && left.presses == right.presses && left.absences == right.absences
      && left.current?.canvas == right.current?.canvas
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(pictures)
    hasher.combine(presses)
  }
}
