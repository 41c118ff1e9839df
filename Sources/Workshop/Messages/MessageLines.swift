import AppState
import Screens
import TerminalUI

/// The list of messages as lines, with a heading for each named part unless the list is filtered.
struct MessageLines: RandomAccessCollection {
  private let listed: ListedMessages
  private let parted: SequenceRows?

  init(_ listed: ListedMessages) {
    self.listed = listed
    parted = listed.log.subject == nil || listed.numbers != nil ? nil : SequenceRows(listed.log)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { parted?.count ?? listed.count }

  subscript(line: Int) -> SequenceRows.Row { parted?[line] ?? .arrow(listed[line], of: nil) }

  /// The lines to keep visible when the message at this place is selected.
  func around(_ place: Int) -> Range<Int> {
    guard let parted else { return place..<place + 1 }
    let line = parted.row(of: listed[place].id)
    return (line > 0 && parted[line - 1].isHeading ? line - 1 : line)..<line + 1
  }
}

extension Picture {
  /// Says whose messages these are, if others could be shown. Returns the rows it took.
  mutating func drawSubject(_ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    guard let words = MessagesWords.subject(phone, look) else { return 0 }
    canvas.put(
      TextLayout.clip(words, to: rect.width, ellipsis: look.marks.ellipsis, ofData: true), at: Point(rect.x, rect.y),
      Style(.heading, bold: true), width: rect.width)
    return 1
  }
}
