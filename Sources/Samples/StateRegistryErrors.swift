import AppState
import Keystore
import OAuthClient
import SharedValues

/// Errors of every cause, unusable keystores, and notices.
extension StateRegistry {
  static let errors = causes + variants

  private static let causes: [Entry] = [
    failed(
      "banner-server-refused", .registration, .register, .server(.invalidToken),
      .server(
        ProtocolError(
          .invalidToken, field: "error", expected: "201 Created", received: "401 invalid_token",
          serverDescription: "the dcr token was used already", source: "RFC 6750 §3.1"))),
    failed(
      "banner-invalid-answer", .authentication, .token, .server(.idTokenNonceMismatch),
      .server(
        ProtocolError(
          .idTokenNonceMismatch, field: "nonce", expected: "the nonce of the request",
          received: .check(.differentValue), source: "OpenID Connect Core §3.1.3.7")), .registered),
    failed(
      "banner-transport", .registration, .discovery, .transport(.connectionRefused),
      .transport(TransportFailure(.connectionRefused, "connect(): Connection refused"), url: Sample.issuer)),
    failed(
      "banner-keystore", .registration, .register, .keystore(.noSpace),
      .keystore(KeystoreError(.noSpace, path: "devices/phone/keystore.age", detail: "no space left on device"))),
    browserFailed("banner-user-agent", .browserMissing, "dcr-browser is neither beside dcr-terminal nor in PATH"),
    failed(
      "banner-embedded-server", .registration, .discovery, .own(.embeddedServerFailed),
      .embeddedServer("port 8443 is taken")),
    failed(
      "banner-stored-state", nil, .discovery, .storedState(.otherIssuer),
      .storedState(.otherIssuer(stored: "https://login.example.com", configured: Sample.issuer))),
    failed("banner-app", nil, .refresh, .own(.noRefreshToken), .app(detail: ""), .signedIn),
  ]

  private static let variants: [Entry] = [
    details("banner-details", of: "banner-server-refused"),
    state("configuration-warnings") {
      $0.unreadWarnings = ["config.json: ignored the unknown member “embeddedServer.prot”"]
    },
    browserFailed("banner-browser-killed", .browserFailed, "it was ended by signal 9"),
    details("banner-transport-details", of: "banner-transport"),
    clientRefused("banner-dead-registration", .gone, description: "the client is not active", nil),
    failed(
      "banner-dead-registration-expired", nil, .token, .server(.clientSecretExpired),
      .app(detail: "2021-06-18T06:05:07Z"), .registered
    ) { $0.banner?.registrationIsDead = true },
    // The server still has the client, as far as it could be asked.
    clientRefused("banner-client-refused", nil, RefusedClient()),
    clientRefused("banner-client-refused-known", .known, RefusedClient()),
    // The server has just issued the credentials that it refuses.
    clientRefused("banner-new-client-refused", .firstUse, RefusedClient()),
    clientRefused(
      "banner-new-client-refused-encoded", .firstUseEncoded, RefusedClient(mayUseForm: true)),
    failed("banner-behind-panel", .authentication, .login, .server(.accessDenied), .server(denied), .registered) {
      $0.view.focus = .panel
    },
  ]

  private static let denied = ProtocolError(
    .accessDenied, field: "error", expected: "code", received: "error=access_denied",
    serverDescription: "the user refused", source: "RFC 6749 §4.1.2.1")

  static let keystores: [Entry] = [
    keystore("keystore-wrong-key", .keystore(KeystoreError(.wrongKey, path: "devices/phone/keystore.age"))),
    keystore(
      "keystore-damaged",
      .keystore(KeystoreError(.damagedPayload, path: "devices/phone/keystore.age", detail: "chunk 0 is not authentic"))),
    keystore("keystore-other-issuer", .otherIssuer(stored: "https://login.example.com", configured: Sample.issuer)),
    keystore(
      "keystore-unusable-registration",
      .unusable(
        ProtocolError(
          .registrationMissingClientID, field: "client_id", expected: .check(.string),
          source: "RFC 7591 §3.2.1"))),
  ]

  static let notices: [Entry] = [
    state("notice-signed-out", .registered, saying: .signedOut, notice: .signedOut),
    state("notice-signed-out-unconfirmed", .registered, saying: .signedOut, notice: .signedOutUnconfirmed),
    state("notice-signed-out-without-browser", .registered, saying: .signedOut, notice: .signedOutWithoutBrowser),
    state("notice-signed-out-locally", .registered, saying: .signedOut, notice: .signedOutLocally),
    state("notice-forgot-device", notice: .forgotDevice(erased: files, serverDeleted: true)),
    state("notice-forgot-device-locally", notice: .forgotDevice(erased: files, serverDeleted: false)),
    state(
      "notice-cleared-browser-data", .registered, on: .settings, notice: .clearedBrowserData(erased: ["cookies.json"])),
    state("notice-nothing-to-clear", .registered, on: .settings, notice: .clearedBrowserData(erased: [])),
  ]

  private static let files = ["keystore.age", "device.key"]

  private static func failed(
    _ name: String, _ retry: Flow.Kind?, _ step: FlowStep, _ code: AppError.Code, _ cause: AppError.Cause,
    _ stage: Stage = .fresh, _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage, saying: stage == .fresh ? .discovery : nil) {
      var error = AppError(code: code, step: step, cause: cause)
      if step == .register, code == .server(.invalidToken) { error.circumstance = .atRegistration }
      if case .server = cause {
        for message in $0.messages where message.step == step {
          if case .exchange(let exchange) = message.content { error.url = exchange.request.url }
        }
      }
      if stage != .signedIn { $0.auth = .failed(error) }
      $0.banner = Banner(error: error, retry: retry)
      change(&$0)
    }
  }

  private static func browserFailed(_ name: String, _ code: UserAgentFailure.Code, _ detail: String) -> Entry {
    let failure = UserAgentFailure(code, ["detail": detail])
    return failed(name, .authentication, .login, .userAgent(code), .userAgent(failure), .registered) {
      $0.banner?.nextUserAgent = .system
    }
  }

  /// - Parameter client: `nil`: only a new registration helps.
  private static func clientRefused(
    _ name: String, _ circumstance: AppError.Circumstance?, description: String = "client authentication failed",
    _ client: RefusedClient?
  ) -> Entry {
    let refusal = ProtocolError(
      .invalidClient, field: "error", expected: "200 OK", received: "401 invalid_client",
      serverDescription: description, source: "RFC 6749 §5.2")
    let retry: Flow.Kind? = client == nil ? nil : .authentication
    return failed(name, retry, .token, .server(.invalidClient), .server(refusal), .registered) {
      $0.banner?.error.circumstance = circumstance
      $0.banner?.refusedClient = client
      $0.banner?.registrationIsDead = client == nil
    }
  }

  private static func details(_ name: String, of other: String) -> Entry {
    guard var state = causes.first(where: { $0.name == other })?.state else { preconditionFailure("no \(other)") }
    state.banner?.showsDetails = true
    return (name, state)
  }

  private static func keystore(_ name: String, _ error: ApplicationStateError) -> Entry {
    state(name) { $0.keystore = .failed(error) }
  }
}
