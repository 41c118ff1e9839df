import AppState

@testable import Workshop

/// The states of tools with a panel, which a test may also set.
extension AppState {
  var messages: MessageLog { self[MessagesTool.self].log }
  var messagesView: MessagesView { self[MessagesTool.self].view }
  var export: ExportReport? { self[MessagesTool.self].export }
  var keystoreInsight: KeystoreInsight { self[KeystoreInsight.self] }

  var phases: PhaseHistory {
    get { self[PhaseHistory.self] }
    set { tools[PhaseHistory.self] = newValue }
  }
}
