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
    putHeadings(headings, in: rect)
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

  /// The latest events under a rule, if there is room.
  mutating func drawLatestEvents(_ state: AppState, in rect: Rect) {
    guard rect.height > 0 else { return }
    drawPanelRule(look.catalogue(.liveEvents), Style(.heading, bold: true), in: rect)
    let rows = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else {
      let lines = TextColumn(rows.width, look).text(eventsAbsence(state), Style(.secondary))
      return put(lines.prefix(rows.height), in: rows)
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
    let cells: [Cell] = [
      (look.moment(event.time).time, columns.time, Style(.secondary)),
      (event.method, columns.method, Style(.text, bold: true)),
      (path(event, columns), columns.path, Style(.text)),
      (event.status == 0 ? "" : String(event.status), columns.status, Style(judgement)),
      (event.note, columns.note, Style(.secondary)),
    ]
    put(cells, in: rect)
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
