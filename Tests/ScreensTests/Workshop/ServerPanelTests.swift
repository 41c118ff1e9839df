import AppState
import Catalogue
import Foundation
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The panel **Server**: its keys and clicks, what it shows of ten thousand clients, and that the registry has every state of it.
struct ServerPanelTests {
  private let look = Look()
  private static let large = Size(110, 30)

  private func rows(_ state: AppState, _ size: Size = large) -> [String] {
    AppScreen.draw(state, size: size, look: look).text.split(separator: "\n").map(String.init)
  }

  /// The first place of a text, in cells.
  private func find(_ text: String, in state: AppState, _ size: Size = large) -> Point? {
    let canvas = AppScreen.draw(state, size: size, look: Look())
    let wanted = text.map(String.init)
    for y in 0..<size.height {
      for x in 0...max(0, size.width - wanted.count)
      where wanted.indices.allSatisfy({ x + $0 < size.width && canvas[x + $0, y].text == wanted[$0] }) {
        return Point(x, y)
      }
    }
    return nil
  }

  private func click(_ text: String, _ state: AppState) throws -> Action? {
    let found = find(text, in: state)
    let place = try #require(found, "\(text) is not on the screen")
    return KeyMap.action(for: .mouse(MouseEvent(.press, at: place)), in: state, size: Self.large, look: look)
  }

  /// A client's page cuts nothing where it is narrow, and values stand in one column where labels are long.
  @Test(arguments: [Language.english, .german, .swedish])
  func aClientsPageIsWholeInEverySizeAndLanguage(_ language: Language) throws {
    let state = try sample("server-client")
    let opened = try #require(state[ServerInsight.self].opened)
    let look = Look(catalogue: Catalogue(language))
    for width in [34, 63] {
      let lines = ServerClientDetail.lines(opened, state, width: width, look: look)
      #expect(lines.allSatisfy { $0.width <= width })
      let facts = lines.drop { $0 != .blank }.dropFirst().prefix { $0 != .blank }
      #expect(Set(facts.map { TextLayout.width($0.spans[0].text) }).count == 1)
      let text = lines.map { $0.spans.map(\.text).joined() }.joined()
      #expect(text.contains(opened.client.id) && text.contains(look.catalogue(.thisPhone)))
    }
  }

  /// What an administrator has changed remains visible: the page of the client says so, and the list says when the secret ends.
  @Test func theEndOfASecretAndShortenedTokensAreShown() throws {
    var state = try sample("server-client")
    #expect(rows(state).joined().contains("Client secret never expires"))
    var opened = try #require(state[ServerInsight.self].opened)
    opened.client.secretExpiresAt = Int(state.now.timeIntervalSince1970) - 1
    opened.client.accessTokenLifetime = 30
    state.tools[ServerInsight.self].opened = opened
    let page = rows(state).joined(separator: "\n")
    #expect(page.contains("Client secret expired 20") && page.contains("Access tokens 30 s at most"), "\(page)")
    #expect(press(.character("e"), state) == nil, "a secret expires once")

    var list = try sample("server-clients")
    list.tools[ServerInsight.self].clients?.clients[0] = opened.client
    #expect(rows(list).joined().contains("secret expired 20"))
    #expect(press(.character("e"), list) == nil)
    opened.client.secretExpiresAt = nil
    state.tools[ServerInsight.self].opened = opened
    #expect(!rows(state).joined().contains("Client secret"), "a client without a secret")
  }

  @Test func oneKeyRevokesActiveClientsAndAnotherActivatesRevokedOnes() throws {
    let living = try sample("server-clients")
    #expect(press(.character("x"), living) == .serverPanel(.change(.revoke(client: Sample.clientID))))
    #expect(press(.character("a"), living) == nil)
    let revoked = try sample("server-clients-revoked")
    #expect(press(.character("a"), revoked) == .serverPanel(.change(.activate(client: Sample.clientID))))
    #expect(press(.character("x"), revoked) == nil)
    let opened = try sample("server-client")
    #expect(press(.character("x"), opened) == .serverPanel(.change(.revoke(client: Sample.clientID))))
    let chosen = try sample("server-clients-selected")
    #expect(press(.character("x"), chosen) == .serverPanel(.change(.revoke(client: Sample.clients[2].id))))
  }

  /// With the phone focused, `x` does nothing, whatever the panel shows.
  @Test func thePhonesKeysDoNothingToTheServer() throws {
    let phone = try sample("server-clients-unfocused")
    #expect(press(.character("x"), phone) == nil)
    #expect(press(.character("a"), phone) == nil)
  }

  /// The reason for a refusal is readable in the narrowest panel.
  @Test(arguments: [Size(40, 15), Size(80, 24), Size(110, 30)])
  func theReasonForARefusalIsComplete(_ size: Size) throws {
    var events = try sample("server-events")
    events.tools[ServerInsight.self].events.append(
      ServerEventEntry(
        time: Sample.now, method: "GET", path: "/api/accounts", status: 401, note: "insufficient_user_authentication",
        endpoint: .api))
    func panel(_ state: AppState, _ separator: String) -> String {
      rows(state, size).map {
        $0.split(separator: "┃").first { !$0.contains("│") && !$0.allSatisfy { $0 == " " } } ?? ""
      }.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: separator)
    }
    #expect(panel(events, "").contains("insufficient_user_authentication"))
    #expect(panel(try sample("server-change-failed"), " ").contains("Its user jd is deactivated, or no longer there."))
  }

  @Test func arrowsAndEnterLeadEverywhere() throws {
    let clients = try sample("server-clients")
    #expect(press(.left, clients) == .view(.tab(.state)))
    #expect(press(.right, clients) == .serverPanel(.section(.sessions)))
    #expect(press(.enter, clients) == .serverPanel(.open(Sample.clientID)))
    #expect(press(.down, clients) == .view(.moveSelection(1)))
    let sessions = try sample("server-sessions")
    #expect(press(.left, sessions) == .serverPanel(.section(.clients)))
    #expect(press(.right, sessions) == .serverPanel(.section(.events)))
    #expect(press(.enter, sessions) == .serverPanel(.askToEnd(Sample.sessions[0].id)))
    #expect(press(.character("x"), sessions) == .serverPanel(.askToEnd(Sample.sessions[0].id)))
    let events = try sample("server-events")
    #expect(press(.left, events) == .serverPanel(.section(.sessions)))
    #expect(press(.right, events) == .view(.tab(.keystore)))
    let opened = try sample("server-client")
    for key in [Key.escape, .enter, .left] { #expect(press(key, opened) == .serverPanel(.close)) }
    let sequence = try sample("sequence-selected")
    #expect(press(.right, sequence) == .view(.tab(.state)))
    #expect(press(.character("4"), sequence) == .view(.tab(.server)))
  }

  @Test func theHarmlessAnswerComesFirst() throws {
    let asked = try sample("server-session-question")
    #expect(press(.enter, asked) == .serverPanel(.dropQuestion))
    #expect(press(.escape, asked) == .serverPanel(.dropQuestion))
    #expect(press(.character("x"), asked) == nil)
    #expect(press(.right, asked) == .serverPanel(.answer(1)))
    let end = Action.serverPanel(.change(.endSession(Sample.sessions[0].id, user: "demouser")))
    #expect(press(.enter, try sample("server-session-question-answered")) == end)
    #expect(try click("End Session", asked) == end)
    #expect(try click("Keep It", asked) == .serverPanel(.dropQuestion))
    // A click beside the sheet does not press what lies beneath it.
    #expect(try click("Mozilla", asked) == .serverPanel(.dropQuestion))
  }

  @Test(arguments: ["a", "q", "x", "/", "?", "4", " "] as [Character])
  func lettersAreTypedIntoTheFilter(_ letter: Character) throws {
    let state = try sample("server-clients-filtering")
    #expect(press(.character(letter), state) == .serverPanel(.editFilter(.insert(String(letter)))))
    let pasted = KeyMap.action(for: .paste("87f1"), in: state, size: Self.large, look: look)
    #expect(pasted == .serverPanel(.editFilter(.insert("87f1"))))
    #expect(press(.enter, state) == .serverPanel(.endFilter))
    #expect(press(.escape, state) == .serverPanel(.clearFilter))
    #expect(press(.control("c"), state) == .quit)
    var elsewhere = state
    elsewhere.view.focus = .phone
    #expect(press(.character("q"), elsewhere) == .quit)
  }

  @Test func clicksChooseAndOpen() throws {
    let clients = try sample("server-clients")
    #expect(try click("0c9a4f1e", clients) == .serverPanel(.select(Sample.clients[1].id)))
    #expect(try click("▸●", clients) == .serverPanel(.open(Sample.clientID)))
    #expect(try click("Sessions 2", clients) == .serverPanel(.section(.sessions)))
    #expect(try click("4 Server", try sample("messages")) == .view(.tab(.server)))
    let place = try #require(find("0c9a4f1e", in: clients))
    func wheel(_ state: AppState) -> Action? {
      KeyMap.action(for: .mouse(MouseEvent(.scrollDown, at: place)), in: state, size: Self.large, look: look)
    }
    #expect(wheel(clients) == .view(.moveSelection(1)))
    #expect(wheel(try sample("server-events")) == nil, "a list that fits does not scroll")
  }

  /// The position counts from the start of the whole list, not of the window that was read.
  @Test(arguments: [Size(110, 30), Size(80, 24), Size(200, 60)])
  func theSelectedClientIsShownWithItsPosition(_ size: Size) throws {
    let state = try sample("server-clients-many")
    let chosen = try #require(Phone<ServerInsight>(state).selectedClient).client.id
    let lines = rows(state, size)
    #expect(lines.contains { $0.contains("▸") && $0.contains(chosen.prefix(8)) })
    #expect(lines.contains { $0.contains("5001 of 10000, newest first") })
    // Also on a screen taller than the window, only read clients are drawn.
    for selected in [0, ServerInquiry.windowSize - 1] {
      var edge = state
      edge.tools[ServerInsight.self].view.selection = .client(
        try #require(state[ServerInsight.self].clients).clients[selected].id)
      #expect(!rows(edge, size).isEmpty)
    }
  }

  @Test func onlyVisiblePanelsAreWatched() throws {
    let state = try sample("server-clients")
    #expect(AppScreen.visibleTabs(state, size: Size(110, 30)).contains(.server))
    #expect(AppScreen.visibleTabs(state, size: Size(80, 24)).contains(.server))
    #expect(AppScreen.visibleTabs(state, size: Size(40, 15)).contains(.server))
    var phone = state
    phone.view.focus = .phone
    #expect(AppScreen.visibleTabs(phone, size: Size(110, 30)).contains(.server))
    #expect(!AppScreen.visibleTabs(phone, size: Size(80, 24)).contains(.server), "the panel is behind the phone")
    #expect(!AppScreen.visibleTabs(try sample("messages"), size: Size(110, 30)).contains(.server))
    var foreign = try sample("server-foreign")
    _ = update(&foreign, .serverPanel(.watched(true)), now: foreign.now)
    #expect(!foreign[ServerInsight.self].isWatched, "the database of an external server cannot be read")
  }

  @Test func agesFitTheirColumn() {
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    let ages = [0.0, 2, 3, 59, 60, 3599, 3600, 86_399, 86_400, 900_000_000, -50].map {
      look.ago(now - $0, now)
    }
    #expect(
      ages == [
        "now", "now", "3 s ago", "59 s ago", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 d ago", "9999 d ago",
        "now",
      ])
    #expect(ages.allSatisfy { $0.count <= 10 })
    #expect(look.ago(nil, now) == "never")
  }

  @Test func columnsDoNotOverlap() {
    let looks = [Language.english, .german].map { Look(catalogue: Catalogue($0)) }
    for (width, look) in (56...200).flatMap({ width in looks.map { (width, $0) } }) {
      let columns = ClientColumns(width, look)
      let all = [columns.id, columns.name, columns.owner, columns.status, columns.issued, columns.used, columns.grants]
        .compactMap { $0 }
      #expect(columns.id.width >= 8)
      for (left, right) in zip(all, all.dropFirst()) { #expect(left.x + left.width < right.x, "\(width)") }
      #expect((all.last?.x ?? 0) + (all.last?.width ?? 0) < width)
      let events = EventColumns(width)
      #expect(events.path.x + events.path.width < events.status.x)
      #expect(events.note.x + events.note.width <= width)
    }
    for (height, count) in (0...80).flatMap({ height in [0, 1, 5, 10_000].map { (height, $0) } }) {
      let split = ServerSplit(height, rows: count)
      #expect(split.list + split.detail + split.events == max(0, height - 2))
      #expect(height < 5 || split.list >= min(3, count))
    }
  }

  @Test func columnsOfNarrowPanelsDoNotOverlap() {
    for width in 34...200 {
      let sessions = SessionColumns(width), events = EventColumns(width)
      let rows: [[Column?]] = [
        [sessions.user, sessions.since, sessions.used, sessions.ends, sessions.grants, sessions.browser],
        [events.time, events.method, events.path, events.status, events.note],
      ]
      for all in rows.map({ $0.compactMap(\.self) }) {
        for (left, right) in zip(all, all.dropFirst()) { #expect(left.x + left.width < right.x, "\(width)") }
        #expect((all.last?.x ?? 0) + (all.last?.width ?? 0) <= width, "\(width)")
      }
    }
  }

  /// Beside another panel there are 48 columns: longer texts continue in the next line.
  @Test func besideAnotherPanelNothingIsCut() throws {
    let size = Size(150, 40)
    var state = try sample("server-administration")
    #expect(Arrangement(size, state).companion != nil)
    state.tools[ServerInsight.self].view.selection = .client(Sample.clients[4].id)
    let text = rows(state, size).joined(separator: "\n")
    #expect(text.contains("no live grant") && text.contains("••••••••"), "\(text)")
    state.tools[ServerInsight.self].view.section = .events
    let events = rows(state, size).joined(separator: "\n")
    for entry in Sample.events.all where entry.status < 400 { #expect(events.contains(entry.note), "\(entry.note)") }
  }

  /// The switches are exhaustive, so a new case does not compile until it is handled here.
  @Test func everyOutcomeOfAChangeIsShown() {
    func kind(_ change: ServerInsight.Change) -> String {
      switch (change.what, change.outcome) {
      case (.revoke, .done): "revoked"
      case (.activate, .done): "activated"
      case (.shorten(_, nil), .done): "restored"
      case (.shorten, .done): "shortened"
      case (.expireSecret, .done): "expired"
      case (.nextTemplate, .done): "of another template"
      case (.endSession, .done): "ended"
      case (.forget, .done): "forgotten"
      case (_, .pending): "pending"
      case (_, .failed): "failed"
      }
    }
    let shown = Set(StateRegistry.all.compactMap { $0.state[ServerInsight.self].change.map(kind) })
    #expect(
      shown == [
        "revoked", "activated", "restored", "shortened", "expired", "of another template", "ended", "forgotten",
        "pending", "failed",
      ])
    #expect(
      Set(StateRegistry.servers.map { $0.state[ServerInsight.self].view.section })
        == Set(ServerPanelView.Section.allCases))
  }
}
