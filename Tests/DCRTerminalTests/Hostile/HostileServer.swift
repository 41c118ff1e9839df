import Crypto
import Foundation
import SharedValues
import Synchronization
import TestValues

/// An authorization server on a real socket that behaves well except for one offence.
///
/// It shares no code with the client: it reads requests with Foundation, keeps every one, and complains of any that a lawful
/// client would not send.
final class HostileServer: Sendable {
  static let clientID = "instance-1"
  static let scope = "openid profile"
  static let apiPath = "/bank"

  struct State {
    var offence: Offence?
    var course = Course.user
    var base = ""
    var elsewhere = ""
    /// The address of the offence's endpoint, if that presents another certificate than the rest.
    var spoiled: String?
    var log: [(place: Place, request: WireRequest)] = []
    var complaints: [String] = []
    var secrets: [String: Set<Place>] = [:]
    var codes: [String: [String: String]] = [:]
    var firstRedirect = ""
    var dcrToken = ""
    var accessToken = ""
    var refreshTokens: Set<String> = []
    var clientSecret = ""
    var managementToken = ""
    var drawn = 0
    var keys = HostileKeys()

    /// Complains of a request that no lawful client would send, and refuses it.
    mutating func expects(
      _ isLawful: Bool, _ complaint: String, _ answer: (inout State) -> WireAnswer
    ) -> WireAnswer {
      guard !isLawful else { return answer(&self) }
      complaints.append(complaint)
      return HostileServer.json(["error": "invalid_request"], status: 400)
    }

    /// Makes a secret that only these places may receive.
    mutating func draw(_ kind: String, for places: Set<Place>) -> String {
      drawn += 1
      let value = "\(kind)-\(UUID().uuidString.lowercased())-\(drawn)"
      secrets[value] = places
      return value
    }
  }

  static let warmPath = "/warm"

  private let state = Mutex(State())

  init(_ offence: Offence?) async throws {
    let ports = try await HostilePorts.opened.value
    state.withLock { state in
      state.offence = offence
      state.course = offence?.course ?? .user
      state.base = "https://localhost:\(ports.own.port)"
      state.elsewhere = "https://localhost:\(ports.other.port)"
      state.spoiled = ports.url(offence?.identity)
      if offence?.course == .tokenFile { state.dcrToken = state.draw("dcr", for: [.registration]) }
    }
    ports.serve(self)
  }

  /// The configured issuer: the spoiled address, if the offence is the metadata's certificate.
  var issuer: String {
    state.withLock { $0.offence?.place == .metadata ? $0.spoiled ?? $0.base : $0.base }
  }

  var requests: [Place] { state.withLock { $0.log.map(\.place) } }
  var complaints: [String] { state.withLock { $0.complaints } }
  /// Every secret of this run.
  var secrets: [String] { state.withLock { Array($0.secrets.keys) } }

  /// The token that an administrator would have given to the device.
  var initialAccessToken: String { state.withLock { $0.dcrToken } }

  /// Ends the offence.
  func behave() {
    state.withLock { state in
      state.offence = nil
      state.spoiled = nil
    }
  }

  /// Secrets that reached a place where they do not belong, named by their kind.
  var leaks: [String] {
    state.withLock { state in
      state.log.flatMap { entry in
        let text = Data(entry.request.text.utf8)
        return state.secrets.compactMap { secret, places in
          text.range(of: Data(secret.utf8)) != nil && !places.contains(entry.place)
            ? "\(secret.prefix { $0 != "-" }) at \(entry.place.rawValue)" : nil
        }
      }
    }
  }

  // MARK: Answers

  func stray(_ request: WireRequest) -> WireAnswer {
    state.withLock { state in
      state.log.append((.stray, request))
      if request["DPoP"] != nil || request.parameters["client_assertion"] != nil {
        state.complaints.append("a proof at another origin")
      }
    }
    return WireAnswer(headers: [(name: "Content-Type", value: "application/json")], body: Array("{}".utf8))
  }

  func answer(_ request: WireRequest) -> WireAnswer {
    state.withLock { state in
      // The client opens its connection before a deadline is to run out.
      if request.path == HostileServer.warmPath { return WireAnswer() }
      let place = HostileServer.place(of: request, state)
      let earlier = state.log.count { $0.place == place }
      state.log.append((place, request))
      let offence = state.offence?.place == place ? state.offence : nil
      if state.course.hasKeys { HostileServer.judgeProofs(place, request, &state) }
      var draft = AnswerDraft(
        answer: offence?.refusal(earlier) ?? HostileServer.lawful(place, request, &state),
        base: state.base, elsewhere: state.elsewhere, earlier: earlier, request: request,
        firstRedirect: state.firstRedirect)
      if place == .registrationLogin { state.firstRedirect = draft.location }
      offence?.answer(&draft)
      if state.course.hasKeys { state.keys.heed(draft, at: place) }
      return draft.answer
    }
  }

  private static func place(of request: WireRequest, _ state: State) -> Place {
    let parameters = request.parameters
    switch (request.method, request.path) {
    case ("GET", "/.well-known/openid-configuration"): return .metadata
    case ("GET", "/.well-known/oauth-authorization-server"): return .otherMetadata
    case ("GET", "/authorize"): return asked(parameters, state)["scope"] == "dcr" ? .registrationLogin : .login
    case ("POST", "/token") where parameters["grant_type"] == "refresh_token": return .refresh
    case ("POST", "/token") where parameters["grant_type"] == "client_credentials": return .deviceToken
    case ("POST", "/push"): return .push
    case ("POST", "/device_authorization"):
      return [nil, clientID].contains(parameters["client_id"]) ? .loginCodes : .deviceCodes
    case ("POST", "/par"): return parameters["client_id"] == clientID ? .pushedLogin : .pushedRegistration
    case ("POST", "/revoke"): return .revocation
    case ("POST", "/application/open_id_connect"): return .application
    case ("POST", "/application/accounts"): return .account
    case ("PUT", "/register/\(clientID)"): return .update
    case ("DELETE", "/register/\(clientID)"): return .unregistration
    case ("POST", "/token"): return [nil, clientID].contains(parameters["client_id"]) ? .token : .registrationToken
    case ("POST", "/register"): return .registration
    case ("GET", "/register/\(clientID)"): return .registrationRead
    case ("GET", "/jwks"): return isAfterRefresh(state) ? .refreshedKeys : .keys
    case ("GET", "/userinfo"): return isAfterRefresh(state) ? .refreshedUserinfo : .userinfo
    case ("GET", "/logout"): return .logout
    case ("GET", apiPath + "/accounts"): return request["Authorization"] == nil ? .probe : .accounts
    case ("GET", apiPath + "/payments"): return .payments
    case ("GET", "/.well-known/oauth-protected-resource" + apiPath): return .resource
    default: return .stray
    }
  }

  private static func isAfterRefresh(_ state: State) -> Bool {
    state.log.last { [.token, .refresh].contains($0.place) }?.place == .refresh
  }

  private static func lawful(_ place: Place, _ request: WireRequest, _ state: inout State) -> WireAnswer {
    switch place {
    case .metadata: json(metadata(state))
    case .otherMetadata where state.offence?.hasOtherMetadata == true: json(metadata(state))
    case .registrationLogin, .login: authorize(place, request.parameters, &state)
    case .registrationToken, .token, .refresh: tokens(place, request, &state)
    case .registration: register(request, &state)
    case .keys, .refreshedKeys: json(["keys": [TokenKey.jwk(TokenKey.rsa, kid: "key-1")]])
    case .userinfo, .refreshedUserinfo:
      state.expects(request["Authorization"] == state.using(state.accessToken), "userinfo with another token") { _ in
        json(["sub": "alice", "name": "Alice Example"])
      }
    case .logout: logout(request.parameters)
    case .otherMetadata, .stray: WireAnswer(status: 404)
    case .registrationRead: json(["client_id": .string(clientID)])
    case .deviceToken, .push: deviceToken(request, &state)
    case .deviceCodes, .loginCodes: deviceCodes(place, request, &state)
    case .pushedRegistration, .pushedLogin: pushed(request, &state)
    case .revocation: revocation(request, &state)
    case .application: application(request, &state)
    case .account:
      state.expects(request["Authorization"] == "Bearer \(state.accessToken)", "a sign-up with another token") { _ in
        json(["account": ["given_name": "Alice"]], status: 201)
      }
    case .update, .unregistration: manage(place, request, &state)
    case .probe, .resource, .accounts, .payments: api(place, request, &state)
    }
  }

  static func json(_ document: JSON, status: Int = 200) -> WireAnswer {
    WireAnswer(
      status: status, headers: [(name: "Content-Type", value: "application/json")], body: Array(document.compact.utf8))
  }

  private static func metadata(_ state: State) -> JSON {
    func url(_ path: String, _ places: Place...) -> JSON {
      let isSpoiled = places.contains { $0 == state.offence?.place }
      return .string((isSpoiled ? state.spoiled ?? state.base : state.base) + path)
    }
    let document: JSON = [
      "issuer": .string(state.base), "authorization_endpoint": url("/authorize"),
      "token_endpoint": url("/token", .registrationToken), "registration_endpoint": url("/register", .registration),
      "userinfo_endpoint": url("/userinfo", .userinfo), "jwks_uri": url("/jwks", .keys),
      "device_authorization_endpoint": url("/device_authorization"),
      "end_session_endpoint": url("/logout"), "revocation_endpoint": url("/revoke"),
      "dcr_terminal_push_endpoint": url("/push"), "response_types_supported": ["code"],
      "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
      "response_modes_supported": ["query"],
      "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
    ]
    return state.course.hasKeys ? HostileKeys.metadata(document, base: state.base) : document
  }

  private static func authorize(_ place: Place, _ query: [String: String], _ state: inout State) -> WireAnswer {
    let sent = asked(query, state)
    // After a push, the browser carries nothing but the reference (RFC 9126 §4).
    let isBare = query.keys.sorted() == ["client_id", "request_uri"] && query["client_id"] == sent["client_id"]
    let isComplete =
      isBare == state.course.hasKeys && sent["code_challenge_method"] == "S256" && sent["code_challenge"]?.count == 43
      && sent["state"]?.isEmpty == false && sent["response_type"] == "code"
      && (place == .registrationLogin || state.offence?.course.isApplication == true) == (sent["nonce"] == nil)
    return state.expects(isComplete, "an authorization request without PKCE, state or nonce") { state in
      let isApplication = state.offence?.course.isApplication == true
      let next: Place = isApplication ? .application : place == .login ? .token : .registrationToken
      let code = state.draw("code", for: [next])
      state.codes[code] = sent
      let carrier = state.course.pushes(place)
      for name in ["state", "nonce"] { if let value = sent[name] { state.secrets[value] = [carrier] } }
      let issuer = state.base.replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: "/", with: "%2F")
      let location = "\(sent["redirect_uri"] ?? "")?code=\(code)&state=\(sent["state"] ?? "")&iss=\(issuer)"
      return WireAnswer(status: 302, headers: [(name: "Location", value: location)])
    }
  }

  private static func tokens(_ place: Place, _ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    if let verifier = sent["code_verifier"] { state.secrets[verifier] = [place] }
    let asked = (sent["code"] ?? sent["device_code"]).flatMap { state.codes.removeValue(forKey: $0) }
    let basic = Data("\(clientID):\(state.clientSecret)".utf8).base64EncodedString()
    // The assertion of a client with a key is checked with its proofs.
    let wanted = state.course.hasKeys ? nil : "Basic \(basic)"
    let isLawful =
      switch place {
      case .refresh:
        state.refreshTokens.contains(sent["refresh_token"] ?? "") && request["Authorization"] == wanted
      case .token: isProof(sent, of: asked) && request["Authorization"] == wanted
      default: isProof(sent, of: asked) && request["Authorization"] == nil
      }
    return state.expects(isLawful, "a token request that proves nothing") { state in
      if place == .registrationToken {
        state.dcrToken = state.draw("dcr", for: [.registration])
        return json([
          "access_token": .string(state.dcrToken), "token_type": state.tokenType, "expires_in": 300, "scope": "dcr",
        ])
      }
      state.accessToken = state.draw("access", for: [.userinfo, .refreshedUserinfo, .revocation, .accounts, .payments])
      let refreshToken = state.draw("refresh", for: [.refresh, .revocation])
      state.refreshTokens.insert(refreshToken)
      let idToken = mint(place, nonce: asked?["nonce"], &state)
      return json([
        "access_token": .string(state.accessToken), "token_type": state.tokenType, "expires_in": 300,
        "refresh_token": .string(refreshToken), "scope": .string(scope), "id_token": .string(idToken),
      ])
    }
  }

  private static func isProof(_ sent: [String: String], of asked: [String: String]?) -> Bool {
    // In a login on another device, the device code is the proof (RFC 8628 §3.4).
    if sent["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" {
      return asked != nil && sent["code_verifier"] == nil && sent["redirect_uri"] == nil
    }
    guard let asked, let verifier = sent["code_verifier"] else { return false }
    return base64url(SHA256.hash(data: Array(verifier.utf8))) == asked["code_challenge"]
      && sent["redirect_uri"] == asked["redirect_uri"]
  }

  private static func mint(_ place: Place, nonce: String?, _ state: inout State) -> String {
    let now = Int(Date().timeIntervalSince1970)
    var draft = IDTokenDraft(claims: [
      "iss": .string(state.base), "sub": "alice", "aud": .string(clientID), "exp": .number("\(now + 300)"),
      "iat": .number("\(now)"), "at_hash": .string(IDTokenDraft.hash(of: state.accessToken)),
    ])
    if let nonce { draft.claims = draft.claims.setting("nonce", .string(nonce)) }
    if state.offence?.place == place { state.offence?.idToken(&draft) }
    let token = draft.signed()
    // As the hint of a login or a sign-out, it goes back to the server that issued it.
    if token.count > 20 { state.secrets[token] = [state.course.pushes(.login), .logout] }
    return token
  }

  private static func register(_ request: WireRequest, _ state: inout State) -> WireAnswer {
    let wanted = state.course == .open ? nil : state.using(state.dcrToken)
    return state.expects(request["Authorization"] == wanted, "a registration with another token") {
      state in
      state.clientSecret = state.draw("secret", for: [.token, .loginCodes, .refresh, .revocation, .update])
      state.managementToken = state.draw("manage", for: [.registrationRead, .update, .unregistration])
      let asked = (try? JSON.parse(request.body)) ?? .null
      let secret = state.course.hasKeys ? nil : state.clientSecret
      return json(
        asked.setting("client_id", .string(clientID)).setting("client_secret", secret.map { .string($0) })
          .setting("client_secret_expires_at", secret.map { _ in 0 })
          .setting("registration_client_uri", .string(state.base + "/register/" + clientID))
          .setting("registration_access_token", .string(state.managementToken)), status: 201)
    }
  }

  private static func logout(_ sent: [String: String]) -> WireAnswer {
    let location = "\(sent["post_logout_redirect_uri"] ?? "")?state=\(sent["state"] ?? "")"
    return WireAnswer(status: 302, headers: [(name: "Location", value: location)])
  }
}
