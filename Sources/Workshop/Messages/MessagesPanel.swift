import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// All requests and responses in order; the opened one in full.
///
/// Only visible rows are read, however long the log is.
extension Picture {
  mutating func drawMessages(_ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    let head = drawSubject(phone, in: rect)
    let area = Rect(rect.x, rect.y + head, rect.width, rect.height - head - drawMessagesFoot(phone, in: rect))
    let (listed, view) = (phone.listedMessages, phone.own.view)
    guard let place = view.place(in: listed) else {
      guard !listed.log.isEmpty else { return drawNoMessages(.noMessages, phone, in: rect) }
      let why = look.catalogue(.nothingListedWhy, ["filter": MessagesWords.filter(view.filter, look)])
      return drawPanelText(look.catalogue(.nothingListed), why, in: area)
    }
    guard view.showsDetail else {
      drawMessageList(listed, place, view.search, in: area)
      return 0
    }
    guard let (list, message) = beside(area) else { return drawMessageDetail(listed[place], phone, in: area) }
    drawMessageList(listed, place, view.search, in: list)
    return drawMessageDetail(listed[place], phone, in: message)
  }

  /// On wide panels the list stays, with a line between it and the opened message.
  private mutating func beside(_ area: Rect) -> (list: Rect, message: Rect)? {
    guard area.width >= MessageColumns.besideMessage else { return nil }
    let width = max(44, area.width * 2 / 5)
    canvas.fill(Rect(area.x + width + 1, area.y, 1, area.height), Style(.panelFrame), "│")
    return (
      Rect(area.x, area.y, width, area.height), Rect(area.x + width + 3, area.y, area.width - width - 3, area.height)
    )
  }

  private mutating func drawMessageList(
    _ listed: ListedMessages, _ place: Int, _ search: MessageSearch?, in area: Rect
  ) {
    let columns = MessageColumns(area.width, listed.log, look)
    drawHeadings(columns, in: area)
    let rows = Rect(area.x, area.y + 1, area.width, area.height - 1)
    let lines = MessageLines(listed)
    let window = ScrollWindow(contentHeight: lines.count, height: rows.height, offset: lines.count)
      .revealing(lines.around(place))
    for index in window.rows {
      let row = Rect(rows.x, rows.y + index - window.offset, rows.width, 1)
      switch lines[index] {
      case .heading(let part): drawHeading(part, in: row)
      case .arrow(let message, _):
        drawMessage(message, columns, in: row, selected: message.id == listed[place].id)
        if let search {
          markMatch(of: search, in: row)
          let number = Rect(row.x + columns.number.x, row.y, columns.number.width, 1)
          if search.holds(message.id) { canvas.restyle(number, Style(.highlight, bold: true, reverse: true)) }
        }
        target(row, .messages(.open(message.id)))
      }
    }
    canvas.scrollBar(window, at: Point(rows.maxX, rows.y), Style(.secondary))
  }

  private mutating func drawHeadings(_ columns: MessageColumns, in rect: Rect) {
    let headings: [(Phrase, Column)] = [
      (.columnNumber, columns.number), (columns.hasPhones ? .columnPhone : .columnTime, columns.time),
      (.columnParties, columns.parties), (.columnRequest, columns.request), (.columnStatus, columns.status),
      (.columnSize, columns.size), (.columnDuration, columns.duration),
    ]
    for (phrase, column) in headings { put(look.catalogue(phrase), column, in: rect, spare: 1) }
  }

  /// - Parameter spare: columns that the text may take beside its own.
  private mutating func put(_ text: String, _ column: Column, in rect: Rect, spare: Int = 0, ofData: Bool = false) {
    guard column.width > 0 else { return }
    canvas.put(
      text, at: Point(rect.x + column.start(of: text), rect.y), Style(.secondary), width: column.width + spare,
      ofData: ofData)
  }

  private mutating func drawMessage(_ message: Message, _ columns: MessageColumns, in rect: Rect, selected: Bool) {
    let summary = MessageSummary(message, look)
    put(String(message.id), columns.number, in: rect, ofData: true)
    put(columns.hasPhones ? message.phone ?? "" : look.moment(message.time).time, columns.time, in: rect, ofData: true)
    let parties = StyledLine([
      .init(text: look.catalogue(columns.name(message.from)), style: Style(message.from.role)),
      .init(text: columns.arrowSpace + look.marks.right + columns.arrowSpace, style: Style(.secondary)),
      .init(text: look.catalogue(columns.name(message.to)), style: Style(message.to.role)),
    ])
    put(parties, at: Point(rect.x + columns.parties.x, rect.y), width: columns.parties.width)
    var used = 0
    // Marks a message that a fault changed, so that readers do not blame the server.
    if !message.faults.isEmpty {
      used += canvas.put(
        look.marks.warning + " ", at: Point(rect.x + columns.request.x, rect.y), Style(.warning, bold: true),
        width: columns.request.width)
    }
    let name = summary.name.text(in: columns.request.width - used)
    used += canvas.put(
      name, at: Point(rect.x + columns.request.x + used, rect.y), Style(.text, bold: true),
      width: columns.request.width - used, ofData: true)
    // Shows the address if the name does not say everything and enough of the address fits.
    let start = columns.hasAddresses ? max(MessageColumns.address, used + 2) : used + 1
    if columns.hasAddresses || summary.name.subject.isEmpty, start < columns.request.width {
      let object = Address.tail(summary.object, width: columns.request.width - start, ellipsis: look.marks.ellipsis)
      canvas.put(
        object, at: Point(rect.x + columns.request.x + start, rect.y), Style(.secondary),
        width: columns.request.width - start, ofData: true)
    }
    drawOutcome(summary, columns, in: rect)
    if selected { markSelected(rect) }
  }

  private mutating func drawOutcome(_ summary: MessageSummary, _ columns: MessageColumns, in rect: Rect) {
    // A failure code or a note takes the columns of size and time.
    let long = columns.duration.x + columns.duration.width - columns.status.x
    let room =
      summary.bytes != nil
      ? columns.status.width
      : summary.milliseconds == nil || columns.duration.width == 0 ? long : columns.duration.x - columns.status.x - 1
    let used = canvas.put(
      summary.status, at: Point(rect.x + columns.status.x, rect.y), summary.outcome.style, width: room, ofData: true)
    if !summary.note.isEmpty {
      let x = columns.status.x + used + (used > 0 ? 1 : 0)
      canvas.put(
        summary.note, at: Point(rect.x + x, rect.y), Style(.secondary), width: max(0, long - used - 1), ofData: true)
    }
    if let bytes = summary.bytes { put(columns.tight(look.size(bytes)), columns.size, in: rect) }
    if let time = summary.milliseconds { put(columns.tight(look.duration(time)), columns.duration, in: rect) }
  }
}

/// The columns of the list at a given width. The request takes what the others leave.
struct MessageColumns {
  var number, time, parties, request, status, size, duration: Column

  /// From this panel width on, in terminals with at least 140 columns, the opened message stands beside the list.
  static let besideMessage = 91
  /// Where addresses start after the names, in columns of the request column, and from which width on they are shown.
  static let address = 16
  var hasAddresses: Bool { request.width >= 40 }

  /// The space around the arrow between the parties; empty in narrow lists.
  var arrowSpace: String

  private let isNarrow: Bool
  /// Whether the phone's name replaces the time.
  let hasPhones: Bool

  func tight(_ text: String) -> String { arrowSpace.isEmpty ? text.replacingBytes(of: " ", with: "") : text }
  func name(_ party: Party) -> Phrase { MessageColumns.name(party, isNarrow) }

  private static func name(_ party: Party, _ isNarrow: Bool) -> Phrase {
    isNarrow && party == .attacker ? party.tightName : party.shortName
  }

  init(_ width: Int, _ log: MessageLog, _ look: Look) {
    let (isNarrow, wide) = (width < 52, width >= 76)
    self.isNarrow = isNarrow
    let phones = Set(log.lifelines.compactMap(\.phone))
    hasPhones = phones.count > 1
    let moment = hasPhones ? min(14, max(5, phones.map { TextLayout.width($0) }.max() ?? 0)) : 8
    func columns(_ party: Party) -> Int { TextLayout.width(look.catalogue(MessageColumns.name(party, isNarrow))) }
    // The longest pair of parties. For a single phone, use the widest possible pair, so that the columns do not move.
    let names =
      log.subject == nil
      ? max(columns(.browser) + columns(.server), columns(.app) + columns(.keystore))
      : Set(log.lifelines.map(\.party)).map(columns).sorted().suffix(2).reduce(0, +)
    arrowSpace = wide ? " " : ""
    number = Column(x: 1, width: max(3, String(log.lastNumber).count), rightAligned: true)
    let start = number.x + number.width + 1
    if isNarrow {
      // Parties, request and result only; the details show the rest.
      time = Column(x: start, width: 0)
      parties = Column(x: start, width: names + 1)
      duration = Column(x: width - 1, width: 0)
      size = Column(x: width - 1, width: 0)
      status = Column(x: width - 5, width: 4)
    } else {
      time = Column(x: start, width: moment)
      parties = Column(x: start + moment + 1, width: names + (wide ? 3 : 1))
      duration = Column(x: width - (wide ? 6 : 5), width: wide ? 6 : 5, rightAligned: true)
      size = Column(x: duration.x - (wide ? 8 : 6), width: wide ? 7 : 5, rightAligned: true)
      status = Column(x: size.x - (wide ? 7 : 4), width: wide ? 6 : 3)
    }
    request = Column(x: parties.x + parties.width + 1, width: 0)
    request.width = max(0, status.x - 1 - request.x)
  }
}
