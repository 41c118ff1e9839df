import AppState
import Catalogue
import SharedValues
import Testing

@testable import Automation
@testable import DCRTerminal

/// An API that commits one offence at a time against an app with every option on.
extension HostileServerTests {
  @Test(arguments: Offence.ofAPI)
  func anAPIGetsNothingThatItShouldNotAndTheAppGoesOn(_ offence: Offence) async throws {
    let server = try await HostileServer(offence)
    let session = try await HostileSession(server, .api)
    let first = await session.attempt()
    try #require(first.error != nil, "nothing was noticed: \(first.ending)")
    #expect(first.error?.code.rawValue == offence.code)
    #expect(ErrorText.codes.contains(offence.code))
    // At most one renewal, no second nonce, no browser, and nothing after the app noticed the offence.
    #expect(server.requests == offence.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    // An API can neither sign the user out nor end the registration.
    #expect(session.state.session?.tokens.key != nil)
    #expect(session.state.registration != nil)
    #expect(session.state.banner?.registrationIsDead != true)
    expectNothingSecret(session.shown(first), server)

    server.behave()
    let isKnown = session.state.api.resource != nil
    let second = await session.attempt()
    #expect(second.ending == .complete)
    let wanted = Course.api.from(.refresh).filter { !isKnown || ![.probe, .resource].contains($0) }
    #expect(server.requests.dropFirst(offence.requests.count).filter { $0 != .metadata } == wanted)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  @Test(arguments: LawfulDifference.ofAPI)
  func anAPIThatDiffersHarmlesslyIsUsed(_ difference: LawfulDifference) async throws {
    let server = try await HostileServer(difference.offence)
    let session = try await HostileSession(server, .api)
    let attempt = await session.attempt()
    #expect(attempt.ending == .complete)
    #expect(attempt.lines.done.contains(.accounts))
    #expect(server.requests == difference.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  @Test func thereAreEnoughOffencesOfAPIs() {
    #expect(Offence.ofAPI.count >= 40)
    let untouched = Set([Place.probe, .resource, .accounts, .payments]).subtracting(Offence.ofAPI.map(\.place))
    #expect(untouched == [])
  }
}

extension LawfulDifference {
  private static func bank(
    _ place: Place, _ what: String, _ requests: [Place] = Course.api.flow,
    _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> LawfulDifference {
    var offence = Offence.answer(place, what, "", change).on(.api)
    offence.requests = requests
    return LawfulDifference(offence: offence, requests: requests)
  }

  static let ofAPI: [LawfulDifference] = [
    // The app then looks for metadata at the well-known address.
    bank(.probe, "a refusal that names no metadata") { $0["WWW-Authenticate"] = "DPoP" },
    bank(.probe, "it asks nobody for a token") { $0.answer = HostileServer.json(["accounts": []]) },
    bank(.probe, "nothing there without a token") { $0.answer = WireAnswer(status: 404) },
    bank(.resource, "other servers' tokens, too") {
      $0.json = $0.json.setting("authorization_servers", ["https://other.example", .string($0.base)])
    },
    bank(.accounts, "a kind of account that nobody knows") {
      $0.json = ["accounts": [HostileServer.account.setting("kind", "\u{1B}[31mgold")]]
    },
    bank(.accounts, "9000 accounts") {
      $0.json = ["accounts": .array(Array(repeating: HostileServer.account, count: 9000))]
    },
    bank(.payments, "a token that may look and not pay") {
      $0.answer = WireAnswer(
        status: 403, headers: [(name: "WWW-Authenticate", value: #"DPoP error="insufficient_scope", scope="payments""#)]
      )
    },
    // One renewal, and the call again.
    bank(
      .accounts, "a token that is not taken once",
      Course.api.through(.accounts) + [.refresh, .refreshedKeys, .refreshedUserinfo, .accounts, .payments, .logout]
    ) {
      guard $0.earlier == 0 else { return }
      $0.answer = WireAnswer(status: 401, headers: [(name: "WWW-Authenticate", value: #"DPoP error="invalid_token""#)])
    },
  ]
}
