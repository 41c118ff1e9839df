import AppState
import OAuthClient
import SharedValues
import Workshop

/// A login of an instance with its own key: pushed request, assertions, proofs of possession, and a step-up for the API.
extension Sample {
  static let bound: MessageLog = {
    var log = SampleLog()
    log.madeKeys()
    log.pushedRequest()
    log.boundTokens()
    log.boundAccess()
    return log.messages
  }()

  /// The keys of RFC 9449 §4.1 and RFC 7515 appendix A.3.
  static let proofKey = document("proof-key")
  static let clientKey = document("client-key")

  static let requestURI = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c"

  static let boundAccessToken = jwt(
    header: ["alg": "RS256", "kid": "2021-06-18", "typ": "at+jwt"],
    claims: [
      "iss": .string(issuer), "sub": "demouser", "aud": .string(base + "/api"), "exp": 1_623_996_666,
      "iat": 1_623_996_367, "client_id": .string(clientID), "scope": "openid profile accounts",
      "cnf": ["jkt": .string(key(proofKey).thumbprint)],
    ])

  /// A proof without a real signature.
  static func proof(_ method: String, _ path: String, _ id: String, _ more: JSON = [:]) -> String {
    let claims: JSON = ["jti": .string(id), "htm": .string(method), "htu": .string(base + path), "iat": 1_623_996_366]
    return jwt(
      header: ["typ": "dpop+jwt", "alg": "ES256", "jwk": proofKey],
      claims: (more.objectValue ?? []).reduce(claims) { $0.setting($1.name, $1.value) })
  }

  static func assertion(_ id: String) -> String {
    jwt(
      header: ["typ": "JWT", "alg": "ES256", "kid": .string(key(clientKey).thumbprint)],
      claims: [
        "iss": .string(clientID), "sub": .string(clientID), "aud": .string(issuer), "iat": 1_623_996_366,
        "exp": 1_623_996_426, "jti": .string(id),
      ])
  }
}

extension SampleLog {
  private static let tokenPath = "/oauth/v2/oauth-token"
  private static let assertionType = "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"

  fileprivate mutating func madeKeys() {
    let (client, proof) = (Sample.key(Sample.clientKey).thumbprint, Sample.key(Sample.proofKey).thumbprint)
    add(.app, .secureElement, .keys(.made(.clientAuthentication, thumbprint: client)), .login)
    add(.app, .secureElement, .keys(.made(.dpop, thumbprint: proof)), .login)
    add(.app, .secureElement, .keys(.signed(.clientAuthentication, thumbprint: client)), .login)
    add(.app, .secureElement, .keys(.signed(.dpop, thumbprint: proof)), .login)
  }

  fileprivate mutating func pushedRequest() {
    let path = "/oauth/v2/oauth-authorize/par"
    var request = form(
      "response_type=code&client_id=\(Sample.clientID)&redirect_uri=io.curity.dcrclient%3A%2Fcallback"
        + "&scope=openid+profile+accounts&resource=https%3A%2F%2Flocalhost%3A8443%2Fapi&state=zV4nE8uJbW1yRf6T"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&client_assertion_type=\(Self.assertionType)&client_assertion=\(Sample.assertion("aWn2L8"))",
      endpoint: .pushedAuthorization)
    request.url = Sample.base + path
    request.headers.append(HTTPHeader("DPoP", Sample.proof("POST", path, "e1j3V_bK")))
    let pushed: JSON = ["request_uri": .string(Sample.requestURI), "expires_in": 60]
    exchange(request, .success(Sample.json(201, pushed)), .login)
    let url = "/oauth/v2/oauth-authorize?client_id=\(Sample.clientID)&request_uri="
    let escaped = Sample.requestURI.replacingBytes(of: ":", with: "%3A")
    add(.app, .browser, .userAgentOpened(url: Sample.base + url + escaped), .login)
    let redirect = "\(Sample.redirectURI)?code=b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i&state=zV4nE8uJbW1yRf6T"
    add(.browser, .app, .redirect(url: redirect), .login)
  }

  fileprivate mutating func boundTokens() {
    for nonce in [nil, "eXVOS7kF9aPq"] {
      let more: JSON = nonce.map { ["nonce": .string($0)] } ?? [:]
      var request = form(
        "grant_type=authorization_code&code=b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i"
          + "&code_verifier=Zb6mTq1WcXv9RkYh3PsLd8NgUe4JfAo7&redirect_uri=io.curity.dcrclient%3A%2Fcallback"
          + "&client_id=\(Sample.clientID)&client_assertion_type=\(Self.assertionType)"
          + "&client_assertion=\(Sample.assertion(nonce == nil ? "bQ7xT4" : "cR8yU5"))")
      request.headers.append(
        HTTPHeader("DPoP", Sample.proof("POST", Self.tokenPath, nonce == nil ? "m4Kd0sWq" : "p9Lf1tXr", more)))
      let refusal: JSON = ["error": "use_dpop_nonce", "error_description": "a proof needs the server's nonce"]
      let tokens = Sample.tokenDocument.setting("access_token", .string(Sample.boundAccessToken))
        .setting("token_type", "DPoP")
      var answer = nonce == nil ? Sample.json(400, refusal) : Sample.json(200, tokens)
      answer.headers.append(HTTPHeader("DPoP-Nonce", nonce == nil ? "eXVOS7kF9aPq" : "gZ2rB6mHcTnd"))
      exchange(request, .success(answer), .token)
    }
  }

  fileprivate mutating func boundAccess() {
    var userinfo = Sample.json(200, Sample.userinfoDocument)
    userinfo.headers.append(HTTPHeader("DPoP-Nonce", "u3YqWm8JtLse"))
    exchange(
      bound("GET", "/oauth/v2/oauth-userinfo", .userinfo, "q2Mg7uYs"), .success(userinfo), .userinfo, milliseconds: 6)
    let challenge =
      "DPoP realm=\"idsvr\", error=\"insufficient_user_authentication\", "
      + "error_description=\"a payment needs a fresh login\", "
      + "acr_values=\"urn:dcr-terminal:acr:fresh-login\", max_age=\"120\", algs=\"ES256\", "
      + "resource_metadata=\"\(Sample.base)/.well-known/oauth-protected-resource/api/payments\""
    exchange(bound("POST", "/api/payments", .api, "r5Nh3vZt"), .success(Sample.refusal(challenge)), .userinfo)
    exchange(
      HTTPRequest("GET", Sample.base + "/.well-known/oauth-protected-resource/api/payments", endpoint: .api),
      .success(Sample.json(200, Sample.document("resource-metadata"))), .discovery)
    var damaged = bound("GET", "/api/accounts", .api, "s6Pj4wAu")
    damaged.headers[1].value = "eyJ0eXAiOiJkcG9wK2p3dCJ9.e30"
    let invalid = Sample.refusal("DPoP realm=\"idsvr\", error=\"invalid_dpop_proof\", algs=\"ES256\"")
    exchange(damaged, .success(invalid), .userinfo)
  }

  private func bound(_ method: String, _ path: String, _ endpoint: Endpoint, _ id: String) -> HTTPRequest {
    let proof = Sample.proof(method, path, id, ["ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"])
    return HTTPRequest(
      method, Sample.base + path,
      headers: [HTTPHeader("Authorization", "DPoP \(Sample.boundAccessToken)"), HTTPHeader("DPoP", proof)],
      endpoint: endpoint)
  }
}
