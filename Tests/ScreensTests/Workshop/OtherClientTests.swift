import AppState
import Foundation
import SharedValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// What the server has seen of another client, on the screen and in files.
struct OtherClientTests {
  private func state(_ name: String) throws -> AppState { try #require(StateRegistry.named(name)) }

  private func log(_ name: String) throws -> MessageLog { Phone<MessagesTool>(try state(name)).shownMessages }

  @Test func theDetailsSayWhoseItIsAndWhy() throws {
    let message = try #require(log("messages-of-client").last)
    let lines = MessageDetail(message, reveal: true, width: 200, look: Look()).lines.map { line in
      line.spans.map(\.text).joined()
    }
    for wanted in [
      "Client: invoice-checker", "From: 127.0.0.1", "The client is not told: the code has been redeemed before",
    ] {
      #expect(lines.contains { $0.hasPrefix(wanted) }, "\(wanted)")
    }
  }

  @Test func onlyThoseWhoTookPartHaveLifelines() throws {
    let log = try log("messages-of-client")
    #expect(Lanes.ordered(log.lifelines, ofPhone: false).map(\.party) == [.client, .browser, .server])
    #expect(Lanes(70, log.lifelines, ofPhone: !log.isOfServer).all.count == 3)
  }

  @Test func filesSayWhoseItIs() throws {
    let log = try log("messages-of-everybody")
    let archive = HTTPArchive(version: "1", issuer: "https://localhost:8443/i", parts: log.flows).json(log)
    let entries = archive["log"]?["entries"]?.arrayValue ?? []
    #expect(entries.count == log.count)
    #expect(entries[4]["_clients"] == ["invoice-checker"] && entries[4]["_from"] == "client")
    #expect(entries[4]["_detail"] == "the code has been redeemed before")
    let mermaid = MermaidText(look: Look()).text(log)
    #expect(mermaid.contains("participant client as Client") && mermaid.contains("invoice-checker"))
    #expect(!mermaid.contains("keystore"))
    let command = try #require(log.last.flatMap { CurlCommand().text(for: $0) })
    #expect(command.contains("grant_type=refresh_token"))
  }

  /// A client chooses its name, and what it sends.
  @Test func hostileTextsAreHarmless() throws {
    let nasty = "\u{1B}[2J\u{202E}\"; end\r\n%%{init}%% <svg onload=x>"
    var record = ExchangeRecord(number: 1)
    (record.clients, record.users, record.note, record.detail) = ([nasty], [nasty], nasty, nasty)
    let request = HTTPRequest("POST", "https://localhost:8443/\(nasty)", body: Array(nasty.utf8), endpoint: .token)
    let exchange = Exchange(request, outcome: .success(HTTPResponse(400, body: Array(nasty.utf8))), started: Sample.now)
    var log = MessageLog(about: MessageSource.everybody.subject)
    log.begin(1, nasty)
    log.append(Message(from: .client, to: .server, .exchange(exchange), at: Sample.now, record: record))
    let texts = [
      HTTPArchive(version: "1", issuer: "https://localhost:8443/i", parts: log.flows).text(log),
      MermaidText(look: Look()).text(log), SVGText(look: Look()).text(log),
      log.last.flatMap { CurlCommand().text(for: $0) } ?? "",
    ]
    for text in texts {
      #expect(!text.unicodeScalars.contains { $0.isHarmful && $0 != "\n" })
    }
    #expect(!texts[2].contains("<svg onload"))
  }
}
