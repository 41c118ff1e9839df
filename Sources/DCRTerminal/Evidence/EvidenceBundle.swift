import AppState
import Foundation
import ScreenMirror
import Screens
import SharedValues
import TerminalUI

/// What a run is, beside what happened in it: the same for all its bundles.
struct EvidenceContext: Sendable {
  /// The options of the run that change what is seen: `--lang de`, `--ascii`.
  var options: [String]
  /// The path of the configuration.
  var configuration: String
  /// What faults were asked for, as the file says it; `nil`: none.
  var faults: String?
  var look: Look
}

/// Makes the members of a bundle. Everything in it is masked, whatever the screen shows.
struct EvidenceBundle {
  static let format = "dcr-terminal-evidence"
  /// Raised when a reader of the version before would misread a bundle.
  static let version = 1
  /// Pictures are large: the newest that many are drawn, texts are there of all.
  static let pictureLimit = 200

  let tape: EvidenceTape
  let order: EvidenceOrder
  let context: EvidenceContext

  var archive: ZipArchive {
    var members = [
      ZipArchive.Member("README.txt", readme), .init("manifest.json", json(manifest)), .init("keys.json", json(keys)),
      .init("states.json", json(states)), .init("messages.txt", messages),
      .init("messages.har", HTTPArchive(version: DCRTerminalCommand.version, issuer: order.settings.issuer).text(log)),
      .init("versions.json", json(EvidenceVersions.json)), .init("settings.json", json(settings)),
      .init("config.json", configuration),
    ]
    if let faults = context.faults { members.append(.init("faults.json", faults)) }
    return ZipArchive(members: members + screens)
  }

  private var log: ListedMessages { order.listed }

  private func json(_ json: JSON) -> String { SafeText.json(json.pretty) + "\n" }

  // MARK: What happened

  private var manifest: JSON {
    let pictures = tape.pictures(at: order.time)
    return .object([
      .init("format", .string(EvidenceBundle.format)), .init("version", .number(String(EvidenceBundle.version))),
      .init("created", .string(Self.stamp(order.time))), .init("app", .string(DCRTerminalCommand.version)),
      .init("device", .string(order.settings.device)), .init("begins", .string(order.phases.beginning ?? "unknown")),
      .init("replayable", .bool(obstacle == nil)), .init("obstacle", obstacle.map(JSON.string) ?? .null),
      .init("size", size(tape.firstSize)), .init("options", .strings(context.options)),
      .init("screens", .array(zip(names(pictures), pictures).map(screen))),
      .init("browser", .array(tape.absences.map(absence))),
    ])
  }

  /// Why it cannot be brought through the same steps again.
  private var obstacle: String? {
    if tape.hasLostKeys || order.phases.count > order.phases.all.count { return "too-long" }
    if tape.hasChangedPhone { return "several-phones" }
    if order.settings.registration != .user || order.settings.applicationServer != nil { return "configuration" }
    return order.settings.embeddedServer ? nil : "server"
  }

  private func screen(_ name: String, _ picture: EvidenceTape.Picture) -> JSON {
    let facts = picture.facts.sorted { $0.key < $1.key }.filter { $0.key != "history" }
    return .object([
      .init("name", .string(name)), .init("time", .string(Self.stamp(picture.time))),
      .init("facts", .object(facts.map { .init($0.key, .string($0.value)) })),
    ])
  }

  private func absence(_ absence: EvidenceTape.Absence) -> JSON {
    .object([
      .init("from", .string(Self.stamp(absence.from))),
      .init("to", absence.to.map { .string(Self.stamp($0)) } ?? .null),
    ])
  }

  private var keys: JSON {
    .array(
      tape.presses.map { press in
        .object([
          .init("time", .string(Self.stamp(press.time))), .init("key", .string(press.key)),
          .init("changes", .number(String(press.changes))),
        ])
      })
  }

  private var states: JSON {
    .array(
      order.phases.all.map { change in
        .object([
          .init("time", .string(Self.stamp(change.time))), .init("from", .string(change.from.rawValue)),
          .init("to", .string(change.to.rawValue)), .init("cause", .string(change.cause.rawValue)),
          .init("code", change.code.map(JSON.string) ?? .null),
        ])
      })
  }

  private var messages: String {
    log.map { "\(Self.stamp($0.time)) \(PlainText.line(for: $0, look: context.look))" }.joined(separator: "\n") + "\n"
  }

  // MARK: Screens

  private func names(_ pictures: [EvidenceTape.Picture]) -> [String] {
    pictures.indices.map { "screens/" + String(format: "%04d", $0 + 1) }
  }

  private var screens: [ZipArchive.Member] {
    let pictures = tape.pictures(at: order.time)
    let style = PictureStyle(Theme.named(order.preferences.theme) ?? .curity, .trueColour)
    var members: [ZipArchive.Member] = []
    for (index, name) in names(pictures).enumerated() {
      guard let canvas = pictures[index].canvas else { continue }
      members.append(.init(name + ".txt", canvas.text + "\n"))
      guard index >= pictures.count - EvidenceBundle.pictureLimit else { continue }
      members.append(.init(name + ".svg", CanvasPicture(canvas).svg(style, title: Self.stamp(pictures[index].time))))
    }
    return members
  }

  // MARK: Surroundings

  private var settings: JSON {
    let settings = order.settings
    return .object([
      .init("issuer", .string(settings.issuer)), .init("embeddedServer", .bool(settings.embeddedServer)),
      .init("scope", .string(settings.scope)), .init("redirectUri", .string(settings.redirectURI)),
      .init("registration", .string(settings.registration.rawValue)), .init("browser", .string(settings.browser)),
      .init("silentStart", .bool(settings.silentStart)), .init("presenter", .bool(settings.presenter)),
      .init("theme", .string(order.preferences.theme)), .init("motion", .bool(order.preferences.motion)),
    ])
  }

  private var configuration: String {
    guard let bytes = FileManager.default.contents(atPath: context.configuration), bytes.count <= 1 << 20 else {
      return "{}\n"
    }
    return Redaction.forFiles.body([UInt8](bytes), contentType: "application/json") + "\n"
  }

  private var readme: String {
    let words = context.look.catalogue
    let values = [
      "version": DCRTerminalCommand.version, "time": Self.stamp(order.time), "device": order.settings.device,
      "issuer": order.settings.issuer,
    ]
    return words(.evidenceReadme, values) + "\n"
  }

  private func size(_ size: Size?) -> JSON {
    .string("\(size?.width ?? 80)x\(size?.height ?? 24)")
  }

  /// With milliseconds.
  static func stamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension PhaseHistory {
  /// What the device was at the start, as scripts call it; `nil`: the app has not found it out.
  var beginning: String? {
    guard let first = all.first, first.id == 1, first.from == .opening else { return nil }
    switch first.to {
    case .noClient: return "fresh"
    case .unauthenticated: return "registered"
    case .refreshing: return "signed-in"
    case .locked: return "locked"
    case .unusable: return "damaged"
    default: return nil
    }
  }
}
