import AppState
import Catalogue
import Foundation
import SharedValues
import Testing

@testable import DCRTerminal

/// A server that commits one offence at a time, on a real socket, and the app as it is.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct HostileServerTests {
  @Test(arguments: Offence.all)
  func oneOffenceIsOneClearErrorAndTheAppGoesOn(_ offence: Offence) async throws {
    let server = try await HostileServer(offence)
    let session = try HostileSession(issuer: server.issuer, patience: offence.patience)

    let first = await session.attempt()
    try #require(first.error != nil, "nothing was noticed: \(first.ending)")
    #expect(first.error?.code == offence.code)
    #expect(session.state.banner?.error.code == offence.code)
    #expect(ErrorText.all.contains { $0.code == offence.code })
    #expect(first.error?.report().split(separator: "\n").count == 2)
    // Nothing is requested after the offence was noticed, and nothing besides.
    #expect(server.requests == offence.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    // The keystore holds what it held, but for what a login that stands or a sign-out changes.
    if !offence.isWarning, offence.place != .logout { #expect(first.keystoreAfter == first.keystoreBefore) }
    #expect((session.state.session != nil) == offence.staysSignedIn)
    let client = session.state.registration?.credentials.clientID
    #expect((client != nil) == (first.keystoreAfter != nil))
    let shown = session.shown(first)
    let bytes = Data(shown.utf8)
    #expect(server.secrets.filter { bytes.range(of: Data($0.utf8)) != nil }.map { $0.prefix { $0 != "-" } } == [])
    #expect(!shown.contains("SECRET"))
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })

    if let next = offence.nextAttempt(session.state) {
      server.behave()
      let second = await session.attempt()
      #expect(second.ending == .complete)
      // Metadata may be fetched anew.
      #expect(server.requests.dropFirst(offence.requests.count).filter { $0 != .metadata } == next)
      #expect(server.leaks == [])
      #expect(server.complaints == [])
      if client != nil { #expect(session.state.registration?.credentials.clientID == client) }
    }
    await session.stop()
  }

  @Test(arguments: LawfulDifference.all)
  func aServerThatDiffersLawfullyIsAccepted(_ difference: LawfulDifference) async throws {
    let server = try await HostileServer(difference.offence)
    let session = try HostileSession(issuer: server.issuer)
    let attempt = await session.attempt()
    #expect(attempt.ending == .complete)
    #expect(server.requests == difference.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  @Test func thereAreEnoughOffencesAndNoneTwice() {
    #expect(Offence.all.count >= 60)
    #expect(Set(Offence.all.map(\.testDescription)).count == Offence.all.count)
    let places = Set(Offence.all.map(\.place))
    #expect(Place.flow.allSatisfy { places.contains($0) })
  }
}

extension Offence {
  static let all: [Offence] =
    metadataOffences + redirectOffences + tokenOffences + registrationOffences + keyOffences + idTokenOffences
    + userinfoOffences + refreshOffences + logoutOffences + transportOffences

  fileprivate var staysSignedIn: Bool {
    isWarning || [.refreshedKeys, .refreshedUserinfo].contains(place)
      || place == .refresh && code != "invalid_grant" && code != "invalid_client"
  }

  fileprivate var patience: (endpoint: Endpoint, limit: Duration)? {
    guard let limit else { return nil }
    switch place {
    case .metadata: return (.metadata, limit)
    case .registrationToken, .token: return (.token, limit)
    case .registration: return (.registration, limit)
    case .keys: return (.jwks, limit)
    case .userinfo: return (.userinfo, limit)
    case .refresh: return (.refresh, limit)
    default: return nil
    }
  }

  /// The app goes on after each kind of error at each place: one offence of each kind shows it.
  private static let secondAttempts: Set<String> = {
    var kinds: Set<String> = []
    return Set(all.filter { kinds.insert("\($0.place) \($0.code)").inserted }.map(\.testDescription))
  }()

  /// What a second attempt has still to request; `nil` where the address itself is what is wrong.
  fileprivate func nextAttempt(_ state: AppState) -> [Place]? {
    guard Offence.secondAttempts.contains(testDescription), place != .metadata || identity == nil else { return nil }
    if state.registration == nil { return Place.flow.filter { $0 != .metadata } }
    return state.session == nil ? Place.from(.login) : Place.from(.refresh)
  }
}
