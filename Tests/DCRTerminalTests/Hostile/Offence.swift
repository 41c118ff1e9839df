import Foundation
import SharedValues
import Testing

/// A request of the flow, as the server sees it, in the order of the flow.
enum Place: String, Sendable, CaseIterable {
  case metadata, registrationLogin, registrationToken, registration, login, token, keys, userinfo, refresh,
    refreshedKeys
  case refreshedUserinfo, logout
  /// A flow without errors does not make these.
  case otherMetadata, registrationRead, stray
  /// Requests of the other ways.
  case deviceCodes, loginCodes, deviceToken, push, application, account, update, unregistration, revocation
  /// Pushed authorization requests (RFC 9126).
  case pushedRegistration, pushedLogin
  /// Of a protected API: without a token, its metadata, and with a token.
  case probe, resource, accounts, payments

  /// The requests of a flow without any offence.
  static let flow: [Place] = [
    .metadata, .registrationLogin, .registrationToken, .registration, .login, .token, .keys, .userinfo, .refresh,
    .refreshedKeys, .refreshedUserinfo, .logout,
  ]

  static func through(_ last: Place) -> [Place] { Array(flow.prefix { $0 != last }) + [last] }
  static func before(_ first: Place) -> [Place] { Array(flow.prefix { $0 != first }) }
  static func from(_ first: Place) -> [Place] { Array(flow.drop { $0 != first }) }
}

/// The app's way: how it obtains its client, and which button is pressed after the login.
enum Course: String, Sendable, CaseIterable {
  case user, deviceCode, device, push, tokenFile, open, application, signUp, update, revocation, forgetting
  /// Every option on: `private_key_jwt`, DPoP and pushed requests; then a change of the client's key.
  case keys, keyUpdate
  /// The same, and an API call with the tokens.
  case api

  var isApplication: Bool { self == .application || self == .signUp }

  var hasKeys: Bool { [.keys, .keyUpdate, .api].contains(self) }

  /// Its requests, as far as the tests check them.
  var flow: [Place] {
    let signIn: [Place] = [.login, .token, .keys, .userinfo]
    return switch self {
    case .user: Place.flow
    // No browser opens here: the user has one on another device.
    case .deviceCode:
      [.metadata, .deviceCodes, .registrationToken, .registration, .loginCodes, .token, .keys, .userinfo]
    case .device: [.metadata, .deviceToken, .registration] + signIn
    case .push: [.metadata, .push, .registration] + signIn
    case .tokenFile, .open: [.metadata, .registration] + signIn
    case .application: [.metadata, .login, .application]
    case .signUp: [.metadata, .login, .application, .account]
    case .update: Place.through(.userinfo) + [.update]
    case .revocation: Place.through(.userinfo) + [.revocation, .revocation]
    case .forgetting: Place.through(.userinfo) + [.unregistration]
    case .keys: Course.pushing(Place.flow)
    case .api:
      Course.pushing(Place.through(.refreshedUserinfo)) + [.probe, .resource, .accounts, .payments, .logout]
    // The new key beside the old one, then alone.
    case .keyUpdate: Course.pushing(Place.through(.userinfo)) + [.update, .update]
    }
  }

  func through(_ last: Place) -> [Place] { Array(flow.prefix { $0 != last }) + [last] }
  func from(_ first: Place) -> [Place] { Array(flow.drop { $0 != first }) }

  /// Each login is pushed before the browser opens.
  private static func pushing(_ flow: [Place]) -> [Place] {
    let pushes: [Place: Place] = [.registrationLogin: .pushedRegistration, .login: .pushedLogin]
    return flow.flatMap { place in pushes[place].map { [$0, place] } ?? [place] }
  }
}

/// A well-behaved server's answer, for an offence to spoil.
struct AnswerDraft: Sendable {
  var answer: WireAnswer
  /// The server's own origin, and a stranger's.
  let base: String
  let elsewhere: String
  /// The number of earlier requests of this kind.
  let earlier: Int
  let request: WireRequest
  /// The redirect of the first login, to be replayed at the second.
  let firstRedirect: String

  var json: JSON {
    get { (try? JSON.parse(answer.body)) ?? .null }
    set { text = newValue.compact }
  }

  var text: String {
    get { String(decoding: answer.body, as: UTF8.self) }
    set { answer.body = Array(newValue.utf8) }
  }

  var location: String {
    get { self["Location"] ?? "" }
    set { self["Location"] = newValue }
  }

  subscript(header: String) -> String? {
    get { answer.headers.first { $0.name == header }?.value }
    set {
      answer.headers.removeAll { $0.name == header }
      if let newValue { answer.headers.append((name: header, value: newValue)) }
    }
  }

  /// Sets a parameter of the redirect; `nil` removes it.
  mutating func set(_ name: String, _ value: String?) {
    let halves = location.split(separator: "?", maxSplits: 1).map(String.init)
    var pairs = (halves.count > 1 ? halves[1] : "").split(separator: "&").map(String.init)
    let index = pairs.firstIndex { $0.hasPrefix(name + "=") }
    if let index { pairs.remove(at: index) }
    if let value { pairs.insert(name + "=" + value, at: index ?? pairs.count) }
    location = halves[0] + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}

/// One offence of a server, and the client's reaction.
struct Offence: Sendable, CustomTestStringConvertible {
  var what: String
  var place: Place
  /// The code of the only error that the app shows.
  var code: String
  /// All the client's requests until it notices.
  var requests: [Place]
  /// The client warns, and the user stays signed in.
  var isWarning = false
  var course = Course.user
  /// The client has a shorter deadline for this answer, so that a test of deadlines is quick.
  var isSlow = false
  /// Whether the RFC 8414 address has metadata, too.
  var hasOtherMetadata = false
  /// The certificate that this place's endpoint presents instead of its own.
  var identity: ServerIdentity?
  /// The answer instead of the usual one, by the number of earlier requests; `nil`: the usual answer.
  var refusal: @Sendable (Int) -> WireAnswer? = { _ in nil }
  var answer: @Sendable (inout AnswerDraft) -> Void = { _ in }
  var idToken: @Sendable (inout IDTokenDraft) -> Void = { _ in }

  var testDescription: String {
    (course == .user ? "" : course.rawValue + ", ") + "\(place.rawValue): \(what): \(code)"
  }

  /// The same offence on another way.
  func on(_ course: Course) -> Offence {
    var offence = self
    (offence.course, offence.requests) = (course, course.through(place) + Offence.withdrawal(place, code))
    return offence
  }

  /// A registration whose answer was read and refused is withdrawn at the server.
  private static func withdrawal(_ place: Place, _ code: String) -> [Place] {
    let isRead =
      code == "client_secret_expired" || code.hasPrefix("response_member_")
      || code.hasPrefix("registration_") && !["registration_answer_lost", "registration_token_required"].contains(code)
    return place == .registration && isRead ? [.unregistration] : []
  }

  /// If the answer to a registration is lost, the app cannot know whether the server made a client: a separate code says so.
  private static func shownCode(_ place: Place, _ code: String) -> String {
    let isLost = ["timeout", "connection_lost", "body_too_large", "malformed_response", "content_unreadable"].contains(
      code)
    return place == .registration && isLost ? "registration_answer_lost" : code
  }

  /// Spoils an answer; the client notices at once.
  static func answer(
    _ place: Place, _ what: String, _ code: String, then: [Place] = [], isSlow: Bool = false,
    _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> Offence {
    let code = shownCode(place, code)
    return Offence(
      what: what, place: place, code: code, requests: Place.through(place) + withdrawal(place, code) + then,
      isSlow: isSlow, answer: change)
  }

  /// Changes one member of a JSON answer.
  static func member(_ place: Place, _ code: String, _ name: String, _ value: JSON?, then: [Place] = []) -> Offence {
    answer(place, "\(name) \(value.map { String($0.compact.prefix(40)) } ?? "absent")", code, then: then) {
      $0.json = $0.json.setting(name, value)
    }
  }

  /// Changes one parameter of a redirect.
  static func parameter(_ place: Place, _ code: String, _ name: String, _ value: String?) -> Offence {
    answer(place, "\(name) \(value.map { String($0.prefix(40)) } ?? "absent")", code) { $0.set(name, value) }
  }

  /// Spoils the login's ID token; the client notices when it has the keys.
  static func idToken(
    _ what: String, _ code: String, then: [Place] = [], _ change: @escaping @Sendable (inout IDTokenDraft) -> Void
  ) -> Offence {
    Offence(what: what, place: .token, code: code, requests: Place.through(.keys) + then, idToken: change)
  }

  static func claim(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    idToken("\(name) \(value?.compact ?? "absent")", code) { $0.claims = $0.claims.setting(name, value) }
  }

  static func header(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    idToken("header \(name) \(value?.compact ?? "absent")", code) { $0.header = $0.header.setting(name, value) }
  }

  /// Spoils a refresh's ID token in the same way.
  static func refreshed(_ code: String, _ name: String, _ value: JSON) -> Offence {
    Offence(
      what: "refreshed \(name) \(value.compact)", place: .refresh, code: code, requests: Place.through(.refreshedKeys),
      idToken: { $0.claims = $0.claims.setting(name, value) })
  }
}
