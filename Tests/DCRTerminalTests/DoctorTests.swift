import AppState
import Catalogue
import Foundation
import HTTPTransport
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import Evidence
@testable import TestRuns
@testable import Workshop

/// The doctor's judgement without terminal, disk or server: answers go in, findings come out.
struct DoctorTests {
  static let issuer = "https://id.example.com/oauth"
  static let noon = Date(timeIntervalSince1970: 1_800_000_000)

  static let whole: JSON = [
    "issuer": .string(issuer), "authorization_endpoint": "https://id.example.com/authorize",
    "token_endpoint": "https://id.example.com/token", "registration_endpoint": "https://id.example.com/register",
    "userinfo_endpoint": "https://id.example.com/userinfo", "end_session_endpoint": "https://id.example.com/logout",
    "revocation_endpoint": "https://id.example.com/revoke", "jwks_uri": "https://id.example.com/jwks",
    "response_types_supported": ["code"], "grant_types_supported": ["authorization_code", "refresh_token"],
    "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["client_secret_basic"],
    "id_token_signing_alg_values_supported": ["RS256"], "scopes_supported": ["openid", "profile"],
    "authorization_response_iss_parameter_supported": true,
  ]

  static let keys: JSON = [
    "keys": [
      [
        "kty": "EC", "crv": "P-256", "use": "sig", "kid": "1",
        // The key of RFC 7515 appendix A.3.
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      ]
    ]
  ]

  static func answer(_ json: JSON, status: Int = 200, date: String = "Fri, 15 Jan 2027 08:00:00 GMT") -> HTTPResponse {
    HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Date", date)],
      body: Array(json.compact.utf8))
  }

  static func certificate(days: Int) -> PeerCertificate {
    PeerCertificate(
      subject: "CN=id.example.com", issuer: "CN=Example CA", notBefore: noon - 86_400,
      notAfter: noon + Double(days) * 86_400 + 60, subjectAlternativeNames: ["id.example.com"], sha256: "")
  }

  static func answers(_ metadata: JSON = whole, jwks: JSON = keys) -> ServerAnswers {
    ServerAnswers(
      openID: .success(answer(metadata)), oauth: .success(answer(metadata)), certificate: certificate(days: 90),
      jwks: .success(answer(jwks)), received: noon)
  }

  static func checks(_ answers: ServerAnswers, scope: String = "openid profile") throws -> ServerChecks {
    let configuration = Configuration(
      file: "/config.json", issuer: try Issuer(issuer, allowPlainHTTPLoopback: false), registrationClientID: "c",
      redirectURI: "a.b:/c", postLogoutRedirectURI: "a.b:/d", scope: scope)
    return ServerChecks(configuration: configuration, answers: answers)
  }

  static func forecast(_ answers: ServerAnswers, registered: Bool = false) throws -> [String: Finding.Forecast] {
    var checks = try checks(answers)
    checks.needsRegistration = !registered
    let findings = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: checks.findings()), isRegistered: registered
    ).findings()
    return Dictionary(uniqueKeysWithValues: findings.compactMap { step in step.forecast.map { (step.check, $0) } })
  }

  // MARK: A sound server

  @Test func aCompleteServerPassesEveryCheck() throws {
    let findings = try DoctorTests.checks(DoctorTests.answers()).findings()
    #expect(findings.filter { $0.verdict != .ok }.map(\.check) == [])
    let forecast = try DoctorTests.forecast(DoctorTests.answers())
    #expect(forecast.count == 9)
    #expect(Set(forecast.values) == [.ok])
  }

  // MARK: One defect at a time

  struct Defect: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout ServerAnswers) -> Void
    var check: String
    var verdict: Finding.Verdict
    /// The step that fails; `nil`: none.
    var fails: String?
    var testDescription: String { name }
  }

  static func member(
    _ name: String, _ value: JSON?, _ check: String, _ verdict: Finding.Verdict, fails: String? = nil
  ) -> Defect {
    let members = (whole.objectValue ?? []).filter { $0.name != name } + (value.map { [JSON.Member(name, $0)] } ?? [])
    let changed = answer(.object(members))
    return Defect(
      name: "\(name) \(value?.compact ?? "absent")",
      change: { ($0.openID, $0.oauth) = (.success(changed), .success(changed)) }, check: check, verdict: verdict,
      fails: fails)
  }

  static let defects: [Defect] = [
    member("registration_endpoint", nil, "registration", .problem, fails: "discovery"),
    member("issuer", "https://other.example.com", "metadata", .problem, fails: "discovery"),
    member("issuer", nil, "metadata", .problem, fails: "discovery"),
    member("token_endpoint", nil, "metadata", .problem, fails: "discovery"),
    member("token_endpoint", "http://id.example.com/token", "metadata", .problem, fails: "discovery"),
    member("authorization_endpoint", 5, "metadata", .problem, fails: "discovery"),
    member("code_challenge_methods_supported", ["plain"], "pkce", .problem, fails: "discovery"),
    member("code_challenge_methods_supported", nil, "pkce", .warning),
    member("response_types_supported", ["token"], "response_types", .problem, fails: "discovery"),
    member("response_types_supported", nil, "response_types", .note),
    member("grant_types_supported", ["implicit"], "grant_types", .problem, fails: "discovery"),
    member(
      "token_endpoint_auth_methods_supported", ["private_key_jwt"], "token_endpoint_auth", .problem, fails: "register"),
    member("id_token_signing_alg_values_supported", ["HS256"], "id_token_alg", .problem, fails: "discovery"),
    member("scopes_supported", ["email"], "scopes", .note),
    member("userinfo_endpoint", nil, "userinfo", .note),
    member("end_session_endpoint", nil, "end_session", .note),
    member("revocation_endpoint", nil, "revocation", .note),
    // Read as the app reads them (docs/answers.md): what is empty counts as absent, a text as a list.
    member("code_challenge_methods_supported", JSON.null, "pkce", .warning),
    member("code_challenge_methods_supported", "S256", "pkce", .ok),
    member("response_types_supported", ["code", 5], "response_types", .ok),
    member("token_endpoint_auth_methods_supported", [], "token_endpoint_auth", .note),
    member("id_token_signing_alg_values_supported", "RS256", "id_token_alg", .ok),
    member("userinfo_endpoint", "", "userinfo", .note), member("scopes_supported", [], "scopes", .note),
    Defect(
      name: "a registration endpoint at the RFC 8414 place alone",
      change: {
        let poor = (whole.objectValue ?? []).filter { $0.name != "registration_endpoint" }
        $0.openID = .success(answer(.object(poor)))
      }, check: "registration", verdict: .ok),
    member("authorization_response_iss_parameter_supported", nil, "iss", .note),
    Defect(
      name: "no keys", change: { $0.jwks = .success(answer(["keys": []])) }, check: "jwks", verdict: .problem,
      fails: "token"),
    Defect(
      name: "symmetric keys alone", change: { $0.jwks = .success(answer(["keys": [["kty": "oct", "k": "AA"]]])) },
      check: "jwks", verdict: .problem, fails: "token"),
    Defect(
      name: "keys that cannot be fetched", change: { $0.jwks = .failure(TransportFailure(.timeout)) }, check: "jwks",
      verdict: .problem, fails: "token"),
    Defect(
      name: "no jwks_uri",
      change: {
        let poor = answer(.object((whole.objectValue ?? []).filter { $0.name != "jwks_uri" }))
        ($0.openID, $0.oauth, $0.jwks) = (.success(poor), .success(poor), nil)
      }, check: "jwks", verdict: .problem, fails: "discovery"),
    Defect(
      name: "a clock five minutes ahead",
      change: { $0.openID = .success(answer(whole, date: "Fri, 15 Jan 2027 08:05:00 GMT")) }, check: "clock",
      verdict: .problem, fails: "token"),
    Defect(
      name: "a clock five minutes behind",
      change: { $0.openID = .success(answer(whole, date: "Fri, 15 Jan 2027 07:55:00 GMT")) }, check: "clock",
      verdict: .warning),
    Defect(
      name: "a clock twelve minutes behind",
      change: { $0.openID = .success(answer(whole, date: "Fri, 15 Jan 2027 07:48:00 GMT")) }, check: "clock",
      verdict: .problem, fails: "token"),
    Defect(
      name: "a clock 60 s ahead",
      change: { $0.openID = .success(answer(whole, date: "Fri, 15 Jan 2027 08:01:00 GMT")) }, check: "clock",
      verdict: .ok),
    Defect(
      name: "no date", change: { $0.openID = .success(answer(whole, date: "yesterday")) }, check: "clock",
      verdict: .note),
    Defect(
      name: "a certificate that ends soon", change: { $0.certificate = certificate(days: 3) }, check: "tls",
      verdict: .warning),
    Defect(name: "no TLS", change: { $0.certificate = nil }, check: "tls", verdict: .warning),
    Defect(
      name: "metadata at the RFC 8414 place alone", change: { $0.openID = .success(answer([:], status: 404)) },
      check: "metadata_openid", verdict: .note),
    Defect(
      name: "a server error at the OpenID place", change: { $0.openID = .success(answer([:], status: 500)) },
      check: "metadata_openid", verdict: .note),
    Defect(
      name: "an empty document at the OpenID place", change: { $0.openID = .success(answer([:])) },
      check: "metadata_openid", verdict: .note),
    Defect(
      name: "an empty document at the OpenID place, another issuer's at the other",
      change: {
        $0.openID = .success(answer([:]))
        $0.oauth = .success(answer(whole.setting("issuer", "https://other.example.com")))
      }, check: "registration", verdict: .ok, fails: "discovery"),
    Defect(
      name: "metadata nowhere",
      change: { ($0.openID, $0.oauth) = (.success(answer([:], status: 404)), .success(answer([:], status: 404))) },
      check: "metadata", verdict: .problem, fails: "discovery"),
    Defect(
      name: "a page for people", change: { $0.openID = .success(HTTPResponse(200, body: Array("<html>".utf8))) },
      check: "metadata", verdict: .problem, fails: "discovery"),
    Defect(
      name: "two documents that differ",
      change: { $0.oauth = .success(answer(whole.setting("token_endpoint", "https://id.example.com/other"))) },
      check: "metadata_agreement", verdict: .warning),
    Defect(
      name: "nobody there", change: { $0.openID = .failure(TransportFailure(.connectionRefused)) }, check: "reachable",
      verdict: .problem, fails: "discovery"),
    Defect(
      name: "a certificate for another host",
      change: { $0.openID = .failure(TransportFailure(.certificateWrongHost)) }, check: "reachable", verdict: .problem,
      fails: "discovery"),
  ]

  @Test(arguments: defects)
  func eachDefectIsFoundAndItsStepFails(_ defect: Defect) throws {
    var answers = DoctorTests.answers()
    defect.change(&answers)
    let findings = try DoctorTests.checks(answers).findings()
    let found = try #require(findings.first { $0.check == defect.check })
    #expect(found.verdict == defect.verdict)
    if defect.verdict == .problem { #expect(found.hint != nil, "says what to do") }
    let failing = try DoctorTests.forecast(answers).filter { $0.value == .fails }.map(\.key)
    #expect(failing == (defect.fails.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("08:01:01", "id_token_iat_in_future"), ("07:58:59", nil), ("07:49:00", nil), ("07:48:59", "id_token_iat_too_old"),
  ])
  func aWrongClockHasTheErrorThatTheLoginWouldEndWith(time: String, code: String?) throws {
    var answers = DoctorTests.answers()
    answers.openID = .success(DoctorTests.answer(DoctorTests.whole, date: "Fri, 15 Jan 2027 \(time) GMT"))
    let checks = try DoctorTests.checks(answers)
    let findings = checks.findings()
    #expect(findings.first { $0.check == "clock" }?.error?.code.rawValue == code)
    let forecast = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: false
    ).findings()
    #expect(DoctorReport(findings: findings + forecast).failure?.code.rawValue == code)
  }

  @Test func refusedMetadataIsNotCalledMissing() throws {
    func said(_ response: HTTPResponse) throws -> String {
      var answers = DoctorTests.answers()
      answers.oauth = .success(response)
      let findings = try DoctorTests.checks(answers).findings()
      return try #require(findings.first { $0.check == "metadata_oauth" }).what
    }
    let refused = try said(DoctorTests.answer(DoctorTests.whole.setting("issuer", "https://other.example.com")))
    #expect(refused.contains("is refused") && refused.contains("other.example.com"))
    let page = HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")], body: Array("<p>".utf8))
    #expect(try said(page).hasPrefix("no metadata at"))
  }

  /// The answer that the app would judge: the second place's, unless there is nothing.
  @Test(arguments: [(404, "openid-configuration"), (502, "oauth-authorization-server")])
  func aWrongAnswerIsReportedWithItsAddress(_ second: Int, _ name: String) throws {
    var answers = DoctorTests.answers()
    answers.openID = .success(HTTPResponse(500))
    answers.oauth = .success(HTTPResponse(second))
    let findings = try DoctorTests.checks(answers).findings()
    let found = try #require(findings.first { $0.check == "metadata" })
    #expect(found.what.contains("/.well-known/" + name) && found.error?["address"]?.contains(name) == true)
  }

  @Test func stepsThatAServerDoesNotOfferAreSkipped() throws {
    let names = ["userinfo_endpoint", "end_session_endpoint"]
    let kept = (DoctorTests.whole.objectValue ?? []).filter { !names.contains($0.name) }
    let poor = JSON.object(kept).setting("grant_types_supported", ["authorization_code"])
    let forecast = try DoctorTests.forecast(DoctorTests.answers(poor))
    #expect(forecast.filter { $0.value == .skipped }.map(\.key).sorted() == ["logout", "userinfo"])
    #expect(forecast["refresh"] == .unknown, "a server may refresh without listing the grant")
  }

  @Test func withoutAnIDTokenNothingThatSpoilsOneMatters() throws {
    var answers = DoctorTests.answers(DoctorTests.whole.setting("id_token_signing_alg_values_supported", ["HS256"]))
    answers.jwks = .success(DoctorTests.answer([:], status: 404))
    let checks = try DoctorTests.checks(answers, scope: "profile")
    let findings = checks.findings()
    #expect(findings.filter { ["jwks", "id_token_alg"].contains($0.check) }.allSatisfy { $0.verdict == .note })
    let forecast = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: false
    ).findings()
    #expect(forecast.allSatisfy { $0.forecast == .ok })
  }

  @Test func aRegisteredDeviceNeedsNoRegistration() throws {
    let poor = JSON.object((DoctorTests.whole.objectValue ?? []).filter { $0.name != "registration_endpoint" })
    let forecast = try DoctorTests.forecast(DoctorTests.answers(poor), registered: true)
    #expect(
      forecast.filter { $0.value == .skipped }.map(\.key).sorted() == [
        "register", "registration-login", "registration-token",
      ])
    #expect(!forecast.values.contains(.fails))
  }

  // MARK: This machine

  private static func facts(_ change: (inout LocalFacts) -> Void = { _ in }) -> LocalFacts {
    var facts = LocalFacts(
      terminal: .init(name: "xterm-256color", columns: 110, rows: 30, colours: 256, isUTF8: true), dataPath: "/data",
      dataMode: 0o700, device: "phone", keystore: .none, browser: .success("/bin/dcr-browser"))
    change(&facts)
    return facts
  }

  @Test(arguments: [
    (facts(), "", Finding.Verdict.ok),
    (facts { $0.terminal = nil }, "terminal", .note),
    (facts { $0.terminal?.colours = nil }, "terminal", .warning),
    (facts { $0.terminal?.columns = 39 }, "terminal", .warning),
    (facts { $0.terminal?.isUTF8 = false }, "encoding", .note),
    (facts { $0.dataMode = nil }, "data_directory", .note),
    (facts { $0.dataMode = 0o750 }, "data_directory", .warning),
    (facts { $0.dataMode = 0o722 }, "data_directory", .problem),
    (facts { $0.keystore = .locked }, "keystore", .ok),
    (facts { $0.keystore = .failed(CommandError(KeystoreError.Code.damagedPayload)) }, "keystore", .problem),
    (facts { $0.keystore = .registered(client: "c", issuer: "https://other.example") }, "keystore", .problem),
    (
      facts { $0.keystore = .registered(client: "c", issuer: DoctorTests.issuer, keepsRefreshToken: true) },
      "refresh_token", .warning
    ),
    (facts { $0.browser = .failure(CommandError(UserAgentFailure.Code.browserMissing)) }, "browser", .problem),
  ])
  func thisMachineIsJudged(_ facts: LocalFacts, _ check: String, _ verdict: Finding.Verdict) {
    let findings = LocalChecks(facts: facts, issuer: DoctorTests.issuer).findings()
    let odd = findings.filter { $0.verdict != .ok }
    #expect(odd.map(\.check) == (verdict == .ok ? [] : [check]))
    #expect(odd.allSatisfy { $0.verdict == verdict })
  }

  /// Which application opens the redirect's scheme, for a browser of the desktop.
  @Test(arguments: [
    (nil, Finding.Verdict.warning), ("other.desktop", .warning), ("dcr-terminal-com.example.app.desktop", .note),
  ])
  func theHandlerOfTheSchemeIsJudged(_ handler: String?, _ verdict: Finding.Verdict) {
    let facts = DoctorTests.facts {
      ($0.userAgent, $0.scheme) = (.system, .init(name: "com.example.app", handler: handler))
    }
    let odd = LocalChecks(facts: facts, issuer: DoctorTests.issuer).findings().filter { $0.verdict != .ok }
    #expect(odd.map(\.check) == ["uri_handler"] && odd[0].verdict == verdict)
    #expect(odd[0].hint?.contains("http://127.0.0.1/callback") == true)
  }

  @Test func theConfiguredUserAgentIsLookedFor() throws {
    var configuration = try ConfigurationFile.withoutFile(IssuerSources())
    func facts(_ kind: UserAgentKind, _ environment: [String: String] = [:]) -> LocalFacts {
      configuration.userAgent = kind
      var facts = DoctorTests.facts()
      facts.visitUserAgent(configuration, environment: environment.merging(["HOME": "/nowhere"]) { $1 })
      return facts
    }
    #expect(try facts(.inApp).browser?.get() == "/bin/dcr-browser" && facts(.inApp).scheme == nil)
    #expect(facts(.manual).browser == nil && facts(.manual).scheme == nil)
    let system = facts(.system, ["BROWSER": "no-such-browser:/bin/true %s"])
    #expect(try system.browser?.get() == "/bin/true" && system.scheme?.name == "io.curity.dcrclient")
    configuration.browserCommand = "no-such-browser --new-window %u"
    guard case .failure(let error)? = facts(.command).browser else { throw Unexpected("a missing server was found") }
    #expect(error.code.rawValue == "browser_not_started")
  }

  @Test func aRefreshTokenThatIsKeptOnPurposeIsNamed() {
    let kept = DoctorTests.facts {
      $0.keystore = .registered(client: "c", issuer: DoctorTests.issuer, keepsRefreshToken: true)
    }
    let findings = LocalChecks(facts: kept, issuer: DoctorTests.issuer, silentStart: true).findings()
    #expect(findings.filter { $0.verdict != .ok }.map(\.check) == ["refresh_token"])
    #expect(findings.first { $0.check == "refresh_token" }?.verdict == .note)
  }

  @Test(arguments: [("a.b:/c", false), ("com.example:/callback", true)])
  func aRedirectURIThatIsNotRegisteredIsNamed(_ uri: String, _ isNamed: Bool) throws {
    let registration = try RegistrationRequest.restore([
      "client_id": "c", "token_endpoint_auth_method": "none", "redirect_uris": [.string(uri)],
    ])
    let facts = DoctorTests.facts {
      $0.keystore = .registered(client: "c", issuer: DoctorTests.issuer)
      $0.registration = registration
    }
    let configuration = try DoctorTests.checks(DoctorTests.answers()).configuration
    let findings = facts.findings(configuration, [], .embedded, [])
    #expect(findings.contains { $0.check == "redirect_uri" && $0.verdict == .warning } == isNamed)
  }

  /// A broken secure element is only a note while no request needs it.
  @Test(arguments: [false, true])
  func aBrokenSecureElementIsAProblemForThoseWhoTakeKeys(_ takesKeys: Bool) {
    let broken = DoctorTests.facts {
      $0.secureElement = .failure(CommandError(SecureElementError.damaged(detail: "its checksum is wrong")))
    }
    let findings = LocalChecks(facts: broken, issuer: DoctorTests.issuer, takesKeys: takesKeys).findings()
    #expect(findings.first { $0.check == "secure_element" }?.verdict == (takesKeys ? .problem : .note))
    #expect(DoctorReport(findings: findings).failure?.code.rawValue == (takesKeys ? "secure_element_damaged" : nil))
  }

  // MARK: The report

  @Test func textOfAServerCannotActOnTheTerminal() throws {
    let hostile = "\u{1B}[2J\u{9B}1m\n\u{202E}evil"
    var changed = DoctorTests.whole
    for name in ["registration_endpoint", "userinfo_endpoint", "issuer"] {
      changed = changed.setting(name, .string("https://id.example.com/" + hostile))
    }
    changed = changed.setting("scopes_supported", [.string(hostile)]).setting(
      "code_challenge_methods_supported", [.string(hostile)])
    let checks = try DoctorTests.checks(DoctorTests.answers(changed))
    let findings = checks.findings()
    let forecast = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: false
    ).findings()
    let report = DoctorReport(findings: findings + forecast)
    for text in report.lines + report.objects.map(\.line) {
      #expect(
        !text.unicodeScalars.contains {
          $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }, "\(text.debugDescription)")
      #expect(!text.contains("{what}") && !text.contains("{value}"), "\(text)")
    }
  }

  @Test func theFirstStepThatFailsDecidesTheExitCode() throws {
    var answers = DoctorTests.answers()
    answers.jwks = .success(DoctorTests.answer(["keys": []]))
    let checks = try DoctorTests.checks(answers)
    let findings = checks.findings()
    let forecast = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: false
    ).findings()
    let report = DoctorReport(findings: findings + forecast)
    #expect(report.failure?.status == .unavailable)
    #expect(report.objects.last?["result"] == "error")
    #expect(report.objects.last?["error"] == "id_token_key_unusable")
    #expect(forecast.filter { $0.forecast == .unreached }.map(\.check) == ["userinfo", "refresh", "logout"])
    #expect(report.lines.contains { $0.contains("-        userinfo: not reached") })
  }

  /// The last line has the step's reason: the app's own error would name a value that nobody knows yet.
  @Test func theLastLineSaysWhyTheFlowWouldFail() throws {
    var answers = DoctorTests.answers()
    answers.openID = .success(DoctorTests.answer(DoctorTests.whole, date: "Fri, 15 Jan 2027 08:05:00 GMT"))
    let checks = try DoctorTests.checks(answers)
    let findings = checks.findings()
    let forecast = FlowForecast(
      server: .judged(metadata: checks.metadata, findings: findings), isRegistered: false
    ).findings()
    #expect(
      DoctorReport(findings: findings + forecast).lines.last
        == "The flow would fail: the server's clock is 300 s ahead of this one; up to 60 s are tolerated")
  }

  @Test func wordsCarryTheMeaningWithoutColours() throws {
    let findings = try DoctorTests.checks(DoctorTests.answers()).findings()
    let plain = DoctorReport(findings: findings).lines
    let coloured = DoctorReport(findings: findings, isColoured: true).lines
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == plain)
  }
}
