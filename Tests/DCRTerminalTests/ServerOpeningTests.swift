import HTTPTransport
import Logging
import OAuthClient
import SharedValues
import TestSupport
import Testing

@testable import AppState
@testable import DCRTerminal
@testable import Edge
@testable import Workshop

/// What the app refuses before it ends its server to open it: then nothing has happened.
@Suite struct ServerOpeningTests {
  private static let network = IPAddress(bytes: [192, 0, 2, 20])
  private static let alias = IPAddress(bytes: [127, 0, 0, 2])

  private func keeper(
    _ confinement: Confinement = .none, _ change: (inout ServerSettings) -> Void = { _ in }
  ) -> EmbeddedServerKeeper {
    var settings = ServerSettings(dataDirectory: "/nowhere", device: "phone")
    change(&settings)
    return EmbeddedServerKeeper(
      issuer: "https://localhost:8443/oauth/v2/oauth-anonymous", settings: settings, trusted: { [] },
      machine: { [Self.network, Self.alias] }, confinement: confinement,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func theAddressesOfThisMachineAreOffered() async {
    #expect(
      await keeper().reach(.survey) == .surveyed(.success([Self.network, Self.alias])))
    #expect(await keeper().reach(.read) == .changed(nil, nil))
  }

  @Test func anAddressThatIsGoneIsRefused() async {
    let gone = IPAddress(bytes: [192, 0, 2, 99])
    let answer = await keeper().reach(.open(gone, tutorialUsers: true))
    #expect(answer == .changed(nil, ServerProblem(.reachAddressGone, "192.0.2.99")))
  }

  @Test func knownPasswordsAreRefused() async {
    let answer = await keeper().reach(.open(Self.network, tutorialUsers: false))
    #expect(answer == .changed(nil, ServerProblem(.reachUsersKnown, "demouser")))
  }

  /// A script presses keys as well; it lets nobody in unless its player allows servers.
  @Test func whatIsPlayedOpensNothing() async {
    let confined = keeper(.whole)
    #expect(await confined.reach(.survey) == .surveyed(.failure(ServerProblem(.reachConfined, ""))))
    #expect(
      await confined.reach(.open(Self.network, tutorialUsers: true))
        == .changed(nil, ServerProblem(.reachConfined, "")))
  }

  @Test func aServerOfSomebodyElseIsNotOpened() async {
    let answer = await ForeignServer().reach(.open(Self.network, tutorialUsers: true))
    #expect(answer == .changed(nil, nil))
  }

  /// Tests may name addresses, but only such as no other machine reaches.
  @Test func theTestsAddressesAreThoseOfLoopback() {
    #expect(MachineAddresses.added("127.0.0.2,192.0.2.1,x,::1").map(\.text) == ["127.0.0.2", "::1"])
    #expect(MachineAddresses.added("").isEmpty)
  }

  @Test func theReadyLineSaysWhoReachesTheServer() throws {
    let line: JSON = [
      "issuer": "https://localhost:8443/oauth/v2/oauth-anonymous", "authority_page": "http://192.0.2.20:8442/",
      "authority_fingerprint": "AA:BB", "other_issuers": ["https://192.0.2.20:8443/oauth/v2/oauth-anonymous"],
    ]
    let others = try #require(OtherReach(line, address: Self.network, allowsTutorialUsers: true))
    #expect(others.issuer == "https://192.0.2.20:8443/oauth/v2/oauth-anonymous")
    #expect(others.authorityPage == "http://192.0.2.20:8442/" && others.fingerprint == "AA:BB")
    #expect(
      OtherReach(["issuer": "https://localhost:8443/x"], address: Self.network, allowsTutorialUsers: false) == nil)
  }
}
