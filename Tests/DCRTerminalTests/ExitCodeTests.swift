import AgeFormat
import AppState
import Catalogue
import IdentityServer
import Keystore
import LocalSockets
import OAuthClient
import SharedValues
import TerminalUI
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import IdentityServerProgram
@testable import TestRuns
@testable import Workshop

/// Every error code of this program with its exit code, as the contract states them. A new code fails here until a row is chosen for it.
struct ExitCodeTests {
  private static let rows: [(Programs.ExitStatus, [String])] = [
    // 2: nothing could be checked.
    (.noBaseline, ["no_baseline"]),
    // 64: the command line is wrong.
    (
      .usage,
      [
        "age_binary_to_terminal", "choice_not_offered", "device_name", "listen_address_foreign", "not_a_terminal",
        "option_missing", "port_reserved", "public_url_unfit", "reach_confined", "reach_users_known",
        "record_needs_terminal", "server_name_unfit",
        "tutorial_users_reachable",
        "script_needs_room",
        "script_needs_terminal", "too_long", "topic_unknown", "unknown_terminal", "unsuitable_terminal",
        "uri_scheme_not_own",
        "usage",
      ]
    ),
    // 65: configuration or local data is damaged or wrong.
    (
      .data,
      [
        "brand_file_unreadable", "brand_file_wrong", "bundle_not_replayable", "client_key_lost", "client_without_key",
        "dpop_key_lost",
        "bundle_unreadable", "bundle_unusable",
        "bundle_version", "bundle_wrong", "certificate_keys_unusable", "certificate_not_genuine",
        "certificate_unreadable", "check_run_wrong",
        "client_secret_file_unreadable",
        "config_member_missing", "config_member_wrong", "config_members_exclude", "config_not_trusted",
        "config_missing",
        "config_not_json", "config_unreadable",
        "device_certificate_expired", "device_certificate_missing", "device_certificate_unusable",
        "client_has_no_secret", "client_has_no_template", "device_is_registered", "fault_file_unreadable",
        "fault_file_wrong",
        "fault_not_at_server", "fault_preset_unknown", "fault_target_unfit", "fault_target_unknown",
        "gallery_before_unusable", "gallery_nothing", "initial_access_token_file_empty",
        "lesson_file_unreadable",
        "data_dir_missing", "lesson_file_wrong", "lessons_none_done", "no_other_template",
        "initial_access_token_file_missing", "initial_access_token_file_too_large",
        "initial_access_token_file_unreadable", "keystore_damaged_document", "keystore_damaged_header",
        "keystore_damaged_key", "keystore_damaged_payload", "keystore_key_missing", "keystore_newer_version",
        "keystore_permissions", "keystore_protection_changed", "keystore_symlink", "keystore_too_large",
        "keystore_unreadable", "keystore_work_factor", "keystore_wrong_key", "metadata_file_unusable",
        "kept_file_damaged", "owner_gone", "password_file_unreadable", "password_unfit", "preferences_damaged",
        "recording_unreadable", "recording_unusable", "recording_version", "redirect_needs_in_app",
        "registration_bound_to_other_issuer", "registration_unusable", "script_folder_empty",
        "script_no_client", "script_no_evidence", "script_unreadable", "script_unusable",
        "secure_element_damaged", "secure_element_no_such_key",
        "server_certificate_damaged", "server_certificate_key_differs", "server_certificate_unreadable",
        "server_database_damaged", "server_database_missing",
        "server_database_newer", "server_database_older", "server_database_unreadable", "template_exists",
        "template_in_use", "template_is_built_in", "template_name_unfit", "template_unfit", "test_plan_wrong",
        "test_run_damaged", "test_run_nothing_before", "test_run_unknown", "test_runs_none", "too_many_phones",
        "unknown_client", "unknown_device", "unknown_fault", "unknown_grant", "unknown_session", "unknown_template",
        "unknown_user", "user_exists", "user_is_configured", "user_name_unfit", "user_profile_unfit",
      ]
    ),
    // 69: a server or a required program is not reachable, or an answer breaks the protocol.
    (
      .unavailable,
      [
        "authority_port_in_use", "body_too_large", "browser_failed", "browser_missing", "browser_not_started",
        "certificate_expired",
        "certificate_untrusted", "certificate_wrong_host", "connect_timeout", "connection_lost", "documents_missing",
        "connection_refused", "content_unreadable", "drive_missing", "embedded_server_failed",
        "server_without_metadata",
        "gallery_browser_unusable",
        "rehearsal_failed",
        "host_not_allowed",
        "host_not_found",
        "invalid_url", "lesson_failed", "malformed_response", "nobody_listening", "port_in_use", "program_not_started",
        "proxy_unusable", "reach_address_gone", "reach_failed",
        "open_files_limited", "pseudo_terminal_missing", "secure_element_protocol_broken", "secure_element_unavailable",
        "server_program_missing", "redirect_cannot_listen", "registration_answer_lost",
        "payment_answer_lost", "registration_update_answer_lost", "script_device_failed", "server_cannot_listen",
        "socket_unusable",
        "timeout", "tls_failure", "unexpected", "unreachable", "user_agent_failed", "user_agent_input_ended",
      ]
    ),
    // 73: a file cannot be written.
    (
      .cannotWrite,
      [
        "check_file_unwritable",
        "config_exists", "config_unwritable", "data_dir_open_to_others", "data_dir_unwritable", "export_gone",
        "export_no_space", "export_unwritable",
        "gallery_folder_taken",
        "gallery_unwritable", "keystore_no_space", "keystore_unwritable", "log_file_foreign", "log_file_unwritable",
        "phone_not_cloned", "preferences_not_saved", "recording_exists", "recording_incomplete",
        "recording_unwritable", "secure_element_full", "secure_element_unwritable", "script_file_failed",
        "script_folder_unwritable", "script_unwritable",
        "server_directory_unwritable", "lesson_report_unwritable", "test_report_unwritable", "test_run_no_space",
        "test_run_taken",
        "test_run_unwritable", "output_unwritable", "token_file_unwritable", "uri_handler_unwritable",
      ]
    ),
    // 75: the same may work later.
    (
      .tryLater,
      [
        "client_test_of_everybody", "client_test_running", "client_tests_too_many", "device_in_use", "keystore_locked",
        "phone_is_busy", "push_timed_out", "redirect_port_in_use",
        "secure_element_presence_timed_out", "server_database_locked", "socket_in_use", "user_agent_timeout",
      ]
    ),
    // 77: the server or the user refused.
    (
      .refused,
      [
        "client_secret_expired", "keystore_passphrase_needed", "keystore_wrong_passphrase", "login_refused",
        "no_refresh_token", "password_not_typed", "refused", "secure_element_key_of_another_app",
        "secure_element_presence_cancelled", "secure_element_presence_demanded", "secure_element_presence_refused",
        "user_agent_closed",
      ]
    ),
    // 130: interrupted.
    (
      .interrupted,
      [
        "cancelled", "interrupted",
      ]
    ),
  ]

  /// `age` is a separate tool: it reports a key that does not fit as a refusal.
  private static let ageRows: [(Programs.ExitStatus, [String])] = [
    (
      .usage,
      [
        "age_invalid_recipient", "age_no_recipient",
      ]
    ),
    (
      .data,
      [
        "age_damaged_armor", "age_damaged_header", "age_damaged_payload", "age_header_too_large",
        "age_invalid_identity", "age_invalid_passphrase", "age_not_an_age_file", "age_passphrase_not_alone",
        "age_too_large", "age_truncated", "age_unreadable", "age_unsupported_version", "age_work_factor",
      ]
    ),
    (
      .cannotWrite,
      [
        "age_no_space", "age_unwritable",
      ]
    ),
    (
      .tryLater,
      [
        "age_not_enough_memory"
      ]
    ),
    (
      .refused,
      [
        "age_identity_needed", "age_passphrase_needed", "age_wrong_key", "age_wrong_passphrase",
      ]
    ),
  ]

  /// Codes that only `dcr-browser` reports; the browser's tests cover their exit codes.
  private static let browsers: Set<String> = [
    "app_not_listening", "bad_link", "body_not_resent", "browser_busy", "browser_data_not_saved",
    "browser_data_unreadable", "browser_needs_terminal", "browser_no_way_on", "browser_stuck", "cookie_jar_damaged",
    "insecure_page",
    "login_elsewhere", "login_in_address", "login_not_encrypted", "needs_javascript", "page_failed", "redirect_refused",
    "sign_out_unconfirmed", "too_many_redirects", "unsupported_content", "unsupported_form", "unsupported_login",
    "unsupported_scheme",
  ]

  /// The app's own problems, most of which end no command.
  static let problems: [ProblemCode] = [
    .deviceInUse, .exportGone, .exportNoSpace, .exportUnwritable, .phoneIsBusy, .phoneNotCloned, .preferencesDamaged,
    .preferencesNotSaved, .reachAddressGone, .reachConfined, .reachFailed, .reachUsersKnown, .testRunNoSpace,
    .testRunUnwritable, .tooManyPhones,
  ]

  /// Every code that a command can raise without a server's answer, with its own type.
  static let codes: [String: CommandError.Code] = {
    var codes: [any Programs.ExitCode] = CommandError.OwnCode.allCases
    codes += AppError.OwnCode.allCases as [any Programs.ExitCode]
    codes += UserAgentFailure.Code.allCases as [any Programs.ExitCode]
    codes += ApplicationStateError.Code.allCases as [any Programs.ExitCode]
    codes += KeystoreError.Code.allCases as [any Programs.ExitCode]
    codes += SecureElementError.Code.allCases as [any Programs.ExitCode]
    codes += KeyFailure.Code.allCases as [any Programs.ExitCode]
    codes += TransportFailure.Code.allCases as [any Programs.ExitCode]
    codes += IdentityServerError.Code.allCases as [any Programs.ExitCode]
    codes += TerminalError.Code.allCases.filter { $0 != .alreadyOpen } as [any Programs.ExitCode]
    codes +=
      ([.nobodyListening, .refused, .unreachable, .tooLong] as [LocalSocketError.Code]) as [any Programs.ExitCode]
    codes.append(ProtocolError.Code.clientSecretExpired)
    codes += problems as [any Programs.ExitCode]
    return Dictionary(uniqueKeysWithValues: codes.map { ($0.rawValue, CommandError.Code($0)) })
  }()

  @Test(arguments: rows) func everyCodeOfARowHasItsExitCode(_ status: Programs.ExitStatus, _ codes: [String]) {
    for code in codes { #expect(Self.codes[code]?.status == status, "\(code)") }
  }

  @Test func everyCodeHasARow() {
    let listed = Self.rows.flatMap(\.1)
    #expect(Set(listed).count == listed.count, "a code stands in two rows")
    // The code of a server's answer has its exit code from its consequence, and no row.
    let others = Self.browsers.union(ProtocolError.Code.allCases.map(\.rawValue)).union(
      AgeError.Code.allCases.map(\.rawValue)
    ).union(AppError.Circumstance.allCases.map(\.rawValue))
    let texts = Set(ErrorText.codes).subtracting(others.subtracting(listed))
    #expect(texts.subtracting(listed).sorted() == [], "codes without a row")
    #expect(Set(Self.codes.keys).symmetricDifference(listed).sorted() == [], "rows and types differ")
  }

  @Test func everyCodeOfTheAgeFormatHasItsExitCode() {
    let listed = Self.ageRows.flatMap { status, codes in codes.map { ($0, status) } }
    #expect(Set(listed.map(\.0)) == Set(AgeError.Code.allCases.map(\.rawValue)))
    for code in AgeError.Code.allCases {
      #expect(CommandError(AgeError(code)).status == listed.first { $0.0 == code.rawValue }?.1, "\(code.rawValue)")
    }
  }
}
