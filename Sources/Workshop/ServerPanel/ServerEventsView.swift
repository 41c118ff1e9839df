import AppState
import Catalogue
import Screens
import TerminalUI

/// The server's events, newest first: all of them, or the latest ones below a list.
extension Picture {
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
    let lines = eventRows(events, columns, width: rows.width - 1)
    let window = ScrollWindow(contentHeight: lines.count, height: rows.height, offset: state.view.panelScroll)
    putRows(window, in: rows) { picture, index, row in
      picture.put(lines[index], in: row)
      return nil
    }
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
    let lines = eventRows(events, columns, width: rows.width - 1, most: rows.height)
    for (index, cells) in lines.enumerated() {
      put(cells, in: Rect(rows.x, rows.y + index, rows.width - 1, 1))
    }
  }

  /// Newest first. The reason of a refusal gets rows of its own if its column is too narrow.
  private func eventRows(
    _ events: ServerEventList, _ columns: EventColumns, width: Int, most: Int = .max
  ) -> [[Cell]] {
    var rows: [[Cell]] = []
    for event in events.all.reversed() where rows.count < most {
      let note = look.catalogue.serverNote(event.note)
      let needsRows = event.status >= 400 && TextLayout.width(note) > columns.note.width
      let judgement: Role = event.status < 400 ? .success : event.status < 500 ? .warning : .error
      rows.append([
        (look.moment(event.time).time, columns.time, Style(.secondary)),
        (event.method, columns.method, Style(.text, bold: true)),
        (path(event, columns), columns.path, Style(.text)),
        (event.status == 0 ? "" : String(event.status), columns.status, Style(judgement)),
        (needsRows ? "" : note, columns.note, Style(.secondary)),
      ])
      guard needsRows else { continue }
      let rest = Column(x: columns.path.x, width: width - columns.path.x)
      rows += TextLayout.wrap(note, width: rest.width).map { [($0, rest, Style(.secondary))] }
    }
    return Array(rows.prefix(most))
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
}
