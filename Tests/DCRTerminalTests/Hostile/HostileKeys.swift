import Crypto
import Foundation
import SharedValues
import TestValues

/// The server's knowledge about an app with keys: enough to complain of a proof that is missing, wrong, replayed or
/// unexpected.
struct HostileKeys: Sendable {
  /// The pushed parameters, by their reference.
  var pushed: [String: [String: String]] = [:]
  /// Every `jti` seen so far.
  var used: Set<String> = []
  /// The nonces issued for requests with a proof, the newest last.
  var nonces: [String] = []
  /// The key of the first proof; every other proof must use it.
  var proofKey: JSON?
  /// The key sent for registration.
  var clientKey: JSON?

  static func metadata(_ document: JSON, base: String) -> JSON {
    document.setting("token_endpoint_auth_methods_supported", ["client_secret_basic", "private_key_jwt", "none"])
      .setting("token_endpoint_auth_signing_alg_values_supported", ["ES256"])
      .setting("dpop_signing_alg_values_supported", ["ES256"])
      .setting("pushed_authorization_request_endpoint", .string(base + "/par"))
  }

  /// Records what the answer, as sent, gives to the client.
  mutating func heed(_ draft: AnswerDraft, at place: Place) {
    if place == .pushedRegistration || place == .pushedLogin, let reference = draft.json["request_uri"]?.stringValue {
      pushed[reference] = draft.request.parameters
    }
    let given = draft.answer.headers.filter { $0.name == "DPoP-Nonce" }.map(\.value)
    guard draft.request["DPoP"] != nil, given.count == 1, (1...1024).contains(given[0].count) else { return }
    if given[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { nonces.append(given[0]) }
  }
}

extension Course {
  /// The place that receives the parameters of a login.
  func pushes(_ login: Place) -> Place {
    guard hasKeys else { return login }
    return login == .registrationLogin ? .pushedRegistration : .pushedLogin
  }
}

extension HostileServer.State {
  var tokenType: JSON { course.hasKeys ? "DPoP" : "bearer" }

  func using(_ token: String) -> String { (course.hasKeys ? "DPoP " : "Bearer ") + token }
}

extension HostileServer {
  /// The parameters of the browser's authorization request, by value or by reference.
  static func asked(_ query: [String: String], _ state: State) -> [String: String] {
    guard state.course.hasKeys else { return query }
    return query["request_uri"].flatMap { state.keys.pushed[$0] } ?? [:]
  }

  /// RFC 9126 §2.
  static func pushed(_ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    return state.expects(sent["request_uri"] == nil && sent["code_challenge"]?.count == 43, "nothing to push") { _ in
      json(
        ["request_uri": .string("urn:ietf:params:oauth:request_uri:" + UUID().uuidString), "expires_in": 60],
        status: 201)
    }
  }

  private static let proving: Set<Place> = [
    .pushedRegistration, .registrationToken, .registration, .pushedLogin, .token, .userinfo, .refresh,
    .refreshedUserinfo, .accounts, .payments,
  ]
  private static let asserting: Set<Place> = [.pushedLogin, .token, .refresh]

  /// Complains of every wrong proof or assertion, and of any at a place that must have none.
  static func judgeProofs(_ place: Place, _ request: WireRequest, _ state: inout State) {
    let proofs = request.headers.filter { $0.name.lowercased() == "dpop" }.map(\.value)
    let assertion = request.parameters["client_assertion"]
    for text in proofs + [assertion].compactMap({ $0 }) { state.secrets[text] = [place] }
    var flaws: [String] = []
    if proofs.count != (proving.contains(place) ? 1 : 0) { flaws.append("\(proofs.count) proofs") }
    if (assertion != nil) != asserting.contains(place) { flaws.append("assertion: \(assertion != nil)") }
    if let proof = proofs.first { flaws += proofFlaws(proof, place, request, &state) }
    if let assertion { flaws += assertionFlaws(assertion, &state) }
    if place == .registration || place == .update {
      let keys = (try? JSON.parse(request.body))?["jwks"]?["keys"]?.arrayValue ?? []
      // An update sends the old key beside the new one until the new one is confirmed.
      let known = place == .update ? state.keys.clientKey : nil
      if keys.isEmpty || keys.contains(where: { $0["d"] != nil }) || keys.dropFirst().contains(where: { $0 != known }) {
        flaws.append("other keys than public ones of the app's own")
      }
      state.keys.clientKey = keys.first
    }
    state.complaints += flaws.map { "\(place.rawValue): \($0)" }
  }

  /// RFC 9449 §4.2 and §4.3.
  private static func proofFlaws(
    _ text: String, _ place: Place, _ request: WireRequest, _ state: inout State
  ) -> [String] {
    let tokens: [Place: String] = [
      .registration: state.dcrToken, .userinfo: state.accessToken, .refreshedUserinfo: state.accessToken,
      .accounts: state.accessToken, .payments: state.accessToken,
    ]
    guard let jws = WireJWS(text), let key = jws.header["jwk"] else { return ["a proof that is none"] }
    let hash = tokens[place].map { JSON.string(base64url(SHA256.hash(data: Array($0.utf8)))) }
    let nonce = state.keys.nonces.last.map { JSON.string($0) }
    var flaws: [String] = []
    func expect(_ isRight: Bool, _ name: String) { if !isRight { flaws.append("the proof's " + name) } }
    expect(jws.header["typ"] == "dpop+jwt", "typ")
    expect(jws.isSigned(by: key), "signature")
    expect(key["d"] == nil, "private part")
    expect(jws.claims["htm"] == JSON.string(request.method), "htm")
    expect(jws.claims["htu"] == JSON.string(state.base + request.path), "htu")
    expect(jws.claims["ath"] == hash, "ath")
    expect(jws.claims["nonce"] == nonce, "nonce")
    expect(state.keys.proofKey == nil || state.keys.proofKey == key, "key")
    expect(jws.isFresh, "time")
    expect(state.keys.isNew(jws), "jti")
    state.keys.proofKey = key
    return flaws
  }

  /// RFC 7523 §3.
  private static func assertionFlaws(_ text: String, _ state: inout State) -> [String] {
    guard let jws = WireJWS(text), let key = state.keys.clientKey else { return ["an assertion that is none"] }
    var flaws: [String] = []
    func expect(_ isRight: Bool, _ name: String) { if !isRight { flaws.append("the assertion's " + name) } }
    expect(jws.isSigned(by: key), "signature")
    expect(jws.claims["iss"] == JSON.string(clientID), "iss")
    expect(jws.claims["sub"] == JSON.string(clientID), "sub")
    expect(jws.claims["aud"] == JSON.string(state.base), "aud")
    expect(jws.isFresh, "time")
    expect(state.keys.isNew(jws), "jti")
    return flaws
  }
}

extension HostileKeys {
  fileprivate mutating func isNew(_ jws: WireJWS) -> Bool {
    jws.claims["jti"]?.stringValue.map { used.insert($0).inserted } ?? false
  }
}

/// A compact JWS, decoded by Foundation and not by the code under test.
private struct WireJWS {
  let header: JSON
  let claims: JSON
  private let message: Data
  private let signature: Data

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = WireJWS.decode(parts[0]), let claims = WireJWS.decode(parts[1]),
      let signature = WireJWS.decode(parts[2]), let first = try? JSON.parse(Array(header)),
      let second = try? JSON.parse(Array(claims))
    else { return nil }
    (self.header, self.claims, self.signature) = (first, second, signature)
    message = Data((parts[0] + "." + parts[1]).utf8)
  }

  var isFresh: Bool { claims["iat"]?.intValue.map { abs(Date().timeIntervalSince1970 - Double($0)) < 60 } ?? false }

  func isSigned(by jwk: JSON) -> Bool {
    guard header["alg"] == "ES256", let x = jwk["x"]?.stringValue.flatMap(WireJWS.decode),
      let y = jwk["y"]?.stringValue.flatMap(WireJWS.decode),
      let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }

  private static func decode(_ text: String) -> Data? {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
