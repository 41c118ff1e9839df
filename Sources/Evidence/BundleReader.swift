import Programs
import Faults
import Glibc
import SharedValues
import SmallFiles

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
    let other = Term.value(String(cString: strerror(AbsolutePath.isFolder(path) ? EISDIR : EINVAL)))
    let limit = ZipReader.fileLimit
    return try read(
      try SmallFile.read(path, limit: limit, notRegular: other, orThrow: .bundleUnreadable), path: path)
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
