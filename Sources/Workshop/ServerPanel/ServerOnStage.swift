import AppState

extension ServerInsight: StagedTool {
  static func announcement(_ app: AppState) -> StageAnnouncement? {
    guard let change = app.identityServer.change, change.outcome == .done else { return nil }
    return switch change.what {
    case .revoke: StageAnnouncement(.stopRevoked, .stopRevokedText)
    case .endSession: StageAnnouncement(.stopSessionEnded, .stopSessionEndedText)
    case .activate, .forget: nil
    }
  }

  /// The embedded server deletes this phone's client and sessions, without using the phone's own token.
  static func beginStartingOver(_ app: inout AppState) -> [Effect] {
    guard let client = app.ownServerClientID, !isStartingOver(app) else { return [] }
    return app.begin(.forget(client: client))
  }

  static func isStartingOver(_ app: AppState) -> Bool { app.identityServer.change?.outcome == .pending }
}
