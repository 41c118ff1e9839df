import Catalogue
import Faults
import Foundation
import SharedValues
import TerminalUI

/// A bundle of evidence, as far as a replay needs it.
struct RecordedRun: Hashable, Sendable {
  struct Press: Hashable, Sendable {
    var key: String
    var changes: Int
  }

  struct Change: Hashable, Sendable {
    var from: String
    var to: String
    var cause: String
    var code: String?
  }

  var device: ScriptSetup.Device
  var size: Size
  var options: [String]
  var presses: [Press]
  var changes: [Change]
  /// The faults that were asked for at the start.
  var faults: FaultPlan?
}

/// Reads bundles, which may come from anybody: the whole of one, or one reason.
enum BundleReader {
  private static let members: Set<String> = [
    "README.txt", "manifest.json", "keys.json", "states.json", "messages.txt", "messages.har", "versions.json",
    "settings.json", "config.json", "faults.json",
  ]
  /// The options of `run` that a bundle may bring along: none of them names a file.
  private static let options: Set<String> = ["--ascii", "--no-color", "--presenter"]

  /// - Throws: `bundle_unreadable`, `bundle_unusable`, `bundle_version`, `bundle_not_replayable`.
  static func read(_ path: String) throws(CommandError) -> RecordedRun {
    try Reading(path: path).run(try contents(of: path))
  }

  static func read(_ bytes: [UInt8], path: String) throws(CommandError) -> RecordedRun {
    try Reading(path: path).run(bytes)
  }

  /// A regular file, at most one byte beyond what a bundle may have.
  private static func contents(of path: String) throws(CommandError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CommandError("bundle_unreadable", ["path": path, "detail": String(cString: strerror(errno))])
    }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw CommandError("bundle_unreadable", ["path": path, "detail": String(cString: strerror(EINVAL))])
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return [UInt8]((try? handle.read(upToCount: ZipReader.fileLimit + 1)) ?? Data())
  }

  private struct Reading {
    let path: String

    func run(_ bytes: [UInt8]) throws(CommandError) -> RecordedRun {
      let archive: ZipArchive
      do throws(ZipReader.Fault) { archive = try ZipReader.read(bytes) } catch {
        throw unusable(error.phrase, ["member": error.member])
      }
      for member in archive.members where !members.contains(member.name) && !member.name.hasPrefix("screens/") {
        throw unusable(.bundleUnknown, ["member": member.name])
      }
      let manifest = try json("manifest.json", in: archive)
      guard manifest["format"]?.stringValue == EvidenceBundle.format else { throw wrong("manifest.json", "format") }
      guard let version = manifest["version"]?.intValue else { throw wrong("manifest.json", "version") }
      guard version == EvidenceBundle.version else {
        throw CommandError(
          "bundle_version", ["path": path, "received": "\(version)", "expected": "\(EvidenceBundle.version)"])
      }
      try judgeObstacle(manifest)
      return RecordedRun(
        device: try device(manifest), size: try size(manifest["size"]), options: try options(manifest),
        presses: try presses(try json("keys.json", in: archive)),
        changes: try changes(try json("states.json", in: archive)), faults: try faults(archive["faults.json"]))
    }

    private func judgeObstacle(_ manifest: JSON) throws(CommandError) {
      guard let replayable = manifest["replayable"]?.boolValue else { throw wrong("manifest.json", "replayable") }
      guard !replayable else { return }
      let phrases: [String: Phrase] = [
        "too-long": .bundleTooLong, "several-phones": .bundleSeveralPhones, "configuration": .bundleConfiguration,
        "server": .bundleServer,
      ]
      guard let phrase = manifest["obstacle"]?.stringValue.flatMap({ phrases[$0] }) else {
        throw wrong("manifest.json", "obstacle")
      }
      throw notReplayable(phrase)
    }

    private func faults(_ bytes: [UInt8]?) throws(CommandError) -> FaultPlan? {
      guard let bytes else { return nil }
      do throws(FaultFileProblem) { return try FaultFile.read(bytes, name: path + ": faults.json") } catch {
        throw CommandError(error)
      }
    }

    private func device(_ manifest: JSON) throws(CommandError) -> ScriptSetup.Device {
      guard let name = manifest["begins"]?.stringValue else { throw wrong("manifest.json", "begins") }
      if name == "unknown" { throw notReplayable(.bundleUnfinished) }
      guard let device = ScriptSetup.Device(rawValue: name) else { throw wrong("manifest.json", "begins") }
      return device
    }

    private func size(_ json: JSON?) throws(CommandError) -> Size {
      guard let size = json?.stringValue.flatMap(Size.init(named:)) else { throw wrong("manifest.json", "size") }
      return size
    }

    /// `--lang` and `--theme` with their values, and flags.
    private func options(_ manifest: JSON) throws(CommandError) -> [String] {
      guard let words = manifest["options"]?.stringArray else { throw wrong("manifest.json", "options") }
      var rest = words[...]
      while let word = rest.popFirst() {
        let isGood =
          BundleReader.options.contains(word) || (["--lang", "--theme"].contains(word) && rest.popFirst() != nil)
        guard isGood else { throw wrong("manifest.json", "options") }
      }
      guard (try? RunCommand.parse(words)) != nil else { throw wrong("manifest.json", "options") }
      return words
    }

    private func presses(_ json: JSON) throws(CommandError) -> [RecordedRun.Press] {
      guard let items = json.arrayValue, items.count <= EvidenceTape.keyLimit else { throw wrong("keys.json", "[]") }
      var presses: [RecordedRun.Press] = []
      for (index, item) in items.enumerated() {
        guard let key = item["key"]?.stringValue, ReplayKey(key) != nil else {
          throw wrong("keys.json", "[\(index)].key")
        }
        guard let changes = item["changes"]?.intValue, changes >= presses.last?.changes ?? 0 else {
          throw wrong("keys.json", "[\(index)].changes")
        }
        presses.append(RecordedRun.Press(key: key, changes: changes))
      }
      return presses
    }

    private func changes(_ json: JSON) throws(CommandError) -> [RecordedRun.Change] {
      guard let items = json.arrayValue, items.count <= 1000 else { throw wrong("states.json", "[]") }
      var changes: [RecordedRun.Change] = []
      for (index, item) in items.enumerated() {
        let words = ["from", "to", "cause"].map { item[$0]?.stringValue }
        guard let from = words[0], let to = words[1], let cause = words[2],
          [from, to, cause].allSatisfy(Reading.isName), from == changes.last?.to ?? from
        else { throw wrong("states.json", "[\(index)]") }
        changes.append(RecordedRun.Change(from: from, to: to, cause: cause, code: item["code"]?.stringValue))
      }
      return changes
    }

    private static func isName(_ text: String) -> Bool {
      (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    private func json(_ member: String, in archive: ZipArchive) throws(CommandError) -> JSON {
      guard let bytes = archive[member] else { throw unusable(.bundleMissing, ["member": member]) }
      guard let json = try? JSON.parse(bytes) else { throw unusable(.bundleNotJSON, ["member": member]) }
      return json
    }

    private func wrong(_ member: String, _ field: String) -> CommandError {
      unusable(.bundleWrong, ["member": member, "field": field])
    }

    private func unusable(_ phrase: Phrase, _ values: [String: String] = [:]) -> CommandError {
      CommandError("bundle_unusable", ["path": path, "detail": Catalogue()(phrase, values)])
    }

    private func notReplayable(_ phrase: Phrase) -> CommandError {
      CommandError("bundle_not_replayable", ["path": path, "detail": Catalogue()(phrase)])
    }
  }
}

extension ZipReader.Fault {
  var phrase: Phrase {
    switch reason {
    case .notZip: .zipNotZip
    case .truncated: .zipTruncated
    case .tooLarge: .zipTooLarge
    case .tooMany: .zipTooMany
    case .compressed: .zipCompressed
    case .encrypted: .zipEncrypted
    case .split: .zipSplit
    case .badName: .zipBadName
    case .twice: .zipTwice
    case .overlapping: .zipOverlapping
    case .damaged: .zipDamaged
    case .contradictory: .zipContradictory
    }
  }
}

extension Size {
  /// `80x24`; `nil` for what no terminal is.
  init?(named text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...500).contains(width),
      (1...200).contains(height)
    else { return nil }
    self.init(width, height)
  }
}
