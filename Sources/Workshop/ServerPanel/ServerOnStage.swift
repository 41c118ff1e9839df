import AppState
import Screens

extension ServerInsight {
  package static func announcement(_ state: AppState) -> Announcement? {
    guard let change = state[ServerInsight.self].change, change.outcome == .done else { return nil }
    return switch change.what {
    case .revoke: Announcement(.stopRevoked, .stopRevokedText)
    case .endSession: Announcement(.stopSessionEnded, .stopSessionEndedText)
    case .activate, .forget: nil
    }
  }
}
