import AppState
import Catalogue
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
    guard let window = state[ServerInsight.self].clients, let selected = Phone<ServerInsight>(state).selectedClient
    else {
      let isFiltered = !view.filter.isEmpty
      drawPanelText(
        isFiltered ? look.catalogue(.clientsEmpty) : look.catalogue(.noClientsTitle),
        look.catalogue(isFiltered ? .nothingFound : .noClientsYet), in: area)
      drawServerFoot(state, "", in: rect)
      return 0
    }
    let about = chosenClient(selected.client, width: rect.width)
    let split = ServerSplit(area.height, rows: window.total, about: about.count)
    let columns = ClientColumns(rect.width, status: ServerPanelWords.statusWidth(look))
    drawClientHeadings(columns, view.order, in: area)
    let rows = Rect(area.x, area.y + 1, area.width, split.list)
    let all = ScrollWindow(
      contentHeight: window.total, height: rows.height, offset: window.before + selected.index - rows.height / 2)
    for row in 0..<rows.height {
      // Rows outside the loaded window are skipped; the window is larger than any screen.
      let index = all.offset + row - window.before
      guard window.clients.indices.contains(index) else { continue }
      let place = Rect(rows.x, rows.y + row, rows.width - 1, 1)
      let isSelected = index == selected.index
      drawClient(window.clients[index], state, columns, in: place, isSelected: isSelected)
      let id = window.clients[index].id
      target(place, .serverView(isSelected ? .open(id) : .select(id)))
    }
    canvas.scrollBar(all, at: Point(rows.maxX, rows.y), Style(.secondary))
    if split.detail > 0 {
      drawChosenClient(selected.client, about, state, in: Rect(rect.x, rows.maxY, rect.width, split.detail))
    }
    if split.events > 0 {
      drawLatestEvents(state, in: Rect(rect.x, rows.maxY + split.detail, rect.width, split.events))
    }
    let place = [
      "number": String(window.before + selected.index + 1), "count": ServerPanelWords.count(window.total),
      "order": look.catalogue(view.order.phrase),
    ]
    drawServerFoot(state, look.catalogue(.clientsPlace, place), in: rect)
    return 0
  }

  private mutating func drawServerFilter(_ state: AppState, in rect: Rect) {
    let server = state[ServerInsight.self]
    let view = server.view
    let finds = look.catalogue(
      .filterFinds,
      [
        "count": ServerPanelWords.count(server.clients?.total ?? 0),
        "all": ServerPanelWords.count(server.totals.clients),
      ])
    let room = rect.width - 3 - TextLayout.width(finds)
    canvas.put("/", at: Point(rect.x, rect.y), Style(.footerKey, bold: true))
    let field = Rect(rect.x + 2, rect.y, max(0, room), 1)
    canvas.textField(
      TextEditor(view.filter), in: field, focused: view.editsFilter, placeholder: look.catalogue(.filterHint))
    target(field, .serverView(.beginFilter))
    canvas.put(finds, at: Point(rect.maxX - TextLayout.width(finds), rect.y), Style(.secondary))
  }

  private mutating func drawClientHeadings(_ columns: ClientColumns, _ order: ClientSort, in rect: Rect) {
    func put(_ picture: inout Picture, _ phrase: Phrase, _ column: Column?, _ sorted: ClientSort?) {
      guard let column else { return }
      var text = picture.look.catalogue(phrase)
      if sorted == order {
        let space = TextLayout.width(text) + 2 > column.width ? "" : " "
        text += space + (order.isTime ? picture.look.marks.down : picture.look.marks.up)
      }
      let x = column.rightAligned ? column.x + max(0, column.width - TextLayout.width(text)) : column.x
      picture.canvas.put(
        text, at: Point(rect.x + x, rect.y), Style(.secondary, bold: sorted == order), width: column.width)
    }
    put(&self, .columnClient, columns.id, nil)
    put(&self, .columnName, columns.name, .name)
    put(&self, .columnUser, columns.owner, .owner)
    put(&self, .columnState, columns.status, .status)
    put(&self, .columnIssued, columns.issued, .registered)
    put(&self, .columnUsed, columns.used, .lastUsed)
    put(&self, .columnGrants, columns.grants, nil)
  }

  private mutating func drawClient(
    _ client: RegisteredClient, _ state: AppState, _ columns: ClientColumns, in rect: Rect, isSelected: Bool
  ) {
    let quiet = Style(client.isActive ? .text : .secondary)
    func put(_ picture: inout Picture, _ text: String, _ column: Column?, _ style: Style) {
      guard let column else { return }
      let x = column.rightAligned ? column.x + max(0, column.width - TextLayout.width(text)) : column.x
      let clipped = TextLayout.clip(text, to: column.width, ellipsis: picture.look.marks.ellipsis, ofData: true)
      picture.canvas.put(clipped, at: Point(rect.x + x, rect.y), style, width: column.width)
    }
    let status = ServerPanelWords.status(client, look)
    put(&self, client.id, columns.id, Style(quiet.role, bold: client.isActive))
    put(&self, client.name ?? look.catalogue(.noName), columns.name, client.name == nil ? Style(.secondary) : quiet)
    put(&self, client.owner ?? look.catalogue(.nobodyOwnsIt), columns.owner, quiet)
    put(&self, status.text, columns.status, status.style)
    put(&self, look.momentOrTime(client.registered, state.now), columns.issued, Style(.secondary))
    put(&self, look.ago(client.lastUsed, state.now), columns.used, Style(.secondary))
    put(&self, String(client.liveGrants), columns.grants, quiet)
    if isSelected {
      canvas.restyle(rect, Style(.selection))
      canvas.put(look.marks.selected, at: Point(rect.x, rect.y), Style(.selection, bold: true))
    }
    let isOwn = client.id == Phone<ServerInsight>(state).ownClientID
    if isOwn || !state.otherPhones(withClient: client.id).isEmpty {
      canvas.put(
        isOwn ? look.marks.current : look.marks.open, at: Point(rect.x + 1, rect.y),
        Style(isSelected ? .selection : .app, bold: true))
    }
  }

  /// The selected client: full id, owner, and the meaning of its status.
  private mutating func drawChosenClient(
    _ client: RegisteredClient, _ about: [StyledLine], _ state: AppState, in rect: Rect
  ) {
    drawPanelRule(client.id, Style(.heading, bold: true), in: rect)
    let isOwn = client.id == Phone<ServerInsight>(state).ownClientID
    let phones = (isOwn ? [look.catalogue(.thisPhone)] : []) + state.otherPhones(withClient: client.id)
    if !phones.isEmpty {
      let text = " \(isOwn ? look.marks.current : look.marks.open) \(phones.joined(separator: ", ")) "
      let x = rect.maxX - TextLayout.width(text) - 1
      if x > rect.x + TextLayout.width(client.id) + 3 {
        canvas.put(text, at: Point(x, rect.y), Style(.app, bold: true))
      }
    }
    for (index, line) in about.prefix(rect.height - 1).enumerated() {
      put(line, at: Point(rect.x, rect.y + 1 + index), width: rect.width)
    }
  }

  private func chosenClient(_ client: RegisteredClient, width: Int) -> [StyledLine] {
    let facts = [
      client.name ?? look.catalogue(.noName), client.owner ?? look.catalogue(.nobodyOwnsIt),
      client.template.map { look.catalogue(.ofTemplate, ["template": $0]) },
      ServerPanelWords.grants(client.liveGrants, look),
    ].compactMap { $0 }.joined(separator: " \(look.marks.separator) ")
    let text = look.catalogue(client.isActive ? .clientIsActive : .clientIsRevoked)
    return StyledLine.wrapped(facts, Style(.text), width: width)
      + StyledLine.wrapped(text, Style(.secondary), width: width)
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

/// The position of a column.
struct Column {
  var x: Int
  var width: Int
  var rightAligned = false
}

/// The columns of the clients at a given width. Wide panels fit names and whole ids, narrow ones only what tells clients apart.
struct ClientColumns {
  var id, owner, status: Column
  var name, issued, used, grants: Column?

  /// - Parameter statusWidth: the longest status in this language.
  init(_ width: Int, status statusWidth: Int) {
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
