import AppState

extension KeystoreInsight: StagedTool {
  static func announcement(_ app: AppState) -> StageAnnouncement? {
    guard case .done(let result) = app[KeystoreInsight.self].trial?.outcome else { return nil }
    return switch (result.trial, isOpen: result.refusal == nil) {
    case (.damage, isOpen: false): StageAnnouncement(.stopDamaged, .stopDamagedText)
    case (.damage, isOpen: true): nil
    case (.guess, isOpen: false): StageAnnouncement(.stopBreakIn, .stopBreakInText)
    case (.guess, isOpen: true): StageAnnouncement(.stopGuessed, .stopGuessedText)
    }
  }
}
