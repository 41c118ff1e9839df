import AppState
import Workshop

/// The panel **Messages** with signed messages.
extension StateRegistry {
  static let proofs: [Entry] = [
    ("messages-bound", bound()),
    ("sequence-bound", bound { $0.view.tab = .sequence }),
    ("message-key-made", bound(1)),
    ("message-key-signed", bound(4)),
    ("message-pushed-request", bound(5)),
    ("message-pushed-answer", bound(5) { $0.view.panelScroll = 96 }),
    ("message-pushed-login", bound(6)),
    ("message-proof", bound(9)),
    ("message-proof-key", bound(9) { $0.view.panelScroll = 24 }),
    ("message-assertion", bound(9) { $0.view.panelScroll = 80 }),
    ("message-nonce-wanted", bound(8) { $0.view.panelScroll = 500 }),
    ("message-bound-token", bound(10)),
    ("message-step-up", bound(11) { $0.view.panelScroll = 500 }),
    ("message-resource-metadata", bound(12)),
    ("message-proof-damaged", bound(13) { $0.view.panelScroll = 500 }),
  ]

  private static func bound(_ message: Int? = nil, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(signedIn: true) {
      $0.messages = Sample.bound
      $0.view.focus = .panel
      if let message { $0.tools[MessagesTool.self].open(message) }
      change(&$0)
    }
  }
}
