import Catalogue
import Keystore
import OAuthClient
import SharedValues

/// An error as the app shows it. The catalogue has its sentences under the spelling of `code`.
public struct AppError: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case server(ProtocolError)
    case transport(TransportFailure, url: String)
    case keystore(KeystoreError)
    case userAgent(UserAgentFailure)
    case key(KeyFailure)
    case embeddedServer(String, exitCode: Int32? = nil)
    /// The stored state does not match the configuration.
    case storedState(ApplicationStateError)
    case file(path: String, detail: Term)
    /// The app itself had to stop, e.g. because the secret has expired.
    case app(detail: Term)
  }

  /// A code and the room that raised it. Each code belongs to one room, so codes are equal when their spellings are.
  public enum Code: Hashable, Sendable {
    case own(OwnCode)
    case server(ProtocolError.Code)
    case transport(TransportFailure.Code)
    case keystore(KeystoreError.Code)
    case userAgent(UserAgentFailure.Code)
    case key(KeyFailure.Code)
    case secureElement(SecureElementError.Code)
    case storedState(ApplicationStateError.Code)

    /// The spelling in reports, scripts and the catalogue.
    public var rawValue: String {
      switch self {
      case .own(let code): code.rawValue
      case .server(let code): code.rawValue
      case .transport(let code): code.rawValue
      case .keystore(let code): code.rawValue
      case .userAgent(let code): code.rawValue
      case .key(let code): code.rawValue
      case .secureElement(let code): code.rawValue
      case .storedState(let code): code.rawValue
      }
    }
  }

  public enum OwnCode: String, Hashable, Sendable, CaseIterable {
    case noRefreshToken = "no_refresh_token"
    case embeddedServerFailed = "embedded_server_failed"
    case pushTimedOut = "push_timed_out"
    case tokenFileMissing = "initial_access_token_file_missing"
    case tokenFileUnreadable = "initial_access_token_file_unreadable"
    case tokenFileEmpty = "initial_access_token_file_empty"
    case tokenFileTooLarge = "initial_access_token_file_too_large"
    case registrationAnswerLost = "registration_answer_lost"
    case updateAnswerLost = "registration_update_answer_lost"
    case paymentAnswerLost = "payment_answer_lost"
  }

  /// Details beyond the code that the error's text mentions. The raw value is its key in the catalogue.
  public enum Circumstance: String, Hashable, Sendable, CaseIterable {
    /// `invalid_client` for credentials that no server has accepted yet.
    case firstUse = "invalid_client_at_first_use"
    /// The same for credentials that form-encoding changes, which many servers do not decode.
    case firstUseEncoded = "invalid_client_at_first_use_encoded"
    /// The server was asked and no longer has the client.
    case gone = "invalid_client_gone"
    /// The server was asked and has the client: it refuses the secret.
    case known = "invalid_client_known"
    /// The server refused a signed assertion (RFC 7523 §3).
    case assertion = "invalid_client_assertion"
    /// `invalid_client` for a client that the configuration names, and no registration of this app makes anew.
    case ofConfiguration = "invalid_client_of_configuration"
    /// `unauthorized_client` for such a client.
    case unauthorizedOfConfiguration = "unauthorized_client_of_configuration"
    /// `invalid_token` for an initial access token, which may be good for one registration only.
    case atRegistration = "invalid_token_at_registration"
    /// `invalid_grant` for a refresh token, which no code_verifier or redirect URI has to fit.
    case atRefresh = "invalid_grant_at_refresh"
  }

  public var code: Code
  public var circumstance: Circumstance?
  public var step: FlowStep?
  /// The address of the request that failed; `nil` where no request failed, e.g. because a file could not be written.
  public var url: String?
  /// The faults that were injected into the messages of this step, in the words of fault files.
  public var faults: [String] = []
  public var cause: Cause
  /// The catalogue's key of this error's text.
  public var textCode: String { circumstance?.rawValue ?? code.rawValue }

  public init(_ code: OwnCode, step: FlowStep?, cause: Cause) { self.init(code: .own(code), step: step, cause: cause) }
  public init(code: Code, step: FlowStep?, cause: Cause) { (self.code, self.step, self.cause) = (code, step, cause) }
}

extension AppError: WordedError {
  public var values: [String: Term] {
    switch cause {
    case .server(let error): error.values
    case .transport(let failure, let url): failure.values.merging(url.isEmpty ? [:] : ["url": .value(url)]) { $1 }
    case .keystore(let error): error.values
    case .userAgent(let failure): failure.values
    case .key(let failure): failure.values
    case .embeddedServer(let reason, _): ["detail": .value(reason)]
    case .storedState(let error): error.values
    case .file(let path, let detail): ["path": .value(path), "detail": detail]
    case .app(let detail): ["detail": detail]
    }
  }

  public var refusal: ProtocolError? {
    switch cause {
    case .server(let error), .storedState(.unusable(let error)): error
    default: nil
    }
  }

  /// A hint that fits better than the code's; `nil`: the code's.
  public var advice: Phrase? { isSimulated ? .simulatedKeystore : isOfStoppedServer ? .startSharedServer : nil }

  /// Nothing listens at an address where `serve --listen` may offer the embedded server; the app itself starts it at localhost alone.
  private var isOfStoppedServer: Bool {
    guard case .transport(let failure, let url) = cause, failure.code == .connectionRefused,
      let url = AbsoluteURL(url), let host = url.host
    else { return false }
    return url.scheme == "https" && url.path.byteRange(of: Issuer.embeddedPath) != nil
      && !["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }

  /// Whether a fault caused it, so that nothing real is damaged.
  public var isSimulated: Bool {
    switch cause {
    case .keystore(let error), .storedState(.keystore(let error)): error.isSimulated
    default: false
    }
  }
}

/// An error on the screen, and what can be done about it.
public struct Banner: Hashable, Sendable {
  public var error: AppError
  /// What Retry does; `nil` hides it.
  public var retry: Flow.Kind?
  /// The user agent to try instead of the one that failed.
  public var nextUserAgent: UserAgentKind?
  public var showsDetails = false
  /// The server refused the client, which may still be valid: offer Retry first, then Register Again.
  public var refusedClient: RefusedClient?
  /// The registration is known to be useless: offer Register Again first.
  public var registrationIsDead = false
  /// Signed out here, but the session at the server may continue.
  public var sessionMayGoOn = false

  public init(error: AppError, retry: Flow.Kind?) { (self.error, self.retry) = (error, retry) }
}

/// What else the user can do about a refused client, beside Retry and Register Again.
public struct RefusedClient: Hashable, Sendable {
  /// The client is new and its secret was sent as Basic; the server may accept it in the form.
  public var mayUseForm: Bool

  public init(mayUseForm: Bool = false) { self.mayUseForm = mayUseForm }
}
