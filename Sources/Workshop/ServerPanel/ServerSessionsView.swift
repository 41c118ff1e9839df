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
    drawSessionHeadings(columns, in: rect)
    let rows = Rect(rect.x, rect.y + 1, rect.width, split.list)
    let window = ScrollWindow(contentHeight: sessions.count, height: rows.height, offset: index - rows.height / 2)
    for (row, session) in sessions[window.rows].enumerated() {
      let place = Rect(rows.x, rows.y + row, rows.width - 1, 1)
      drawSession(session, state, columns, in: place, isSelected: session.id == selected.id)
      target(place, .serverView(.selectSession(session.id)))
    }
    canvas.scrollBar(window, at: Point(rows.maxX, rows.y), Style(.secondary))
    if split.detail > 0 {
      let area = Rect(rect.x, rows.maxY, rect.width, split.detail)
      let title = look.catalogue(.sessionHandle, ["session": selected.id])
      drawPanelRule(title, Style(.heading, bold: true), in: area)
      let lines = TextLayout.wrap(look.catalogue(.sessionExplained), width: rect.width)
      for (index, line) in lines.prefix(split.detail - 1).enumerated() {
        canvas.put(line, at: Point(rect.x, area.y + 1 + index), Style(.secondary), width: rect.width)
      }
    }
    if split.events > 0 {
      drawLatestEvents(state, in: Rect(rect.x, rows.maxY + split.detail, rect.width, split.events))
    }
    let place = ["number": String(index + 1), "count": String(sessions.count)]
    drawServerFoot(state, look.catalogue(.sessionsPlace, place), in: rect)
    return 0
  }

  private mutating func drawSessionHeadings(_ columns: SessionColumns, in rect: Rect) {
    let headings: [(Phrase, Column?)] = [
      (.columnUser, columns.user), (.columnSince, columns.since), (.columnUsed, columns.used),
      (.columnEnds, columns.ends), (.columnGrants, columns.grants), (.columnBrowser, columns.browser),
    ]
    for case (let phrase, let column?) in headings {
      let text = look.catalogue(phrase)
      let x = column.rightAligned ? column.x + max(0, column.width - TextLayout.width(text)) : column.x
      canvas.put(text, at: Point(rect.x + x, rect.y), Style(.secondary), width: column.width)
    }
  }

  private mutating func drawSession(
    _ session: UserSession, _ state: AppState, _ columns: SessionColumns, in rect: Rect, isSelected: Bool
  ) {
    let cells: [(String, Column?, Style)] = [
      (session.user, columns.user, Style(.text, bold: true)),
      (look.momentOrTime(session.created, state.now), columns.since, Style(.text)),
      (look.ago(session.lastUsed, state.now), columns.used, Style(.secondary)),
      (Measure.countdown(session.expires.timeIntervalSince(state.now)), columns.ends, Style(.text)),
      (String(session.liveGrants), columns.grants, Style(.text)),
      (session.userAgent ?? "-", columns.browser, Style(.secondary)),
    ]
    for case (let text, let column?, let style) in cells {
      let clipped = TextLayout.clip(text, to: column.width, ellipsis: look.marks.ellipsis, ofData: true)
      let x = column.rightAligned ? column.x + max(0, column.width - TextLayout.width(clipped)) : column.x
      canvas.put(clipped, at: Point(rect.x + x, rect.y), style, width: column.width)
    }
    if isSelected {
      canvas.restyle(rect, Style(.selection))
      canvas.put(look.marks.selected, at: Point(rect.x, rect.y), Style(.selection, bold: true))
    }
  }

  /// A small sheet over the panel, because the question does not concern the phone.
  mutating func drawServerQuestion(_ question: ServerPanelView.Question, _ state: AppState, in rect: Rect) {
    let width = min(rect.width, 52)
    let text = TextLayout.wrap(ServerQuestion.text(question, state, look), width: width - 6)
    let height = min(rect.height, text.count + 6)
    let frame = Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
    canvas.fill(frame, Style(.text))
    canvas.box(frame, Style(.panelFrameFocused), .rounded, title: look.catalogue(ServerQuestion.title(question)))
    // A click beside the sheet closes it and presses nothing below.
    target(rect, .serverView(.dropQuestion))
    target(frame, .serverView(.answer(state[ServerInsight.self].view.answer)))
    for (index, line) in text.enumerated() {
      canvas.put(line, at: Point(frame.x + 3, frame.y + 2 + index), Style(.text), width: width - 6)
    }
    let answers = ServerQuestion.answers(question, state)
    let room = (width - 8) / answers.count
    for (index, answer) in answers.enumerated() {
      let place = Rect(frame.x + 3 + index * (room + 2), frame.maxY - 2, room, 1)
      let isFocused = index == state[ServerInsight.self].view.answer
      target(canvas.button(look.catalogue(answer.phrase), in: place, focused: isFocused), answer.action)
    }
  }
}

/// Ending a session cannot be undone, so a question comes first; likewise for a client that was chosen from another panel. The harmless answer comes
/// first.
enum ServerQuestion {
  static func title(_ question: ServerPanelView.Question) -> Phrase {
    question == .revokeClient ? .revokeClientQuestion : .endSessionQuestion
  }

  static func answers(
    _ question: ServerPanelView.Question, _ state: AppState
  ) -> [(phrase: Phrase, action: Action)] {
    switch question {
    case .endSession(let session):
      [
        (.keepSession, .serverView(.dropQuestion)),
        (.endSession, .serverPanel(.change(.endSession(session, user: user(session, state))))),
      ]
    case .revokeClient:
      [
        (.keepClient, .serverView(.dropQuestion)),
        (.revokeClient, .serverPanel(.change(.revoke(client: client(state))))),
      ]
    }
  }

  static func text(_ question: ServerPanelView.Question, _ state: AppState, _ look: Look) -> String {
    switch question {
    case .endSession(let session): look.catalogue(.endSessionExplanation, ["user": user(session, state)])
    case .revokeClient: look.catalogue(.revokeClientExplanation, ["client": client(state)])
    }
  }

  private static func client(_ state: AppState) -> String {
    Phone<ServerInsight>(state).selectedClient?.client.id ?? ""
  }

  private static func user(_ session: UserSession.ID, _ state: AppState) -> String {
    state[ServerInsight.self].sessions.first { $0.id == session }?.user ?? session
  }
}

/// The columns of the sessions at a given width: columns that do not fit are left out, and the browser takes the rest.
struct SessionColumns {
  let user = Column(x: 2, width: 12)
  let since = Column(x: 15, width: 10)
  let ends: Column
  let used, grants, browser: Column?

  init(_ width: Int) {
    used = width >= 46 ? Column(x: 26, width: 10) : nil
    ends = Column(x: used == nil ? 26 : 37, width: 8, rightAligned: true)
    grants = width >= 56 ? Column(x: 46, width: 9, rightAligned: true) : nil
    browser = width >= 60 ? Column(x: 56, width: width - 57) : nil
  }
}
