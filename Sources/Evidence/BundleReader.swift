import AppConfiguration
import Automation
import Faults
import Programs
import SharedValues
import SmallFiles
import TerminalUI

/// Reads a bundle, which may come from a stranger: the whole bundle, or the first reason against it.
package struct BundleReader {
  private static let members: Set<String> = [
    "README.txt", "manifest.json", "keys.json", "states.json", "messages.txt", "messages.har", "versions.json",
    "settings.json", "config.json", "faults.json", "faults-at-start.json", "server-messages.txt", "server-messages.har",
  ]
  package static let milliseconds = 0...1_000_000_000_000
  private static let changeLimit = 1000

  package let path: String
  package let archive: ZipArchive

  /// - Throws: `bundle_unreadable`, `bundle_unusable`, `bundle_wrong`, `bundle_version`, `bundle_not_replayable`.
  package static func read(_ path: String) throws(CommandError) -> RecordedRun {
    let bytes = try SmallFile.read(
      path, limit: ZipReader.fileLimit, notRegular: "not a regular file", orThrow: .bundleUnreadable)
    return try read(bytes, path: path)
  }

  package static func read(_ bytes: [UInt8], path: String) throws(CommandError) -> RecordedRun {
    let archive: ZipArchive
    do throws(ZipReader.Fault) { archive = try ZipReader.read(bytes) } catch { throw unusable(path, error.words) }
    return try BundleReader(path: path, archive: archive).run()
  }

  private func run() throws(CommandError) -> RecordedRun {
    let foreign = archive.members.map(\.name).first { !Self.members.contains($0) && !$0.hasPrefix(bytes: "screens/") }
    if let foreign { throw Self.unusable(path, "\(foreign) belongs to no bundle") }
    var run = try manifest()
    run.changes = try changes()
    run.presses = try presses(run.changes.count)
    run.faults = try faults()
    return run
  }

  private func presses(_ changes: Int) throws(CommandError) -> [RecordedRun.Press] {
    try list("keys.json", EvidenceHistory.keyLimit) { (members, last) throws(DocumentFault) in
      let key = try members.text("key", limit: RecordedRun.keyLength)
      guard ReplayKey(key) != nil else { throw members.fault("key", "a key as `dcr-terminal docs scripts` names it") }
      let at = try members.number("at", (last?.at ?? 0)...Self.milliseconds.upperBound)
      let known = last?.changes ?? 0
      let count = try members.number("changes", known...max(known, changes))
      var seen = try members.object("seen")
      var facts: [String: String] = [:]
      for kind in RecordedRun.compared where seen.has(kind) { facts[kind] = try seen.name(kind) }
      try seen.finish()
      return RecordedRun.Press(at: at, key: key, changes: count, seen: facts)
    }
  }

  private func changes() throws(CommandError) -> [RecordedRun.Change] {
    try list("states.json", Self.changeLimit) { (members, last) throws(DocumentFault) in
      let from = try members.name("from")
      if let last, last.to != from { throw members.fault("from", .value(last.to)) }
      var change = RecordedRun.Change(from: from, to: try members.name("to"), cause: try members.name("cause"))
      if let code = members.take("code"), code != .null { change.code = try members.name("code") }
      return change
    }
  }

  /// - Parameter read: reads an entry; its second argument is the entry before it.
  private func list<Entry>(
    _ member: String, _ limit: Int, _ read: (inout DocumentMembers, Entry?) throws(DocumentFault) -> Entry
  ) throws(CommandError) -> [Entry] {
    let (json, bytes) = try json(member)
    do throws(DocumentFault) {
      guard let items = json.arrayValue, items.count <= limit else {
        throw DocumentFault(place: [], code: "wrong", expected: "a list of at most \(limit)")
      }
      var entries: [Entry] = []
      for (index, item) in items.enumerated() {
        var members = try DocumentMembers(item, at: [.element(index)])
        entries.append(try read(&members, entries.last))
      }
      return entries
    } catch { throw wrong(member, error, bytes) }
  }

  private func faults() throws(CommandError) -> FaultPlan? {
    guard let bytes = archive["faults-at-start.json"] else { return nil }
    do throws(DocumentProblem) { return try FaultFile.read(bytes, name: path + ": faults-at-start.json") } catch {
      throw CommandError(.faultFileWrong, error)
    }
  }

  package func json(_ member: String) throws(CommandError) -> (JSON, [UInt8]) {
    guard let bytes = archive[member] else { throw Self.unusable(path, "\(member) is missing") }
    do throws(JSON.ParseError) { return (try JSON.parse(bytes), bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw wrong(member, line, "no JSON (\(error.reason.rawValue))")
    }
  }

  package func wrong(_ member: String, _ fault: DocumentFault, _ bytes: [UInt8]) -> CommandError {
    let field = fault.place.isEmpty ? member : fault.place.path
    return wrong(member, fault.place.line(in: bytes), "\(field) should be \(fault.expected)")
  }

  private func wrong(_ member: String, _ line: Int, _ detail: String) -> CommandError {
    CommandError(.bundleWrong, ["path": path, "file": member, "line": "\(line)", "detail": detail])
  }

  private static func unusable(_ path: String, _ detail: String) -> CommandError {
    CommandError(.bundleUnusable, path: path, detail)
  }
}

/// Reads a bundle's manifest: whether it can be replayed, and how a replay starts.
extension BundleReader {
  /// The options of `run` that a bundle may contain; none of them names a file.
  private static let replayedOptions: Set<String> = ["--ascii", "--no-color", "--presenter", "--bench"]

  /// The run as the manifest says it began, with no presses and changes yet.
  func manifest() throws(CommandError) -> RecordedRun {
    let (json, bytes) = try json("manifest.json")
    if let version = json["version"]?.intValue, json["format"]?.stringValue == EvidenceBundle.format,
      version != EvidenceBundle.version
    {
      throw CommandError(
        .bundleVersion, ["path": path, "received": "\(version)", "expected": "\(EvidenceBundle.version)"])
    }
    let obstacle: EvidenceObstacle?
    do throws(DocumentFault) {
      var members = try DocumentMembers(json, at: [])
      guard try members.text("format") == EvidenceBundle.format else {
        throw members.fault("format", .value(EvidenceBundle.format))
      }
      _ = try members.number("version", EvidenceBundle.version...EvidenceBundle.version)
      obstacle = try members.flag("replayable") ? nil : try members.choice("obstacle")
      if obstacle == nil { return try manifest(&members) }
    } catch { throw wrong("manifest.json", error, bytes) }
    throw CommandError(.bundleNotReplayable, path: path, obstacle?.words ?? "")
  }

  private func manifest(_ members: inout DocumentMembers) throws(DocumentFault) -> RecordedRun {
    guard let size = Size(named: try members.text("size")) else { throw members.fault("size", "a size such as 80x24") }
    return RecordedRun(
      path: path, device: try members.choice("begins"), size: size, options: try options(&members),
      configuration: try configuration(&members), screens: try screens(&members))
  }

  private func options(_ members: inout DocumentMembers) throws(DocumentFault) -> [String] {
    let words = try members.texts("options", limit: 40, count: 0...20)
    var rest = words[...]
    while let word = rest.popFirst() {
      let isGood =
        Self.replayedOptions.contains(word) || (["--lang", "--theme"].contains(word) && rest.popFirst() != nil)
      guard isGood else { throw members.fault("options", "--lang, --theme, --ascii, --no-color or --presenter") }
    }
    guard let command = try? RunCommand.parse(words), (try? command.look.terminalOptions()) != nil else {
      throw members.fault("options", "options of dcr-terminal run")
    }
    return words
  }

  private func configuration(_ members: inout DocumentMembers) throws(DocumentFault) -> [String: JSON] {
    guard var inner = try members.optionalObject("configuration") else { return [:] }
    let scope = try inner.text("scope", limit: 200)
    let silentStart = try inner.flag("silentStart")
    var configuration: [String: JSON] = ["scope": .string(scope), "silentStart": .bool(silentStart)]
    for name in KeysReader.members where inner.has(name) { configuration[name] = try keySetting(name, &inner) }
    try inner.finish()
    return configuration
  }

  /// Reads a member of the configuration about keys; the same values are allowed as in the configuration.
  private func keySetting(_ name: String, _ members: inout DocumentMembers) throws(DocumentFault) -> JSON {
    let words = MemberRule.at(name).choices
    if words.isEmpty { return .bool(try members.flag(name)) }
    let word = try members.text(name, limit: 40)
    guard words.contains(word) else { throw members.fault(name, .value(words.joined(separator: " or "))) }
    return .string(word)
  }

  private func screens(_ members: inout DocumentMembers) throws(DocumentFault) -> [RecordedRun.Screen] {
    var screens: [RecordedRun.Screen] = []
    for item in try members.list("screens", 0...ZipReader.memberLimit) {
      var inner = try DocumentMembers(item.value, at: item.place)
      let (name, at) = (try inner.text("name", limit: 60), try inner.number("at", Self.milliseconds))
      guard let text = archive[name + ".txt"] else { throw inner.fault("name", "a screen that is in the bundle") }
      screens.append(RecordedRun.Screen(at: at, text: String(decoding: text, as: UTF8.self)))
    }
    return screens
  }
}
