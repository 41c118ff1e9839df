import Foundation
import SharedValues

/// The same server's answers where the app takes another way than a login for a dcr token.
extension HostileServer {
  /// RFC 8705 §2: the request names the client, and the certificate alone authenticates it.
  static func deviceToken(_ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    let isLawful =
      request["Authorization"] == nil && sent["client_secret"] == nil && sent["client_id"] == "mobile-dcr-device-client"
      && sent["scope"] == "dcr"
    return state.expects(isLawful, "a device that says more or less than who it is") { state in
      state.dcrToken = state.draw("dcr", for: [.registration])
      return json([
        "access_token": .string(state.dcrToken), "token_type": "bearer", "expires_in": 300, "scope": "dcr",
      ])
    }
  }

  /// RFC 8628 §3.1 and §3.2. The request must hold no browser parameters, and the user is quick.
  static func deviceCodes(_ place: Place, _ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    let basic = Data("\(clientID):\(state.clientSecret)".utf8).base64EncodedString()
    let isFirst = place == .deviceCodes
    let isLawful =
      request["Authorization"] == (isFirst ? nil : "Basic \(basic)") && sent["scope"] == (isFirst ? "dcr" : scope)
      && ["redirect_uri", "state", "nonce", "code_challenge"].allSatisfy { sent[$0] == nil }
    return state.expects(isLawful, "a request for codes that says more or less than it should") { state in
      let code = state.draw("device", for: [isFirst ? .registrationToken : .token])
      state.codes[code] = sent
      return json([
        "device_code": .string(code), "user_code": "WDJB-MJHT", "verification_uri": .string(state.base + "/device"),
        "verification_uri_complete": .string(state.base + "/device?user_code=WDJB-MJHT"), "expires_in": 300,
        "interval": 1,
      ])
    }
  }

  /// RFC 7009 §2.1. The refresh token is revoked first.
  static func revocation(_ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    let basic = Data("\(clientID):\(state.clientSecret)".utf8).base64EncodedString()
    let isFirst = state.log.count { $0.place == .revocation } == 1
    let isWanted =
      isFirst
      ? sent["token_type_hint"] == "refresh_token" && state.refreshTokens.contains(sent["token"] ?? "")
      : sent["token_type_hint"] == "access_token" && sent["token"] == state.accessToken
    return state.expects(
      isWanted && request["Authorization"] == "Basic \(basic)", "a revocation of something else"
    ) { _ in WireAnswer() }
  }

  static func application(_ request: WireRequest, _ state: inout State) -> WireAnswer {
    let sent = request.parameters
    if let verifier = sent["code_verifier"] { state.secrets[verifier] = [.application] }
    let asked = sent["code"].flatMap { state.codes.removeValue(forKey: $0) }
    let isLawful = asked != nil && sent["code_verifier"] != nil && request.target == request.path
    return state.expects(isLawful, "a code without its verifier, or in an address") { state in
      state.accessToken = state.draw("access", for: [.account])
      let claims: JSON = [
        "sub": "alice", "given_name": "Alice", "family_name": "Example", "email": "alice@example.com",
      ]
      let account: JSON = state.offence?.course == .signUp ? .null : ["given_name": "Alice"]
      return json(["access_token": .string(state.accessToken), "claims": claims, "account": account])
    }
  }

  /// RFC 7592 §2.2 and §2.3.
  static func manage(_ place: Place, _ request: WireRequest, _ state: inout State) -> WireAnswer {
    state.expects(request["Authorization"] == "Bearer \(state.managementToken)", "management with another token") {
      state in
      guard place == .update else { return WireAnswer(status: 204) }
      let sent = (try? JSON.parse(request.body)) ?? .null
      state.managementToken = state.draw("manage", for: [.registrationRead, .update, .unregistration])
      return json(
        sent.setting("registration_client_uri", .string(state.base + "/register/" + clientID))
          .setting("registration_access_token", .string(state.managementToken)))
    }
  }
}
