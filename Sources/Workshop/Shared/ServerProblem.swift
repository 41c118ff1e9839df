import AppState
import SharedValues

/// Why the server's database could not be read or changed. `code` has its text in the catalogue.
package struct ServerProblem: WordedError, Hashable {
  package var code: ProblemCode
  /// The path, client or session concerned.
  package var subject: String
  package var detail: String
  package var values: [String: Term] {
    ["path": .value(subject), "received": .value(subject), "detail": .english(detail)]
  }

  package init(_ code: ProblemCode, _ subject: String, detail: String = "") {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }
}
