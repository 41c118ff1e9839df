import SharedValues

/// The code of a problem that the edges of the program found: a file, a folder, the embedded server's database. The catalogue has its words. The
/// edges have more codes of their own, which they pass on.
public struct ProblemCode: StableCode, Hashable {
  /// Stable, for scripts and the catalogue.
  public let rawValue: String

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// From a code type of the edge, so that a code that does not exist does not compile.
  public init(_ code: some StableCode) { rawValue = code.rawValue }

  public static let exportNoSpace = ProblemCode("export_no_space")
  public static let exportUnwritable = ProblemCode("export_unwritable")
  public static let exportGone = ProblemCode("export_gone")
  public static let preferencesDamaged = ProblemCode("preferences_damaged")
  public static let preferencesNotSaved = ProblemCode("preferences_not_saved")
  public static let phoneIsBusy = ProblemCode("phone_is_busy")
  public static let phoneNotCloned = ProblemCode("phone_not_cloned")
  public static let tooManyPhones = ProblemCode("too_many_phones")
  /// No server has run in this data directory yet. Every device begins like that; it is no error.
  public static let databaseMissing = ProblemCode("server_database_missing")
  public static let databaseLocked = ProblemCode("server_database_locked")
  public static let ownerGone = ProblemCode("owner_gone")
  public static let databaseNewer = ProblemCode("server_database_newer")
  public static let databaseDamaged = ProblemCode("server_database_damaged")
  public static let testRunNoSpace = ProblemCode("test_run_no_space")
  public static let testRunUnwritable = ProblemCode("test_run_unwritable")
  public static let galleryBrowserUnusable = ProblemCode("gallery_browser_unusable")
  public static let reachConfined = ProblemCode("reach_confined")
  public static let reachUsersKnown = ProblemCode("reach_users_known")
  public static let reachAddressGone = ProblemCode("reach_address_gone")
  public static let reachFailed = ProblemCode("reach_failed")
  public static let deviceInUse = ProblemCode("device_in_use")
}

/// Why a file could not be read or written, beside the flows: preferences, exports, reports.
public struct FileProblem: WordedError, Hashable {
  public var code: ProblemCode
  public var path: String
  public var detail: Term
  public var values: [String: Term] { ["path": .value(path), "detail": detail] }

  public init(_ code: ProblemCode, path: String, detail: any TermConvertible) {
    (self.code, self.path, self.detail) = (code, path, detail.term)
  }
}
