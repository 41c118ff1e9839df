/// The code of a problem that the edges of the program found: a file, a folder, the embedded server's database. Its words are in the
/// catalogue. The edges have more codes than the app needs to tell apart; those that it does are named here.
public struct ProblemCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let exportNoSpace = ProblemCode(rawValue: "export_no_space")
  public static let exportUnwritable = ProblemCode(rawValue: "export_unwritable")
  public static let exportGone = ProblemCode(rawValue: "export_gone")
  public static let testReportUnwritable = ProblemCode(rawValue: "test_report_unwritable")
  public static let preferencesDamaged = ProblemCode(rawValue: "preferences_damaged")
  public static let preferencesNotSaved = ProblemCode(rawValue: "preferences_not_saved")
  public static let phoneIsBusy = ProblemCode(rawValue: "phone_is_busy")
  public static let phoneNotCloned = ProblemCode(rawValue: "phone_not_cloned")
  public static let tooManyPhones = ProblemCode(rawValue: "too_many_phones")
  /// No server has run in this data directory yet. That is how every device begins, and no error.
  public static let databaseMissing = ProblemCode(rawValue: "server_database_missing")
  public static let databaseLocked = ProblemCode(rawValue: "server_database_locked")
}
