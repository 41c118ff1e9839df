import AppState
import Catalogue
import TerminalUI

/// The device and where it is bound to, and the two resets, each with what it erases.
enum SettingsScreen {
  static func page(_ state: AppState, _ look: Look) -> Page {
    let settings = state.settings
    let facts: [(Phrase, String)] = [
      (.deviceName, settings.device),
      (.keystoreProtection, look.catalogue(protection(settings.protection))),
      (.issuer, settings.issuer),
      (.browserName, look.catalogue(browser(settings.browser), ["name": settings.browser])),
    ]
    let fields: [Page.Block] = facts.map {
      .field(label: look.catalogue($0.0), value: $0.1, note: nil, style: Style(.phoneValue))
    }
    return Page(
      title: look.catalogue(.settings),
      blocks: fields + [
        .gap,
        .text(look.catalogue(.forgetDeviceErases), Style(.phoneSecondary), .left),
        .text(look.catalogue(.clearBrowserDataErases), Style(.phoneSecondary), .left),
      ],
      controls: [
        Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger),
        Control(.clearBrowserData, .view(.ask(.clearBrowserData)), .danger),
        Control(.back, .view(.show(.home)), .quiet),
      ])
  }

  private static func protection(_ protection: AppSettings.Protection) -> Phrase {
    switch protection {
    case .device: .protectionDevice
    case .passphrase: .protectionPassphrase
    }
  }

  private static func browser(_ name: String) -> Phrase {
    switch name {
    case "in-app": .browserInApp
    case "system": .browserSystem
    case "manual": .browserManual
    default: .browserOther
    }
  }
}
