import AppState

extension KeystoreInsight: StagedTool {
  static func deed(_ app: AppState) -> StageDeed? {
    guard case .done(let result) = app.keystoreInsight.trial?.outcome else { return nil }
    return switch (result.trial, isOpen: result.refusal == nil) {
    case (.damage, isOpen: false): StageDeed(.stopDamaged, .stopDamagedText)
    case (.damage, isOpen: true): nil
    case (.guess, isOpen: false): StageDeed(.stopBreakIn, .stopBreakInText)
    case (.guess, isOpen: true): StageDeed(.stopGuessed, .stopGuessedText)
    }
  }
}
