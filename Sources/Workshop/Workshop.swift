import AppState
import Screens

/// The tools that stand around the phone of this app.
package enum Workshop {
  /// They observe and intercept in this order: those that begin a flow or drop messages by themselves come before those that
  /// look where the phone has got to, and step mode before the lessons, whose tour sends what it has no caption for.
  package static let tools = ToolViews.tools([
    ServerInsight.self, ServerMessages.self, KeystoreInsight.self, FaultsTool.self, Clocks.self, EvidenceTool.self,
    TestPlanTool.self, ClientTesting.self,
    PresenterTool.self, MessagesTool.self, PhaseHistory.self, Stepping.self, Lessons.self, GalleryView.self,
  ])

  /// A log that **Messages** and **Sequence** show instead of the phone's: that of the open lab, or what the server has seen. `nil`: there is none.
  static func guestMessages(_ state: AppState) -> MessageLog? {
    state[Lessons.self].messagesOfLab ?? state[ServerMessages.self].messages
  }

  /// Whose messages **Messages** and **Sequence** can show while no lab is open.
  static func messageChoice(_ state: AppState) -> MessageChoice {
    let server = state[ServerMessages.self]
    return MessageChoice(
      chosen: server.source, all: server.sources, reason: Phone<ServerMessages>(state).serverCannotTell)
  }

  package static let tabs: [PanelTab] = Toolbox(tools).tabs
}
