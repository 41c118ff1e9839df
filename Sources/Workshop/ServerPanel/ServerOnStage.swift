import AppState

extension ServerInsight: StagedTool {
  static func announcement(_ app: AppState) -> StageAnnouncement? {
    guard let change = app[ServerInsight.self].change, change.outcome == .done else { return nil }
    return switch change.what {
    case .revoke: StageAnnouncement(.stopRevoked, .stopRevokedText)
    case .endSession: StageAnnouncement(.stopSessionEnded, .stopSessionEndedText)
    case .activate, .forget: nil
    }
  }
}
