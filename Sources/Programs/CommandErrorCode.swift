import Catalogue

/// A code that a command can end with. Its exit status stands beside its text (`error.CODE.exit`).
package protocol ExitCode: StableCode { var status: ExitStatus { get } }

extension ExitCode {
  package var status: ExitStatus { ExitStatus(ofCode: rawValue) }
}

extension ExitStatus {
  fileprivate init(ofCode code: String) { self = ErrorText.exit(of: code).flatMap(ExitStatus.init) ?? .unavailable }
}

extension CommandError {
  /// A code of this module or of one below, with its exit status. Only typed codes can make one, so an unknown code does not compile.
  package struct Code: ExitCode, Hashable {
    package let rawValue: String
    private let fixed: ExitStatus?
    package var status: ExitStatus { fixed ?? ExitStatus(ofCode: rawValue) }

    /// - Parameter status: where it depends on more than the code.
    package init(_ code: some ExitCode, _ status: ExitStatus? = nil) { (rawValue, fixed) = (code.rawValue, status) }
  }

  package enum OwnCode: String, ExitCode, CaseIterable {
    case usage
    case deviceName = "device_name"
    case choiceNotOffered = "choice_not_offered"
    case topicUnknown = "topic_unknown"
    case uriSchemeNotOwn = "uri_scheme_not_own"
    case recordNeedsTerminal = "record_needs_terminal"
    case scriptNeedsTerminal = "script_needs_terminal"
    case scriptNeedsRoom = "script_needs_room"
    case ageBinaryToTerminal = "age_binary_to_terminal"
    case optionMissing = "option_missing"
    case portReserved = "port_reserved"
    case listenAddressForeign = "listen_address_foreign"
    case serverNameUnfit = "server_name_unfit"
    case publicURLUnfit = "public_url_unfit"
    case tutorialUsersReachable = "tutorial_users_reachable"

    case configMissing = "config_missing"
    case configUnreadable = "config_unreadable"
    case configNotTrusted = "config_not_trusted"
    case configNotJSON = "config_not_json"
    case configMemberMissing = "config_member_missing"
    case configMemberWrong = "config_member_wrong"
    case configMembersExclude = "config_members_exclude"
    case passwordFileUnreadable = "password_file_unreadable"
    case clientSecretFileUnreadable = "client_secret_file_unreadable"
    case redirectNeedsInApp = "redirect_needs_in_app"
    case metadataFileUnusable = "metadata_file_unusable"
    case recordingUnreadable = "recording_unreadable"
    case recordingVersion = "recording_version"
    case recordingUnusable = "recording_unusable"
    case galleryNothing = "gallery_nothing"
    case galleryBeforeUnusable = "gallery_before_unusable"
    case scriptUnusable = "script_unusable"
    case scriptUnreadable = "script_unreadable"
    case scriptFolderEmpty = "script_folder_empty"
    case scriptNoClient = "script_no_client"
    case scriptNoEvidence = "script_no_evidence"
    case faultPresetUnknown = "fault_preset_unknown"
    case faultFileUnreadable = "fault_file_unreadable"
    case faultFileWrong = "fault_file_wrong"
    case brandFileUnreadable = "brand_file_unreadable"
    case brandFileWrong = "brand_file_wrong"
    case lessonFileUnreadable = "lesson_file_unreadable"
    case lessonFileWrong = "lesson_file_wrong"
    case lessonsNoneDone = "lessons_none_done"
    case certificateNotGenuine = "certificate_not_genuine"
    case certificateUnreadable = "certificate_unreadable"
    case certificateKeysUnusable = "certificate_keys_unusable"
    case noDataDirectory = "data_dir_missing"
    case testPlanWrong = "test_plan_wrong"
    case testRunUnknown = "test_run_unknown"
    case testRunsNone = "test_runs_none"
    case testRunNothingBefore = "test_run_nothing_before"
    case testRunDamaged = "test_run_damaged"
    case checkRunWrong = "check_run_wrong"
    case bundleUnreadable = "bundle_unreadable"
    case bundleUnusable = "bundle_unusable"
    case bundleWrong = "bundle_wrong"
    case bundleVersion = "bundle_version"
    case bundleNotReplayable = "bundle_not_replayable"
    case keptFileDamaged = "kept_file_damaged"

    case noBaseline = "no_baseline"

    case unexpected
    case serverProgramMissing = "server_program_missing"
    case documentsMissing = "documents_missing"
    case pseudoTerminalMissing = "pseudo_terminal_missing"
    case openFilesLimited = "open_files_limited"
    case scriptDeviceFailed = "script_device_failed"
    case galleryBrowserUnusable = "gallery_browser_unusable"
    case rehearsalFailed = "rehearsal_failed"
    case lessonFailed = "lesson_failed"
    case driveMissing = "drive_missing"
    case serverWithoutMetadata = "server_without_metadata"

    case dataDirUnwritable = "data_dir_unwritable"
    case dataDirOpenToOthers = "data_dir_open_to_others"
    case logFileUnwritable = "log_file_unwritable"
    case logFileForeign = "log_file_foreign"
    case outputUnwritable = "output_unwritable"
    case tokenFileUnwritable = "token_file_unwritable"
    case uriHandlerUnwritable = "uri_handler_unwritable"
    case recordingExists = "recording_exists"
    case recordingUnwritable = "recording_unwritable"
    case recordingIncomplete = "recording_incomplete"
    case galleryFolderTaken = "gallery_folder_taken"
    case galleryUnwritable = "gallery_unwritable"
    case scriptFolderUnwritable = "script_folder_unwritable"
    case scriptFileFailed = "script_file_failed"
    case scriptUnwritable = "script_unwritable"
    case testRunTaken = "test_run_taken"
    case testReportUnwritable = "test_report_unwritable"
    case checkFileUnwritable = "check_file_unwritable"
    case lessonReportUnwritable = "lesson_report_unwritable"
    case configExists = "config_exists"
    case configUnwritable = "config_unwritable"

    case userAgentClosed = "user_agent_closed"

    case interrupted
  }
}

/// The exit codes that scripts may rely on (from sysexits.h where possible). `Help/commands.txt` says what each means.
package enum ExitStatus: Int32, Error, Hashable, Sendable, CaseIterable, Codable {
  case done = 0
  case scriptFailed = 1
  case noBaseline = 2
  case usage = 64
  case data = 65
  case unavailable = 69
  case cannotWrite = 73
  case tryLater = 75
  case refused = 77
  /// 128 and the signal's number, as shells report it.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143
}
