/// The app as a state machine of a few states that are easy to remember: the panel **State** draws it.
///
/// A phase is never stored but computed from ``AppState``. The raw values are stable, for lessons.
public enum Phase: String, Hashable, Sendable, CaseIterable {
  case opening
  /// The keystore waits for its passphrase.
  case locked
  /// The keystore is damaged, or belongs to another configuration.
  case unusable
  /// This instance has no client of its own.
  case noClient = "no-client"
  /// From the first login until the registration is on disk.
  case registering
  /// The instance has a client, and no user is signed in.
  case unauthenticated
  /// The authorization request is pushed to the server before the browser opens (RFC 9126).
  case pushing
  /// From the opening of the browser until it returns with a code.
  case loggingIn = "logging-in"
  /// The code is being turned into judged and saved tokens.
  case fetchingToken = "fetching-token"
  case authenticated
  /// The app sends the API a request with the session's token.
  case callingAPI = "calling-api"
  case refreshing
  /// Sign Out and Revoke Tokens.
  case signingOut = "signing-out"
  /// Reading or changing the registration at the server.
  case managing
  case forgetting
  case failed
  case cancelled
  /// The server no longer knows the client, its secret has expired, or its key is not on this phone.
  case deadRegistration = "dead-registration"
}

extension AppState {
  /// A flow under way decides first, then an error, then the stored state.
  public var phase: Phase {
    if let flow { return Phase(flow) }
    switch keystore {
    case .loading: return .opening
    case .locked: return .locked
    case .failed: return .unusable
    case .empty, .open: break
    }
    if banner?.registrationIsDead == true { return .deadRegistration }
    if session != nil { return .authenticated }
    switch auth {
    case .failed: return .failed
    case .cancelled: return .cancelled
    case .idle, .authorizing, .fetchingToken, .authorized: break
    }
    return loginClient != nil || usesApplicationServer ? .unauthenticated : .noClient
  }
}

extension Phase {
  /// Whether something is under way that may still fail.
  public var isUnderWay: Bool {
    switch self {
    case .opening, .registering, .pushing, .loggingIn, .fetchingToken, .callingAPI, .refreshing, .signingOut, .managing,
      .forgetting:
      true
    case .locked, .unusable, .noClient, .unauthenticated, .authenticated, .failed, .cancelled, .deadRegistration: false
    }
  }

  init(_ flow: Flow) {
    self =
      switch flow.kind {
      case .registration: .registering
      case .authentication, .stepUp:
        flow.isPushing ? .pushing : [.token, .userinfo].contains(flow.step) ? .fetchingToken : .loggingIn
      case .refresh, .silentStart: .refreshing
      case .signOut, .revokeTokens: .signingOut
      case .updateRegistration, .checkRegistration: .managing
      case .forgetDevice: .forgetting
      case .accounts, .payment: .callingAPI
      // Creating an account at the application server leaves the login as it is.
      case .signUp: .authenticated
      }
  }
}

extension Flow {
  /// The authorization request is being pushed to the server (RFC 9126 §2.1); no browser is open yet.
  package var isPushing: Bool {
    switch task {
    case .registration(.pushing), .authentication(.pushing): true
    default: false
    }
  }
}
