import Crypto
import FoundationEssentials
import SharedValues

/// An authorization request that can be spoiled in one way: a list of parameters, sent as they stand.
package struct AuthorizationAttempt: Sendable {
  package let client: TestClient
  package let verifier: String
  package let nonce: String
  package private(set) var parameters: [(name: String, value: String)]
  /// Sent by a push (RFC 9126), whatever the server demands.
  package var isPushed = false

  /// A good request with fresh values.
  package init(_ client: TestClient, scope: String) {
    (self.client, verifier, nonce) = (client, TestRandom.text(), TestRandom.text())
    parameters = [
      ("response_type", "code"), ("client_id", client.id), ("redirect_uri", client.redirectURI), ("scope", scope),
      ("state", TestRandom.text()), ("nonce", nonce),
      ("code_challenge", Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))),
      ("code_challenge_method", "S256"),
    ].map { (name: $0.0, value: $0.1) }
  }

  package subscript(name: String) -> String? {
    get { parameters.first { $0.name == name }?.value }
    set {
      let place = parameters.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): parameters[place].value = value
      case (let place?, nil): parameters.remove(at: place)
      case (nil, let value?): parameters.append((name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  package func url(_ endpoint: String) -> String { AuthorizationAttempt.url(endpoint, parameters) }

  package static func url(_ endpoint: String, _ parameters: [(name: String, value: String)]) -> String {
    endpoint + (endpoint.contains(scalar: "?") ? "&" : "?") + PercentCoding.encode(parameters, .unreserved)
  }
}

/// Fresh values of 256 bits.
package enum TestRandom {
  package static func text() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}

/// Builds the requests of a client with its own way to authenticate, right or spoiled.
package enum ClientRequest {
  /// What to send in place of the right credentials.
  package enum Credentials: Sendable {
    case own
    case nobody
    case secret(String)
    case assertion(String)
  }

  /// - Parameter issuer: the audience of an assertion.
  package static func form(
    _ pairs: [(String, String)], to url: String, as client: TestClient, _ credentials: Credentials = .own,
    issuer: String, headers: [HTTPHeader] = [], endpoint: Endpoint = .token
  ) -> HTTPRequest {
    var pairs = pairs
    var headers = headers
    func name() { pairs.append(("client_id", client.id)) }
    func secret(_ text: String) {
      guard client.method == .basic else {
        name()
        pairs.append(("client_secret", text))
        return
      }
      let value = PercentCoding.encode(client.id, .form) + ":" + PercentCoding.encode(text, .form)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(value.utf8).base64EncodedString()))
    }
    func assertion(_ text: String) {
      name()
      pairs.append(("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
      pairs.append(("client_assertion", text))
    }
    switch credentials {
    case .own:
      switch client.method {
      case .unauthenticated: name()
      case .basic, .post: secret(client.secret?.revealed ?? "")
      case .assertion: assertion(ClientRequest.assertion(client, issuer: issuer))
      }
    case .nobody: break
    case .secret(let text): secret(text)
    case .assertion(let text): assertion(text)
    }
    headers += [
      HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Accept", "application/json"),
    ]
    let body = PercentCoding.encode(pairs.map { (name: $0.0, value: $0.1) }, .form)
    return HTTPRequest("POST", url, headers: headers, body: Array(body.utf8), endpoint: endpoint)
  }

  /// An assertion (RFC 7523 §3), right unless a claim or the signing is given.
  package static func assertion(
    _ client: TestClient, issuer: String, changes: JSON = [:], _ signing: TestKey.Signing = .own
  ) -> String {
    let now = Int(TimeSource.system.now.timeIntervalSince1970)
    let claims: JSON = [
      "iss": .string(client.id), "sub": .string(client.id), "aud": .string(issuer), "iat": .number("\(now)"),
      "exp": .number("\(now + 120)"), "jti": .string(TestRandom.text()),
    ]
    let header: JSON = ["typ": "JWT", "kid": .string(TestKey.id)]
    return (client.key ?? TestKey()).jws(header, claims.merging(changes), signing)
  }

  package static func get(
    _ url: String, bearer token: Secret?, scheme: String = "Bearer", proof: String? = nil
  ) -> HTTPRequest {
    let headers = [HTTPHeader("Accept", "application/json")] + authorization(token, scheme)
    return HTTPRequest("GET", url, headers: headers + (proof.map { [HTTPHeader("DPoP", $0)] } ?? []))
  }

  static func delete(_ url: String, bearer token: Secret?) -> HTTPRequest {
    HTTPRequest("DELETE", url, headers: authorization(token), endpoint: .registration)
  }

  private static func authorization(_ token: Secret?, _ scheme: String = "Bearer") -> [HTTPHeader] {
    token.map { [HTTPHeader("Authorization", "\(scheme) \($0.revealed)")] } ?? []
  }

  package static func json(_ method: String, _ document: JSON, to url: String, bearer token: Secret?) -> HTTPRequest {
    let headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
    return HTTPRequest(
      method, url, headers: headers + authorization(token), body: Array(document.compact.utf8), endpoint: .registration)
  }
}
