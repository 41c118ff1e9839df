import AppState
import FoundationEssentials
import OAuthClient
import TerminalUI

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
