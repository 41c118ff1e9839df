import AppState
import Catalogue
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import Evidence
@testable import TestRuns
@testable import Workshop

/// What `doctor` predicts of the flow for each way to a client, from the server's metadata and this machine.
struct FlowForecastTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var mode = RegistrationMode.user
    var isRegistered = false
    var usesApplicationServer = false
    var lacking: CommandError?
    /// Members to leave out of the sound server's metadata, and members to replace.
    var without: [String] = []
    var with: JSON = [:]
    var skipped: [String] = []
    var fails: String?
    var error: String?

    var testDescription: String {
      let parts = [
        mode.rawValue, isRegistered ? "registered" : "", usesApplicationServer ? "application server" : "",
        lacking?.code.rawValue ?? "", without.joined(separator: " "), with == [:] ? "" : with.compact,
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  static let registration = ["registration-login", "registration-token", "register"]
  static let grants: JSON = ["grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"]]
  static let push: JSON = ["dcr_terminal_push_endpoint": "https://id.example.com/push"]
  static let noEndpoint = ["registration_endpoint"]

  static let cases: [Case] = [
    Case(),
    Case(isRegistered: true, skipped: registration),
    Case(isRegistered: true, without: noEndpoint, skipped: registration),
    Case(without: noEndpoint, fails: "discovery", error: "metadata_missing_registration_endpoint"),

    Case(mode: .device, with: grants, skipped: ["registration-login"]),
    Case(
      mode: .device, skipped: ["registration-login"], fails: "registration-token",
      error: "metadata_client_credentials_unsupported"),
    Case(
      mode: .device, lacking: CommandError(TransportFailure.Code.deviceCertificateMissing), with: grants,
      skipped: ["registration-login"], fails: "registration-token", error: "device_certificate_missing"),
    Case(mode: .device, isRegistered: true, skipped: registration),

    Case(mode: .push, with: push, skipped: ["registration-login"]),
    Case(
      mode: .push, skipped: ["registration-login"], fails: "registration-token",
      error: "metadata_missing_push_endpoint"),
    Case(mode: .push, isRegistered: true, skipped: registration),

    Case(mode: .initialAccessToken, skipped: ["registration-login"]),
    Case(
      mode: .initialAccessToken, lacking: CommandError(AppError.OwnCode.tokenFileMissing),
      skipped: ["registration-login"], fails: "registration-token", error: "initial_access_token_file_missing"),
    // A registered device no longer needs the missing file.
    Case(
      mode: .initialAccessToken, isRegistered: true, lacking: CommandError(AppError.OwnCode.tokenFileMissing),
      skipped: registration),

    Case(mode: .open, skipped: ["registration-login", "registration-token"]),
    Case(mode: .open, without: noEndpoint, fails: "discovery", error: "metadata_missing_registration_endpoint"),

    Case(mode: .staticClient, skipped: registration),
    Case(mode: .staticClient, without: noEndpoint, skipped: registration),
    // A missing endpoint that the flow does not need changes nothing else.
    Case(
      mode: .staticClient, without: noEndpoint + ["end_session_endpoint"], skipped: registration + ["logout"]),
    Case(
      mode: .staticClient, without: noEndpoint, with: ["id_token_signing_alg_values_supported": ["HS256"]],
      skipped: registration, fails: "token", error: "registration_algorithm_unsupported"),

    Case(usesApplicationServer: true, skipped: registration + ["userinfo", "refresh"]),
    Case(usesApplicationServer: true, without: noEndpoint, skipped: registration + ["userinfo", "refresh"]),
  ]

  @Test(arguments: cases)
  func eachWayIsPredicted(_ expected: Case) throws {
    let kept = (DoctorTests.whole.objectValue ?? []).filter { !expected.without.contains($0.name) }
    let metadata = (expected.with.objectValue ?? []).reduce(JSON.object(kept)) { $0.setting($1.name, $1.value) }
    var checks = try DoctorTests.checks(DoctorTests.answers(metadata))
    checks.needsRegistration =
      expected.mode.registers && !expected.isRegistered && !expected.usesApplicationServer
    let findings = checks.findings()
    let steps = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: expected.isRegistered,
      mode: expected.mode, usesApplicationServer: expected.usesApplicationServer, lacking: expected.lacking
    ).findings()
    #expect(steps.map(\.check) == FlowStep.ofFlow(usesAPI: false).map(\.rawValue))
    let failing = steps.filter { $0.forecast == .fails }
    #expect(failing.map(\.check) == (expected.fails.map { [$0] } ?? []))
    #expect(failing.first?.error?.code.rawValue == expected.error)
    #expect(steps.filter { $0.forecast == .skipped }.map(\.check) == expected.skipped)
    let report = DoctorReport(findings: findings + steps)
    #expect((report.failure == nil) == (expected.fails == nil))
    // No finding that the flow does not need is a problem.
    if expected.fails == nil { #expect(findings.filter { $0.verdict == .problem }.map(\.check) == []) }
  }

  /// An embedded server that does not run yet supports everything; what this machine lacks stays missing.
  @Test(arguments: RegistrationMode.allCases)
  func theEmbeddedServerDoesEachWay(_ mode: RegistrationMode) {
    let lacking = CommandError(AppError.OwnCode.tokenFileMissing)
    let steps = FlowForecast(server: .embedded, isRegistered: false, mode: mode).findings()
    #expect(!steps.contains { $0.forecast == .fails })
    let done = mode.registrationSteps.map(\.rawValue)
    #expect(
      steps.filter { $0.forecast == .skipped }.map(\.check)
        == FlowForecastTests.registration.filter { !done.contains($0) })
    let poor = FlowForecast(server: .embedded, isRegistered: false, mode: mode, lacking: lacking).findings()
    #expect(poor.contains { $0.forecast == .fails } == done.contains("registration-token"))
  }
}
