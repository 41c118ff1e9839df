import Faults
import Foundation
import Keystore
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
  case send(FlowID, HTTPRequest, Reply)
  /// Read the initial access token from the file that the configuration names; answered by ``Action/initialAccessTokenRead(_:_:)``.
  case readInitialAccessToken(FlowID)
  /// Wait, then go on with the flow; answered by ``Action/paused(_:)``.
  case pause(FlowID, Duration)
  /// Draw the random values of an authorization request, and be ready to receive a redirect to `redirectURI`: for a
  /// loopback URI the app listens from now until the redirect, the failure or the end of the flow.
  case prepareAuthorization(FlowID, redirectURI: RedirectURI)
  /// Open this external user agent at `url` and wait for a redirect to `redirectURI`.
  case openUserAgent(FlowID, UserAgentKind, url: String, redirectURI: RedirectURI)
  case checkIDToken(FlowID, IDTokenCheck)
  /// Stop whatever runs for this flow: exchange, user agent, timer.
  case abandon(FlowID)
  /// Say when the clock shows `at`, and up to `spread` seconds more: chance decides how many, so that many devices do not
  /// come at once. Answered by ``Action/woke(_:)``. What is asked for is a date, so that sleep and a clock that is set
  /// change nothing.
  case wake(Int, at: Date, spread: TimeInterval)
  case clearBrowserData
  /// Read the embedded server's database, without touching it; answered by ``Action/serverRead(_:_:)`` with the same number.
  case readServer(Int, ServerInquiry)
  /// Change something at the embedded server from outside; answered by ``Action/serverChanged(_:_:)``.
  case administer(ServerChange)
  /// Look at the keystore's file, without changing it; answered by ``KeystorePanelAction/read(_:_:)`` with the same number.
  case examineKeystore(Int)
  /// Do something to a copy of it; answered by ``KeystorePanelAction/attempted(_:_:)``.
  case tryKeystore(Int, KeystoreTrial)
  /// Look through the messages; answered by ``Action/messagesSearched(_:_:)``. A later search replaces it.
  case searchMessages(Int, MessageQuery)
  /// Write a file; answered by ``Action/exported(_:_:)``.
  case export(Int, ExportOrder)
  /// Write a bundle of evidence; answered by ``EvidenceAction/written(_:_:)`` with the same number.
  case writeEvidence(Int, EvidenceOrder)
  case lessons(LessonEffect)
  /// Answered by ``PhonesAction/listed(_:)``, ``PhonesAction/cloned(_:_:)``, ``PhonesAction/failed(_:)``, or, in the phone that
  /// was taken, by ``PhonesAction/arrived(_:)``.
  case phones(PhonesEffect)
  /// Answered by ``PresenterAction/due(_:)`` with the same number.
  case turn(Int, after: Duration)
  case checks(ChecksEffect)
  /// App and embedded server go by these from now on; answered by ``ClockAction/serverHeard(_:)`` where there is such a server.
  case setClocks(app: ClockSetting, server: ClockSetting)
  /// Find out when things end of which the app itself knows nothing; answered by ``ClockAction/surveyed(_:_:)``.
  case surveyClock(Int, client: String?)
  /// Keep them for the next run; answered by ``PreferenceAction/saved(_:)``.
  case savePreferences(Preferences)
  /// These faults from now on; whatever hangs in another one goes on. Answered by ``FaultAction/counted(_:)`` as they happen.
  case setFaults(FaultStanding)
  case quit
}
