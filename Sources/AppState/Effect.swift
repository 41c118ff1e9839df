import FoundationEssentials
import OAuthClient
import SharedValues

/// What the app wants done. A value: `update` returns it, one runner at the edge carries it out and answers with an
/// ``Action``.
public enum Effect: Hashable, Sendable {
  /// The four calls of ``ApplicationStateManager``: answered by the `keystore…` actions.
  case loadKeystore
  /// The same with the passphrase that the user has typed.
  case unlockKeystore(Secret)
  case saveRegistration(FlowID, ClientRegistration, registeredAt: Date)
  /// The last ID token, and the refresh token where it is to be kept.
  case saveTokens(FlowID, KeptTokens)
  case clearTokens(FlowID)
  case eraseKeystore(FlowID)
  /// See to it that the embedded server answers, if the issuer is its own. Answered by ``Action/server(_:)``.
  case ensureServer
  /// Where the request carries proofs, the secure element signs them first: ``Action/usedKeys(_:_:)`` or ``Action/notSigned(_:_:_:)``.
  case send(FlowID, HTTPRequest, Reply)
  /// Have the keys that the flow works with; answered by ``Action/keysPrepared(_:_:)``.
  case prepareKeys(FlowID, KeyNeeds)
  /// Delete every key of a client but the one with this thumbprint. Erasing the keystore deletes all keys.
  case retireKeys(keeping: String?)
  /// What the user said to ``Action/presenceAsked(_:)``.
  case answerPresence(Bool)
  /// Read the initial access token from the file that the configuration names; answered by ``Action/initialAccessTokenRead(_:_:)``.
  case readInitialAccessToken(FlowID)
  /// Wait, then go on with the flow; answered by ``Action/paused(_:)``.
  case pause(FlowID, Duration)
  /// Draw the random values of an authorization request, and be ready to receive a redirect to `redirectURI`: for a
  /// loopback URI the app listens from now until the redirect, the failure or the end of the flow.
  case prepareAuthorization(FlowID, redirectURI: RedirectURI)
  /// Open this external user agent at `url`, for this errand, and wait for a redirect to `redirectURI`.
  case openUserAgent(FlowID, UserAgentKind, UserAgentErrand, url: String, redirectURI: RedirectURI)
  case checkIDToken(FlowID, IDTokenCheck)
  /// Stop whatever runs for this flow: exchange, user agent, timer.
  case abandon(FlowID)
  /// Say when the clock shows `at`, and up to `spread` seconds more: chance decides how many, so that many devices do not
  /// come at once. Answered by ``Action/woke(_:)``. What is asked for is a date, so that sleep and a clock that is set
  /// change nothing.
  case wake(Int, at: Date, spread: TimeInterval)
  case clearBrowserData
  /// Answered by ``PhonesAction/listed(_:)``, ``PhonesAction/cloned(_:_:)``, ``PhonesAction/failed(_:)``, or, in the phone that
  /// was taken, by ``PhonesAction/arrived(_:)``.
  case phones(PhonesEffect)
  /// Keep them for the next run; answered by ``PreferenceAction/saved(_:)``.
  case savePreferences(Preferences)
  /// For the desk of a tool of the workshop.
  case tool(ToolOrder)
  case quit
}
