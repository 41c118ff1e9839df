import AppState
import Catalogue

/// Ready to sign in: the app has its own client id (seeds/000, "Per Instance Credentials"), or shares one with every other instance (seeds/003).
enum UnauthenticatedScreen {
  static func page(_ client: LoginClient, _ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(.authenticationPrompt))] + HomeLines.blocks(state, look)
        + SecretLines.warning(state, look) + [
          .illustration,
          .field(
            label: look.catalogue(.clientID), value: client.credentials.clientID,
            note: client.isStatic ? look.catalogue(.staticClient) : secretLife(client, state, look, .long)), .gap,
        ],
      controls: [Control(.startAuthentication, .startAuthentication)] + saveAgain(state)
        + [Control(.settings, .view(.show(.settings)), .link)])
  }

  static func saveAgain(_ state: AppState) -> [Control] {
    state.unsavedRegistration == nil ? [] : [Control(.saveAgain, .saveAgain)]
  }

  /// When the instance's secret expires; the date suffices until the last day, which needs the hour.
  static func secretLife(_ client: LoginClient, _ state: AppState, _ look: Look, _ words: SecretWords) -> String {
    switch client.credentials.authentication {
    case .none: return look.catalogue(words.none)
    case .privateKey: return look.catalogue(.clientSecretIsKey)
    case .basic, .post: break
    }
    guard let expiry = client.secretExpiresAt else { return look.catalogue(words.never) }
    let left = expiry.timeIntervalSince(state.now)
    let moment = look.moment(expiry)
    let time = left > 0 && left < 86400 ? Measure.countdown(left) : moment.date
    return look.catalogue(left <= 0 ? words.expired : words.expires, ["time": time])
  }
}

/// The words for a secret's lifetime, with and without naming the secret.
struct SecretWords {
  var none, never, expired, expires: Phrase

  static let long = SecretWords(
    none: .noSecret, never: .secretNeverExpires, expired: .secretExpired, expires: .secretExpires)
  static let short = SecretWords(none: .lifeNone, never: .lifeNever, expired: .lifeExpired, expires: .lifeExpires)
}
