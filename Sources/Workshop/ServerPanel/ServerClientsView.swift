import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// The clients of all devices; below them the details of the selected one, and the latest events.
extension Picture {
  mutating func drawServerClients(_ state: AppState, in rect: Rect) -> Int {
    let view = state[ServerInsight.self].view
    var top = rect.y
    if view.editsFilter || !view.filter.isEmpty {
      drawServerFilter(state, in: Rect(rect.x, top, rect.width, 1))
      top += 1
    }
    let area = Rect(rect.x, top, rect.width, rect.maxY - top)
    let phone = Phone<ServerInsight>(state)
    guard let window = phone.own.clients, let selected = phone.selectedClient else {
      let isFiltered = !view.filter.isEmpty
      let reach = drawPanelText(
        look.catalogue(isFiltered ? .clientsEmpty : .noClientsTitle),
        look.catalogue(isFiltered ? .nothingFound : .noClientsYet), in: area)
      drawServerFoot(state, "", in: rect)
      return reach
    }
    let about = chosenClient(selected.client, phone.now, width: rect.width)
    let split = ServerSplit(area.height, rows: window.total, about: about.count)
    let columns = ClientColumns(rect.width, look)
    drawClientHeadings(columns, view.order, in: area)
    let rows = Rect(area.x, area.y + 1, area.width, split.list)
    let all = ScrollWindow(
      contentHeight: window.total, height: rows.height, offset: window.before + selected.index - rows.height / 2)
    putRows(all, in: rows) { picture, index, row in
      // Rows outside the loaded window are skipped; the window is larger than any screen.
      let position = index - window.before
      guard window.clients.indices.contains(position) else { return nil }
      let client = window.clients[position]
      let isSelected = position == selected.index
      picture.drawClient(client, phone, columns, in: row, isSelected: isSelected)
      return .serverPanel(isSelected ? .open(client.id) : .select(client.id))
    }
    if split.detail > 0 {
      drawChosenClient(selected.client, about, phone, in: Rect(rect.x, rows.maxY, rect.width, split.detail))
    }
    drawLatestEvents(state, in: Rect(rect.x, rows.maxY + split.detail, rect.width, split.events))
    let place = [
      "number": String(window.before + selected.index + 1), "count": ServerPanelWords.count(window.total),
      "order": look.catalogue(view.order.phrase),
    ]
    drawServerFoot(state, look.catalogue(.clientsPlace, place), in: rect)
    return 0
  }

  private mutating func drawServerFilter(_ state: AppState, in rect: Rect) {
    let server = state[ServerInsight.self]
    let counts = [
      "count": ServerPanelWords.count(server.clients?.total ?? 0), "all": ServerPanelWords.count(server.totals.clients),
    ]
    let field = drawSearchRow(look.catalogue(.filterFinds, counts), begin: .serverPanel(.beginFilter), in: rect)
    canvas.textField(
      TextEditor(server.view.filter), in: field, focused: server.view.editsFilter,
      placeholder: look.catalogue(.filterHint))
  }

  private mutating func drawClientHeadings(_ columns: ClientColumns, _ order: ClientSort, in rect: Rect) {
    let headings: [(Phrase, Column?, ClientSort?)] = [
      (.columnClient, columns.id, nil), (.columnName, columns.name, .name), (.columnUser, columns.owner, .owner),
      (.columnState, columns.status, .status), (.columnIssued, columns.issued, .registered),
      (.columnUsed, columns.used, .lastUsed), (.columnGrants, columns.grants, nil),
    ]
    let cells = headings.map { phrase, column, sort -> Cell in
      let text = look.catalogue(phrase)
      guard sort == order else { return (text, column, Style(.secondary)) }
      let space = TextLayout.width(text) + 2 > column?.width ?? 0 ? "" : " "
      return (text + space + (order.isTime ? look.marks.down : look.marks.up), column, Style(.secondary, bold: true))
    }
    put(cells, in: rect, ofData: false)
  }

  private mutating func drawClient(
    _ client: RegisteredClient, _ phone: Phone<ServerInsight>, _ columns: ClientColumns, in rect: Rect, isSelected: Bool
  ) {
    let quiet = Style(client.isActive ? .text : .secondary)
    let status = ServerPanelWords.status(client, look)
    let cells: [Cell] = [
      (client.id, columns.id, Style(quiet.role, bold: client.isActive)),
      (client.name(look), columns.name, client.name == nil ? Style(.secondary) : quiet),
      (client.owner(look), columns.owner, quiet), (status.text, columns.status, status.style),
      (look.momentOrTime(client.registered, phone.now), columns.issued, Style(.secondary)),
      (look.ago(client.lastUsed, phone.now), columns.used, Style(.secondary)),
      (String(client.liveGrants), columns.grants, quiet),
    ]
    put(cells, in: rect)
    if isSelected { markSelected(rect) }
    guard !phone.names(of: client, look).isEmpty else { return }
    let mark = client.id == phone.ownClientID ? look.marks.current : look.marks.open
    canvas.put(mark, at: Point(rect.x + 1, rect.y), Style(isSelected ? .selection : .app, bold: true))
  }

  /// The selected client: full id, owner, and the meaning of its status.
  private mutating func drawChosenClient(
    _ client: RegisteredClient, _ about: [StyledLine], _ phone: Phone<ServerInsight>, in rect: Rect
  ) {
    drawPanelRule(client.id, in: rect, at: rect.y)
    let phones = phone.names(of: client, look)
    if !phones.isEmpty {
      let mark = client.id == phone.ownClientID ? look.marks.current : look.marks.open
      let text = " \(mark) \(phones.joined(separator: ", ")) "
      let x = rect.maxX - TextLayout.width(text) - 1
      if x > rect.x + TextLayout.width(client.id) + 3 {
        canvas.put(text, at: Point(x, rect.y), Style(.app, bold: true))
      }
    }
    put(about.prefix(rect.height - 1), in: Rect(rect.x, rect.y + 1, rect.width, rect.height - 1))
  }

  private func chosenClient(_ client: RegisteredClient, _ now: Date, width: Int) -> [StyledLine] {
    let column = TextColumn(width, look)
    let facts: [String?] = [
      client.name(look), client.owner(look), client.template.map { look.catalogue(.ofTemplate, ["template": $0]) },
      client.secretEnd.map { look.secretLife(until: $0, now: now, isShort: false) },
      ServerPanelWords.grants(client.liveGrants, look),
    ]
    let line = facts.compactMap { $0 }.joined(separator: " \(look.marks.separator) ")
    return column.text(line) + column.text(client.isActive ? .clientIsActive : .clientIsRevoked, Style(.secondary))
  }
}

extension RegisteredClient {
  func name(_ look: Look) -> String { name ?? look.catalogue(.noName) }
  func owner(_ look: Look) -> String { owner ?? look.catalogue(.nobodyOwnsIt) }
}

extension Phone<ServerInsight> {
  /// The phones that have this client: this one, and those of the list.
  func names(of client: RegisteredClient, _ look: Look) -> [String] {
    (client.id == ownClientID ? [look.catalogue(.thisPhone)] : []) + state.otherPhones(withClient: client.id)
  }
}
