import AppState
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// From 140 columns on, an opened message leaves the list in place, and the phone keeps its proportions.
struct WideScreenTests {
  private let look = Look()

  private func drawn(_ name: String, _ size: Size) throws -> Composition {
    Composition(try sample(name), size: size, look: look)
  }

  private func place(_ text: String, _ canvas: Canvas) -> Point? {
    for (y, row) in canvas.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let range = row.firstRange(of: text) {
        return Point(row.distance(from: row.startIndex, to: range.lowerBound), y)
      }
    }
    return nil
  }

  @Test(arguments: [140, 150, 200])
  func theListStaysBesideTheOpenedMessage(_ width: Int) throws {
    let screen = try drawn("message-registration", Size(width, 50))
    let row = try #require(place("GET metadata", screen.canvas))
    let body = try #require(place("\"redirect_uris\"", screen.canvas))
    #expect(body.x > row.x + 20, "both panels stand side by side")
    // A click in the list opens another message.
    #expect(screen.picture.hits[row] == .messages(.open(1)))
    #expect(screen.picture.hits[body] == nil)
  }

  /// A revocation and the refusal that follows are visible side by side.
  @Test(arguments: [PanelTab.sequence, .server])
  func serverAndSequenceStandSideBySide(_ open: PanelTab) throws {
    var state = try sample("sequence-signed-out")
    state.tools[ServerInsight.self] = try sample("server-clients")[ServerInsight.self]
    state.settings.embeddedServer = true
    (state.view.tab, state.view.focus) = (open, .panel)
    let other: PanelTab = open == .sequence ? .server : .sequence
    let screen = Composition(state, size: Size(150, 40), look: look)
    #expect(screen.canvas.text.contains("Clients") && screen.canvas.text.contains("POST register"))
    #expect(AppScreen.visibleTabs(state, size: Size(150, 40)) == [open, other])
    // A click opens the other panel, on whichever side it is.
    let beside = try #require(screen.arrangement.companion)
    #expect(screen.picture.hits[Point(beside.x + 5, beside.y + 5)] == .view(.tab(other)))
    #expect((beside.x < screen.arrangement.panel?.x ?? 0) == (other == .sequence))
    let narrow = Composition(state, size: Size(149, 40), look: look)
    #expect(narrow.arrangement.companion == nil)
    state.settings.embeddedServer = false
    #expect(Composition(state, size: Size(150, 40), look: look).arrangement.companion == nil)
  }

  /// The administrator's line leaves room for the messages and statuses of the others.
  @Test(arguments: [Size(150, 40), Size(160, 44), Size(180, 50)])
  func theAdministratorsLineLeavesTheOthersTheirRoom(_ size: Size) throws {
    var state = try sample("sequence-complete")
    state.tools[ServerInsight.self] = try sample("server-clients-revoked")[ServerInsight.self]
    state.settings.embeddedServer = true
    state.log(from: .administrator, to: .server, .observed(.change(of: Sample.clientID, "client revoked")))
    (state.view.tab, state.view.focus) = (.sequence, .panel)
    let screen = Composition(state, size: size, look: look)
    let beside = try #require(screen.arrangement.companion)
    let rows = screen.canvas.text.split(separator: "\n").map(Array.init)
    let diagram = rows.map { String($0[..<min($0.count, beside.x)]) }
    #expect(diagram.contains { $0.contains("Admin") } && diagram.contains { $0.contains("revoked") })
    #expect(diagram.contains { $0.contains(" authorize ") } && !diagram.contains { $0.contains("auth…") })
    #expect(diagram.contains { $0.contains("│ 201 ") || $0.contains("  201 ") })
    // Enough of its id to tell clients apart.
    let clients = rows.map { String($0[min($0.count, beside.x)...]) }
    #expect(clients.contains { $0.contains(Sample.clientID.prefix(12)) && $0.contains("revoked") })
  }

  @Test func narrowerTerminalsShowTheMessageAlone() throws {
    let text = try drawn("message-registration", Size(139, 50)).canvas.text
    #expect(text.contains("\"redirect_uris\"") && !text.contains("open authorize"))
  }

  @Test func theDiagramStaysAboveTheOpenedMessage() throws {
    let tall = try drawn("sequence-detail", Size(150, 50)).canvas
    let arrow = try #require(place("POST register", tall))
    #expect(try #require(place("\"redirect_uris\"", tall)).y > arrow.y)
    #expect(place("├─ POST register", try drawn("sequence-detail", Size(110, 30)).canvas) == nil)
  }

  @Test(arguments: [Size(110, 30), Size(130, 45), Size(150, 50), Size(200, 60), Size(80, 60)])
  func thePhoneKeepsItsProportions(_ size: Size) throws {
    let canvas = try drawn("authenticated", size).canvas
    let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let left = try #require(place("╰", canvas)).x
    let top = try #require(rows.firstIndex { $0.indices.contains(left) && $0[left] == "╭" })
    let bottom = try #require(rows.firstIndex { $0.indices.contains(left) && $0[left] == "╰" })
    let width = try #require(rows[top].firstIndex(of: "╮")) - left + 1
    #expect(bottom - top + 1 == min(size.height - 1, width * 3 / 4))
    #expect(abs(top - (size.height - 2 - bottom)) <= 1, "in the middle")
  }
}
