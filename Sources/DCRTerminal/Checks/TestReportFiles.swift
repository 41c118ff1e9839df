import ForeignText
import FoundationEssentials
import Glibc
import SharedValues
import SmallFiles

/// Writes a report's files into a folder, and beside them what was attached: `report.md`, `report.html`, `junit.xml`, `results.csv`,
/// `attachments/`. Files of these names are replaced, each as a whole; nothing else there is touched.
struct TestReportFiles {
  static let folder = "attachments"
  let path: String

  /// - Returns: their paths, without what was attached.
  /// - Throws: `test_report_unwritable`.
  func write(_ report: TestReport) throws(CommandError) -> [String] {
    try make(path)
    for row in report.rows {
      for name in row.result?.attachments ?? [] {
        guard let bytes = report.attachment(name) else { continue }
        var folder = path + "/" + TestReportFiles.folder
        try makeWithin(folder)
        for part in name.split(scalar: "/").dropLast() {
          folder += "/" + part
          try makeWithin(folder)
        }
        try save(bytes, to: path + "/" + TestReportFiles.folder + "/" + name)
      }
    }
    let files = [
      ("report.md", report.markdown), ("report.html", report.html), ("junit.xml", report.junit),
      ("results.csv", report.csv),
    ]
    for (name, text) in files { try save(Array(text.utf8), to: path + "/" + name) }
    return files.map { path + "/" + $0.0 }
  }

  /// Whether a click on an attachment shows it and does no more: images of dots, and text. Whatever a browser would run scripts
  /// of, such as a page or an SVG, and whatever nobody knows, is named in a report and not linked.
  static func isLinked(_ name: String) -> Bool {
    let parts = (name.split(scalar: "/").last ?? "").split(scalar: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && plainEndings.contains(parts.last?.lowercased() ?? "")
  }

  private static let plainEndings: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "txt", "log", "json", "har", "csv", "md",
  ]

  /// An attachment's path from the report, as a link has it.
  static func link(_ name: String) -> String {
    let parts = name.split(scalar: "/", omittingEmptySubsequences: false)
    return folder + "/" + parts.map { PercentCoding.encode(String($0), .unreserved) }.joined(separator: "/")
  }

  private func save(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do { try SmallFile.replace(path, by: bytes) } catch {
      throw CommandError(.testReportUnwritable, ["path": path, "detail": error.message])
    }
  }

  /// A folder of the report's own, which is no link to another one.
  private func makeWithin(_ folder: String) throws(CommandError) {
    var info = stat()
    if lstat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFLNK {
      throw CommandError(.testReportUnwritable, ["path": folder, "detail": String(cString: strerror(ELOOP))])
    }
    try make(folder)
  }

  private func make(_ folder: String) throws(CommandError) {
    var info = stat()
    if stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError(.testReportUnwritable, ["path": folder, "detail": AbsolutePath.reason(of: error)])
    }
  }
}
