import FoundationEssentials
import SharedValues

/// Reads this instance's registration (RFC 7592 §2.1), to learn whether the server still knows the client.
public enum RegistrationReading {
  /// `nil` when the server gave no URL or no token to manage the registration with.
  public static func build(_ registration: ClientRegistration) -> HTTPRequest? {
    registration.managing { .get($0, .registration) }
  }

  /// The registration as the server has it now: its metadata, and a registration access token that the answer may have
  /// replaced (RFC 7592 §3). The answer's members win and all others stay; an answer that is not about this client
  /// changes nothing.
  /// - Parameters:
  ///   - redirectURI: the one that logins use. A registration that had it and has lost it is useless.
  ///   - isFAPI: whether ID tokens are requested and RS256 is refused for them.
  ///   - mustAnswer: whether an answer that is not about this client is an error instead.
  /// - Throws: `invalid_client` when the server no longer knows the client: 401 (§2.1), or the URL no longer exists;
  ///   `registration_…` and `client_secret_expired` when the server has changed it to one that this app cannot use;
  ///   with `mustAnswer` also `http_…`, `response_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, of registration: ClientRegistration, redirectURI: RedirectURI, isFAPI: Bool = false,
    now: Date, allowPlainHTTPLoopback: Bool = false, mustAnswer: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    let source = "RFC 7592 §2.1"
    try RegistrationResponse.judgeClientLives(response, source: source)
    let merged: ResponseObject
    do {
      let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
        .object(statuses: [200], reading: .registration)
      merged = try RegistrationResponse.merged(object, over: registration)
    } catch {
      if mustAnswer { throw error }
      return registration
    }
    guard merged.json != registration.document else { return registration }
    let known = try RegistrationResponse.read(
      merged, of: registration, allowsLoopbackHTTP: allowPlainHTTPLoopback)
    try known.judgeIDTokens(isFAPI: isFAPI)
    let before = ResponseObject(registration.document, source: source)
    if (try? RegistrationResponse.judge(before, isUsableAt: redirectURI)) != nil {
      try RegistrationResponse.judge(merged, isUsableAt: redirectURI)
    }
    try RegistrationResponse.judgeSecretLives(known, now: now)
    return known
  }
}
