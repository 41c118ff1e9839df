import AppState

/// The panel **Messages** with what is signed.
extension StateRegistry {
  static let proofs: [Entry] = [
    ("messages-bound", bound()),
    ("sequence-bound", bound { $0.view.tab = .sequence }),
    ("message-pushed-request", bound(1)),
    ("message-pushed-answer", bound(1) { $0.view.panelScroll = 96 }),
    ("message-pushed-login", bound(2)),
    ("message-proof", bound(5)),
    ("message-proof-key", bound(5) { $0.view.panelScroll = 24 }),
    ("message-assertion", bound(5) { $0.view.panelScroll = 80 }),
    ("message-nonce-wanted", bound(4) { $0.view.panelScroll = 500 }),
    ("message-bound-token", bound(6)),
    ("message-step-up", bound(7) { $0.view.panelScroll = 500 }),
    ("message-resource-metadata", bound(8)),
    ("message-proof-damaged", bound(9) { $0.view.panelScroll = 500 }),
  ]

  private static func bound(_ message: Int? = nil, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(signedIn: true) {
      $0.messages = Sample.bound
      $0.view.focus = .panel
      $0.messagesView.selected = message
      $0.messagesView.showsDetail = message != nil
      change(&$0)
    }
  }
}
