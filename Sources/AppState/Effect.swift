import FoundationEssentials
import OAuthClient
import SharedValues

/// What the app wants done. A value: `update` returns it, and one runner at the edge carries it out and answers with an ``Action``.
public enum Effect: Hashable, Sendable {
  /// The four calls of ``ApplicationStateManager``: answered by the `keystore…` actions.
  case loadKeystore
  /// The same with the passphrase that the user typed.
  case unlockKeystore(Secret)
  case saveRegistration(FlowID, ClientRegistration, registeredAt: Date)
  /// The last ID token, and the refresh token where it is kept.
  case saveTokens(FlowID, KeptTokens)
  case clearTokens(FlowID)
  case eraseKeystore(FlowID)
  /// Starts the embedded server unless it answers already, if the issuer is its own. Answered by ``Action/server(_:)``.
  case ensureServer
  /// Where the request carries proofs, the secure element signs them first; answered by ``Action/usedKeys(_:_:)`` or ``FlowAnswer/notSigned(_:_:)``.
  case send(FlowID, HTTPRequest, Reply)
  /// Provide the keys that the flow works with; answered by ``FlowAnswer/keys(_:)``.
  case prepareKeys(FlowID, KeyNeeds)
  /// Delete every key of a client but the one with this thumbprint. Erasing the keystore deletes all keys.
  case retireKeys(keeping: String?)
  /// The user's answer to ``Action/presenceAsked(_:)``.
  case answerPresence(Bool)
  /// Read the initial access token from the file that the configuration names; answered by ``FlowAnswer/initialAccessToken(_:)``.
  case readInitialAccessToken(FlowID)
  /// Wait, then go on with the flow; answered by ``FlowAnswer/paused``.
  case pause(FlowID, Duration)
  /// Draw the random values of an authorization request, and be ready to receive a redirect to `redirectURI`: for a
  /// loopback URI the app listens from now until the redirect, the failure or the end of the flow.
  case prepareAuthorization(FlowID, redirectURI: RedirectURI)
  /// Open this external user agent at `url` for this errand, and wait for a redirect to `redirectURI`.
  case openUserAgent(FlowID, UserAgentKind, UserAgentErrand, url: String, redirectURI: RedirectURI)
  case checkIDToken(FlowID, IDTokenCheck)
  /// Stop everything that runs for this flow: exchange, user agent, timer.
  case abandon(FlowID)
  /// Report when the clock shows `at`, up to `spread` seconds later: the random delay keeps many devices from coming at once. Answered by
  /// ``Action/woke(_:)``. `at` is a date, so that sleep and a changed clock make no difference.
  case wake(Int, at: Date, spread: TimeInterval)
  case clearBrowserData
  /// Answered by ``PhonesAction/listed(_:)``, ``PhonesAction/cloned(_:_:)``, ``PhonesAction/failed(_:)``, or, in the phone switched to, by
  /// ``PhonesAction/arrived(_:)``.
  case phones(PhonesEffect)
  /// Keep the preferences for the next run; answered by ``PreferenceAction/saved(_:)``.
  case savePreferences(Preferences)
  /// For a workshop tool's effect handler, the part of it at the edge.
  case tool(AnyToolEffect)
  case quit
}
