import AppState
import Catalogue
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Workshop

/// Tolerated deviations are noted with the message, in copies of it and in archives; Settings say that a client is not managed.
struct LeniencyNoteTests {
  private func message() throws -> Message {
    let body = #"{"client_id":"c","client_id_issued_at":"1795642597","registration_client_uri":"/as/register/1"}"#
    let exchange = Exchange(
      HTTPRequest("POST", "https://idp.example/as/register", endpoint: .registration),
      outcome: .success(
        HTTPResponse(201, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8))),
      started: Sample.now)
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: [MessagesTool.self])
    _ = update(&state, .exchanged(trace: 1, exchange), now: Sample.now)
    return try #require(state.messages.last)
  }

  @Test(arguments: [Language.english, .german, .swedish])
  func theNoteStandsAboveTheMessage(_ language: Language) throws {
    let look = Look(catalogue: Catalogue(language))
    let lines = MessageDetail(try message(), reveal: false, width: 400, look: look).lines
      .map { $0.spans.map(\.text).joined() }
    let head = try #require(lines.firstIndex(of: look.catalogue(.leniencyHead)))
    #expect(lines[head + 1].contains("client_id_issued_at") && lines[head + 2].contains("registration_client_uri"))
    #expect(try #require(lines.firstIndex { $0.hasPrefix("POST ") }) > head)
  }

  @Test func archivesHaveTheNote() throws {
    let archive = HTTPArchive(version: "1", issuer: "https://idp.example").json([try message()])
    let entry = archive["log"]?["entries"]?.arrayValue?.first
    #expect(entry?["_leniencies"]?.stringArray?.count == 2)
    #expect(entry?["comment"]?.stringValue?.contains("client_id_issued_at") == true)
  }

  @Test func everyDeviationHasASentence() {
    for deviation in Leniency.Deviation.allCases {
      let request = HTTPRequest("POST", "https://idp.example/t", endpoint: .token)
      let answer = HTTPResponse(
        200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"scope":null}"#.utf8))
      var leniency = Leniency.of(answer, to: request)[0]
      leniency.deviation = deviation
      let sentence = leniency.sentence(Catalogue())
      #expect(sentence.hasPrefix("scope ") && !sentence.contains("{") && !sentence.hasSuffix("."))
      #expect(leniency.warning(Catalogue()).contains(sentence))
    }
  }
}
