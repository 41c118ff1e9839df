import Programs
import Glibc
import SharedValues
import SmallFiles

/// Writes a report's files into a folder, together with the attachments: `report.md`, `report.html`, `junit.xml`, `results.csv`, `attachments/`.
/// Replaces files of these names, each as a whole, and touches nothing else.
package struct TestReportFiles {
  package static let folder = "attachments"
  package let path: String
  package init(path: String) { self.path = path }

  /// - Returns: the paths of the files, without the attachments.
  /// - Throws: `test_report_unwritable`.
  package func write(_ report: TestReport) throws(CommandError) -> [String] {
    try AbsolutePath.makeFolder(path, orThrow: .testReportUnwritable)
    for row in report.rows {
      for name in row.attachments {
        guard let bytes = report.attachment(name) else { continue }
        var folder = path
        for part in (TestReportFiles.folder + "/" + name).split(scalar: "/").dropLast() {
          folder += "/" + part
          try makeWithin(folder)
        }
        let file = path + "/" + TestReportFiles.folder + "/" + name
        do { try SmallFile.replace(file, by: bytes) } catch {
          throw CommandError(.testReportUnwritable, path: file, error)
        }
      }
    }
    let files = [
      ("report.md", report.markdown), ("report.html", report.html), ("junit.xml", report.junit),
      ("results.csv", report.csv),
    ]
    for (name, text) in files {
      try SmallFile.replace(path + "/" + name, by: text, orThrow: .testReportUnwritable)
    }
    return files.map { path + "/" + $0.0 }
  }

  /// Whether a report links to an attachment: only if a browser merely shows it, as bitmaps and text. Files that could run scripts, such as pages and
  /// SVG, and unknown kinds are only named.
  static func isLinked(_ name: String) -> Bool {
    let parts = (name.split(scalar: "/").last ?? "").split(scalar: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && plainEndings.contains(parts.last?.lowercased() ?? "")
  }

  private static let plainEndings: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "txt", "log", "json", "har", "csv", "md",
  ]

  /// The link to an attachment, relative to the report.
  static func link(_ name: String) -> String {
    let parts = name.split(scalar: "/", omittingEmptySubsequences: false)
    return folder + "/" + parts.map { PercentCoding.encode(String($0), .unreserved) }.joined(separator: "/")
  }

  /// Makes a folder within the report's; refuses a link.
  private func makeWithin(_ folder: String) throws(CommandError) {
    var info = stat()
    if lstat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFLNK {
      throw CommandError(.testReportUnwritable, path: folder, SystemError(number: ELOOP))
    }
    try AbsolutePath.makeFolder(folder, orThrow: .testReportUnwritable)
  }
}
