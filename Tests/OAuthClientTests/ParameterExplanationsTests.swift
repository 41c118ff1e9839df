import Catalogue
import OAuthClient
import SharedValues
import Testing

struct ParameterExplanationsTests {
  private func names(_ json: JSON) -> [String] { json.objectValue?.map(\.name) ?? [] }

  @Test func everyParameterOfTheMainJobIsExplained() throws {
    let metadata = try Fixture.metadata()
    let credentials = [
      ClientCredentials(clientID: "c", authentication: .none),
      ClientCredentials(clientID: "c", authentication: .post(Secret("s"))),
    ]
    for credential in credentials {
      let token = TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: credential)
      let refresh = RefreshRequest.build(
        metadata: metadata, credentials: credential, refreshToken: Secret("r"), scope: "openid")
      for request in [token, refresh] { expect(Array(form(request).keys), request.endpoint) }
    }
    let login = try AuthorizationRequest.build(
      metadata: metadata, clientID: "c", redirectURI: Fixture.redirectURI, scope: "openid", secrets: Fixture.secrets,
      prompt: "login", idTokenHint: Secret("h"))
    expect(Array(parameters(login.url).keys) + ["code", "iss", "error", "error_description"], .authorization)
    expect(Array(parameters(try IdentityDefects.endSession().url).keys), .endSession)
    expect(names(Fixture.metadataDocument), .metadata)
    expect(names(Fixture.registrationDocument), .registration)
    expect(names(Fixture.tokenDocument), .token)
    let registration = try RegistrationRequest.build(
      metadata: metadata, initialAccessToken: nil, redirectURI: "a.b:/c",
      postLogoutRedirectURI: "a.b:/d", scope: "a",
      softwareID: nil)
    expect(names(try JSON.parse(registration.body)) + ["software_id", "Authorization"], .registration)
    expect(["sub", "name", "given_name", "family_name", "preferred_username", "email", "roles"], .userinfo)
    expect(names(IDTokenFixture().claims) + ["keys"] + names(IDTokenFixture().keys[0]), .jwks)
  }

  private func expect(_ names: [String], _ endpoint: Endpoint) {
    for name in names { #expect(ParameterExplanations.of(name, endpoint) != nil, "\(name) at \(endpoint)") }
  }

  @Test func oneNameMayMeanTwoThings() {
    let asked = ParameterExplanations.of("client_id", .authorization)
    let made = ParameterExplanations.of("client_id", .registration)
    #expect(asked?.source == "RFC 6749 §2.2")
    #expect(made?.source == "RFC 7591 §3.2.1")
    #expect(asked?.key != made?.key)
  }

  /// The endpoint takes two tokens: one registers, the other manages the registration (RFC 7592 §2).
  @Test func registrationAndManagementHaveDifferentTokens() {
    #expect(ParameterExplanations.of("Authorization", .registration, method: "POST")?.source == "RFC 7591 §3")
    for method in ["GET", "PUT", "DELETE"] {
      #expect(ParameterExplanations.of("Authorization", .registration, method: method)?.source == "RFC 7592 §2")
      #expect(ParameterExplanations.of("client_id", .registration, method: method)?.source == "RFC 7591 §3.2.1")
    }
  }

  @Test(arguments: [
    ("no-store", ["no-store"]), ("private, max-age=300", ["private", "max-age"]),
    ("No-Store ,\tno-cache=\"a\", no-store", ["no-store", "no-cache"]), ("public,x-own=1", ["public"]),
  ])
  func eachDirectiveOfACacheControlIsExplained(_ value: String, _ directives: [String]) {
    #expect(ParameterExplanations.ofCacheControl(value).map(\.key) == directives.map { "cache-control." + $0 })
  }

  @Test(arguments: ["", "x-own", "=,=", ","])
  func aCacheControlOfUnknownDirectivesIsExplainedAsAWhole(_ value: String) {
    #expect(ParameterExplanations.ofCacheControl(value).map(\.key) == ["cache-control"])
  }

  @Test func unknownNamesHaveNoExplanation() {
    #expect(ParameterExplanations.of("example_parameter", .token) == nil)
    #expect(ParameterExplanations.of("", .token) == nil)
  }
}
