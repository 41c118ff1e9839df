import Programs
import FoundationEssentials
import SharedValues
import SmallFiles

/// Printable pages about lessons: HTML files that fetch nothing and run no scripts.
package enum LessonPrint {
  package static func report(_ report: LessonReport, now: Date) -> String {
    page(
      "Lessons",
      """
      <h1>Lessons</h1>
      <p>\(x(day(now)))</p>
      \(table(report.table(of: .lesson)))
      <h2>Trainees</h2>
      \(table(report.table(of: .trainee)))
      <h2>Questions</h2>
      <p>The choice with the asterisk is the right one; a question mark stands for answers of which nobody kept the choice.</p>
      \(table(report.table(of: .question)))
      """)
  }

  private static func table(_ table: ReportTable) -> String { self.table(table.columns, table.cells) }

  private static func table(_ columns: [String], _ cells: [[String]]) -> String {
    let body = cells.map { row in "<tr>" + row.map { "<td>\(x($0))</td>" }.joined() + "</tr>" }
    return """
      <table><thead><tr>\(columns.map { "<th scope=\"col\">\(x($0))</th>" }.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table>
      """
  }

  package static func certificate(_ certificate: LessonCertificate, document: String) -> String {
    let cells = certificate.lessons.map { lesson in
      [
        lesson.title, lesson.finished.map { day(Date(timeIntervalSince1970: TimeInterval($0))) } ?? "-",
        ReportTable.part(lesson.rightPredictions, of: lesson.predictions), "\(lesson.wrongAnswers)",
      ]
    }
    let date = day(Date(timeIntervalSince1970: TimeInterval(certificate.iat)))
    return page(
      "Certificate",
      """
      <h1>\(x(certificate.name))</h1>
      <p>has done \(certificate.lessons.count) of \(certificate.of) lessons about OAuth for native apps and Dynamic Client \
      Registration with DCR Terminal, on the device \(x(certificate.device)). \(x(date)).</p>
      \(table(["Lesson", "Done", "Foreseen", "Wrong answers"], cells))
      <p class="soft">It says what this device had kept when it was made. The file with the ending .jws holds the same, signed \
      by the identity server of its data directory; dcr-terminal lessons verify says whether it is genuine.</p>
      <pre>\(x(document))</pre>
      """)
  }

  /// - Throws: `lesson_report_unwritable`.
  package static func write(_ text: String, to path: String) throws(CommandError) {
    try SmallFile.replace(path, by: text, orThrow: .lessonReportUnwritable)
  }

  private static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }

  private static func page(_ title: String, _ content: String) -> String {
    (Embedded.pages["page.html"] ?? "").replacingBytes(of: "{title}", with: x(title))
      .replacingBytes(of: "{content}", with: content)
  }

  private static func x(_ text: String) -> String { Escape.visibleHTML(text) }
}
