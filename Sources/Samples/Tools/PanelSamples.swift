import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// States of the panels **Messages** and **Sequence**.
extension StateRegistry {
  static let messages: [Entry] = [
    ("messages", panel(.messages)),
    ("messages-growing", panel(.messages, saying: .registrationLogin) { $0.messages = Sample.underWay }),
    ("messages-failed", panel(.messages) { $0.messages = Sample.failing }),
    ("messages-selected", panel(.messages) { $0.tools[MessagesTool.self].view.selected = 3 }),
    ("message-metadata", detail(1)),
    ("message-authorization-request", detail(2)),
    ("message-observed", detail(4)),
    ("message-redirect", detail(6)),
    ("message-token", detail(7)),
    ("message-registration", detail(8)),
    ("message-registration-revealed", detail(8) { $0.view.revealsSecrets = true }),
    ("message-keystore", detail(9)),
    ("message-id-token", detail(13) { $0.view.panelScroll = 18 }),
    (
      "message-failed",
      detail(1) {
        $0.messages = Sample.failing
        $0.tools[MessagesTool.self].view.selected = $0.messages.last?.id
      }
    ),
  ]

  static let sequences: [Entry] = [
    ("sequence-empty", panel(.sequence) { $0.messages = MessageLog() }),
    ("sequence-registration", state(registered: true) { $0.view.tab = .sequence }),
    ("sequence-complete", panel(.sequence, saying: .loggedIn)),
    ("sequence-signed-out", panel(.sequence, saying: .signedOut)),
    ("sequence-selected", panel(.sequence) { $0.tools[MessagesTool.self].view.selected = 4 }),
    ("sequence-failed", panel(.sequence) { $0.messages = Sample.failing }),
    ("sequence-detail", detail(8, .sequence)),
  ]

  private static func panel(
    _ tab: PanelTab, saying part: Sample.Part = .loggedIn, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(registered: part.rawValue >= Sample.Part.registered.rawValue, signedIn: part == .loggedIn, saying: part) {
      $0.view.focus = .panel
      $0.view.tab = tab
      change(&$0)
    }
  }

  private static func detail(
    _ message: Int, _ tab: PanelTab = .messages, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    panel(tab) {
      $0.tools[MessagesTool.self].open(message)
      change(&$0)
    }
  }
}
