import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// A text in a column; `nil`: there is no room for the column.
typealias Cell = (text: String, column: Column?, style: Style)

extension Picture {
  mutating func put(_ cells: [Cell], in row: Rect, ofData: Bool = true) {
    for case (let text, let column?, let style) in cells {
      canvas.put(text, at: Point(row.x + column.start(of: text), row.y), style, width: column.width, ofData: ofData)
    }
  }

  mutating func putHeadings(_ headings: [(Phrase, Column?)], in row: Rect) {
    put(headings.map { (look.catalogue($0), $1, Style(.secondary)) }, in: row, ofData: false)
  }
}

/// Divides the height of a list's view: parts that do not fit are left out from below, and space that a short list leaves goes to the events.
struct ServerSplit {
  var list, detail, events: Int

  /// - Parameter about: lines about the selected row.
  init(_ height: Int, rows: Int, about: Int = 0) {
    // All rows except heading and foot.
    let room = max(0, height - 2)
    detail = room >= 10 ? min(max(5, about + 1), room / 2) : 0
    let least = room >= 17 ? max(4, room / 4) : 0
    let most = room - detail - least
    list = least == 0 ? most : min(most, max(4, rows + 1))
    events = least == 0 ? 0 : room - detail - list
  }
}

/// The columns of the clients at a given width. Wide panels fit names and whole ids, narrow ones only what tells clients apart.
struct ClientColumns {
  var id, owner, status: Column
  var name, issued, used, grants: Column?

  init(_ width: Int, _ look: Look) {
    let states = [Phrase.statusActive, .statusRevoked].map { TextLayout.width(look.catalogue($0)) }
    let statusWidth = 2 + max(states[0], states[1])
    guard width >= 48 else {
      id = Column(x: 3, width: 9)
      status = Column(x: width - statusWidth - 1, width: statusWidth)
      owner = Column(x: 13, width: max(0, status.x - 14))
      return
    }
    let grants = Column(x: width - 7, width: 6, rightAligned: true)
    self.grants = grants
    if width >= 47 + statusWidth { used = Column(x: grants.x - 11, width: 10) }
    if width >= 53 + statusWidth { issued = Column(x: grants.x - 22, width: 10) }
    status = Column(x: (issued ?? used ?? grants).x - statusWidth - 1, width: statusWidth)
    let owned = min(10, status.x - 14)
    owner = Column(x: status.x - owned - 1, width: owned)
    let room = max(0, owner.x - 4)
    let (whole, short) = (36, 13)
    if room >= short + 15 {
      id = Column(x: 3, width: room >= whole + 15 ? whole : short)
      name = Column(x: 4 + id.width, width: room - id.width - 1)
    } else {
      id = Column(x: 3, width: room)
    }
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

  func facts(
    _ session: UserSession, _ now: Date, _ look: Look
  ) -> [(heading: Phrase, text: String, column: Column?, style: Style)] {
    [
      (.columnUser, session.user, user, Style(.text, bold: true)),
      (.columnSince, look.momentOrTime(session.created, now), since, Style(.text)),
      (.columnUsed, look.ago(session.lastUsed, now), used, Style(.secondary)),
      (.columnEnds, Measure.countdown(session.expires.timeIntervalSince(now)), ends, Style(.text)),
      (.columnGrants, String(session.liveGrants), grants, Style(.text)),
      (.columnBrowser, session.userAgent ?? "-", browser, Style(.secondary)),
    ]
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
