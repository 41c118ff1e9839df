import FoundationEssentials
import SharedValues

/// A built sign-out request, with what its return is judged by (OpenID Connect RP-Initiated Logout 1.0 §2).
public struct EndSessionRequest: Hashable, Sendable {
  public var url: String
  /// `nil`: the server knows no address of this app to return to, so that no redirect comes back.
  public var postLogoutRedirectURI: RedirectURI?
  public var state: Secret
}
