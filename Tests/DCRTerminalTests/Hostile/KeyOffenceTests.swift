import AppState
import Catalogue
import OAuthClient
import SharedValues
import Testing

@testable import Automation
@testable import DCRTerminal

/// A server that commits one offence at a time against an app with every option on.
///
/// The server checks every proof and assertion (``HostileServer/judgeProofs(_:_:_:)``): it complains of a token used without
/// its key, of a proof that is unexpected or replayed, and of a browser that carries more than the reference.
extension HostileServerTests {
  @Test(arguments: Offence.ofKeys)
  func withKeysNothingIsSentThatShouldNotBeAndTheAppGoesOn(_ offence: Offence) async throws {
    let server = try await HostileServer(offence)
    let session = try await HostileSession(server, .keys)

    let first = await session.attempt()
    try #require(first.error != nil, "nothing was noticed: \(first.ending)")
    #expect(first.error?.code.rawValue == offence.code)
    #expect(session.state.banner?.error.code.rawValue == offence.code)
    #expect(ErrorText.codes.contains(offence.code))
    // No second retry, no browser, and nothing after the app noticed the offence.
    #expect(server.requests == offence.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    if !offence.isWarning { #expect(first.keystoreAfter == first.keystoreBefore) }
    #expect((session.state.session != nil) == offence.staysSignedIn)
    // A signed-in app has bound tokens.
    #expect(session.state.session.map { $0.tokens.key != nil } ?? true)
    let client = session.state.registration?.credentials.clientID
    #expect((client != nil) == (first.keystoreAfter != nil))
    expectNothingSecret(session.shown(first), server)

    server.behave()
    let next: Place =
      client == nil ? .pushedRegistration : session.state.session == nil ? .pushedLogin : .refresh
    let second = await session.attempt()
    #expect(second.ending == .complete)
    #expect(server.requests.dropFirst(offence.requests.count).filter { $0 != .metadata } == Course.keys.from(next))
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  @Test(arguments: LawfulDifference.ofKeys)
  func withKeysAServerThatDiffersHarmlesslyIsAccepted(_ difference: LawfulDifference) async throws {
    let server = try await HostileServer(difference.offence)
    let session = try await HostileSession(server, .keys)
    let attempt = await session.attempt()
    #expect(attempt.ending == .complete)
    #expect(server.requests == difference.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    expectNothingSecret(session.shown(attempt), server)
    await session.stop()
  }

  @Test func thereAreEnoughOffencesAgainstKeys() {
    #expect(Offence.ofKeys.count + Offence.keyUpdateOffences.count >= 40)
    let untouched = Set(Course.keys.flow).subtracting(Offence.ofKeys.map(\.place))
    #expect(untouched == [.keys, .refreshedKeys, .refreshedUserinfo, .logout])
  }
}

extension LawfulDifference {
  private static func keyed(
    _ place: Place, _ what: String, twice: Bool = false, _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> LawfulDifference {
    var difference = LawfulDifference(offence: .keyed(place, what, "", change), requests: Course.keys.flow)
    if twice { difference.requests = Course.keys.through(place) + Course.keys.from(place) }
    return difference
  }

  /// The server demands a nonce once (RFC 9449 §8 and §9), at each place that may demand one.
  private static let demanded: [LawfulDifference] = Offence.askedForNonces.map { place in
    var difference = keyed(place, "a nonce is demanded once", twice: true) { _ in }
    difference.offence.refusal = { $0 == 0 ? Offence.demand(["first"]) : nil }
    return difference
  }

  static let ofKeys: [LawfulDifference] =
    demanded + [
      // That request proved nothing, so its nonce is not for proofs.
      keyed(.keys, "a nonce beside public keys") { $0["DPoP-Nonce"] = "foreign" },
      keyed(.metadata, "a nonce beside metadata") { $0["DPoP-Nonce"] = "foreign" },
      keyed(.pushedLogin, "a nonce beside a reference") { $0["DPoP-Nonce"] = "next" },
      keyed(.userinfo, "a nonce beside claims") { $0["DPoP-Nonce"] = "next" },
      // The tokens count more than a nonce that the server did not demand.
      keyed(.token, "two nonces beside tokens") {
        $0.answer.headers += [(name: "DPoP-Nonce", value: "one"), (name: "DPoP-Nonce", value: "two")]
      },
      keyed(.refresh, "a malformed nonce beside tokens") { $0["DPoP-Nonce"] = "a b" },
      keyed(.token, "dpop in small letters") { $0.json = $0.json.setting("token_type", "dpop") },
      // The reference is a parameter of the authorization endpoint, never an address to open, whatever it looks like.
      keyed(.pushedLogin, "a reference that looks like a script") {
        $0.json = $0.json.setting("request_uri", "javascript:alert(1)")
      },
      keyed(.pushedLogin, "a reference that looks like parameters") {
        $0.json = $0.json.setting("request_uri", "urn:x#f&client_id=evil?redirect_uri=https://evil.example")
      },
      keyed(.registration, "a secret beside the key") {
        $0.json = $0.json.setting("client_secret", "SECRET-MARK").setting("client_secret_expires_at", 0)
      },
      keyed(.registration, "tokens that it may not bind") {
        $0.json = $0.json.setting("dpop_bound_access_tokens", false)
      },
      keyed(.registration, "the key twice") { draft in
        let keys = draft.json["jwks"]?["keys"]?.arrayValue ?? []
        draft.json = draft.json.setting("jwks", ["keys": .array(keys + keys)])
      },
    ]
}
