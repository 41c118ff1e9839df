import AppState
import Catalogue
import Screens
import TerminalUI

/// The server's events, newest first: all of them, or the latest ones below a list.
extension Picture {
  /// Returns how far it can be scrolled.
  mutating func drawServerEvents(_ state: AppState, in rect: Rect) -> Int {
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else {
      drawEmptyPanel(eventsAbsence(state), in: rect)
      return 0
    }
    let columns = EventColumns(rect.width)
    let headings: [(Phrase, Column?)] = [
      (.columnTime, columns.time), (.columnMethod, columns.method), (.columnPath, columns.path),
      (.columnStatus, columns.status), (.columnHappened, columns.note),
    ]
    for case (let phrase, let column?) in headings {
      canvas.put(look.catalogue(phrase), at: Point(rect.x + column.x, rect.y), Style(.secondary), width: column.width)
    }
    let rows = Rect(rect.x, rect.y + 1, rect.width, max(0, rect.height - 3))
    let lines = EventLine.all(events, columns, width: rows.width - 1, look)
    let window = ScrollWindow(contentHeight: lines.count, height: rows.height, offset: state.view.panelScroll)
    draw(lines[window.rows], columns, in: Rect(rows.x, rows.y, rows.width - 1, rows.height))
    canvas.scrollBar(window, at: Point(rows.maxX, rows.y), Style(.secondary))
    let phrase: Phrase = events.count > events.all.count ? .eventsBounded : .eventsKept
    drawServerFoot(
      state, look.catalogue(phrase, ["count": String(events.all.count), "all": String(events.count)]), in: rect)
    return window.maximumOffset
  }

  /// The latest events under a rule.
  mutating func drawLatestEvents(_ state: AppState, in rect: Rect) {
    drawPanelRule(look.catalogue(.liveEvents), Style(.heading, bold: true), in: rect)
    let rows = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else {
      let lines = TextLayout.wrap(look.catalogue(eventsAbsence(state)), width: rows.width)
      for (index, line) in lines.prefix(rows.height).enumerated() {
        canvas.put(line, at: Point(rows.x, rows.y + index), Style(.secondary), width: rows.width)
      }
      return
    }
    let columns = EventColumns(rect.width)
    let lines = EventLine.all(events, columns, width: rows.width - 1, look, most: rows.height)
    draw(lines[...], columns, in: Rect(rows.x, rows.y, rows.width - 1, rows.height))
  }

  private mutating func draw(_ lines: ArraySlice<EventLine>, _ columns: EventColumns, in rect: Rect) {
    for (row, line) in lines.enumerated() {
      let place = Rect(rect.x, rect.y + row, rect.width, 1)
      switch line {
      case .event(let event): drawEvent(event, columns, in: place)
      case .reason(let text):
        let x = columns.path.x
        canvas.put(text, at: Point(place.x + x, place.y), Style(.secondary), width: place.width - x, ofData: true)
      }
    }
  }

  /// A server that another program started reports its events there.
  private func eventsAbsence(_ state: AppState) -> Phrase { state.server == .external ? .eventsOfOther : .noEvents }

  /// The message's name as in the other panels, followed by its path if it fits.
  private func path(_ event: ServerEventEntry, _ columns: EventColumns) -> String {
    let name = MessageName.subject(event.endpoint, event.method, event.path, look)
    guard columns.hasPaths else { return name }
    let gap = String(repeating: " ", count: max(2, EventColumns.name - TextLayout.width(name)))
    let room = columns.path.width - TextLayout.width(name) - gap.count
    return name + gap + Address.tail(event.path, width: room, ellipsis: look.marks.ellipsis)
  }

  private mutating func drawEvent(_ event: ServerEventEntry, _ columns: EventColumns, in rect: Rect) {
    let judgement: Role = event.status < 400 ? .success : event.status < 500 ? .warning : .error
    let cells: [(String, Column?, Style)] = [
      (look.moment(event.time).time, columns.time, Style(.secondary)),
      (event.method, columns.method, Style(.text, bold: true)),
      (path(event, columns), columns.path, Style(.text)),
      (event.status == 0 ? "" : String(event.status), columns.status, Style(judgement)),
      (event.note, columns.note, Style(.secondary)),
    ]
    for case (let text, let column?, let style) in cells {
      let clipped = TextLayout.clip(text, to: column.width, ellipsis: look.marks.ellipsis, ofData: true)
      canvas.put(clipped, at: Point(rect.x + column.x, rect.y), style, width: column.width)
    }
  }
}

/// A line of the events: the reason of a refusal gets its own lines if its column is too narrow.
enum EventLine {
  case event(ServerEventEntry)
  case reason(String)

  /// Newest first.
  static func all(
    _ events: ServerEventList, _ columns: EventColumns, width: Int, _ look: Look, most: Int = .max
  ) -> [EventLine] {
    var lines: [EventLine] = []
    for var event in events.all.reversed() where lines.count < most {
      var reason: [String] = []
      event.note = look.catalogue.serverNote(event.note)
      if event.status >= 400, TextLayout.width(event.note) > columns.note.width {
        reason = TextLayout.wrap(event.note, width: width - columns.path.x)
        event.note = ""
      }
      lines += [.event(event)] + reason.map(EventLine.reason)
    }
    return Array(lines.prefix(most))
  }
}

/// The columns of the events at a given width; path and note share what the others leave. Narrow panels leave out the method, which matters less than
/// the result.
struct EventColumns {
  let time = Column(x: 0, width: 8)
  let method: Column?
  let path, status, note: Column

  /// The width of a name that is followed by a path.
  static let name = 14
  var hasPaths: Bool { path.width >= 40 }

  init(_ width: Int) {
    method = width >= 56 ? Column(x: 9, width: 6) : nil
    let start = method == nil ? 9 : 16
    let room = max(0, width - start - 7)
    let name = room >= 68 ? min(50, room * 3 / 5) : min(method == nil ? 12 : 20, room / 2)
    path = Column(x: start, width: name)
    status = Column(x: path.x + path.width + 1, width: 4)
    note = Column(x: status.x + 5, width: max(0, width - status.x - 6))
  }
}
