import Keystore
import OAuthClient
import SharedValues

/// An error as the app shows it. The sentences come from the catalogue by the spelling of `code`.
public struct AppError: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case server(ProtocolError)
    case transport(TransportFailure, url: String)
    case keystore(KeystoreError)
    case userAgent(UserAgentFailure)
    case key(KeyFailure)
    case embeddedServer(String)
    /// What is stored does not fit what is configured.
    case storedState(ApplicationStateError)
    /// A file of the user's cannot be used.
    case file(path: String, detail: String)
    /// The app itself had to stop, e.g. because the secret has expired.
    case app(detail: String)
  }

  /// A code and the room that raised it. No code belongs to two rooms, so codes are equal when their spellings are.
  public enum Code: Hashable, Sendable {
    case own(OwnCode)
    case server(ProtocolError.Code)
    case transport(TransportFailure.Code)
    case keystore(KeystoreError.Code)
    case userAgent(UserAgentFailure.Code)
    case key(KeyFailure.Code)
    case secureElement(SecureElementError.Code)
    case storedState(ApplicationStateError.Code)

    /// As reports, scripts and the catalogue spell it.
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

  /// The codes that the app itself raises.
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

  /// What is known beyond the code, so that it can be said. The raw value finds the words.
  public enum Circumstance: String, Hashable, Sendable, CaseIterable {
    /// `invalid_client` for credentials that no server has taken yet.
    case firstUse = "invalid_client_at_first_use"
    /// The same where form-encoding changes them, which many servers do not undo.
    case firstUseEncoded = "invalid_client_at_first_use_encoded"
    /// The server was asked, and does not have the client any more.
    case gone = "invalid_client_gone"
    /// The server was asked, and has the client: it is the secret that it does not take.
    case known = "invalid_client_known"
    /// What the server did not take is a signed assertion (RFC 7523 §3).
    case assertion = "invalid_client_assertion"
    /// `invalid_token` for the token of a registration, which is good for one.
    case atRegistration = "invalid_token_at_registration"
  }

  public var code: Code
  public var circumstance: Circumstance?
  public var step: FlowStep?
  /// The address of the request that failed; `nil` where it was none, e.g. because a file could not be written.
  public var url: String?
  /// What was done to the messages of this step on purpose, in words of fault files.
  public var faults: [String] = []
  public var cause: Cause
  /// Which text of the catalogue is this error's.
  public var textCode: String { circumstance?.rawValue ?? code.rawValue }

  public init(_ code: OwnCode, step: FlowStep?, cause: Cause) {
    self.init(code: .own(code), step: step, cause: cause)
  }

  public init(code: Code, step: FlowStep?, cause: Cause) {
    (self.code, self.step, self.cause) = (code, step, cause)
  }
}

/// An error on the screen, and what can be done about it.
public struct Banner: Hashable, Sendable {
  public var error: AppError
  /// What Retry does; `nil` hides it.
  public var retry: Flow.Kind?
  /// The user agent to try instead, after one that did not do.
  public var nextUserAgent: UserAgentKind?
  public var showsDetails = false
  /// The server refused the client, which may be as good as ever: offer to try again first, then to register anew.
  public var refusedClient: RefusedClient?
  /// The registration is known to be of no use any more: offer Register Again first.
  public var registrationIsDead = false
  /// Signed out here, while the session at the server may go on.
  public var sessionMayGoOn = false

  public init(error: AppError, retry: Flow.Kind?) {
    (self.error, self.retry) = (error, retry)
  }
}

/// What can be done about a client that the server refuses, beside another try and another registration.
public struct RefusedClient: Hashable, Sendable {
  /// The client is new, and the server may take its secret in the form, where it was sent as Basic.
  public var mayUseForm: Bool
  /// The registration can be changed at the server, so that nothing is left behind (RFC 7592 §2.2).
  public var isManageable: Bool

  public init(mayUseForm: Bool = false, isManageable: Bool = false) {
    (self.mayUseForm, self.isManageable) = (mayUseForm, isManageable)
  }
}
