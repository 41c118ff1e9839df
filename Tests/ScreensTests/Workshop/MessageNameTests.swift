import AppState
import Catalogue
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// A message has one name wherever it is shown or written.
struct MessageNameTests {
  private let look = Look()

  @Test func anAdministratorsActionIsOneWordWhereThereIsNoRoom() {
    let message = Message(
      id: 1, from: .administrator, to: .server, content: .observed(.change(of: "87f1d9de", "client revoked")),
      time: Sample.now, step: nil)
    let name = MessageName(message, look)
    #expect(name.text == "client revoked" && name.text(in: 10) == "revoked")
  }

  @Test func everyPanelAndExportUsesTheSameName() throws {
    let log = Sample.messages(upTo: .signedOut)
    let names = log.map { MessageName($0, look).text }
    #expect(
      names.prefix(9) == [
        "GET metadata", "open authorize", "GET authorize", "POST login", "GET authorize", "redirect code", "POST token",
        "POST register", "save",
      ])
    let mermaid = MermaidText(look: look).text(log)
    let picture = SVGText(look: look).text(log)
    let archive = try JSON.parse(Array(HTTPArchive(version: "1", issuer: Sample.issuer).text(log).utf8))
    let entries = archive["log"]?["entries"]?.arrayValue ?? []
    let events = archive["log"]?["_events"]?.arrayValue ?? []
    for (message, name) in zip(log, names) {
      var state = try sample("sequence-signed-out")
      state.messagesView.selected = message.id
      for (tab, detail) in [(PanelTab.messages, false), (.sequence, false), (.messages, true)] {
        (state.view.tab, state.messagesView.showsDetail) = (tab, detail)
        let text = AppScreen.draw(state, size: Size(149, 60), look: look).text
        #expect(text.contains(name), "\(tab) \(detail) \(name)")
      }
      #expect(mermaid.contains("\(message.id) · \(name)") && picture.contains(">\(name)<"), "\(name)")
      #expect(PlainText.line(for: message, look: look).contains(": \(name)"))
      let written =
        entries.first { $0["_number"]?.intValue == message.id }?["_name"]
        ?? events.first { $0["number"]?.intValue == message.id }?["name"]
      #expect(written == .string(name))
    }
  }

  /// A name that is too long for its arrow stands beside the diagram, instead of being cut.
  @Test(arguments: [Language.german, .swedish])
  func aLongNameOfASaveIsNotCut(_ language: Language) throws {
    var state = try sample("sequence-signed-out")
    (state.view.tab, state.messagesView.showsDetail) = (.sequence, false)
    let look = Look(catalogue: Catalogue(language))
    let rows = AppScreen.draw(state, size: Size(110, 30), look: look).text.lines
    #expect(rows.contains { $0.contains("│◀──") && $0.contains(look.catalogue(.messageSave)) })
  }

  /// The card of step mode and the server's event use the same name.
  @Test func theCardAndTheServerUseTheSameName() throws {
    let card = try sample("step-register")
    #expect(AppScreen.draw(card, size: Size(110, 30), look: look).text.contains("POST register  /token-service"))
    let server = try sample("server-events")
    #expect(AppScreen.draw(server, size: Size(110, 30), look: look).text.contains("POST   register "))
  }

  @Test func aShortNameKeepsTheMostTellingWord() throws {
    let log = Sample.messages(upTo: .registered)
    func short(_ id: Int) throws -> String { MessageName(try #require(log.message(id)), look).text(in: 8) }
    #expect(try [1, 2, 4, 6, 9].map(short) == ["metadata", "open", "login", "code", "save"])
  }
}
