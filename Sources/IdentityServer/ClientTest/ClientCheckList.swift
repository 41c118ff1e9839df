import SharedValues

/// The checks of a client for the program that lists them.
package enum ClientCheckList {
  /// The list as it is in the source, in the order in which verdicts are shown.
  package static let json: JSON = Embedded.clientChecks["checks.json"].flatMap { try? JSON.parse($0) } ?? .null
}
