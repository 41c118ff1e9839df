import Catalogue
import SharedValues

/// One thing that the doctor looked at, as a value: what is there, how bad it is, and what to do about it.
struct Finding: Hashable, Sendable {
  enum Verdict: String, Hashable, Sendable, CaseIterable {
    case ok
    /// Worth knowing; the flow works with it.
    case note
    /// Works now, or works less safely than it could.
    case warning
    /// Something of the flow will fail because of it.
    case problem
  }

  enum Area: String, Hashable, Sendable, CaseIterable {
    case terminal, configuration, data, server, metadata, flow
  }

  /// A phrase with what it is filled with. Values may come from a server: only ``DoctorReport`` prints them.
  struct Text: Hashable, Sendable {
    var phrase: Phrase
    var values: [String: String]

    init(_ phrase: Phrase, _ values: [String: String] = [:]) {
      self.phrase = phrase
      self.values = values
    }
  }

  var area: Area
  /// Stable, snake case: `tls_certificate`; of a step its name.
  var check: String
  var verdict: Verdict
  var what: Text
  var hint: Text?
  /// The error that the app would end with, and where the rule stands.
  var error: CommandError?
  /// Of a step: `ok`, `skipped`, `fails`, `unreached`, `unknown`.
  var forecast: FlowForecast.Outcome?

  init(_ area: Area, _ check: String, _ verdict: Verdict, _ what: Text, hint: Text? = nil) {
    self.area = area
    self.check = check
    self.verdict = verdict
    self.what = what
    self.hint = hint
  }

  /// What the app itself would say of it.
  init(_ area: Area, _ check: String, _ error: CommandError) {
    let text = ErrorText.of(error.code.rawValue)
    self.init(
      area, check, .problem, Text(text.explanation, error.filled), hint: Text(text.hint, error.filled))
    self.error = error
  }
}
