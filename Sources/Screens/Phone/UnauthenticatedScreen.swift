import AppState
import Catalogue
import FoundationEssentials
import OAuthClient
import TerminalUI

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
            note: client.isStatic ? look.catalogue(.staticClient) : secretLife(client, state, look)), .gap,
        ],
      controls: [Control(.startAuthentication, .startAuthentication)] + saveAgain(state) + [.settings])
  }

  static func saveAgain(_ state: AppState) -> [Control] {
    state.unsavedRegistration == nil ? [] : [Control(.saveAgain, .saveAgain)]
  }

  /// When the instance's secret expires, with or without naming the secret; the date suffices until the last day, which needs the hour.
  static func secretLife(_ client: LoginClient, _ state: AppState, _ look: Look, isShort: Bool = false) -> String {
    switch client.credentials.authentication {
    case .none: return look.catalogue(isShort ? .lifeNone : .noSecret)
    case .privateKey: return look.catalogue(.clientSecretIsKey)
    case .basic, .post: break
    }
    return look.secretLife(until: client.secretExpiresAt, now: state.now, isShort: isShort)
  }
}

extension Look {
  /// - Parameter expiry: `nil`: never.
  package func secretLife(until expiry: Date?, now: Date, isShort: Bool) -> String {
    guard let expiry else { return catalogue(isShort ? .lifeNever : .secretNeverExpires) }
    let left = expiry.timeIntervalSince(now)
    let time = left > 0 && left < 86400 ? Measure.countdown(left) : moment(expiry).date
    let (expired, expires): (Phrase, Phrase) = isShort ? (.lifeExpired, .lifeExpires) : (.secretExpired, .secretExpires)
    return catalogue(left <= 0 ? expired : expires, ["time": time])
  }
}

/// Automatic renewal, in quiet lines on the current screen: no sheet, no sound.
enum RenewalLines {
  static func blocks(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    var blocks = SecretLines.warning(state, look)
    if state.flow?.isSilent == true {
      blocks += [
        .text("\(look.marks.pending) " + look.catalogue(.refreshingSilently), Style(.phoneSecondary), .centre), .gap,
      ]
    } else if let renewal = state.renewal, let problem = renewal.problem, renewal.attempt > 0 {
      let left = renewal.due.timeIntervalSince(state.now)
      let text = look.catalogue(
        left > 0 ? .renewalWaits : .renewalTries,
        ["code": problem.code.rawValue, "time": Measure.countdown(left.rounded(.up))])
      blocks += [.text("\(look.marks.pending) " + text, Style(.phoneSecondary)), .gap]
    }
    return blocks
  }
}

/// Warns before the client secret expires (RFC 7591 §3.2.1).
enum SecretLines {
  /// Starts a week before.
  static let nearness: TimeInterval = 7 * 86_400

  static func isNearlyExpired(_ registration: ClientRegistration?, _ state: AppState) -> Bool {
    guard let left = registration?.secretExpiresAt?.timeIntervalSince(state.now) else { return false }
    return left < nearness
  }

  static func warning(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    guard state.registers, let registration = state.currentRegistration, let expiry = registration.secretExpiresAt,
      expiry > state.now, isNearlyExpired(registration, state)
    else { return [] }
    let text = look.catalogue(.secretNearlyExpired, ["time": when(expiry, state, look)])
    return [.warning(text, look), .gap]
  }

  /// A countdown on the last day, the date before that, date and time afterwards.
  static func when(_ expiry: Date, _ state: AppState, _ look: Look) -> String {
    let left = expiry.timeIntervalSince(state.now)
    let moment = look.moment(expiry)
    if left <= 0 { return moment.dateAndTime }
    return left < 86_400 ? look.catalogue(.inTime, ["time": Measure.countdown(left)]) : moment.date
  }
}
