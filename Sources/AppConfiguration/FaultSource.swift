import Programs
import Catalogue
import Faults
import ForeignText
import FoundationEssentials
import OAuthClient
import SharedValues
import SmallFiles

/// Reads faults from the name of a preset or from a fault file.
package enum FaultSource {
  /// - Parameters:
  ///   - text: the value of `--faults` or of the configuration. A name without a dot or a slash is a preset's.
  ///   - folder: the folder where relative paths start.
  ///   - issuer: the issuer of the app's server; a file may not lead the app to another server (``FaultReach``).
  /// - Throws: `fault_preset_unknown`, `fault_file_unreadable`, `fault_file_wrong`. Nothing is applied then.
  package static func plan(
    _ text: String, in folder: String = FileManager.default.currentDirectoryPath, issuer: Issuer
  ) throws(CommandError) -> FaultPlan {
    if let preset = FaultPresets.named(text) { return preset.plan }
    guard text.contains(where: { $0 == "." || $0 == "/" }) else {
      throw CommandError(
        .faultPresetUnknown,
        ["received": text, "expected": FaultPresets.all.map(\.name).joined(separator: ", ")])
    }
    let path = AbsolutePath.of(text, in: folder)
    let plan = try file(path)
    if let address = plan.foreignAddress(issuer: issuer.text) {
      let why = Phrase.faultLeadsAway.term(["address": address, "issuer": issuer.text])
      throw CommandError(.faultFileWrong, ["path": path, "detail": why])
    }
    return plan
  }

  package static func file(_ path: String) throws(CommandError) -> FaultPlan {
    do { return try FaultFile.read(try bytes(of: path), name: path) } catch let error as CommandError {
      throw error
    } catch let problem as DocumentProblem {
      throw CommandError(.faultFileWrong, problem)
    } catch { throw CommandError(.unexpected, ["detail": "\(error)"]) }
  }

  /// Reads at most one byte more than allowed, which is enough to refuse the file.
  private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
    do { return try SmallFile.read(path, upTo: FaultFile.limit + 1) } catch {
      throw CommandError(
        .faultFileUnreadable, ["path": path, "detail": error.reason(notRegular: Phrase.faultNoFile.term)])
    }
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
      default: .faultMemberWrong
      }
    let values: [String: any TermConvertible] = [
      "line": problem.line, "member": problem.member.isEmpty ? "-" : problem.member, "expected": problem.expected,
    ]
    self.init(
      code,
      [
        "path": problem.file, "detail": phrase.term(values), "field": problem.member,
        "expected": problem.expected,
      ])
  }
}
