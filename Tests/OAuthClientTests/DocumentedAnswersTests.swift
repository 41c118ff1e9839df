import Foundation
import OAuthClient
import Testing

/// The table in docs/answers.md is the one by which answers are read. `make docs` rewrites it.
struct DocumentedAnswersTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/answers.md")

  @Test func theTableIsTheReaders() throws {
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    let start = try #require(written.range(of: "<!-- answers -->\n")).upperBound
    let end = try #require(written.range(of: "<!-- end -->", range: start..<written.endIndex)).lowerBound
    var updated = written
    updated.replaceSubrange(start..<end, with: Self.rows)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(updated.utf8).write(to: Self.file)
    } else {
      #expect(updated == written, "docs/answers.md is out of date; make docs writes its table anew")
    }
  }

  @Test func everyFormAndEveryNoteIsDescribed() throws {
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    for form in AnswerMember.Form.allCases { #expect(written.contains("| \(form.rawValue) |"), "\(form)") }
    for need in AnswerMember.Need.allCases { #expect(written.contains("| \(need.rawValue) |"), "\(need)") }
  }

  /// One line for the members of an answer that have the same need and the same form.
  private static var rows: String {
    var text = "| answer | members | read | form |\n|---|---|---|---|\n"
    for answer in AnswerMember.Answer.allCases {
      for need in AnswerMember.Need.allCases {
        for form in AnswerMember.Form.allCases {
          let names = AnswerMember.all.filter { $0.answer == answer && $0.need == need && $0.form == form }
            .map { "`\($0.name)`" }
          guard !names.isEmpty else { continue }
          text += "| \(answer.rawValue) | \(names.joined(separator: ", ")) | \(need.rawValue) | \(form.rawValue) |\n"
        }
      }
    }
    return text
  }
}
