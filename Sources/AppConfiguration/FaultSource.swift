import ArgumentParser
import Faults
import FoundationEssentials
import OAuthClient
import SmallFiles

package enum FaultSource {
  /// - Parameters:
  ///   - text: the value of `--faults` or of the configuration. A name without a dot or a slash is a preset's.
  ///   - issuer: the issuer of the app's server; a file may not lead the app to another server (``FaultReach``).
  /// - Throws: `fault_preset_unknown`, `fault_file_unreadable`, `fault_file_wrong`. Nothing is applied then.
  package static func plan(
    _ text: String, in folder: String = FileManager.default.currentDirectoryPath, issuer: Issuer
  ) throws(CommandError) -> FaultPlan {
    guard text.contains(where: { $0 == "." || $0 == "/" }) else { return try preset(text).plan }
    let path = AbsolutePath.of(text, in: folder)
    let plan = try file(path)
    if let address = plan.foreignAddress(issuer: issuer.text) {
      let why = Phrase.faultLeadsAway.term(["address": address, "issuer": issuer.text])
      throw CommandError(.faultFileWrong, path: path, why)
    }
    return plan
  }

  /// - Throws: `fault_preset_unknown`, which names similar presets.
  package static func preset(_ name: String) throws(CommandError) -> FaultPresets.Preset {
    if let preset = FaultPresets.named(name) { return preset }
    throw CommandError(.faultPresetUnknown, ["received": name, "expected": Suggestion.text(name, FaultPresets.names)])
  }

  package static func file(_ path: String) throws(CommandError) -> FaultPlan {
    let bytes = try SmallFile.read(
      path, limit: FaultFile.limit, notRegular: Phrase.faultNoFile.term, orThrow: .faultFileUnreadable)
    do { return try FaultFile.read(bytes, name: path) } catch { throw CommandError(.faultFileWrong, error) }
  }
}

extension CommandError {
  /// The error for a wrong file that a person wrote, such as a fault file or a brand's file.
  package init(_ code: OwnCode, _ problem: DocumentProblem) {
    let phrase: Phrase =
      switch problem.code {
      case "not_json": problem.member.isEmpty ? .faultNotJSON : .faultMemberTwice
      case "missing": .faultMemberMissing
      case "unknown_member": .faultMemberUnknown
      case "never_acts": .faultNeverActs
      case "too_large": .faultFileTooLarge
      default: problem.member.isEmpty ? .notAnObject : .faultMemberWrong
      }
    let values: [String: any TermConvertible] = [
      "line": problem.line, "member": problem.member, "expected": problem.expected,
    ]
    self.init(
      code,
      ["path": problem.file, "detail": phrase.term(values), "field": problem.member, "expected": problem.expected])
  }
}

package struct FaultOptions: ParsableArguments {
  @Option(help: .of("FaultOptions", "faults"), completion: .faultPresets) package var faults: String?
  package init() {}

  /// The command line takes precedence over the configuration.
  package func plan(_ configuration: Configuration) throws(CommandError) -> FaultPlan {
    if let faults { return try FaultSource.plan(faults, issuer: configuration.issuer) }
    guard let faults = configuration.faults else { return .none }
    return try FaultSource.plan(faults, in: configuration.folder, issuer: configuration.issuer)
  }
}

extension CompletionKind {
  package static var faultPresets: CompletionKind {
    .custom { _, _, prefix in FaultPresets.names + CompletionNames.files(prefix, endingIn: ".json") }
  }
}
