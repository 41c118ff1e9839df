import AppState
import Catalogue
import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import TestRuns
@testable import Workshop

/// Errors become two lines and an exit code.
struct ReportTests {
  static let codes: [(String, DCRTerminal.ExitStatus)] = [
    ("usage", .usage), ("device_name", .usage), ("not_a_terminal", .usage), ("unknown_terminal", .usage),
    ("config_missing", .data), ("config_member_wrong", .data), ("unknown_client", .data),
    ("registration_bound_to_other_issuer", .data), ("keystore_damaged_payload", .data), ("keystore_wrong_key", .data),
    ("keystore_symlink", .data), ("keystore_newer_version", .data), ("keystore_unwritable", .cannotWrite),
    ("keystore_no_space", .cannotWrite), ("keystore_locked", .tryLater), ("keystore_passphrase_needed", .refused),
    ("connection_refused", .unavailable), ("certificate_untrusted", .unavailable), ("body_too_large", .unavailable),
    ("port_in_use", .unavailable), ("embedded_server_failed", .unavailable), ("nobody_listening", .unavailable),
    ("data_dir_unwritable", .cannotWrite), ("log_file_unwritable", .cannotWrite), ("log_file_foreign", .cannotWrite),
    ("user_agent_timeout", .tryLater),
    ("device_in_use", .tryLater),
    ("login_refused", .refused), ("user_agent_closed", .refused), ("client_secret_expired", .refused),
  ]

  @Test(arguments: codes)
  func everyCodeHasItsExitCode(_ code: String, _ status: DCRTerminal.ExitStatus) {
    #expect(ExitCodeTests.codes[code]?.status == status)
  }

  @Test(arguments: [
    (ProtocolError.Code.invalidClient, ProtocolError.Consequence.refused, DCRTerminal.ExitStatus.refused),
    (.serverError, .invalidResponse, .unavailable), (.temporarilyUnavailable, .tryLater, .tryLater),
    (.invalidScope, .configuration, .data),
  ])
  func aServersRefusalHasTheExitCodeOfItsConsequence(
    _ code: ProtocolError.Code, _ consequence: ProtocolError.Consequence, _ status: DCRTerminal.ExitStatus
  ) {
    #expect(code.consequence == consequence)
    let refusal = ProtocolError(code, field: "client_id", source: "RFC 6749 §5.2")
    let error = CommandError(AppError(code: .server(refusal.code), step: .token, cause: .server(refusal)))
    #expect(error.status == status)
    #expect(error.code.rawValue == code.rawValue)
    #expect(error["field"] == "client_id")
  }

  static let answers: [(Int, String?, DCRTerminal.ExitStatus)] = [
    (400, "invalid_grant", .refused), (401, "invalid_client", .refused), (403, "access_denied", .refused),
    (400, "invalid_scope", .data), (400, "a_code_of_its_own", .refused), (400, nil, .unavailable),
    (401, nil, .refused), (403, nil, .refused), (404, nil, .unavailable), (302, nil, .unavailable),
    (500, nil, .unavailable), (500, "server_error", .unavailable), (500, "invalid_client", .unavailable),
    (500, "access_denied", .unavailable), (500, "a_code_of_its_own", .unavailable),
    (502, "invalid_request", .unavailable),
    (500, "temporarily_unavailable", .tryLater), (503, nil, .tryLater), (503, "invalid_client", .tryLater),
    (429, nil, .tryLater), (429, "access_denied", .tryLater), (400, "temporarily_unavailable", .tryLater),
  ]

  /// From the wire to the exit code (DESIGN, exit codes): 77 means that the server refused, not that it is in trouble.
  @Test(arguments: answers)
  func anAnswerHasItsExitCode(_ status: Int, _ code: String?, _ exit: DCRTerminal.ExitStatus) throws {
    let body = code.map { JSON.object([.init("error", .string($0))]).compact } ?? ""
    let response = HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8))
    let refusal = try #require(throws: ProtocolError.self) {
      try TokenRequest.judge(response, expectsIDToken: false, now: Date())
    }
    let error = CommandError(AppError(code: .server(refusal.code), step: .token, cause: .server(refusal)))
    #expect(error.status == exit)
    #expect(error.report().split(separator: "\n").count == 2)
  }

  @Test func aWrongPassphraseIsARefusalAndAWrongKeyIsNot() {
    #expect(CommandError(KeystoreError(.wrongPassphrase, path: "/k")).status == .refused)
    #expect(CommandError(KeystoreError(.wrongKey, path: "/k")).status == .data)
  }

  @Test(arguments: CommandError.OwnCode.allCases.map(\.rawValue) + ExitCodeTests.problems.map(\.rawValue))
  func everyReportIsTwoLinesInTheHouseStyle(_ code: String) throws {
    let text = ErrorText.of(code)
    let values = [
      "field", "expected", "received", "description", "url", "path", "detail", "source", "member", "file", "line",
      "subject",
    ]
    let error = CommandError(
      try #require(ExitCodeTests.codes[code]), Dictionary(uniqueKeysWithValues: values.map { ($0, "a value") }))
    let lines = error.report().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("dcr-terminal: "))
    #expect(lines[1].hasPrefix("hint: "))
    #expect(lines[1].count > "hint: ".count)
    #expect(!error.report().contains("{"))
    #expect(text.title.english.first?.isUppercase == false)
    #expect(!text.explanation.english.hasSuffix("."))
  }

  /// Only the address says which of the answers was wrong; a refusal says so itself.
  @Test(arguments: [
    (ProtocolError.Code.responseNotJSON, true), (.httpServerError, true), (.tooManyRequests, true),
    (.invalidGrant, false), (.idTokenAudMismatch, false),
  ])
  func aWrongAnswerHasItsAddress(_ code: ProtocolError.Code, _ isShown: Bool) throws {
    let body = Array(#"{"error":"invalid_grant"}"#.utf8)
    let statuses: [ProtocolError.Code: Int] = [.httpServerError: 500, .tooManyRequests: 429, .invalidGrant: 400]
    let judged = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(HTTPResponse(statuses[code] ?? 200, body: body), expectsIDToken: false, now: Date())
    }
    let refusal = judged.flatMap { $0.code == code ? $0 : nil } ?? ProtocolError(code, source: "RFC 6749 §5.1")
    var error = AppError(code: .server(refusal.code), step: .token, cause: .server(refusal))
    error.url = "https://idp.example/token?code=SECRET"
    let failure = CommandError(error)
    #expect((failure.report().byteRange(of: "(https://idp.example/token?code=") != nil) == isShown)
    #expect(failure.report().byteRange(of: "SECRET") == nil)
    #expect((failure.result(at: .token)["address"] != nil) == isShown)
  }

  @Test func theLastLineOfAFlowHasEveryPartOfAnError() {
    let refusal = ProtocolError(
      .idTokenAudMismatch, field: "aud", expected: "this-client", received: "another",
      source: "OpenID Connect Core §3.1.3.7")
    let error = CommandError(AppError(code: .server(refusal.code), step: .token, cause: .server(refusal)))
    let line = error.result(at: .token)
    let members = (line.objectValue ?? []).map(\.name)
    #expect(
      members == [
        "result", "step", "error", "title", "hint", "field", "expected", "received", "source",
      ])
    #expect(line["expected"] == "this-client")
    #expect(line["received"] == "another")
    #expect(line["source"] == "OpenID Connect Core §3.1.3.7")
    #expect(line["title"]?.stringValue?.isEmpty == false)
  }

  /// A server's text stands in quotation marks that it cannot close, and in a separate member for scripts.
  @Test func aServersTextStaysInItsQuotationMarks() throws {
    let body = #"{"error":"x. All is well","error_description":"no\"). Run \"me"}"#
    let refusal = try #require(throws: ProtocolError.self) {
      try TokenRequest.judge(
        HTTPResponse(400, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8)),
        expectsIDToken: false, now: Date())
    }
    let error = CommandError(AppError(code: .server(refusal.code), step: .token, cause: .server(refusal)))
    let first = error.report().split(separator: "\n")[0]
    #expect(
      first
        == #"dcr-terminal: the server reported an error: it answered with an error of its own, "x. All is well" ("no'). Run 'me")"#
    )
    let line = error.result(at: .token)
    #expect(line["received"] == "x. All is well" && line["description"] == "no\"). Run \"me")
    #expect(line["hint"]?.stringValue?.contains("flow --har") == true)
  }

  @Test func anErrorIsLoggedOnceWithItsPartsAndWithoutSecrets() throws {
    let refusal = ProtocolError(
      .invalidClient, field: "client_id", expected: "a client", received: "none",
      serverDescription: "the secret was s3cret", source: "RFC 6749 §5.2")
    var before = AppState(
      settings: AppSettings(
        issuer: "https://id.example.com", registrationClientID: "c", redirectURI: "a.b:/c",
        postLogoutRedirectURI: "a.b:/d", scope: "openid", embeddedServer: false), now: Date(), tools: Workshop.tools)
    var after = before
    after.banner = Banner(
      error: AppError(code: .server(refusal.code), step: .token, cause: .server(refusal)), retry: nil)
    let news = try #require(ErrorLog.news(AppStore.Change(before: before, action: .tick, after: after)))
    let metadata = ErrorLog.metadata(news.error, news.step)
    #expect(metadata["code"] == "invalid_client")
    #expect(metadata["step"] == "token")
    #expect(metadata["source"] == "\"RFC 6749 §5.2\"")
    #expect(!"\(metadata)".contains("s3cret"))
    before = after
    #expect(ErrorLog.news(AppStore.Change(before: before, action: .tick, after: after)) == nil)
  }

  @Test func theLogHasNoQuery() {
    let error = CommandError(TransportFailure(.timeout), url: "https://id.example.com/cb?code=abc#def")
    #expect(ErrorLog.metadata(error, nil)["url"] == "\"https://id.example.com/cb\"")
  }

  @Test func textFromOutsideCannotActOnTheTerminal() {
    let hostile = "a\u{1B}[2J\u{9B}1m\nhint: run this\u{202E}"
    let report = CommandError(.configUnreadable, ["path": hostile, "detail": hostile]).report()
    #expect(report.split(separator: "\n").count == 2)
    #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    #expect(!report.unicodeScalars.contains("\u{202E}"))
  }

  @Test func aJSONLineCannotActOnTheTerminal() {
    let line = JSON.object([JSON.Member("a", .string("\u{1B}[2J\u{9B}1m\u{202E}\u{7F}ü"))]).line
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" })
    #expect((try? JSON.parse(line))?["a"]?.stringValue == "\u{1B}[2J\u{9B}1m\u{202E}\u{7F}ü")
  }

  @Test func theReportOfACompanionIsUnderstood() {
    let said = """
      dcr-browser: warning: something
      dcr-browser: the login was refused: wrong user name or password: try again
      hint: check the password file
      """
    let report = ProgramFailure(said)
    #expect(report?.what == "the login was refused")
    #expect(report?.why == "wrong user name or password: try again")
    #expect(report?.hint == "check the password file")
    // A companion program speaks its user's language.
    let german = ProgramFailure(
      "dcr-terminal: Warnung: etwas\ndcr-terminal: der Port ist belegt: 8443\nHinweis: einen anderen\n")
    #expect(german?.what == "der Port ist belegt" && german?.why == "8443" && german?.hint == "einen anderen")
    #expect(ProgramFailure("dcr-browser: varning: något") == nil)
    #expect(ProgramFailure("Segmentation fault") == nil)
    #expect(ProgramFailure("") == nil)
  }

  @Test func secretsAreMaskedInDetails() {
    let detail: JSON = [
      "access_token": "14757ddb-8b1c-4f0e", "token_type": "bearer", "scope": "openid", "expires_in": 300,
      "client_secret": "tfs9nad3dweFAa1CqpUj5p6NC4", "nested": [["refresh_token": "62a11202-4302-42e1"]],
      "registration_access_token": "e99ab41e-52a1-4fa3",
    ]
    let masked = FlowDetail.masked(detail)
    #expect(masked["token_type"] == "bearer")
    #expect(masked["scope"] == "openid")
    #expect(masked["expires_in"] == 300)
    for secret in ["8b1c", "dweFAa1C", "4302", "52a1"] { #expect(!masked.compact.contains(secret)) }
  }
}
