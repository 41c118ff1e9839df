import AppState
import OAuthClient
import SharedValues
import Workshop

/// Step mode where tokens are bound to a key: held messages are not signed yet.
extension StateRegistry {
  static let keyStepping: [Entry] = [
    (
      "step-push-authorization",
      held(.authentication, .login, Sample.pushEffect, saying: .registered) {
        $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
      }
    ),
    ("step-ask-api", held(.accounts, .accounts, Sample.askEffect, saying: .loggedIn)),
  ]
}

extension Sample {
  static let pushEffect: Effect = {
    var request = HTTPRequest(
      "POST", base + "/oauth/v2/oauth-authorize/par",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(
        ("response_type=code&client_id=\(clientID)&redirect_uri=io.curity.dcrclient%3A%2Fcallback"
          + "&scope=openid+profile&state=zV4nE8uJbW1yRf6T&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
          + "&code_challenge_method=S256&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer")
          .utf8),
      endpoint: .pushedAuthorization)
    request.proofs = [
      ClientAssertion.build(clientID: clientID, thumbprint: key(clientKey).thumbprint, issuer: settings.issuer),
      DPoPProof.build(key(proofKey), method: request.method, url: request.url),
    ]
    return .send(1, request, .pushedAuthorization)
  }()

  static let askEffect: Effect = {
    var request = HTTPRequest(
      "GET", base + "/api/accounts", headers: [HTTPHeader("Authorization", "DPoP " + boundAccessToken)], endpoint: .api)
    request.proofs = [
      DPoPProof.build(
        key(proofKey), method: request.method, url: request.url, accessToken: Secret(boundAccessToken))
    ]
    return .send(1, request, .api)
  }()

  private static func key(_ jwk: JSON) -> P256PublicKey {
    guard let key = P256PublicKey(jwk: jwk) else { preconditionFailure("a key of the samples is none") }
    return key
  }
}
