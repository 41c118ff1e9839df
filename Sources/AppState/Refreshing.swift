import OAuthClient
import SharedValues

/// The refresh token becomes new tokens (RFC 6749 §6). One refresh at a time: the flow is the lock.
extension AppState {
  mutating func sendRefresh(_ metadata: AuthorizationServerMetadata) -> [Effect] {
    guard let session, let refreshToken = session.tokens.refreshToken, let registration else { return cancel() }
    go(to: .refresh)
    return send(
      RefreshRequest.build(
        metadata: metadata, credentials: registration.credentials, refreshToken: refreshToken, scope: nil),
      .refresh)
  }

  mutating func refreshAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    guard let session else { return [] }
    let tokens = try judged { () throws(ProtocolError) in
      try RefreshRequest.judge(response, previous: session.tokens, now: now)
    }
    flow?.context.tokens = tokens
    flow?.context.claims = session.claims
    flow?.context.userinfo = session.userinfo
    // The rotated refresh token replaces the old one at once: the old one is spent whatever the ID token turns out to be.
    var kept = session
    kept.tokens.refreshToken = tokens.refreshToken
    auth = .authorized(kept, refreshing: true)
    // Without a new ID token there is nothing to check and nothing to save, but roles may have changed all the same.
    if tokens.idToken == nil || tokens.idToken == session.tokens.idToken { return askUserinfo() }
    return try fetchKeys()
  }

  mutating func refreshed() {
    signedIn()
    notice = .tokenRefreshed
  }
}
