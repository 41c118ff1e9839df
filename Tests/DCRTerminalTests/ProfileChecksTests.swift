import OAuthClient
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import Evidence

/// The doctor's findings on FAPI 2.0: problems if the profile is configured, notes otherwise.
struct ProfileChecksTests {
  /// The metadata of a server of the profile.
  static let fapi = [
    JSON.Member("pushed_authorization_request_endpoint", "https://id.example.com/par"),
    JSON.Member("require_pushed_authorization_requests", true),
    JSON.Member("token_endpoint_auth_methods_supported", ["private_key_jwt"]),
    JSON.Member("token_endpoint_auth_signing_alg_values_supported", ["ES256", "PS256"]),
    JSON.Member("dpop_signing_alg_values_supported", ["ES256"]),
    JSON.Member("id_token_signing_alg_values_supported", ["PS256"]),
  ].reduce(DoctorTests.whole) { $0.setting($1.name, $1.value) }

  private static func configuration(
    isFAPI: Bool, _ keys: KeyRequirements? = nil, redirect: RedirectURI = "a.b:/c"
  ) throws -> Configuration {
    var configuration = Configuration(
      file: "/config.json", issuer: try Issuer(DoctorTests.issuer, allowPlainHTTPLoopback: false),
      registrationClientID: "c", redirectURI: redirect, postLogoutRedirectURI: "a.b:/d", scope: "openid profile")
    configuration.keys =
      keys ?? KeyRequirements(privateKey: isFAPI, dpop: isFAPI, pushedAuthorization: isFAPI, isFAPI: isFAPI)
    return configuration
  }

  private static func checks(_ document: JSON, isFAPI: Bool) throws -> ServerChecks {
    ServerChecks(configuration: try configuration(isFAPI: isFAPI), answers: DoctorTests.answers(document))
  }

  @Test func aServerOfTheProfileLacksNothing() throws {
    let checks = try Self.checks(Self.fapi, isFAPI: true)
    #expect(checks.profile.filter { $0.verdict != .ok }.map(\.check) == ["fapi_untold"])
    #expect(checks.findings().filter { $0.verdict != .ok }.map(\.check) == [])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var value: JSON?
    var check: String
    var verdict: Finding.Verdict
    var testDescription: String { "\(name) \(value?.compact ?? "absent")" }

    init(_ name: String, _ value: JSON?, _ check: String, _ verdict: Finding.Verdict = .problem) {
      (self.name, self.value, self.check, self.verdict) = (name, value, check, verdict)
    }

    var document: JSON {
      .object(
        (ProfileChecksTests.fapi.objectValue ?? []).filter { $0.name != name }
          + (value.map { [JSON.Member(name, $0)] } ?? [])
      )
    }
  }

  /// A flag or a list that came as a text is what the app reads in it (docs/answers.md).
  static let cases = [
    Case("pushed_authorization_request_endpoint", nil, "fapi_par"),
    Case("pushed_authorization_request_endpoint", 5, "fapi_par"),
    Case("require_pushed_authorization_requests", nil, "fapi_par", .note),
    Case("require_pushed_authorization_requests", "true", "fapi_par", .ok),
    Case("code_challenge_methods_supported", nil, "fapi_pkce"),
    Case("code_challenge_methods_supported", ["plain"], "fapi_pkce"),
    Case("code_challenge_methods_supported", ["plain", "S256"], "fapi_pkce", .note),
    Case("code_challenge_methods_supported", "S256", "fapi_pkce", .ok),
    Case("authorization_response_iss_parameter_supported", nil, "fapi_iss"),
    Case("authorization_response_iss_parameter_supported", false, "fapi_iss"),
    Case("token_endpoint_auth_methods_supported", nil, "fapi_client_authentication"),
    Case("token_endpoint_auth_methods_supported", ["client_secret_basic", "none"], "fapi_client_authentication"),
    Case("token_endpoint_auth_methods_supported", ["client_secret_jwt"], "fapi_client_authentication"),
    Case("token_endpoint_auth_methods_supported", ["private_key_jwt", "none"], "fapi_client_authentication", .note),
    Case("token_endpoint_auth_methods_supported", ["tls_client_auth"], "fapi_client_authentication", .ok),
    Case("token_endpoint_auth_methods_supported", ["self_signed_tls_client_auth"], "fapi_client_authentication", .ok),
    Case("token_endpoint_auth_signing_alg_values_supported", nil, "fapi_assertion_alg"),
    Case("token_endpoint_auth_signing_alg_values_supported", ["RS256", "HS256"], "fapi_assertion_alg"),
    Case("token_endpoint_auth_signing_alg_values_supported", ["RS256", "PS256"], "fapi_assertion_alg", .note),
    Case("dpop_signing_alg_values_supported", nil, "fapi_sender_constrained"),
    Case("dpop_signing_alg_values_supported", ["RS256"], "fapi_sender_constrained"),
    Case("dpop_signing_alg_values_supported", [], "fapi_sender_constrained"),
    Case("response_types_supported", ["code", "code id_token"], "fapi_response_types"),
    Case("response_types_supported", nil, "fapi_response_types", .note),
    Case("grant_types_supported", ["authorization_code", "password"], "fapi_grant_types"),
    Case("grant_types_supported", ["authorization_code", "implicit"], "fapi_grant_types"),
    Case("grant_types_supported", ["authorization_code", "client_credentials"], "fapi_grant_types", .ok),
    Case("grant_types_supported", nil, "fapi_grant_types", .note),
    Case("id_token_signing_alg_values_supported", ["RS256"], "fapi_id_token_alg"),
    Case("id_token_signing_alg_values_supported", nil, "fapi_id_token_alg", .note),
    Case("revocation_endpoint", "http://id.example.com/revoke", "fapi_https"),
    Case("mtls_endpoint_aliases", ["token_endpoint": "http://id.example.com/token"], "fapi_https"),
  ]

  @Test(arguments: cases)
  func eachGapIsAProblemWithTheProfileAndANoteWithout(_ gap: Case) throws {
    let asked = try #require(try Self.checks(gap.document, isFAPI: true).profile.first { $0.check == gap.check })
    #expect(asked.verdict == gap.verdict)
    if gap.verdict == .problem { #expect(asked.hint != nil, "says what to do") }
    let unasked = try Self.checks(gap.document, isFAPI: false).profile
    #expect(unasked.first { $0.check == gap.check }?.verdict == (gap.verdict == .ok ? .ok : .note))
    #expect(unasked.allSatisfy { [.ok, .note].contains($0.verdict) && $0.area == .profile })
  }

  @Test func aCertificateBindsTokensToo() throws {
    let bound = Self.fapi.setting("dpop_signing_alg_values_supported", [])
      .setting("tls_client_certificate_bound_access_tokens", true)
    let found = try #require(
      try Self.checks(bound, isFAPI: true).profile.first { $0.check == "fapi_sender_constrained" })
    #expect(found.verdict == .note)
  }

  @Test func aGapThatTheAppNeedsFailsAStep() throws {
    for (name, code) in [
      ("dpop_signing_alg_values_supported", "metadata_dpop_unsupported"),
      ("token_endpoint_auth_signing_alg_values_supported", "metadata_private_key_jwt_unsupported"),
      ("id_token_signing_alg_values_supported", "metadata_id_token_algorithm_unsupported"),
    ] {
      let checks = try Self.checks(Self.fapi.setting(name, ["RS256"]), isFAPI: true)
      let forecast = FlowForecast(
        server: .judged(metadata: checks.metadata, findings: checks.findings()), isRegistered: false
      ).findings()
      let report = DoctorReport(findings: checks.findings() + checks.profile + forecast)
      #expect(report.failure?.code.rawValue == code)
      #expect(report.failure?.status == .unavailable)
      let unasked = try Self.checks(Self.fapi.setting(name, ["RS256"]), isFAPI: false)
      #expect(try unasked.metadata.get().document[name] == ["RS256"])
    }
  }

  /// The flow works, so the exit code does not change; scripts read the verdicts.
  @Test func aGapThatTheFlowDoesNotMeetFailsNothing() throws {
    let gap = Self.fapi.setting("authorization_response_iss_parameter_supported", false)
    let report = DoctorReport(findings: try Self.checks(gap, isFAPI: true).profile)
    #expect(report.failure == nil)
    #expect(report.lines.contains("What stands between this and FAPI 2.0"))
    let object = try #require(report.objects.first { $0["check"] == "fapi_iss" })
    #expect(object["area"] == "profile" && object["verdict"] == "problem")
  }

  // MARK: The app

  private func app(_ configuration: Configuration) -> [String: Finding] {
    Dictionary(uniqueKeysWithValues: AppProfileChecks(configuration: configuration).findings().map { ($0.check, $0) })
  }

  @Test func settingsThatTheProfileWouldAddAreNamed() throws {
    let plain = try #require(app(try Self.configuration(isFAPI: false))["fapi_app"])
    #expect(plain.verdict == .note)
    for name in ["clientAuthentication", "dpop", "pushedAuthorization"] { #expect(plain.what.contains(name)) }
    let half = try Self.configuration(
      isFAPI: false, KeyRequirements(privateKey: true, dpop: true, allowsDowngrade: true))
    let found = try #require(app(half)["fapi_app"])
    #expect(found.verdict == .note)
    #expect(found.what.contains("pushedAuthorization") && found.what.contains("allowDowngrade"))
    #expect(!found.what.contains("dpop"))
    let all = try Self.configuration(
      isFAPI: false, KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true))
    let allOn = try #require(app(all)["fapi_app"])
    #expect(allOn.verdict == .note && allOn.what.contains("RS256"))
    #expect(app(try Self.configuration(isFAPI: true))["fapi_app"]?.verdict == .ok)
  }

  /// A static client excludes the profile (`config_members_exclude`).
  @Test func aStaticClientIsNamedAsExcludedByTheProfile() throws {
    var configuration = try Self.configuration(isFAPI: false)
    #expect(try #require(app(configuration)["fapi_app"]).what.contains("static-client") == false)
    configuration.registration.mode = .staticClient
    #expect(try #require(app(configuration)["fapi_app"]).what.contains("static-client"))
  }

  @Test func redirectsOverHTTPAreNamed() throws {
    #expect(app(try Self.configuration(isFAPI: true))["fapi_app_redirects"]?.verdict == .ok)
    let loopback = app(try Self.configuration(isFAPI: true, redirect: "http://127.0.0.1/callback"))[
      "fapi_app_redirects"]
    #expect(loopback?.verdict == .note)
    #expect(loopback?.what.contains("http://127.0.0.1/callback") == true)
  }

  /// A server that accepts only `private_key_jwt` suits an app with keys.
  @Test func theMethodsOfTheAppFollowItsKeys() throws {
    #expect(
      try Self.checks(Self.fapi, isFAPI: true).findings().first { $0.check == "token_endpoint_auth" }?.verdict == .ok)
    let plain = try Self.checks(Self.fapi, isFAPI: false).findings()
    #expect(plain.first { $0.check == "token_endpoint_auth" }?.verdict == .problem)
  }
}
