import AppState
import Catalogue
import Foundation
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The card **reachable by**: one key leads to it and out of it, and every text of it can be read on the smallest screen.
struct ReachCardTests {
  private let look = Look()

  private func text(_ state: AppState, _ size: Size) -> String {
    AppScreen.draw(state, size: size, look: look).text.split(whereSeparator: { " \n│┃║".contains($0) })
      .joined(separator: " ")
  }

  @Test func oneKeyOpensTheCardAndClosesTheServer() throws {
    for name in [
      "server-clients", "server-sessions", "server-events", "server-client", "server-not-yet", "server-open",
    ] {
      #expect(press(.character("w"), try sample(name)) == .serverPanel(.reach(.ask)), "\(name)")
    }
    #expect(press(.character("w"), try sample("server-reach")) == .serverPanel(.reach(.leave)))
    #expect(press(.character("w"), try sample("server-reach-open")) == .serverPanel(.reach(.close)))
    #expect(press(.escape, try sample("server-reach-open")) == .serverPanel(.reach(.leave)))
    #expect(press(.character("w"), try sample("server-events-of-other")) == nil, "another program's server")
    #expect(press(.character("w"), try sample("server-foreign")) == nil)
    #expect(press(.character("w"), try sample("server-clients-unfocused")) == nil)
  }

  /// Settings has a row of its own, where the embedded server can be opened.
  @Test func settingsLeadToTheCard() throws {
    func rows(_ name: String) throws -> [String] {
      let page = PhonePages(try sample(name), look: look).top
      return page.controls.filter { $0.action == .serverPanel(.reach(.ask)) }.map { look.catalogue($0.phrase) }
    }
    #expect(try rows("settings") == ["Reachable by: this machine"])
    #expect(try rows("settings-reachable") == ["Reachable by: the network"])
    #expect(try rows("settings-other-server").isEmpty, "another server cannot be opened here")
    #expect(press(.enter, try sample("settings-reachable")) == .serverPanel(.reach(.ask)))
  }

  /// The sign stays whichever panel is open, so that an open server is not forgotten.
  @Test(arguments: [Size(40, 15), Size(80, 24), Size(110, 30)])
  func anOpenServerHasASign(_ size: Size) throws {
    #expect(text(try sample("settings-reachable"), size).contains("open to others"))
    #expect(!text(try sample("settings"), size).contains("open to others"))
  }

  @Test func enterDoesWhatTheRowSays() throws {
    #expect(press(.enter, try sample("server-reach")) == .serverPanel(.reach(.leave)))
    let address = Sample.otherReach.address
    #expect(press(.enter, try sample("server-reach-chosen")) == .serverPanel(.reach(.open(address))))
    #expect(press(.enter, try sample("server-reach-passwords")) == .serverPanel(.reach(.toggleTutorialUsers)))
    #expect(press(.enter, try sample("server-reach-texts")) == nil)
    #expect(press(.enter, try sample("server-reach-pending")) == nil)
    #expect(press(.enter, try sample("server-reach-open")) == .serverPanel(.reach(.close)))
  }

  @Test(arguments: [Size(40, 15), Size(80, 24), Size(110, 30)])
  func whoReachesTheServerIsAlwaysSaid(_ size: Size) throws {
    let open = text(try sample("server-open"), size)
    #expect(open.contains("every device") && open.contains("192.168.1.20"))
    #expect(text(try sample("server-reach"), size).contains("Reachable by: this machine only"))
  }

  /// The selection stops at each text, so nothing is beyond reach.
  @Test(arguments: [Size(40, 15), Size(80, 24), Size(110, 30)], ["server-reach", "server-reach-open"])
  func everyTextCanBeReached(_ size: Size, _ name: String) throws {
    var state = try sample(name)
    let rows = state[ServerInsight.self].reach.rows
    var seen = ""
    for row in rows.indices {
      state.tools[ServerInsight.self].reach.card?.selected = row
      seen += " " + text(state, size)
    }
    let expected =
      name == "server-reach"
      ? [
        "192.168.1.20", "fd00:1::20", "refused", "guests'", "registration.", "loopback", "embeddedServer.users",
        "fingerprint", "ends.",
      ]
      : ["http://192.168.1.20:8442/", "SHA-256", "3F:A0", "issuer", "loopback", "ends."]
    for words in expected { #expect(seen.contains(words), "\(words) at \(size)") }
  }

  /// A camera needs the whole code.
  @Test func theCodeOfThePageIsWhole() throws {
    let state = try sample("server-reach-page")
    let screen = AppScreen.draw(state, size: Size(110, 40), look: look).text
    let picture = try #require(QRPicture.all(of: Sample.otherReach.authorityPage, .unicode).first)
    let lines = picture.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    for line in lines where !line.isEmpty { #expect(screen.contains(line)) }
  }

  /// It is compared byte by byte, so no line ends within one.
  @Test(arguments: [Size(40, 15), Size(80, 24), Size(110, 30)])
  func theFingerprintBreaksBetweenBytes(_ size: Size) throws {
    let screen = AppScreen.draw(try sample("server-reach-page"), size: size, look: look).text
    let lines = screen.split(separator: "\n").compactMap { $0.firstMatch(of: /(?:[0-9A-F]*:)+[0-9A-F]*/)?.output }
      .filter { $0.contains(/[0-9A-F]{2}:[0-9A-F]/) }
    #expect(lines.joined().hasPrefix(Sample.otherReach.fingerprint.prefix(20)))
    for line in lines { #expect(line.wholeMatch(of: /(?:[0-9A-F]{2}:)*[0-9A-F]{2}:?/) != nil, "\(line)") }
  }

  @Test func inLinesEachChoiceIsARow() throws {
    var look = Look()
    look.reader = .lines
    let lines = try #require(ServerInLines.lines(try sample("server-reach"), look))
    let actions = lines.compactMap(\.action)
    #expect(
      actions == [
        .serverPanel(.reach(.leave)), .serverPanel(.reach(.open(Sample.ownAddresses[0]))),
        .serverPanel(.reach(.open(Sample.ownAddresses[1]))), .serverPanel(.reach(.toggleTutorialUsers)),
      ])
    #expect(lines.contains { $0.text.contains("loopback alone") })
  }
}
