import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// Ready to sign in: the app has its own client id (seeds/000, "Per Instance Credentials"), or uses one that it shares with
/// every other instance (seeds/003).
enum UnauthenticatedScreen {
  static func page(_ client: LoginClient, _ state: AppState, _ look: Look) -> Page {
    Page(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(.authenticationPrompt))] + HomeLines.blocks(state, look)
        + SecretLines.warning(state, look) + [
          .illustration,
          .field(
            label: look.catalogue(.clientID), value: client.credentials.clientID,
            note: secretNote(client, state, look), style: Style(.phoneValue)),
          .gap,
        ],
      controls: [
        Control(.startAuthentication, .startAuthentication),
        Control(.settings, .view(.show(.settings)), .link),
      ])
  }

  /// When the instance's secret ends to be good; the day is enough, an hour matters only on the last one.
  static func secretNote(_ client: LoginClient, _ state: AppState, _ look: Look) -> String {
    if client.isStatic { return look.catalogue(.staticClient) }
    if case .none = client.credentials.authentication { return look.catalogue(.noSecret) }
    guard let expiry = client.secretExpiresAt else { return look.catalogue(.secretNeverExpires) }
    let phrase: Phrase = expiry <= state.now ? .secretExpired : .secretExpires
    let left = expiry.timeIntervalSince(state.now)
    let moment = look.moment(expiry)
    let time = left > 0 && left < 86400 ? Measure.countdown(left) : moment.date
    return look.catalogue(phrase, ["time": time])
  }
}
