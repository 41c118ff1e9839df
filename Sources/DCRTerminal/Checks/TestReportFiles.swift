import AgeFormat
import AppState
import Foundation

/// Writes a report's three files into a folder, and beside them what was attached: `report.md`, `report.html`, `junit.xml`,
/// `attachments/`. Files of these names are replaced, each as a whole; nothing else there is touched.
struct TestReportFiles {
  static let folder = "attachments"
  let path: String

  /// - Returns: the paths of the three.
  /// - Throws: `test_report_unwritable`.
  func write(_ report: TestReport) throws(CommandError) -> [String] {
    try make(path)
    for row in report.rows {
      for name in row.result?.attachments ?? [] {
        guard let bytes = report.attachment(name) else { continue }
        var folder = path + "/" + TestReportFiles.folder
        try make(folder)
        for part in name.split(separator: "/").dropLast() {
          folder += "/" + part
          try make(folder)
        }
        try save(bytes, to: path + "/" + TestReportFiles.folder + "/" + name)
      }
    }
    let files = [("report.md", report.markdown), ("report.html", report.html), ("junit.xml", report.junit)]
    for (name, text) in files { try save(Array(text.utf8), to: path + "/" + name) }
    return files.map { path + "/" + $0.0 }
  }

  /// An attachment's path from the report, as a link has it.
  static func link(_ name: String) -> String {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/")
    return folder + "/" + (name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
  }

  private func save(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do throws(AgeError) {
      let file = try AtomicFile(path)
      try file.write(bytes)
      try file.commit()
    } catch { throw CommandError("test_report_unwritable", ["path": path, "detail": error.detail]) }
  }

  private func make(_ folder: String) throws(CommandError) {
    var info = stat()
    if stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError("test_report_unwritable", ["path": folder, "detail": AbsolutePath.reason(of: error)])
    }
  }
}
