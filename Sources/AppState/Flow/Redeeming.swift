import Foundation
import OAuthClient
import SharedValues

/// From a code to a signed-in user: token, keys, ID token, userinfo, keystore; each judged before the next is asked.
extension AppState {
  mutating func responded(
    _ reply: Reply, _ result: Result<HTTPResponse, TransportFailure>
  ) throws(AppError) -> [Effect] {
    switch reply {
    case .openIDMetadata: return try metadataAnswered(result, openID: true)
    case .oauthMetadata: return try metadataAnswered(result, openID: false)
    case .unregistration: return unregistrationAnswered(result)
    case .deviceToken:
      return try deviceTokenArrived(answer(result, url: metadata?.mtlsTokenEndpoint ?? metadata?.tokenEndpoint))
    case .push: return try pushAnswered(answer(result, url: metadata?.pushEndpoint))
    case .token: return try tokensArrived(answer(result, url: metadata?.tokenEndpoint))
    case .registration: return try registrationAnswered(result)
    case .registrationRead: return try registrationRead(result)
    case .jwks: return try keysArrived(answer(result, url: metadata?.jwksURI))
    case .userinfo: return try userinfoArrived(result)
    case .application: return try applicationServerAnswered(answer(result, url: settings.applicationServer))
    case .signUp: return try signUpAnswered(answer(result, url: settings.applicationServer))
    case .refresh: return try refreshAnswered(answer(result, url: metadata?.tokenEndpoint))
    case .revocation: return revocationAnswered(result)
    case .registrationUpdate: return try updateAnswered(result)
    }
  }

  private mutating func tokensArrived(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    let registering = flow?.kind == .registration
    let expectsIDToken = flow?.context.request?.asksForIDToken ?? false
    let tokens: TokenSet
    do {
      tokens = try judged { () throws(ProtocolError) in
        try TokenRequest.judge(response, expectsIDToken: expectsIDToken, now: now)
      }
    } catch { return try inquire(.refusal(error)) }
    if registering { return try register(with: tokens.accessToken) }
    flow?.context.tokens = tokens
    return tokens.idToken == nil ? askUserinfo() : try fetchKeys()
  }

  mutating func fetchKeys() throws(AppError) -> [Effect] {
    guard let metadata, let request = JWKSRequest.build(metadata: metadata) else {
      throw protocolFailure(
        ProtocolError(
          .metadataMissingJWKSURI, field: "jwks_uri", expected: "a URL of the signing keys",
          source: "OpenID Connect Discovery 1.0 §3"))
    }
    return send(request, .jwks)
  }

  private mutating func keysArrived(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    guard let running = flow, let tokens = running.context.tokens, let idToken = tokens.idToken else { return [] }
    let keys = try judged { () throws(ProtocolError) in try JWKSRequest.judge(response) }
    let refreshing = running.kind == .refresh || running.kind == .silentStart
    let sent = running.context.request.flatMap { $0.asksForIDToken ? $0.secrets.nonce : nil }
    return [
      .checkIDToken(
        running.id,
        IDTokenCheck(
          token: idToken, jwks: keys, issuer: settings.issuer, clientID: loginClient?.credentials.clientID ?? "",
          algorithm: loginClient?.idTokenAlgorithm ?? "RS256",
          nonce: refreshing ? nil : sent, accessToken: tokens.accessToken,
          previous: refreshing ? running.context.previousClaims : nil, loginNotBefore: loginNotBefore(running), now: now
        ))
    ]
  }

  /// Only a login is judged by its age; a refreshed ID token tells of the same login as before.
  func loginNotBefore(_ running: Flow) -> Date? {
    guard running.kind != .refresh, let maxAge = running.context.request?.maxAge else { return nil }
    return running.context.requested?.addingTimeInterval(-Double(maxAge))
  }

  /// A key that is not in the set may be newer than the set: it is fetched once more, and only once.
  mutating func idTokenJudged(_ result: Result<IDTokenClaims, ProtocolError>) throws(AppError) -> [Effect] {
    switch result {
    case .success(let claims):
      try judgeSubject(of: claims)
      flow?.context.claims = claims
      return askUserinfo()
    case .failure(let error)
    where error.code == .idTokenUnknownKey && flow?.context.refetchedKeys == false:
      flow?.context.refetchedKeys = true
      return try fetchKeys()
    case .failure(let error):
      // A server that lets an old login pass for a new one is told more plainly the next time: prompt=login.
      if error.code == .idTokenAuthTimeTooOld {
        (storedIDToken, expectsSSO, isNewlyRegistered) = (nil, false, false)
      }
      throw protocolFailure(error)
    }
  }

  /// A login without an ID token knows its subject from userinfo: the first ID token, which a refresh brings, must be of
  /// the same one. Where there was an ID token before, the claims were compared with it.
  private func judgeSubject(of claims: IDTokenClaims) throws(AppError) {
    guard flow?.kind == .refresh, let known = session?.subject, known != claims.subject else { return }
    throw protocolFailure(.subjectChanged)
  }

  /// Asked at each login and after each refresh: what the server says of a user, their roles among it, may have changed.
  mutating func askUserinfo() -> [Effect] {
    go(to: .userinfo)
    guard let metadata, let tokens = flow?.context.tokens,
      let request = UserInfoRequest.build(metadata: metadata, accessToken: tokens.accessToken)
    else { return keepTokens() }
    return send(request, .userinfo)
  }

  /// Userinfo of another subject ends the login. Any other failure leaves the user signed in, and says so; after a refresh
  /// what was known before stays, and after a silent one a failure that passes by itself is not worth a word.
  ///
  /// A token that the server gave a moment ago and does not know now is the mark of a client that was just revoked.
  private mutating func userinfoArrived(
    _ result: Result<HTTPResponse, TransportFailure>
  ) throws(AppError) -> [Effect] {
    do {
      let response = try answer(result, url: metadata?.userinfoEndpoint)
      let subject = flow?.context.claims?.subject ?? session?.subject
      let accepted = try judged { () throws(ProtocolError) in
        try UserInfoRequest.judge(response, subject: subject)
      }
      flow?.context.userinfo = accepted
    } catch let error where error.code == .server(.userinfoSubMismatch) {
      return fail(error)
    } catch let error where (try? result.get())?.status == 401 {
      return try inquire(.userinfo(error))
    } catch let error where error.isTransient && flow?.isSilent == true {
      return keepTokens()
    } catch {
      if error.castsDoubtOnMetadata { doubtsMetadata = true }
      banner = Banner(error: error, retry: nil)
    }
    return keepTokens()
  }

  /// The login counts only when its ID token, and the refresh token where it is wanted, have been saved.
  func keepTokens() -> [Effect] {
    guard let running = flow else { return [] }
    let kept = KeptTokens(
      idToken: running.context.tokens?.idToken,
      refreshToken: settings.silentStart ? running.context.tokens?.refreshToken : nil)
    return kept == KeptTokens(idToken: nil) ? [.clearTokens(running.id)] : [.saveTokens(running.id, kept)]
  }

  mutating func signedIn() {
    guard let context = flow?.context, let tokens = context.tokens else { return }
    storedIDToken = tokens.idToken
    expectsSSO = true
    isNewlyRegistered = false
    auth = .authorized(Session(tokens: tokens, claims: context.claims, userinfo: context.userinfo), refreshing: false)
    if flow?.isSilent != true { view.route = .home }
    end()
  }
}
