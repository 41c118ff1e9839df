import Foundation
import Keystore
import OAuthClient
import SharedValues

/// What the app wants done. A value: `update` returns it, one runner at the edge carries it out and answers with an
/// ``Action``.
public enum Effect: Hashable, Sendable {
  /// The four calls of ``ApplicationStateManager``: answered by the `keystore…` actions.
  case loadKeystore
  case saveRegistration(FlowID, ClientRegistration, registeredAt: Date)
  case saveIDToken(FlowID, Secret)
  case clearTokens(FlowID)
  case eraseKeystore(FlowID)
  /// See to it that the embedded server answers, if the issuer is its own. Answered by ``Action/server(_:)``.
  case ensureServer
  case send(FlowID, HTTPRequest, Reply)
  /// Draw the random values of an authorization request.
  case prepareSecrets(FlowID)
  /// Open the external user agent at `url` and wait for a redirect to `redirectURI`.
  case openUserAgent(FlowID, url: String, redirectURI: String)
  case checkIDToken(FlowID, IDTokenCheck)
  /// Stop whatever runs for this flow: exchange, user agent, timer.
  case abandon(FlowID)
  case clearBrowserData
  case quit
}
