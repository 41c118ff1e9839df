import Foundation
import OAuthClient
import SharedValues

/// The refresh token becomes new tokens (RFC 6749 §6). One refresh at a time: the flow is the lock.
extension AppState {
  /// With the tokens of this run, or at a silent start with the one that the last run left.
  mutating func sendRefresh(_ metadata: AuthorizationServerMetadata) -> [Effect] {
    guard let refreshToken = session?.tokens.refreshToken ?? flow?.context.resumed?.refreshToken,
      let client = loginClient
    else { return cancel() }
    go(to: .refresh)
    return send(
      RefreshRequest.build(
        metadata: metadata, credentials: client.credentials, refreshToken: refreshToken, scope: nil),
      .refresh)
  }

  mutating func refreshAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    flow?.context.retryAfter = RetryAfter.delay(of: response, now: now)
    if let session {
      let tokens = try judged { () throws(ProtocolError) in
        try RefreshRequest.judge(response, previous: session.tokens, now: now)
      }
      flow?.context.tokens = tokens
      flow?.context.claims = session.claims
      flow?.context.previousClaims = session.claims
      flow?.context.userinfo = session.userinfo
      return try keepRotated(tokens, instead: session.tokens.refreshToken)
    }
    guard let resumed = flow?.context.resumed else { return [] }
    let tokens = try judged { () throws(ProtocolError) in
      try RefreshRequest.judge(response, refreshToken: resumed.refreshToken, idToken: resumed.idToken, now: now)
    }
    flow?.context.tokens = tokens
    let claims = resumed.idToken.flatMap(IDTokenClaims.init(stored:))
    flow?.context.claims = claims
    flow?.context.previousClaims = claims
    return try keepRotated(tokens, instead: resumed.refreshToken)
  }

  /// Where a refresh token is kept on disk, a rotated one is there before the old one is given up and before anything is
  /// asked with the new tokens: whenever the power fails, the disk has the token that counts.
  private mutating func keepRotated(_ tokens: TokenSet, instead old: Secret?) throws(AppError) -> [Effect] {
    guard settings.silentStart, let running = flow, let refreshToken = tokens.refreshToken, refreshToken != old else {
      return try goOnRefreshing()
    }
    flow?.context.savesRotation = true
    return [.saveTokens(running.id, KeptTokens(idToken: storedIDToken, refreshToken: refreshToken))]
  }

  /// The old refresh token is spent whatever the ID token turns out to be, so the new one replaces it at once.
  mutating func goOnRefreshing() throws(AppError) -> [Effect] {
    flow?.context.savesRotation = false
    guard let tokens = flow?.context.tokens else { return [] }
    if let session {
      var kept = session
      kept.tokens.refreshToken = tokens.refreshToken
      auth = .authorized(kept, refreshing: true)
    }
    // Without a new ID token there is nothing to check, but roles may have changed all the same.
    let known = session?.tokens.idToken ?? flow?.context.resumed?.idToken
    return tokens.idToken == nil || tokens.idToken == known ? askUserinfo() : try fetchKeys()
  }

  mutating func refreshed() {
    let isSilent = flow?.isSilent ?? false
    signedIn()
    if !isSilent { notice = .tokenRefreshed }
  }

  /// A silent start that is not possible ends where an app begins that has nothing stored: calmly, and with a word of why.
  mutating func restCalmly(_ error: AppError) -> [Effect] {
    guard let failed = flow else { return [] }
    end()
    auth = .cancelled
    if error.isTransient {
      notice = .notSignedInSilently(error)
      return [.abandon(failed.id)]
    }
    if error.code == .server(.invalidGrant) {
      notice = .sessionEnded
    } else {
      banner = Banner(error: error, retry: .authentication)
    }
    // A token that was refused, or that brought an answer that is not to be trusted, is not tried again.
    guard error.step == .refresh || error.step == .userinfo else { return [.abandon(failed.id)] }
    return [.abandon(failed.id), .saveTokens(failed.id, KeptTokens(idToken: storedIDToken))]
  }
}
