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
    let headings: [(Phrase, Column?)] = [
      (.columnUser, columns.user), (.columnSince, columns.since), (.columnUsed, columns.used),
      (.columnEnds, columns.ends), (.columnGrants, columns.grants), (.columnBrowser, columns.browser),
    ]
    putHeadings(headings, in: rect)
    let rows = Rect(rect.x, rect.y + 1, rect.width, split.list)
    let window = ScrollWindow(contentHeight: sessions.count, height: rows.height, offset: index - rows.height / 2)
    putRows(window, in: rows) { picture, index, row in
      picture.drawSession(sessions[index], state, columns, in: row)
      if sessions[index].id == selected.id { picture.markSelected(row) }
      return .serverView(.selectSession(sessions[index].id))
    }
    if split.detail > 0 {
      let area = Rect(rect.x, rows.maxY, rect.width, split.detail)
      drawPanelRule(
        look.catalogue(.sessionHandle, ["session": selected.id]), Style(.heading, bold: true), in: area)
      let lines = TextColumn(rect.width, look).text(.sessionExplained, Style(.secondary))
      put(lines.prefix(split.detail - 1), in: Rect(area.x, area.y + 1, area.width, area.height - 1))
    }
    drawLatestEvents(state, in: Rect(rect.x, rows.maxY + split.detail, rect.width, split.events))
    let place = ["number": String(index + 1), "count": String(sessions.count)]
    drawServerFoot(state, look.catalogue(.sessionsPlace, place), in: rect)
    return 0
  }

  private mutating func drawSession(_ session: UserSession, _ state: AppState, _ columns: SessionColumns, in row: Rect)
  {
    let cells: [Cell] = [
      (session.user, columns.user, Style(.text, bold: true)),
      (look.momentOrTime(session.created, state.now), columns.since, Style(.text)),
      (look.ago(session.lastUsed, state.now), columns.used, Style(.secondary)),
      (Measure.countdown(session.expires.timeIntervalSince(state.now)), columns.ends, Style(.text)),
      (String(session.liveGrants), columns.grants, Style(.text)),
      (session.userAgent ?? "-", columns.browser, Style(.secondary)),
    ]
    put(cells, in: row)
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
    target(rect, .serverView(.dropQuestion))
    target(frame, .serverView(.answer(state[ServerInsight.self].view.answer)))
    put(text, in: Rect(frame.x + 3, frame.y + 2, width - 6, text.count))
    let room = (width - 8) / question.answers.count
    for (index, answer) in question.answers.enumerated() {
      let place = Rect(frame.x + 3 + index * (room + 2), frame.maxY - 2, room, 1)
      let isFocused = index == state[ServerInsight.self].view.answer
      target(canvas.button(look.catalogue(answer.phrase), in: place, focused: isFocused), answer.action)
    }
  }
}

/// Ending a session cannot be undone, so a question comes first; likewise for a client that was chosen from another panel. The harmless answer comes
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
    }
    answers = [(keep, .serverView(.dropQuestion)), (change, .serverPanel(.change(what)))]
  }
}
