import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The signed-in browsers, and the question before one of them is signed out.
extension Picture {
  mutating func drawServerSessions(_ state: AppState, in rect: Rect) -> Int {
    guard let selected = state[ServerInsight.self].selectedSession else {
      drawEmptyPanel(.noSessions, in: rect)
      drawServerFoot(state, "", in: rect)
      return 0
    }
    let sessions = state[ServerInsight.self].sessions
    let index = sessions.firstIndex(of: selected) ?? 0
    let split = ServerSplit(rect.height, rows: sessions.count)
    let columns = SessionColumns(rect.width)
    putHeadings(columns.facts(selected, state.now, look).map { ($0.heading, $0.column) }, in: rect)
    let rows = Rect(rect.x, rect.y + 1, rect.width, split.list)
    let window = ScrollWindow(contentHeight: sessions.count, height: rows.height, offset: index - rows.height / 2)
    putRows(window, in: rows) { picture, index, row in
      let facts = columns.facts(sessions[index], state.now, picture.look)
      picture.put(facts.map { ($0.text, $0.column, $0.style) }, in: row)
      if sessions[index].id == selected.id { picture.markSelected(row) }
      return .serverPanel(.selectSession(sessions[index].id))
    }
    if split.detail > 0 {
      let area = Rect(rect.x, rows.maxY, rect.width, split.detail)
      drawPanelRule(look.catalogue(.sessionHandle, ["session": selected.id]), in: area, at: area.y)
      let lines = TextColumn(rect.width, look).text(.sessionExplained, Style(.secondary))
      put(lines.prefix(split.detail - 1), in: Rect(area.x, area.y + 1, area.width, area.height - 1))
    }
    drawLatestEvents(state, in: Rect(rect.x, rows.maxY + split.detail, rect.width, split.events))
    let place = ["number": String(index + 1), "count": String(sessions.count)]
    drawServerFoot(state, look.catalogue(.sessionsPlace, place), in: rect)
    return 0
  }

  /// A small sheet over the panel, because the question does not concern the phone.
  mutating func drawServerQuestion(_ question: ServerQuestion, _ state: AppState, in rect: Rect) {
    let width = min(rect.width, 52)
    let text = TextColumn(width - 6, look).text(question.text.phrase, Style(.text), question.text.values)
    let height = min(rect.height, text.count + 6)
    let frame = Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
    canvas.fill(frame, Style(.text))
    canvas.box(frame, Style(.panelFrameFocused), .rounded, title: look.catalogue(question.title))
    // A click beside the sheet closes it and presses nothing below.
    target(rect, .serverPanel(.dropQuestion))
    target(frame, .serverPanel(.answer(state[ServerInsight.self].view.answer)))
    put(text, in: Rect(frame.x + 3, frame.y + 2, width - 6, text.count))
    let room = (width - 8) / question.answers.count
    for (index, answer) in question.answers.enumerated() {
      let place = Rect(frame.x + 3 + index * (room + 2), frame.maxY - 2, room, 1)
      let isFocused = index == state[ServerInsight.self].view.answer
      target(canvas.button(look.catalogue(answer.phrase), in: place, focused: isFocused), answer.action)
    }
  }
}

/// Ending a session or a secret cannot be undone, so a question comes first; likewise for a client that was chosen from another panel. The harmless answer comes
/// first.
struct ServerQuestion {
  let title: Phrase
  let text: (phrase: Phrase, values: [String: String])
  let answers: [(phrase: Phrase, action: Action)]

  /// `nil`: nothing is asked.
  init?(_ state: AppState) {
    let phone = Phone<ServerInsight>(state)
    let (keep, change, what): (Phrase, Phrase, ServerChange)
    switch phone.question {
    case nil: return nil
    case .endSession(let session):
      let user = phone.own.sessions.first { $0.id == session }?.user ?? session
      (title, text) = (.endSessionQuestion, (.endSessionExplanation, ["user": user]))
      (keep, change, what) = (.keepSession, .endSession, .endSession(session, user: user))
    case .revokeClient:
      let client = phone.selectedClient?.client.id ?? ""
      (title, text) = (.revokeClientQuestion, (.revokeClientExplanation, ["client": client]))
      (keep, change, what) = (.keepClient, .revokeClient, .revoke(client: client))
    case .expireSecret:
      let client = phone.selectedClient?.client.id ?? ""
      (title, text) = (.expireSecretQuestion, (.expireSecretExplanation, ["client": client]))
      (keep, change, what) = (.keepClient, .expireSecret, .expireSecret(client: client))
    }
    answers = [(keep, .serverPanel(.dropQuestion)), (change, .serverPanel(.change(what)))]
  }
}

/// The server's events, newest first: all of them, or the latest ones below a list.
extension Picture {
  mutating func drawServerEvents(_ state: AppState, in rect: Rect) -> Int {
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else { return emptyPanel(eventsAbsence(state), in: rect) }
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

  mutating func drawLatestEvents(_ state: AppState, in rect: Rect) {
    guard rect.height > 0 else { return }
    drawPanelRule(look.catalogue(.liveEvents), in: rect, at: rect.y)
    let rows = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else {
      let lines = TextColumn(rows.width, look).text(eventsAbsence(state), Style(.secondary))
      return put(lines.prefix(rows.height), in: rows)
    }
    let columns = EventColumns(rect.width)
    let lines = eventRows(events, columns, width: rows.width - 1, most: rows.height)
    for (index, cells) in lines.enumerated() { put(cells, in: Rect(rows.x, rows.y + index, rows.width - 1, 1)) }
  }

  /// Newest first. The reason of a refusal gets rows of its own if its column is too narrow.
  private func eventRows(_ events: ServerEventList, _ columns: EventColumns, width: Int, most: Int = .max) -> [[Cell]] {
    var rows: [[Cell]] = []
    for event in events.all.reversed() where rows.count < most {
      let note = look.catalogue.serverNote(event.note)
      let needsRows = event.status >= 400 && TextLayout.width(note) > columns.note.width
      let judgement: Role = event.status < 400 ? .success : event.status < 500 ? .warning : .error
      rows.append([
        (look.moment(event.time).time, columns.time, Style(.secondary)),
        (event.method, columns.method, Style(.text, bold: true)), (path(event, columns), columns.path, Style(.text)),
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
    guard columns.path.width >= 40 else { return name }
    let gap = String(repeating: " ", count: max(2, EventColumns.name - TextLayout.width(name)))
    let room = columns.path.width - TextLayout.width(name) - gap.count
    return name + gap + Address.tail(event.path, width: room, ellipsis: look.marks.ellipsis)
  }
}
