import Catalogue

/// One thing that the doctor looked at, as a value: what is there, how bad it is, and what to do about it.
struct Finding: Hashable, Sendable {
  enum Verdict: String, Hashable, Sendable, CaseIterable {
    case ok
    /// Worth knowing; the flow works with it.
    case note
    /// Works now, or works less safely than it could.
    case warning
    /// Something of the flow will fail because of it, or the profile that was asked for is not kept.
    case problem
  }

  enum Area: String, Hashable, Sendable, CaseIterable {
    case terminal, configuration, data, server, metadata, profile, flow, stage
  }

  var area: Area
  /// Stable, snake case: `tls_certificate`; of a step its name.
  var check: String
  var verdict: Verdict
  /// In English, as all that is found. What a server wrote may be in it: only ``DoctorReport`` prints it.
  var what: String
  var hint: String?
  /// The error that the app would end with, and where the rule stands.
  var error: CommandError?
  /// Of a step: `ok`, `skipped`, `fails`, `unreached`, `unknown`.
  var forecast: FlowForecast.Outcome?
  /// Of a step: why it is left out, or will fail.
  var why: String?

  init(_ area: Area, _ check: String, _ verdict: Verdict, _ what: String, hint: String? = nil) {
    (self.area, self.check, self.verdict, self.what, self.hint) = (area, check, verdict, what, hint)
  }

  /// What the app itself would say of it.
  init(_ area: Area, _ check: String, _ error: CommandError) {
    let hint = Catalogue(.english)(ErrorText.of(error.code.rawValue).hint, error.filled)
    self.init(area, check, .problem, error.explanation, hint: hint)
    self.error = error
  }
}
