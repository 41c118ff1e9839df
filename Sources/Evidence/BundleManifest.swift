import Programs
import AppConfiguration
import Automation
import SharedValues
import TerminalUI

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
