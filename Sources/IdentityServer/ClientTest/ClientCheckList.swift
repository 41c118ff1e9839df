/// The checks of a client for the program that lists them.
package enum ClientCheckList {
  /// The list as it is in the source, in the order in which verdicts are shown.
  static let rows: [JSON] =
    Embedded.clientChecks["checks.json"].flatMap { try? JSON.parse($0) }?["checks"]?.arrayValue ?? []

  /// The same, followed by those that a test repeats in another login (``RegistrationLeg``).
  package static let json: JSON = ["checks": .array(rows + RegistrationLeg.rows(of: rows))]
}
