import AppState
import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues
import Workshop

/// Errors of every cause, unusable keystores, and notices.
extension StateRegistry {
  static let errors = causes + variants

  /// One error of each cause.
  private static let causes: [Entry] = [
    (
      "banner-server-refused",
      failed(
        .registration, .register, .server(.invalidToken),
        .server(
          ProtocolError(
            .invalidToken, field: "error", expected: "201 Created", received: "401 invalid_token",
            serverDescription: "the dcr token was used already", source: "RFC 6750 §3.1")))
    ),
    (
      "banner-invalid-answer",
      failed(
        .authentication, .token, .server(.idTokenNonceMismatch),
        .server(
          ProtocolError(
            .idTokenNonceMismatch, field: "nonce", expected: "the nonce of the request",
            received: .check(.differentValue), source: "OpenID Connect Core §3.1.3.7")), registered: true)
    ),
    (
      "banner-transport",
      failed(
        .registration, .discovery, .transport(.connectionRefused),
        .transport(
          TransportFailure(.connectionRefused, "connect(): Connection refused"), url: Sample.issuer))
    ),
    (
      "banner-keystore",
      failed(
        .registration, .register, .keystore(.noSpace),
        .keystore(KeystoreError(.noSpace, path: "devices/phone/keystore.age", detail: "No space left on device")))
    ),
    (
      "banner-user-agent",
      {
        let missing = UserAgentFailure(
          .browserMissing, ["detail": "dcr-browser is neither beside dcr-terminal nor in PATH"])
        var state = failed(.authentication, .login, .userAgent(missing.code), .userAgent(missing), registered: true)
        state.banner?.nextUserAgent = .system
        return state
      }()
    ),
    (
      "banner-embedded-server",
      failed(.registration, .discovery, .own(.embeddedServerFailed), .embeddedServer("port 8443 is taken"))
    ),
    (
      "banner-stored-state",
      failed(
        nil, .discovery, .storedState(.otherIssuer),
        .storedState(.otherIssuer(stored: "https://login.example.com", configured: Sample.issuer)))
    ),
    ("banner-app", failed(nil, .refresh, .own(.noRefreshToken), .app(detail: ""), signedIn: true)),
  ]

  private static let variants: [Entry] = [
    ("banner-details", details(of: "banner-server-refused")),
    (
      "configuration-warnings",
      state {
        $0.unreadWarnings = ["config.json: ignored the unknown member “embeddedServer.prot”"]
      }
    ),
    (
      "banner-browser-killed",
      {
        let killed = UserAgentFailure(.browserFailed, ["detail": "it was ended by signal 9"])
        var state = failed(.authentication, .login, .userAgent(killed.code), .userAgent(killed), registered: true)
        state.banner?.nextUserAgent = .system
        return state
      }()
    ),
    ("banner-transport-details", details(of: "banner-transport")),
    ("banner-dead-registration", deadRegistration()),
    ("banner-dead-registration-expired", deadRegistration(expired: true)),
    ("banner-client-refused", refusedClient(nil)),
    ("banner-client-refused-known", refusedClient(.known)),
    ("banner-new-client-refused", refusedNewClient(encoded: false)),
    ("banner-new-client-refused-encoded", refusedNewClient(encoded: true)),
    (
      "banner-behind-panel",
      {
        var state = failed(.authentication, .login, .server(.accessDenied), .server(denied), registered: true)
        state.view.focus = .panel
        return state
      }()
    ),
  ]

  private static let denied = ProtocolError(
    .accessDenied, field: "error", expected: "code", received: "error=access_denied",
    serverDescription: "the user refused", source: "RFC 6749 §4.1.2.1")

  static let keystores: [Entry] = [
    ("keystore-wrong-key", keystore(.keystore(KeystoreError(.wrongKey, path: "devices/phone/keystore.age")))),
    (
      "keystore-damaged",
      keystore(
        .keystore(
          KeystoreError(.damagedPayload, path: "devices/phone/keystore.age", detail: "chunk 0 is not authentic")))
    ),
    (
      "keystore-other-issuer",
      keystore(.otherIssuer(stored: "https://login.example.com", configured: Sample.issuer))
    ),
    (
      "keystore-unusable-registration",
      keystore(
        .unusable(
          ProtocolError(
            .registrationMissingClientID, field: "client_id", expected: .check(.string),
            source: "RFC 7591 §3.2.1")))
    ),
  ]

  static let notices: [Entry] = [
    ("notice-signed-out", state(registered: true, saying: .signedOut) { $0.notice = .signedOut }),
    (
      "notice-signed-out-unconfirmed",
      state(registered: true, saying: .signedOut) { $0.notice = .signedOutUnconfirmed }
    ),
    (
      "notice-signed-out-without-browser",
      state(registered: true, saying: .signedOut) { $0.notice = .signedOutWithoutBrowser }
    ),
    ("notice-signed-out-locally", state(registered: true, saying: .signedOut) { $0.notice = .signedOutLocally }),
    (
      "notice-forgot-device",
      state { $0.notice = .forgotDevice(erased: ["keystore.age", "device.key"], serverDeleted: true) }
    ),
    (
      "notice-forgot-device-locally",
      state { $0.notice = .forgotDevice(erased: ["keystore.age", "device.key"], serverDeleted: false) }
    ),
    (
      "notice-cleared-browser-data",
      state(registered: true) {
        $0.view.route = .settings
        $0.notice = .clearedBrowserData(erased: ["cookies.json"])
      }
    ),
    (
      "notice-nothing-to-clear",
      state(registered: true) {
        $0.view.route = .settings
        $0.notice = .clearedBrowserData(erased: [])
      }
    ),
  ]

  private static func failed(
    _ retry: Flow.Kind?, _ step: FlowStep, _ code: AppError.Code, _ cause: AppError.Cause, registered: Bool = false,
    signedIn: Bool = false
  ) -> AppState {
    state(registered: registered, signedIn: signedIn, saying: registered || signedIn ? nil : .discovery) {
      var error = AppError(code: code, step: step, cause: cause)
      if step == .register, code == .server(.invalidToken) { error.circumstance = .atRegistration }
      if case .server = cause {
        for message in $0.messages where message.step == step {
          if case .exchange(let exchange) = message.content { error.url = exchange.request.url }
        }
      }
      if !signedIn { $0.auth = .failed(error) }
      $0.banner = Banner(error: error, retry: retry)
    }
  }

  private static func details(of name: String) -> AppState {
    var state = causes[named: name]
    state.banner?.showsDetails = true
    return state
  }

  private static func deadRegistration(expired: Bool = false) -> AppState {
    let refused = ProtocolError(
      .invalidClient, field: "error", expected: "200 OK", received: "401 invalid_client",
      serverDescription: "the client is not active", source: "RFC 6749 §5.2")
    var state = failed(
      nil, .token, .server(expired ? .clientSecretExpired : .invalidClient),
      expired ? .app(detail: "2021-06-18T06:05:07Z") : .server(refused), registered: true)
    state.banner?.registrationIsDead = true
    if !expired { state.banner?.error.circumstance = .gone }
    return state
  }

  /// A refused client that the server still has, as far as it could be asked.
  private static func refusedClient(_ circumstance: AppError.Circumstance?) -> AppState {
    let refused = ProtocolError(
      .invalidClient, field: "error", expected: "200 OK", received: "401 invalid_client",
      serverDescription: "client authentication failed", source: "RFC 6749 §5.2")
    var state = failed(.authentication, .token, .server(.invalidClient), .server(refused), registered: true)
    state.banner?.error.circumstance = circumstance
    state.banner?.refusedClient = RefusedClient()
    return state
  }

  /// The server has just issued the credentials that it refuses.
  private static func refusedNewClient(encoded: Bool, isManageable: Bool = true) -> AppState {
    let refused = ProtocolError(
      .invalidClient, field: "error", expected: "200 OK", received: "401 invalid_client",
      serverDescription: "client authentication failed", source: "RFC 6749 §5.2")
    var state = failed(.authentication, .token, .server(.invalidClient), .server(refused), registered: true)
    state.banner?.error.circumstance = encoded ? .firstUseEncoded : .firstUse
    state.banner?.refusedClient = RefusedClient(mayUseForm: encoded, isManageable: isManageable)
    return state
  }

  private static func keystore(_ error: ApplicationStateError) -> AppState { state { $0.keystore = .failed(error) } }
}

extension [StateRegistry.Entry] {
  /// The state with this name; an unknown name is a mistake in this file.
  subscript(named name: String) -> AppState {
    guard let entry = first(where: { $0.name == name }) else { preconditionFailure("no state is named \(name)") }
    return entry.state
  }
}
