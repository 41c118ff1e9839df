import AppConfiguration
import Faults
import FoundationEssentials
import OpenSSLCrypto
import Programs
import Screens
import SharedValues
import TerminalUI
import Workshop

/// The facts about a run that are the same for all its bundles, whatever happened in it.
package struct EvidenceContext: Sendable {
  /// The options of the run that change what is seen: `--lang de`, `--ascii`.
  package var options: [String]
  package var configuration: JSON
  /// The faults that an option or the configuration switched on at the start.
  package var faults = FaultPlan.none
  /// The app presses its own keys, which a replay cannot do.
  package var isAutoplay = false
  /// The app ran in lines, so no keys were pressed.
  package var isInLines = false
  package var look: Look
  /// Folders of this machine and the names that replace them, so that a bundle does not reveal the user's home.
  package var folders: [(path: String, name: String)] = []

  package init(options: [String], configuration: JSON, look: Look) {
    (self.options, self.configuration, self.look) = (options, configuration, look)
  }

  /// The folders of a run, the innermost first.
  package static func folders(data: String, config: String) -> [(path: String, name: String)] {
    let known: [(path: String, name: String)] = [
      (data, "DATA"), (config, "CONFIG"), (FileManager.default.currentDirectoryPath, "HERE"),
      (ProcessEnvironment["HOME"] ?? "", "HOME"),
    ]
    return known.filter { $0.path.utf8.count > 1 && $0.path.hasPrefix(bytes: "/") }
      .sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  func withoutFolders(_ text: String) -> String {
    folders.reduce(text) { $0.replacingBytes(of: $1.path, with: $1.name) }
  }
}

/// How the app was set up, without secrets.
extension EvidenceBundle {
  /// Why the setup cannot be replayed on another device; `nil`: it can.
  var obstacleOfSetup: EvidenceObstacle? {
    let settings = request.settings
    if context.isAutoplay { return .autoplay }
    if context.isInLines { return .lines }
    guard settings.registration == .user, settings.applicationServer == nil, settings.softwareID == nil,
      settings.authorizationParameters == .none, context.look.brand == .curity
    else { return .configuration }
    guard settings.browser == "in-app" else { return .browser }
    return settings.embeddedServer ? nil : .server
  }

  var replayed: JSON {
    let json: JSON = ["scope": .string(request.settings.scope), "silentStart": .bool(request.settings.silentStart)]
    return KeysReader.members.reduce(json) { $0.setting($1, context.configuration[$1]) }
  }

  /// Both clocks when the bundle was written: the time shown, the seconds ahead of the machine's clock, and the pace. `null`: the machine's time.
  var clocks: JSON {
    func setting(_ clock: ClockSetting) -> JSON {
      guard clock != .real else { return .null }
      return [
        "shows": .string(Self.stamp(clock.date(at: machine))),
        "ahead": .number(String(Int(clock.offset(at: machine).rounded()))), "pace": .number(String(clock.pace)),
      ]
    }
    return ["app": setting(request.clocks.app), "server": setting(request.clocks.server)]
  }

  var settings: JSON {
    let settings = request.settings
    return [
      "issuer": .string(settings.issuer.text), "embeddedServer": .bool(settings.embeddedServer),
      "scope": .string(settings.scope), "redirectUri": .string(settings.redirectURI.text),
      "registration": .string(settings.registration.rawValue), "browser": .string(settings.browser),
      "silentStart": .bool(settings.silentStart), "keys": keySettings, "presenter": .bool(settings.presenter),
      "protection": .string(settings.protection.rawValue), "theme": .string(request.preferences.shownTheme),
      "motion": .bool(request.preferences.motion), "options": .strings(context.options),
    ]
  }

  private var keySettings: JSON {
    let keys = request.settings.keys
    return [
      "clientAuthentication": .string(
        keys.privateKey ? KeysReader.privateKey : keys.secretMethod?.rawValue ?? KeysReader.auto),
      "dpop": .bool(keys.dpop), "pushedAuthorization": .bool(keys.pushedAuthorization),
      "userPresence": .bool(keys.userPresence), "allowDowngrade": .bool(keys.allowsDowngrade),
    ]
  }
}

/// Why a bundle can be read but not replayed. The raw value is part of its manifest.
enum EvidenceObstacle: String, Hashable, Sendable, CaseIterable {
  /// Keys or states from the beginning are no longer kept.
  case tooLong = "too-long"
  case severalPhones = "several-phones"
  case configuration, browser, server, autoplay, lines
  /// The app had not found out the state of its device.
  case unfinished

  var words: String {
    let rows = (Embedded.texts["obstacles.txt"] ?? "").lines
    return String(rows.lazy.compactMap { $0.without(prefix: rawValue + ": ") }.first ?? "")
  }
}

/// The versions of the program, its libraries and the system.
enum EvidenceVersions {
  static var json: JSON {
    .object([
      .init("dcr-terminal", .string(ProductVersion.text)), .init("swift", .string(swift)),
      .init("system", .string(ProcessInfo.processInfo.operatingSystemVersionString)),
      .init("ncurses", .string(Terminal.libraryVersion)), .init("openssl", .string(OpenSSLVersion.text)),
      .init("terminal", .string(ProcessEnvironment["TERM"] ?? "")),
    ])
  }

  private static var swift: String {
    #if swift(>=6.4)
      "6.4 or later"
    #elseif swift(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
