import AppState
import Catalogue
import Foundation
import SharedValues
import Testing

@testable import Automation
@testable import DCRTerminal
@testable import Workshop

/// A server that commits one offence at a time on a real socket, against the unmodified app.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct HostileServerTests {
  @Test(arguments: Offence.all)
  func oneOffenceIsOneClearErrorAndTheAppGoesOn(_ offence: Offence) async throws {
    let server = try await HostileServer(offence)
    let session = try await HostileSession(server, hurriesAt: offence.isSlow ? offence.place.endpoint : nil)

    let first = await session.attempt()
    try #require(first.error != nil, "nothing was noticed: \(first.ending)")
    #expect(first.error?.code.rawValue == offence.code)
    #expect(session.state.banner?.error.code.rawValue == offence.code)
    #expect(ErrorText.codes.contains(offence.code))
    #expect(first.error?.report().split(separator: "\n").count == 2)
    // No request follows after the app noticed the offence, and none is extra.
    #expect(server.requests == offence.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    // The keystore is unchanged, except by a completed login or a sign-out.
    if !offence.isWarning, offence.place != .logout { #expect(first.keystoreAfter == first.keystoreBefore) }
    #expect((session.state.session != nil) == offence.staysSignedIn)
    let client = session.state.registration?.credentials.clientID
    #expect((client != nil) == (first.keystoreAfter != nil))
    expectNothingSecret(session.shown(first), server)

    if let next = offence.nextAttempt(session.state) {
      server.behave()
      session.calmDown()
      let second = await session.attempt()
      #expect(second.ending == .complete)
      // The app may fetch metadata again.
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
    let session = try await HostileSession(server)
    let attempt = await session.attempt()
    #expect(attempt.ending == .complete)
    #expect(server.requests == difference.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  @Test(arguments: Offence.ofOtherWays) func everyOtherWayIsAsStrict(_ offence: Offence) async throws {
    let server = try await HostileServer(offence)
    let session = try await HostileSession(
      server, offence.course, hurriesAt: offence.isSlow ? offence.place.endpoint : nil)
    let attempt = await session.attempt(until: offence.course.lastStep)
    let registered = session.state.registration
    if let button = offence.course.button {
      try #require(attempt.error == nil, "it got no further than \(attempt.ending)")
      await session.press(button)
    }
    #expect(session.noticed == (offence.code.isEmpty ? [] : [offence.code]))
    if !offence.code.isEmpty { #expect(ErrorText.codes.contains(offence.code)) }
    // No request follows after the app noticed the offence, and none is extra.
    #expect(server.requests == offence.requests)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    expectNothingSecret(session.shown(attempt), server)
    switch offence.course {
    case .revocation: #expect(session.state.session == nil && session.state.registration != nil)
    case .forgetting:
      #expect(session.state.registration == nil && session.keystoreFile == nil)
      guard case .forgotDevice(_, serverDeleted: false) = session.state.notice else {
        Issue.record("the server is believed to have deleted the client: \(String(describing: session.state.notice))")
        break
      }
    // Only what manages the client may be new: the server may have ended the old token with this answer.
    case .update, .keyUpdate:
      #expect(registered != nil && session.state.registration?.unmanaged == registered?.unmanaged)
    case .user, .deviceCode, .device, .push, .tokenFile, .open, .application, .signUp, .keys, .api:
      #expect(session.keystoreFile == attempt.keystoreBefore && session.state.registration == nil)
    }
    await session.stop()
  }

  /// Without an offence, every way succeeds, so the other tests do not pass merely because nothing works.
  @Test(arguments: Course.allCases) func everyWayGoesThroughWithALawfulServer(_ course: Course) async throws {
    let nothing = Offence(what: "nothing", place: .stray, code: "", requests: [], course: course)
    let server = try await HostileServer(nothing)
    let session = try await HostileSession(server, course)
    let attempt = await session.attempt(until: course.lastStep)
    #expect(attempt.error == nil)
    if let button = course.button { await session.press(button) }
    #expect(session.noticed == [])
    #expect(server.requests == course.flow)
    #expect(server.leaks == [])
    #expect(server.complaints == [])
    await session.stop()
  }

  func expectNothingSecret(_ shown: String, _ server: HostileServer) {
    let bytes = Data(shown.utf8)
    #expect(server.secrets.filter { bytes.range(of: Data($0.utf8)) != nil }.map { $0.prefix { $0 != "-" } } == [])
    #expect(!shown.contains("SECRET"))
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
  }

  @Test func thereAreEnoughOffencesAndNoneTwice() {
    #expect(Offence.all.count >= 60)
    let everything = Offence.all + Offence.ofOtherWays + Offence.ofKeys
    #expect(Set(everything.map(\.testDescription)).count == everything.count)
    let places = Set(Offence.all.map(\.place))
    #expect(Place.flow.allSatisfy { places.contains($0) })
  }
}

extension Offence {
  static let all: [Offence] =
    metadataOffences + redirectOffences + tokenOffences + registrationOffences + keyOffences + idTokenOffences
    + userinfoOffences + refreshOffences + logoutOffences + transportOffences

  var staysSignedIn: Bool {
    isWarning || [.refreshedKeys, .refreshedUserinfo].contains(place)
      || place == .refresh && code != "invalid_grant" && code != "invalid_client"
  }

  /// The app recovers from each kind of error at each place: one offence of each kind shows it.
  private static let secondAttempts: Set<String> = {
    var kinds: Set<String> = []
    return Set(all.filter { kinds.insert("\($0.place) \($0.code)").inserted }.map(\.testDescription))
  }()

  /// The requests of a second attempt; `nil` if the address itself is wrong.
  fileprivate func nextAttempt(_ state: AppState) -> [Place]? {
    guard Offence.secondAttempts.contains(testDescription), place != .metadata || identity == nil else { return nil }
    if state.registration == nil { return Place.flow.filter { $0 != .metadata } }
    return state.session == nil ? Place.from(.login) : Place.from(.refresh)
  }
}

extension Place {
  fileprivate var endpoint: Endpoint? {
    switch self {
    case .metadata: .metadata
    case .registrationToken, .token, .deviceToken: .token
    case .registration, .update: .registration
    case .keys: .jwks
    case .userinfo: .userinfo
    case .refresh: .refresh
    case .push: .push
    case .deviceCodes, .loginCodes: .deviceAuthorization
    case .application, .account: .application
    case .revocation: .revocation
    default: nil
    }
  }
}

extension Course {
  /// The step before whose end the offence lies, or after which a button is pressed.
  fileprivate var lastStep: FlowStep? {
    switch self {
    case .user, .keys, .api: nil
    case .application, .signUp: .token
    case .deviceCode, .device, .push, .tokenFile, .open, .update, .revocation, .forgetting, .keyUpdate: .userinfo
    }
  }

  fileprivate var button: Action? {
    switch self {
    case .signUp: .createAccount
    case .update, .keyUpdate: .updateRegistration
    case .revocation: .revokeTokens
    case .forgetting: .forgetDevice
    case .user, .deviceCode, .device, .push, .tokenFile, .open, .application, .keys, .api: nil
    }
  }
}

extension HostileSession {
  /// The codes of everything that the app reports to the user.
  fileprivate var noticed: Set<String> {
    var codes = Set([state.banner?.error.code.rawValue].compactMap { $0 })
    if case .revokedTokens(let report) = state.notice {
      for case .unconfirmed(let error) in [report.refreshToken, report.accessToken] {
        codes.insert(error.code.rawValue)
      }
    }
    return codes
  }
}
