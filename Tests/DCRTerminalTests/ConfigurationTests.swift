import Foundation
import SharedValues
import Testing
import TestSupport

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import Evidence

struct ConfigurationTests {
  private func judge(_ document: JSON) throws -> Configuration {
    try ConfigurationFile.judge(Array(document.compact.utf8), file: "/etc/demo/config.json")
  }

  private func failure(_ document: JSON) -> CommandError? {
    #expect(throws: CommandError.self) { try judge(document) }
  }

  @Test func theShippedConfigurationEqualsTheSeed() throws {
    let configuration = try judge(ConfigurationFile.shipped)
    #expect(configuration.issuer.text == "https://localhost:8443/oauth/v2/oauth-anonymous")
    #expect(configuration.issuer.isEmbedded)
    #expect(configuration.issuer.port == 8443)
    #expect(configuration.registrationClientID == "mobile-dcr-client")
    #expect(configuration.redirectURI == "io.curity.dcrclient:/callback")
    #expect(configuration.postLogoutRedirectURI == "io.curity.dcrclient:/logoutcallback")
    #expect(configuration.scope == "openid profile")
    #expect(configuration.warnings.isEmpty)
  }

  @Test(arguments: ["issuer", "registrationClientID", "redirectUri", "postLogoutRedirectUri", "scope"])
  func aMissingMemberIsNamed(_ name: String) {
    let error = failure(ConfigurationFile.shipped.setting(name, nil))
    #expect(error?.code.rawValue == "config_member_missing")
    #expect(error?["field"] == name)
    #expect(error?.status == .data)
  }

  @Test(arguments: [("issuer", "isuer"), ("redirectUri", "redirectURI"), ("scope", "scopes")])
  func aMisspeltMemberIsNamedWithItsRightName(_ name: String, _ slip: String) {
    let error = failure(ConfigurationFile.shipped.setting(name, nil).setting(slip, ConfigurationFile.shipped[name]))
    #expect(error?.code.rawValue == "config_member_missing")
    #expect(error?.hint(Catalogue(.english)) == "rename “\(slip)”, which is not known, to \"\(name)\"")
    let known = failure(ConfigurationFile.shipped.setting("registrationClientID", nil).setting("clientID", "own"))
    #expect(known?.advice == nil)
    let secret = failure(
      ConfigurationFile.shipped.setting("embeddedServer", ["users": [["name": "a", "password": "Password1"]]]))
    #expect(secret?["member"] == "passwordFile" && secret?.advice == nil)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var name: String
    var value: JSON
    /// The field that the error names; `nil`: the same as `name`.
    var field: String?
    var testDescription: String { "\(name) = \(value.compact)" }
  }

  static let wrong: [Wrong] = [
    Wrong(name: "issuer", value: 3), Wrong(name: "issuer", value: ""), Wrong(name: "issuer", value: "localhost:8443"),
    Wrong(name: "issuer", value: "ftp://localhost/x"), Wrong(name: "issuer", value: "https://a.example/x?y=z"),
    Wrong(name: "issuer", value: "https://a.example/x#y"), Wrong(name: "issuer", value: "https://u:p@a.example/x"),
    Wrong(name: "issuer", value: "http://a.example/x"), Wrong(name: "issuer", value: "http://localhost:8080/x"),
    Wrong(name: "issuer", value: "https://a.example:99999/x"),
    Wrong(name: "registrationClientID", value: ""), Wrong(name: "registrationClientID", value: ["a"]),
    Wrong(name: "registrationClientID", value: "tab\tin it"),
    Wrong(name: "redirectUri", value: "nodot:/callback"), Wrong(name: "redirectUri", value: "io.curity.dcrclient"),
    Wrong(name: "redirectUri", value: "io.curity.dcrclient:"), Wrong(name: "redirectUri", value: "1.2:/x"),
    Wrong(name: "redirectUri", value: "io.curity.dcrclient:/a#b"),
    Wrong(name: "redirectUri", value: "io.curity.dcrclient:/a b"),
    Wrong(name: "redirectUri", value: "http://localhost/callback"),
    Wrong(name: "postLogoutRedirectUri", value: "nodot:/callback"), Wrong(name: "postLogoutRedirectUri", value: true),
    Wrong(name: "scope", value: ""), Wrong(name: "scope", value: "openid  profile"),
    Wrong(name: "scope", value: "\"a\""),
    Wrong(name: "silentStart", value: "yes"), Wrong(name: "silentStart", value: 1),
    Wrong(name: "trustedCertificates", value: 1), Wrong(name: "trustedCertificates", value: ["a.pem", 2]),
    Wrong(name: "trustedCertificates", value: ""), Wrong(name: "allowPlainHTTPLoopback", value: "yes"),
    Wrong(name: "registration", value: "magic"), Wrong(name: "browser", value: "lynx"),
    Wrong(name: "deadlines", value: 5), Wrong(name: "deadlines", value: ["connect": 0], field: "deadlines.connect"),
    Wrong(name: "deadlines", value: ["exchange": .number("1.5")], field: "deadlines.exchange"),
    Wrong(name: "embeddedServer", value: []),
    Wrong(name: "embeddedServer", value: ["adminPort": 70000], field: "embeddedServer.adminPort"),
    Wrong(
      name: "embeddedServer", value: ["lifetimes": ["code": -1]], field: "embeddedServer.lifetimes.code"),
    Wrong(
      name: "embeddedServer", value: ["policies": ["clients": "lax"]], field: "embeddedServer.policies.clients"),
    Wrong(
      name: "embeddedServer", value: ["policies": ["subjects": "email"]], field: "embeddedServer.policies.subjects"),
    Wrong(
      name: "embeddedServer", value: ["policies": ["accessTokens": "JWT"]],
      field: "embeddedServer.policies.accessTokens"),
    Wrong(name: "embeddedServer", value: ["policies": ["dpop": true]], field: "embeddedServer.policies.dpop"),
    Wrong(
      name: "embeddedServer", value: ["policies": ["clientAuthentication": "secret"]],
      field: "embeddedServer.policies.clientAuthentication"),
    Wrong(
      name: "embeddedServer", value: ["policies": ["insecure": ["implicit": "yes"]]],
      field: "embeddedServer.policies.insecure.implicit"),
    Wrong(name: "embeddedServer", value: ["users": []], field: "embeddedServer.users"),
    Wrong(
      name: "embeddedServer", value: ["limits": ["clientsPerUser": "5"]], field: "embeddedServer.limits.clientsPerUser"),
    Wrong(
      name: "embeddedServer", value: ["users": [["name": "a", "passwordFile": "p", "claims": ["sub": "b"]]]],
      field: "embeddedServer.users[0].claims"),
    Wrong(
      name: "embeddedServer", value: ["users": [["name": "a", "passwordFile": "p", "claims": ["updated_at": "now"]]]],
      field: "embeddedServer.users[0].claims"),
    server("resources", [], "resources"), server("resources", "https://api.example", "resources"),
    server("resources", [["resource": "api"]], "resources[0].resource"),
    server("resources", [["resource": "https://api.example/#a"]], "resources[0].resource"),
    server("resources", [["resource": "https://api.example/ü"]], "resources[0].resource"),
    server("resources", [["resource": "https://a.example", "scopes": ["a b"]]], "resources[0].scopes"),
    server("resources", [["resource": "https://a.example", "scopes": ["a\"b"]]], "resources[0].scopes"),
    server("resources", [["resource": "https://a.example", "scopes": "a"]], "resources[0].scopes"),
    server("resources", [["resource": "https://a.example", "scopes": [""]]], "resources[0].scopes"),
    // `dcr`, the scope that registers clients, cannot belong to an API.
    server("resources", [["resource": "https://a.example", "scopes": ["a", "dcr"]]], "resources[0].scopes"),
    server("origins", "https://a.example", "origins"), server("origins", ["*"], "origins"),
    server("origins", ["null"], "origins"), server("origins", ["https://a.example/"], "origins"),
    server("origins", ["https://a.example:443"], "origins"), server("origins", ["https://A.example"], "origins"),
    server("origins", ["a.example"], "origins"), server("origins", ["http://a.example"], "origins"),
    server("origins", ["ftp://a.example"], "origins"), server("origins", ["https://u@a.example"], "origins"),
    server("origins", ["http://localhost:5173", "http://localhost:80"], "origins"),
    Wrong(name: "applicationServer", value: ["port": 8080]), Wrong(name: "applicationServer", value: ""),
    Wrong(name: "applicationServer", value: "http://app.example"),
    Wrong(name: "applicationServer", value: "http://localhost:8080/api"),
    Wrong(name: "applicationServer", value: "https://app.example/?tenant=1"),
    Wrong(name: "applicationServer", value: "https://u@app.example/"),
    // The embedded application server has its own client, so the tutorial's is refused.
    Wrong(name: "applicationServer", value: "https://localhost:8443/application", field: "registrationClientID"),
    Wrong(name: "authorizationParameters", value: "acr_values=1"),
    parameter("state", "mine"), parameter("client_secret", "s"), parameter("prompt", "none"),
    parameter("max_age", -1), parameter("max_age", "60"), parameter("login_hint", 7), parameter("two words", "x"),
    parameter("ui_locales", "de  en"), parameter("acr_values", ""), parameter("display", "watch"),
  ]

  private static func server(_ name: String, _ value: JSON, _ field: String) -> Wrong {
    Wrong(name: "embeddedServer", value: .object([.init(name, value)]), field: "embeddedServer." + field)
  }

  private static func parameter(_ name: String, _ value: JSON) -> Wrong {
    Wrong(
      name: "authorizationParameters", value: .object([.init(name, value)]), field: "authorizationParameters." + name)
  }

  @Test(arguments: wrong)
  func aWrongMemberIsNamed(_ wrong: Wrong) {
    let error = failure(ConfigurationFile.shipped.setting(wrong.name, wrong.value))
    #expect(error?.code.rawValue == "config_member_wrong")
    #expect(error?["field"] == wrong.field ?? wrong.name)
    #expect(error?["path"] == "/etc/demo/config.json")
    #expect(error?.status == .data)
  }

  @Test func aPasswordInAWrongURLIsNotShown() {
    let error = failure(ConfigurationFile.shipped.setting("proxy", "http://anna:secret@proxy.example:8080/"))
    #expect(error?["received"] == "\"http://…@proxy.example:8080/\"")
    let other = failure(ConfigurationFile.shipped.setting("issuer", "https://login.example/@anna?a=b"))
    #expect(other?["received"] == "\"https://login.example/@anna?a=b\"")
  }

  @Test func localhostIsARedirectOnlyWhereItIsAllowedByName() throws {
    for member in ["redirectUri", "postLogoutRedirectUri"] {
      let document = ConfigurationFile.shipped.setting(member, "http://localhost:49152/cb")
      #expect(failure(document)?["field"] == member)
      #expect(failure(document.setting("allowLocalhostRedirect", false))?["field"] == member)
      let configuration = try judge(document.setting("allowLocalhostRedirect", true))
      #expect(configuration.localhostRedirects == ["http://localhost:49152/cb"])
    }
    #expect(
      failure(ConfigurationFile.shipped.setting("allowLocalhostRedirect", "yes"))?.code.rawValue
        == "config_member_wrong")
    #expect(try judge(ConfigurationFile.shipped.setting("allowLocalhostRedirect", true)).localhostRedirects == [])
  }

  @Test func aUserWithoutAPasswordFileIsRefused() {
    let server: JSON = ["users": [["name": "alice"]]]
    let error = failure(ConfigurationFile.shipped.setting("embeddedServer", server))
    #expect(error?.code.rawValue == "config_member_missing")
    #expect(error?["field"] == "embeddedServer.users[0].passwordFile")
  }

  @Test func anApplicationServerIsTakenOver() throws {
    let foreign = try judge(ConfigurationFile.shipped.setting("applicationServer", "https://app.example/api/"))
    #expect(foreign.applicationServer == "https://app.example/api")
    let own = ConfigurationFile.shipped.setting("registrationClientID", "demo-app")
    let embedded = try judge(own.setting("applicationServer", "https://localhost:8443/application"))
    #expect(embedded.applicationServer == embedded.issuer.embeddedApplicationServer)
    let plain = own.setting("allowPlainHTTPLoopback", true).setting("applicationServer", "http://127.0.0.1:8080")
    #expect(try judge(plain).applicationServer == "http://127.0.0.1:8080")
    #expect(try judge(ConfigurationFile.shipped).applicationServer == nil)
  }

  @Test func authorizationParametersAreTakenOver() throws {
    let document: JSON = [
      "acr_values": "urn:a urn:b", "login_hint": "jd", "ui_locales": "de-CH en", "display": "touch", "max_age": 600,
      "resource": "https://api.example",
    ]
    let configuration = try judge(ConfigurationFile.shipped.setting("authorizationParameters", document))
    let parameters = configuration.authorizationParameters
    #expect(parameters.values["acr_values"] == "urn:a urn:b")
    #expect(parameters.values["resource"] == "https://api.example")
    #expect(parameters.values["max_age"] == "600")
    #expect(parameters.maxAge == 600)
    #expect(configuration.warnings.isEmpty)
    #expect(try judge(ConfigurationFile.shipped).authorizationParameters == .none)
  }

  @Test func unknownMembersAreNamedInWarnings() throws {
    let document = ConfigurationFile.shipped.setting("colour", "red").setting("deadlines", ["connect": 2, "dns": 1])
    let configuration = try judge(document)
    #expect(configuration.warnings.count == 2)
    #expect(configuration.warnings.contains { $0.contains("colour") })
    #expect(configuration.warnings.contains { $0.contains("deadlines.dns") })
    #expect(configuration.deadlines.connect == .seconds(2))
    #expect(configuration.deadlines.exchange == .seconds(15))
  }

  @Test func pathsStartFromTheFolderOfTheFile() throws {
    let one = try judge(ConfigurationFile.shipped.setting("trustedCertificates", "tls/ca.pem"))
    #expect(one.trustedCertificates == ["/etc/demo/tls/ca.pem"])
    let two = try judge(ConfigurationFile.shipped.setting("trustedCertificates", ["/a.pem", "../b.pem"]))
    #expect(two.trustedCertificates == ["/a.pem", "/etc/b.pem"])
  }

  @Test(arguments: ["rotating", "grace", "lasting"])
  func refreshTokensHaveAPolicy(_ value: String) throws {
    let server: JSON = ["policies": ["refreshTokens": .string(value)], "lifetimes": ["refreshGrace": 7]]
    let options = try judge(ConfigurationFile.shipped.setting("embeddedServer", server)).embeddedServer
    #expect(options.policies?.refreshTokens.rawValue == value)
    #expect(options.lifetimes?.refreshGrace == 7)
  }

  @Test func theProfileAppliesToTheServerToo() throws {
    let profile = ConfigurationFile.shipped.setting("profile", "fapi-2.0")
    let server: JSON = ["policies": ["dpop": "required", "dpopNonce": "always"], "lifetimes": ["code": 60]]
    let options = try judge(profile.setting("embeddedServer", server)).embeddedServer
    #expect(options.isFAPI)
    #expect(options.policies?.dpopNonce == .always)
    #expect(try judge(profile.setting("embeddedServer", nil)).embeddedServer.isFAPI)
    #expect(try !judge(ConfigurationFile.shipped).embeddedServer.isFAPI)
  }

  /// A setting that weakens the profile contradicts it.
  @Test(
    arguments: [
      ("lifetimes", "code", 61), ("lifetimes", "pushedRequest", 600), ("policies", "dpop", "optional"),
      ("policies", "pushedAuthorization", "optional"), ("policies", "clientAuthentication", "any"),
      ("policies", "refreshTokens", "rotating"), ("policies", "refreshTokens", "grace"),
      ("policies.insecure", "withoutPKCE", true), ("policies.insecure", "implicit", true),
      ("policies.insecure", "withoutIss", true),
    ] as [(String, String, JSON)])
  func nothingOfTheServerWeakensTheProfile(_ place: String, _ name: String, _ value: JSON) throws {
    let member = JSON.object([.init(name, value)])
    let server: JSON =
      place == "policies.insecure" ? ["policies": ["insecure": member]] : JSON.object([.init(place, member)])
    let document = ConfigurationFile.shipped.setting("embeddedServer", server)
    _ = try judge(document)
    let error = failure(document.setting("profile", "fapi-2.0"))
    #expect(error?.code.rawValue == "config_members_exclude")
    #expect(error?["field"] == "embeddedServer.\(place).\(name)")
    #expect(error?["received"] == "profile")
  }

  /// The embedded server's settings for other clients and their APIs.
  @Test func otherClientsAreConfigured() throws {
    let server: JSON = [
      "resources": [
        ["resource": "https://mcp.example/mcp", "scopes": ["notes.read", "profile"]], ["resource": "urn:example:files"],
        ["resource": "http://127.0.0.1:8000/mcp?tenant=a", "scopes": []],
      ], "origins": ["http://localhost:5173", "https://app.example", "https://app.example:8443", "http://[::1]:6274"],
    ]
    let options = try judge(ConfigurationFile.shipped.setting("embeddedServer", server)).embeddedServer
    #expect(
      options.resources == [
        .init(identifier: "https://mcp.example/mcp", scopes: ["notes.read", "profile"]),
        .init(identifier: "urn:example:files", scopes: []),
        .init(identifier: "http://127.0.0.1:8000/mcp?tenant=a", scopes: []),
      ])
    #expect(options.origins.count == 4)
    #expect(try judge(ConfigurationFile.shipped).embeddedServer.origins == [])
    let misspelt: JSON = ["resources": [["resource": "urn:a:b", "scope": "a"]]]
    let warned = try judge(ConfigurationFile.shipped.setting("embeddedServer", misspelt))
    #expect(warned.unknownMembers == ["embeddedServer.resources[0].scope"])
  }

  @Test func theEmbeddedServerIsConfigured() throws {
    let server: JSON = [
      "users": [
        [
          "name": "alice", "passwordFile": "alice.pw", "roles": ["IC"],
          "claims": ["nickname": "Al", "address": ["locality": "Ulm"]],
        ]
      ], "lifetimes": ["accessToken": 7], "adminPort": 0,
      "policies": [
        "clients": "strict", "subjects": "uuid", "accessTokens": "jwt", "dpop": "required", "dpopNonce": "never",
        "clientAuthentication": "private-key", "refreshTokens": "lasting",
      ],
      "limits": ["clientsPerUser": 5, "metadataBytes": 0, "clientsWithoutOwner": 7],
    ]
    let options = try judge(ConfigurationFile.shipped.setting("embeddedServer", server)).embeddedServer
    #expect(options.users?.first?.passwordFile == "/etc/demo/alice.pw")
    #expect(options.users?.first?.roles == ["IC"])
    #expect(options.policies?.clients == .strict)
    #expect(options.policies?.subjects == .uuid)
    #expect(options.policies?.accessTokens == .jwt)
    #expect(options.policies?.dpop == .required)
    #expect(options.policies?.dpopNonce == .never)
    #expect(options.policies?.clientAuthentication == .privateKey)
    #expect(options.policies?.refreshTokens == .lasting)
    #expect(options.adminPort == 0)
    #expect(options.lifetimes?.accessToken == 7)
    #expect(options.lifetimes?.code == 60)
    #expect(options.users?.first?.claims == #"{"nickname":"Al","address":{"locality":"Ulm"}}"#)
    #expect(options.limits?.clientsPerUser == 5)
    #expect(options.limits?.metadataBytes == 0)
    #expect(options.limits?.clientsWithoutOwner == 7)
    #expect(options.limits?.registrationsPerMinute == 300)
  }

  @Test func plainHTTPIsAnOptInForLoopbackAlone() throws {
    let loopback = ConfigurationFile.shipped.setting("allowPlainHTTPLoopback", true)
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
      let issuer = try judge(loopback.setting("issuer", .string("http://\(host)/oauth/v2/oauth-anonymous"))).issuer
      #expect(!issuer.isEmbedded)
      #expect(issuer.port == 8080)
    }
    #expect(failure(loopback.setting("issuer", "http://a.example/x"))?.code.rawValue == "config_member_wrong")
    #expect(failure(loopback.setting("issuer", "http://127.0.0.1.example/x"))?.code.rawValue == "config_member_wrong")
  }

  @Test(arguments: [
    "https://localhost:8443/oauth/v2/other", "https://login.example.com/oauth/v2/oauth-anonymous",
    "https://localhost.example/oauth/v2/oauth-anonymous",
  ])
  func otherIssuersAreNotTheEmbeddedServer(_ issuer: String) throws {
    #expect(try !judge(ConfigurationFile.shipped.setting("issuer", .string(issuer))).issuer.isEmbedded)
  }

  @Test(arguments: ["", "{", "[]", "nothing", "{\"issuer\": \"a\", \"issuer\": \"b\"}", "{} {}"])
  func anythingButAJSONObjectIsRefused(_ text: String) {
    let error = #expect(throws: CommandError.self) { try ConfigurationFile.judge(Array(text.utf8), file: "/c") }
    #expect(error?.code.rawValue == "config_not_json")
    #expect(error?.status == .data)
  }

  @Test func aMissingFileIsAnsweredWithTheShippedContent() {
    let folder = TemporaryFolder()
    let error = #expect(throws: CommandError.self) { try ConfigurationFile.read(folder.path + "/none.json") }
    #expect(error?.code.rawValue == "config_missing")
    #expect(error?.status == .data)
    #expect(error?.hint().contains(ConfigurationFile.shipped.compact) == true)
  }

  @Test func aFolderIsNoConfiguration() {
    let folder = TemporaryFolder()
    let error = #expect(throws: CommandError.self) { try ConfigurationFile.read(folder.path) }
    #expect(error?.code.rawValue == "config_unreadable")
  }
}
