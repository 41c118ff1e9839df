import OAuthClient

/// MMMothClient's states (seeds/002): idle, authorizing, fetching token, authorized (refreshing or not), failed, cancelled.
public indirect enum AuthState: Hashable, Sendable {
  case idle
  case authorizing(Login)
  case fetchingToken(Login)
  case authorized(Session, refreshing: Bool)
  case failed(AppError)
  case cancelled

  public enum Login: String, Hashable, Sendable { case registration, authentication }
}

public struct Session: Hashable, Sendable {
  public var tokens: TokenSet
  public var claims: IDTokenClaims?
  public var userinfo: UserInfo?
  /// What the application server says about the account; `nil` where there is no application server.
  public var accountStatus: AccountStatus?

  /// Whether the user has an account there: sign-up or sign-in (seeds/004).
  public enum AccountStatus: Hashable, Sendable {
    case noAccount
    case account(ApplicationAccount)
  }

  public init(tokens: TokenSet, claims: IDTokenClaims?, userinfo: UserInfo?, accountStatus: AccountStatus? = nil) {
    (self.accountStatus, self.tokens, self.claims, self.userinfo) = (accountStatus, tokens, claims, userinfo)
  }

  public var subject: String? { claims?.subject ?? userinfo?.subject }
}
