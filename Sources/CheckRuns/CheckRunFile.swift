import Glibc
import Programs
import SharedValues
import SmallFiles
import Workshop

/// Runs as files: a file is read as hostile input and written as a whole.
package enum CheckRunFile {
  /// - Throws: `check_run_wrong`.
  package static func read(_ path: String, _ kind: CheckRun.Kind) throws(CommandError) -> CheckRun {
    let run: CheckRun
    do throws(DocumentProblem) {
      let name = String(path.split(scalar: "/").last ?? "")
      let bytes = try SmallFile.document(path, limit: CheckRun.limit)
      run = try DocumentMembers.read(bytes, name: name, limit: CheckRun.limit) { (document) throws(DocumentFault) in
        try CheckRun(document.object)
      }
    } catch { throw CommandError(.checkRunWrong, ["path": path, "detail": PlanFileWords.why(error)]) }
    guard run.kind == kind else {
      throw CommandError(.checkRunWrong, ["path": path, "detail": "it is a run of \(run.kind.rawValue)"])
    }
    return run
  }

  /// - Throws: `check_file_unwritable`; an older file is then unchanged.
  package static func save(_ run: CheckRun, to path: String) throws(CommandError) {
    try SmallFile.writeNamed(path, by: run.json.file, orThrow: .checkFileUnwritable)
  }

  /// The folder for what no option places elsewhere, locked until this program ends: runs at the same time have one each, `NAME`, `NAME-2` and
  /// so on. Where folders cannot be locked, as on some network file systems, they share the first one.
  /// - Throws: `check_file_unwritable`.
  package static func ownFolder(_ first: String) throws(CommandError) -> String {
    var (folder, number) = (first, 1)
    while true {
      try AbsolutePath.makeFolder(folder, mode: 0o700, orThrow: .checkFileUnwritable)
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let isLocked = descriptor >= 0 ? try? SystemFileOperations().lock(descriptor, exclusively: true) : nil
      guard isLocked == false else { return folder }
      close(descriptor)
      number += 1
      folder = "\(first)-\(number)"
    }
  }
}

package struct CheckRunReport {
  let run: CheckRun
  let comparison: CheckRunComparison?
  /// Warnings about what a peer *should* do are failures.
  let strict: Bool
  /// Columns of the plain text; narrower ones than 30 are taken as 30.
  let width: Int

  package init(_ run: CheckRun, _ comparison: CheckRunComparison? = nil, strict: Bool, width: Int = 100) {
    (self.run, self.comparison, self.strict, self.width) = (run, comparison, strict, max(30, width))
  }
}

/// The form of a report, which the ending of its file's name gives.
package enum CheckReportFormat: String, CaseIterable, Sendable {
  case markdown = "md"
  case html, json
  case junit = "xml"
  case text = "txt"

  /// `nil`: no report has this ending.
  package init?(path: String) {
    guard let name = path.split(scalar: "/").last, let dot = name.lastIndex(ofScalar: ".") else { return nil }
    self.init(rawValue: String(name.after(dot)))
  }

  package func text(_ run: CheckRun, comparedWith earlier: CheckRun? = nil, strict: Bool) -> String {
    let report = CheckRunReport(run, earlier.map { CheckRunComparison(run, with: $0) }, strict: strict)
    return switch self {
    case .markdown: report.markdown
    case .html: report.page
    case .json: run.json.file
    case .junit: report.junit
    case .text: report.text
    }
  }

  /// - Throws: `check_file_unwritable`.
  package static func write(
    _ run: CheckRun, comparedWith earlier: CheckRun? = nil, to path: String, strict: Bool
  ) throws(CommandError) {
    let format = CheckReportFormat(path: path) ?? .text
    try SmallFile.writeNamed(
      path, by: format.text(run, comparedWith: earlier, strict: strict), orThrow: .checkFileUnwritable)
  }
}
