import Crypto
import FoundationEssentials
import OAuthClient
import SharedValues

/// A client of a run, as the server has registered it.
package struct TestClient: Sendable {
  package enum Method: String, Sendable {
    case unauthenticated = "none"
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case assertion = "private_key_jwt"
  }

  package var id: String
  package var method: Method
  package var secret: Secret?
  /// Where the registration access token may go: to the origin of the registration endpoint alone, as the app does it.
  package private(set) var registrationURI: String?
  private var endpoint = ""
  package var registrationToken: Secret?
  package var key: TestKey?
  /// What was asked for.
  package var asked: JSON = [:]
  /// What the server answered.
  package var document: JSON = [:]
  package var redirectURI: String = TestClient.redirects[0]

  package init(id: String, method: Method) { (self.id, self.method) = (id, method) }

  /// Loopback redirects of the test clients. Nobody listens there: the browser tells where it was sent, and does not go.
  package static let redirects = ["http://127.0.0.1:53682/callback", "http://127.0.0.1:53682/second"]
  package static let postLogoutRedirect = "http://127.0.0.1:53682/signed-out"
  package static let otherPort = "http://127.0.0.1:53683/callback"

  /// Reads the answer to a registration. It names the client even where the rest of it is wrong, so that it can be deleted.
  package init?(answer: JSON?, asked: JSON, key: TestKey?, at endpoint: String) {
    guard let answer, let id = answer["client_id"]?.stringValue, !id.isEmpty, id.utf8.count <= 2048 else { return nil }
    let method = answer["token_endpoint_auth_method"]?.stringValue ?? asked["token_endpoint_auth_method"]?.stringValue
    self.init(id: id, method: method.flatMap(Method.init) ?? .basic)
    (self.asked, document, self.key, self.endpoint) = (asked, answer, key, endpoint)
    take(answer)
  }

  /// Takes over what a later answer has changed (RFC 7592 §2.2).
  package mutating func take(_ answer: JSON) {
    func text(_ name: String) -> String? { answer[name]?.stringValue.flatMap { $0.utf8.count > 16_384 ? nil : $0 } }
    if let secret = text("client_secret") { self.secret = Secret(secret) }
    if let token = text("registration_access_token") { registrationToken = Secret(token) }
    if let uri = text("registration_client_uri"), RegistrationResponse.isPlace(uri, at: endpoint) {
      registrationURI = uri
    }
  }

  /// What to delete after a registration whose answer does not name its client as a client could use it.
  /// - Returns: `nil`: the answer says of no client.
  static func entry(ofUnnamed answer: JSON?, at endpoint: String) -> TestJournal.Entry? {
    guard let answer, let id = answer["client_id"]?.compact ?? answer["registration_client_uri"]?.stringValue else {
      return nil
    }
    var client = TestClient(id: String(id.prefix(scalars: 2048)), method: .unauthenticated)
    client.endpoint = endpoint
    client.take(answer)
    return client.entry
  }

  package var entry: TestJournal.Entry { TestJournal.Entry(client: id, uri: registrationURI, token: registrationToken) }
}

/// A key of a test client, for assertions and proofs, which lives as long as the run.
package struct TestKey: Sendable {
  package let key = P256.Signing.PrivateKey()
  /// `kid` of a registered key.
  package static let id = "test"

  package var jwk: JSON {
    let raw = [UInt8](key.publicKey.rawRepresentation)
    return P256PublicKey(x: Array(raw.prefix(32)), y: Array(raw.suffix(32)))?.jwk ?? [:]
  }

  package enum Signing { case own, none, hmacWithPublicKey, broken }

  /// A compact JWS (RFC 7515 §3.1), right or spoiled in one way.
  package func jws(_ header: JSON, _ claims: JSON, _ signing: Signing = .own) -> String {
    let alg: JSON =
      switch signing {
      case .own, .broken: "ES256"
      case .none: "none"
      case .hmacWithPublicKey: "HS256"
      }
    let parts = [header.setting("alg", alg), claims].map { Base64URL.encode($0.compact.utf8) }
    let message = Array(parts.joined(separator: ".").utf8)
    var signature: [UInt8] = []
    switch signing {
    case .own, .broken:
      signature = (try? key.signature(for: message)).map { [UInt8]($0.rawRepresentation) } ?? []
      if case .broken = signing, !signature.isEmpty { signature[signature.count - 1] ^= 1 }
    case .none: break
    case .hmacWithPublicKey:
      let secret = SymmetricKey(data: Array(key.publicKey.pemRepresentation.utf8))
      signature = [UInt8](HMAC<SHA256>.authenticationCode(for: message, using: secret))
    }
    return (parts + [Base64URL.encode(signature)]).joined(separator: ".")
  }
}
