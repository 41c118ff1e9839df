import FoundationEssentials
import SharedValues

/// Printable pages about lessons: HTML files that fetch nothing and run no scripts.
package enum LessonPrint {
  package static func report(_ report: LessonReport, now: Date) -> String {
    page(
      "Lessons", "lessons.html",
      [
        "day": x(day(now)), "lessons": table(report.table(of: .lesson)), "trainees": table(report.table(of: .trainee)),
        "questions": table(report.table(of: .question)),
      ])
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
      "Certificate", "certificate.html",
      [
        "name": x(certificate.name), "device": x(certificate.device), "day": x(date),
        "done": "\(certificate.lessons.count)", "of": "\(certificate.of)",
        "lessons": table(["Lesson", "Done", "Foreseen", "Wrong answers"], cells),
        "document": x(document),
      ])
  }

  private static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }

  private static func page(_ title: String, _ file: String, _ values: [String: String]) -> String {
    let content = String((Embedded.pages[file] ?? "").filled(values).dropLast())
    return (Embedded.pages["page.html"] ?? "").filled(["title": x(title), "content": content])
  }

  private static func x(_ text: String) -> String { Escape.visibleHTML(text) }
}
