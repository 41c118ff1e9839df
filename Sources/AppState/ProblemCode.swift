/// A code of an enumeration of some room, as reports, scripts and the catalogue spell it.
public protocol StableCode: Sendable {
  var rawValue: String { get }
}

/// The code of a problem that the edges of the program found: a file, a folder, the embedded server's database. Its words are in the
/// catalogue. The edges have more codes than the app needs to tell apart; those that the app itself names are here. A code that does
/// not exist does not compile.
public struct ProblemCode: StableCode, Hashable {
  public let rawValue: String

  public init(_ code: some StableCode) { self.init(rawValue: code.rawValue) }

  private init(rawValue: String) { self.rawValue = rawValue }

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
  public static let databaseNewer = ProblemCode(rawValue: "server_database_newer")
  public static let databaseDamaged = ProblemCode(rawValue: "server_database_damaged")
  public static let ownerGone = ProblemCode(rawValue: "owner_gone")
  public static let deviceInUse = ProblemCode(rawValue: "device_in_use")
  public static let testRunNoSpace = ProblemCode(rawValue: "test_run_no_space")
  public static let galleryBrowserUnusable = ProblemCode(rawValue: "gallery_browser_unusable")
}
