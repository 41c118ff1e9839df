import AppState
import Catalogue
import Keystore
import Screens

/// What a presenter does beside the flow, and the audience is told of: it stands as long as it is looked at.
enum StageDeed: String, Hashable {
  case revoked, endedSession, damaged, brokenIn, guessed, phones, cloned

  init?(_ state: AppState) {
    if state.phones.isShown {
      self = state.phones.cloned == nil ? .phones : .cloned
      return
    }
    guard state.view.focus == .panel else { return nil }
    switch state.view.tab {
    case .server:
      guard let change = state.identityServer.change, change.outcome == .done else { return nil }
      switch change.what {
      case .revoke: self = .revoked
      case .endSession: self = .endedSession
      case .activate, .forget: return nil
      }
    case .keystore:
      guard case .done(let result) = state.keystoreInsight.trial?.outcome else { return nil }
      switch result.trial {
      case .damage where result.refusal != nil: self = .damaged
      case .damage: return nil
      case .guess: self = result.refusal == nil ? .guessed : .brokenIn
      }
    default: return nil
    }
  }

  var phrases: (Phrase, Phrase) {
    switch self {
    case .revoked: (.stopRevoked, .stopRevokedText)
    case .endedSession: (.stopSessionEnded, .stopSessionEndedText)
    case .damaged: (.stopDamaged, .stopDamagedText)
    case .brokenIn: (.stopBreakIn, .stopBreakInText)
    case .guessed: (.stopGuessed, .stopGuessedText)
    case .phones: (.stopPhones, .stopPhonesText)
    case .cloned: (.stopCloned, .stopClonedText)
    }
  }
}
