import Catalogue

/// One finding of the doctor: what is there, how bad it is, and what to do about it.
package struct Finding: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case ok
    /// Worth knowing; the flow works anyway.
    case note
    /// Works now but may fail later, or is less safe than it could be.
    case warning
    /// A part of the flow will fail, or the demanded profile is not met.
    case problem
  }

  package enum Area: String, Hashable, Sendable, CaseIterable {
    case terminal, configuration, data, server, metadata, profile, flow, stage
  }

  package enum Forecast: String, Hashable, Sendable { case ok, skipped, fails, unreached, unknown }

  package var area: Area
  /// A stable name in snake case: `tls_certificate`; for a step, the step's name.
  package var check: String
  package var verdict: Verdict
  /// In English, like all findings. It may quote a server, so only ``DoctorReport`` may print it.
  package var what: String
  package var hint: String?
  /// The error that the app would end with, and the source of the rule.
  package var error: CommandError?
  package var forecast: Forecast?
  /// Why a step is skipped or will fail.
  package var why: String?

  package init(_ area: Area, _ check: String, _ verdict: Verdict, _ what: String, hint: String? = nil) {
    (self.area, self.check, self.verdict, self.what, self.hint) = (area, check, verdict, what, hint)
  }

  package init(_ area: Area, _ check: String, _ error: CommandError) {
    self.init(area, check, .problem, error.explanation, hint: error.hint(Catalogue(.english)))
    self.error = error
  }
}
