import AppState
import Screens

extension KeystoreInsight {
  package static func announcement(_ state: AppState) -> Announcement? {
    guard case .done(let result) = state[KeystoreInsight.self].trial?.outcome else { return nil }
    return switch (result.trial, isOpen: result.refusal == nil) {
    case (.damage, isOpen: false): Announcement(.stopDamaged, .stopDamagedText)
    case (.damage, isOpen: true): nil
    case (.guess, isOpen: false): Announcement(.stopBreakIn, .stopBreakInText)
    case (.guess, isOpen: true): Announcement(.stopGuessed, .stopGuessedText)
    }
  }
}
