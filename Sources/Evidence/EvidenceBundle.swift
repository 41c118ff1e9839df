import Programs
import Automation
import Workshop
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// Makes the members of a bundle. Everything in it is masked, even if the screen reveals secrets; docs/evidence.md describes the format.
package struct EvidenceBundle: Sendable {
  package static let format = "dcr-terminal-evidence"
  /// Raised when readers of the previous version would misread a bundle.
  package static let version = 1
  /// Pictures are large, so only this many of the newest are drawn; the text of every screen is there.
  static let pictureLimit = 100

  let history: EvidenceHistory
  package let request: EvidenceRequest
  let context: EvidenceContext
  /// When the bundle was asked for, by the machine's clock.
  package let machine: Date

  package var archive: ZipArchive {
    let pictures = history.pictures(at: machine)
    let log = request.listed
    var members = [
      ZipArchive.Member("README.txt", readme), .init("manifest.json", json(manifest(pictures))),
      .init("keys.json", json(keys)), .init("states.json", json(states)), .init("messages.txt", messages(log)),
      .init("messages.har", HTTPArchive(version: ProductVersion.text, issuer: request.settings.issuer.text).text(log)),
      .init("versions.json", json(EvidenceVersions.json)), .init("settings.json", json(settings)),
      .init("config.json", json(Redaction.forFiles.json(context.configuration))),
    ]
    if let seen = request.listedOfServer {
      let archive = HTTPArchive(
        version: ProductVersion.text, issuer: request.settings.issuer.text, parts: request.seen?.flows ?? [])
      members += [
        .init("server-messages.txt", messages(seen)), .init("server-messages.har", archive.text(seen)),
      ]
    }
    if !request.faults.isEmpty { members.append(.init("faults.json", json(request.faults.plan.json))) }
    if !context.faults.rules.isEmpty { members.append(.init("faults-at-start.json", json(context.faults.json))) }
    return ZipArchive(
      members: (members + screens(pictures)).map { member in
        .init(member.name, context.withoutFolders(String(decoding: member.bytes, as: UTF8.self)))
      })
  }

  private func json(_ json: JSON) -> String { json.file }

  private func manifest(_ pictures: [EvidenceHistory.Picture]) -> JSON {
    let size = history.firstSize ?? Size(80, 24)
    return .object([
      .init("format", .string(Self.format)), .init("version", .number(String(Self.version))),
      .init("written", .string(Self.stamp(request.time))), .init("machine", .string(Self.stamp(machine))),
      .init("app", .string(ProductVersion.text)), .init("device", .string(request.settings.device)),
      .init("begins", request.phases.beginning.map { .string($0.rawValue) } ?? .null),
      .init("replayable", .bool(obstacle == nil)), .init("obstacle", obstacle.map { .string($0.rawValue) } ?? .null),
      .init("size", .string("\(size.width)x\(size.height)")), .init("options", .strings(context.options)),
      .init("configuration", replayed), .init("clocks", clocks),
      .init("screens", .array(zip(names(pictures), pictures).map(screen))),
      .init("browser", .array(history.absences.map(absence))),
    ])
  }

  /// Why the run cannot be replayed; `nil`: it can.
  private var obstacle: EvidenceObstacle? {
    if history.hasLostKeys || request.phases.count > request.phases.all.count { return .tooLong }
    if history.hasChangedPhone { return .severalPhones }
    return obstacleOfSetup ?? (request.phases.beginning == nil ? .unfinished : nil)
  }

  private func screen(_ name: String, _ picture: EvidenceHistory.Picture) -> JSON {
    .object([
      .init("name", .string(name)), .init("at", milliseconds(picture.moment)),
      .init("time", .string(Self.stamp(picture.moment.app))), .init("seen", RecordedRun.seen(picture.facts)),
    ])
  }

  private func absence(_ absence: EvidenceHistory.Absence) -> JSON {
    ["from": milliseconds(absence.from), "to": absence.to.map(milliseconds) ?? .null]
  }

  private var keys: JSON {
    .array(
      history.presses.map { press in
        [
          "at": milliseconds(press.moment), "time": .string(Self.stamp(press.moment.app)), "key": .string(press.key),
          "changes": .number(press.facts["changes"] ?? "0"), "seen": RecordedRun.seen(press.facts),
        ]
      })
  }

  private var states: JSON {
    .array(
      request.phases.all.map { change in
        [
          "time": .string(Self.stamp(change.time)), "from": .string(change.from.rawValue),
          "to": .string(change.to.rawValue), "cause": .string(change.cause.rawValue),
          "code": change.code.map(JSON.string) ?? .null,
        ]
      })
  }

  private func messages(_ log: ListedMessages) -> String {
    var look = context.look
    look.catalogue = Catalogue(.english)
    return log.map { "\(Self.stamp($0.time)) \(PlainText.line(for: $0, look: look))\n" }.joined()
  }

  private func names(_ pictures: [EvidenceHistory.Picture]) -> [String] {
    pictures.indices.map { "screens/" + FixedPoint.padded($0 + 1, to: 4) }
  }

  private func screens(_ pictures: [EvidenceHistory.Picture]) -> [ZipArchive.Member] {
    let style = PictureStyle(
      context.look.brand.theme(Theme.named(request.preferences.shownTheme) ?? .curity), .trueColour)
    var members: [ZipArchive.Member] = []
    for (index, name) in names(pictures).enumerated() {
      guard let canvas = pictures[index].canvas else { continue }
      members.append(.init(name + ".txt", canvas.text + "\n"))
      guard index >= pictures.count - EvidenceBundle.pictureLimit else { continue }
      members.append(
        .init(name + ".svg", CanvasPicture(canvas).svg(style, title: Self.stamp(pictures[index].moment.app))))
    }
    return members
  }

  /// In English, because the developer who gets the bundle may not speak the tester's language.
  private var readme: String {
    (Embedded.texts["README.txt"] ?? "").filled([
      "version": ProductVersion.text, "time": Self.stamp(request.time), "device": request.settings.device,
      "issuer": CommandError.line(request.settings.issuer.text),
    ])
  }

  /// Milliseconds since the first picture, by the machine's clock.
  private func milliseconds(_ moment: EvidenceHistory.Moment) -> JSON {
    let seconds = moment.machine.timeIntervalSince(history.start?.machine ?? moment.machine)
    return .number(String(max(0, Int((seconds * 1000).rounded()))))
  }

  /// The date in ISO 8601, UTC, with milliseconds.
  package static func stamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension PhaseHistory {
  /// The state of the device at the start; `nil`: the app had not found it out, or it is no longer kept.
  var beginning: ScriptSetup.Device? {
    guard let first = all.first, first.id == 1, first.from == .opening else { return nil }
    switch first.to {
    case .noClient: return .fresh
    case .unauthenticated: return .registered
    case .refreshing: return .signedIn
    case .locked: return .locked
    case .unusable: return .damaged
    default: return nil
    }
  }
}
