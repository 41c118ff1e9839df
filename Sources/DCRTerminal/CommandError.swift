import AppState
import Catalogue
import Keystore
import OAuthClient
import SharedValues
import TerminalUI

/// Why a command ended without having done its job: a stable code, what its sentence needs, and the exit code.
///
/// The sentence itself is in the catalogue (``ErrorText``). This is the one place that maps codes to exit codes.
struct CommandError: Error, Hashable, Sendable {
  var code: String
  /// What the sentence has to be filled with. Never a secret.
  var values: [String: String]
  var status: ExitStatus

  /// - Parameter status: where the code alone does not say it, e.g. for a server's own codes.
  init(_ code: String, _ values: [String: String] = [:], status: ExitStatus? = nil) {
    self.code = code
    self.values = values
    self.status = status ?? CommandError.status(of: code)
  }

  /// `dcr-terminal: what failed: why`, then `hint: what to do`; both lines end with a line feed.
  func report(_ catalogue: Catalogue = Catalogue()) -> String {
    let text = ErrorText.of(code)
    let why = CommandError.line(catalogue(text.explanation, filled(catalogue)))
    return "dcr-terminal: \(title(catalogue)): \(why)\nhint: \(hint(catalogue))\n"
  }

  /// What failed, as one line.
  func title(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(ErrorText.of(code).title, filled(catalogue)))
  }

  /// What to do about it, as one line.
  func hint(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(ErrorText.of(code).hint, filled(catalogue)))
  }

  /// What was expected and received, and where the rule stands, as members for scripts. Only those that are known.
  var facts: [JSON.Member] {
    // The browser's own advice stands in `expected`, and is in the hint already.
    let names = code == "login_refused" || code == "browser_failed" ? [] : ["field", "expected", "received", "source"]
    return names.compactMap { name in
      values[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }

  /// What the sentences are filled with; an absent value leaves nothing behind.
  var filled: [String: String] { filled(Catalogue()) }

  /// What was expected and what came is kept in English; it is translated where it is a term of the catalogue.
  private func filled(_ catalogue: Catalogue) -> [String: String] {
    let names = ["field", "expected", "received", "description", "url", "path", "detail", "source"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, "") }).merging(values.mapValues(catalogue.term)) { $1 }
  }

  /// One line without anything that a terminal would act on.
  static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLayout.clip(words, to: 2000)
  }
}

// MARK: - Exit codes

extension CommandError {
  /// The exit code of a code of this program, of the keystore or of the transport.
  ///
  /// A server's own codes are in no row: what they mean follows from the answer that they came with (``ProtocolError/Consequence``).
  static func status(of code: String) -> ExitStatus { statuses[code] ?? .unavailable }

  /// Every code that has a row.
  static let statuses: [String: ExitStatus] = {
    var table: [String: ExitStatus] = [:]
    for (status, codes) in byStatus { for code in codes { table[code] = status } }
    for code in KeystoreError.Code.allCases { table[code.rawValue] = status(of: code) }
    for code in TransportFailure.Code.allCases { table[code.rawValue] = status(of: code) }
    return table
  }()

  private static let byStatus: [(ExitStatus, [String])] = [
    (
      .usage,
      [
        "usage", "device_name", "too_long", "not_a_terminal", "unknown_terminal", "unsuitable_terminal",
        "choice_not_offered", "uri_scheme_not_own", "record_needs_terminal", "script_needs_terminal",
        "script_needs_room", "age_binary_to_terminal",
      ]
    ),
    (
      .data,
      [
        "config_missing", "config_unreadable", "config_not_trusted", "config_not_json", "config_member_missing",
        "config_member_wrong",
        "config_members_exclude",
        "unknown_device",
        "initial_access_token_file_missing", "initial_access_token_file_unreadable",
        "initial_access_token_file_empty", "initial_access_token_file_too_large", "device_is_registered",
        "config_not_supported", "registration_bound_to_other_issuer", "registration_unusable", "unknown_client",
        "server_database_missing", "server_database_damaged", "server_database_newer", "server_database_older",
        "server_database_unreadable", "server_certificate_damaged",
        "password_file_unreadable", "redirect_needs_in_app", "metadata_file_unusable", "unknown_grant",
        "unknown_session", "unknown_user", "user_exists", "user_name_unfit", "user_profile_unfit", "password_unfit",
        "user_is_configured", "owner_gone", "unknown_template", "template_exists", "template_name_unfit",
        "template_unfit", "template_in_use", "template_is_built_in", "recording_unreadable", "recording_version",
        "recording_unusable", "gallery_nothing", "gallery_before_unusable",
        "script_unusable", "script_unreadable", "script_folder_empty", "script_no_client", "script_no_evidence",
        "fault_preset_unknown", "fault_file_unreadable", "fault_file_wrong",
        "test_plan_wrong", "test_run_unknown", "test_runs_none", "test_run_nothing_before", "test_run_damaged",
        "bundle_unreadable", "bundle_unusable", "bundle_wrong", "bundle_version", "bundle_not_replayable",
        "preferences_damaged", "too_many_phones",
      ]
    ),
    (
      .unavailable,
      [
        "embedded_server_failed", "port_in_use", "server_cannot_listen", "user_agent_failed", "browser_missing",
        "browser_failed", "program_not_started", "browser_not_started", "redirect_cannot_listen", "nobody_listening",
        "unreachable", "socket_unusable", "unexpected", "pseudo_terminal_missing", "script_device_failed",
        "registration_answer_lost", "registration_update_answer_lost", "gallery_browser_unusable",
      ]
    ),
    (
      .cannotWrite,
      [
        "data_dir_unwritable", "data_dir_open_to_others", "preferences_not_saved", "phone_not_cloned",
        "log_file_unwritable", "token_file_unwritable",
        "server_directory_unwritable", "uri_handler_unwritable", "recording_exists", "recording_unwritable",
        "recording_incomplete", "gallery_folder_taken", "gallery_unwritable", "export_no_space", "export_unwritable",
        "export_gone", "script_folder_unwritable", "script_file_failed", "script_unwritable",
        "test_run_taken", "test_run_no_space", "test_run_unwritable", "test_report_unwritable",
      ]
    ),
    (
      .tryLater,
      [
        "push_timed_out", "user_agent_timeout", "socket_in_use", "redirect_port_in_use", "device_in_use",
        "server_database_locked", "phone_is_busy",
      ]
    ),
    (.refused, ["login_refused", "refused", "user_agent_closed", "client_secret_expired", "no_refresh_token"]),
    (.interrupted, ["interrupted"]),
  ]

  /// A wrong device key is wrong local data; a wrong passphrase is a refusal.
  private static func status(of code: KeystoreError.Code) -> ExitStatus {
    switch code {
    case .unwritable, .noSpace: .cannotWrite
    case .locked: .tryLater
    case .passphraseNeeded, .wrongPassphrase: .refused
    default: .data
    }
  }

  /// The device's certificate is a local file; and who cancels an exchange has interrupted it.
  private static func status(of code: TransportFailure.Code) -> ExitStatus {
    switch code {
    case .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired: .data
    case .cancelled: .interrupted
    default: .unavailable
    }
  }

  static func status(of consequence: ProtocolError.Consequence) -> ExitStatus {
    switch consequence {
    case .refused: .refused
    case .invalidResponse: .unavailable
    case .tryLater: .tryLater
    case .configuration: .data
    }
  }
}

// MARK: - Errors of the rooms below

extension CommandError {
  init(_ error: KeystoreError) {
    self.init(error.code.rawValue, ["path": error.path, "detail": error.detail])
  }

  init(_ error: ProtocolError) {
    let values = [
      "field": error.field, "expected": error.expected, "received": error.received,
      "description": error.serverDescription, "source": error.source,
    ]
    self.init(error.code, values.compactMapValues { $0 }, status: CommandError.status(of: error.consequence))
  }

  init(_ failure: TransportFailure, url: String) {
    self.init(failure.code.rawValue, ["url": url, "detail": failure.detail])
  }

  init(_ error: ApplicationStateError) {
    switch error {
    case .keystore(let error): self.init(error)
    case .otherIssuer(let stored, let configured):
      self.init(error.code, ["received": stored, "expected": configured])
    case .registered(let clientID): self.init(error.code, ["received": clientID])
    case .unusable(let refusal):
      self.init(refusal)
      self = CommandError(error.code, values.merging(["detail": refusal.code]) { $1 })
    }
  }

  init(_ error: AppError) {
    switch error.cause {
    case .server(let refusal): self.init(refusal)
    // Some failures of a connection have consequences of their own, and a code that says so.
    case .transport(let failure, let url): self.init(error.code, ["url": url, "detail": failure.detail])
    case .keystore(let failure): self.init(failure)
    case .storedState(let failure): self.init(failure)
    case .file(let path, let detail): self.init(error.code, ["path": path, "detail": detail])
    case .userAgent(let failure):
      self.init(failure.code, failure.values, status: failure.exitCode.flatMap(ExitStatus.init(rawValue:)))
    case .embeddedServer(let reason): self.init(error.code, ["detail": reason])
    case .app(let detail): self.init(error.code, ["detail": detail])
    }
  }
}
