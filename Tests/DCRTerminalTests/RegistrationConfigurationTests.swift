import AppState
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import Workshop

/// `registration` in config.json, and the members that belong to each way.
struct RegistrationConfigurationTests {
  private func judge(_ members: JSON, issuer: String? = nil) throws -> Configuration {
    var document = ConfigurationFile.shipped
    if let issuer { document = document.setting("issuer", .string(issuer)) }
    for member in members.objectValue ?? [] { document = document.setting(member.name, member.value) }
    return try ConfigurationFile.judge(Array(document.compact.utf8), file: "/etc/demo/config.json")
  }

  @Test(arguments: RegistrationMode.allCases)
  func everyWayIsAccepted(_ mode: RegistrationMode) throws {
    let file: JSON = mode == .initialAccessToken ? "dcr.token" : .null
    var members: JSON = ["registration": .string(mode.rawValue)]
    if file != .null { members = members.setting("initialAccessTokenFile", file) }
    if mode == .open { members = members.setting("embeddedServer", ["policies": ["registration": "open"]]) }
    let configuration = try judge(members)
    #expect(configuration.registration.mode == mode)
    #expect(configuration.warnings.isEmpty)
  }

  @Test func withoutTheMemberAUserRegisters() throws {
    let options = try judge([:]).registration
    #expect(options == RegistrationOptions())
    #expect(options.mode == .user)
    #expect(options.deviceClientID == "mobile-dcr-device-client")
  }

  @Test func pathsStartFromTheFolderOfTheFile() throws {
    let options = try judge([
      "registration": "device", "deviceCertificate": "tls/phone.pem", "deviceKey": "/keys/phone.pem",
      "deviceClientID": "fleet",
    ]).registration
    #expect(options.deviceCertificate == "/etc/demo/tls/phone.pem")
    #expect(options.deviceKey == "/keys/phone.pem")
    #expect(options.deviceClientID == "fleet")
    let token = try judge(["registration": "initial-access-token", "initialAccessTokenFile": "../t"]).registration
    #expect(token.tokenFile == "/etc/t")
  }

  struct Missing: Sendable, CustomTestStringConvertible {
    var members: JSON
    var issuer: String?
    var field: String
    var testDescription: String { field + " of " + members.compact }
  }

  static let foreign = "https://login.example.com/realms/demo"

  static let missing: [Missing] = [
    Missing(members: ["registration": "initial-access-token"], field: "initialAccessTokenFile"),
    Missing(members: ["registration": "device", "deviceCertificate": "a.pem"], field: "deviceKey"),
    Missing(members: ["registration": "device", "deviceKey": "a.pem"], field: "deviceCertificate"),
    Missing(members: ["registration": "device"], issuer: foreign, field: "deviceCertificate"),
    Missing(members: ["registration": "push"], issuer: foreign, field: "deviceCertificate"),
    Missing(
      members: ["registration": "push", "deviceCertificate": "a.pem", "deviceKey": "b.pem"], issuer: foreign,
      field: "deviceClientID"),
  ]

  @Test(arguments: missing)
  func aMissingMemberOfAWayIsNamed(_ missing: Missing) {
    let error = #expect(throws: CommandError.self) { try judge(missing.members, issuer: missing.issuer) }
    #expect(error?.code.rawValue == "config_member_missing")
    #expect(error?["field"] == missing.field)
    #expect(error?.status == .data)
  }

  @Test(arguments: [("registration", "static-client"), ("applicationServer", "https://app.example")])
  func membersWithoutUseAreNamed(_ member: String, _ value: String) throws {
    let idle: JSON = [
      "softwareId": "template", "initialAccessTokenFile": "t", "deviceCertificate": "a.pem", "deviceKey": "b.pem",
    ]
    let warnings = try judge(idle.setting(member, .string(value))).warnings
    #expect(warnings.count == 3)
    let why = member == "registration" ? value : member
    for name in ["softwareId", "initialAccessTokenFile", "deviceCertificate"] {
      #expect(warnings.contains { $0.contains(name) && $0.contains(why) })
    }
  }

  /// The application server's client does not register, so any way to register, also the default, contradicts it.
  @Test(arguments: RegistrationMode.allCases)
  func noWayGoesWithAnApplicationServer(_ mode: RegistrationMode) {
    let error = #expect(throws: CommandError.self) {
      try judge(["registration": .string(mode.rawValue), "applicationServer": "https://app.example"])
    }
    #expect(error?.code.rawValue == "config_members_exclude")
    #expect(error?["field"] == "registration")
    #expect(error?["received"] == "applicationServer")
    #expect(error?.status == .data)
  }

  /// A static client has the key that its operator registered, and makes none. A key that only binds tokens is allowed.
  @Test func aStaticClientHasItsRegisteredKeyOrNone() throws {
    let given = try judge(["registration": "static-client", "clientID": "shop", "clientKey": "thumbprint"])
    #expect(given.keys.privateKey)
    let bound = try judge(["registration": "static-client", "dpop": true, "pushedAuthorization": true])
    #expect(bound.keys.dpop && bound.keys.pushedAuthorization && !bound.keys.privateKey)
    for (members, code, field) in [
      (["clientAuthentication": "private-key"], "config_member_missing", "clientKey"),
      (["profile": "fapi-2.0"], "config_members_exclude", "profile"),
      (["clientKey": "thumbprint", "clientSecretFile": "secret"], "config_members_exclude", "clientKey"),
    ] as [(JSON, String, String)] {
      let error = #expect(throws: CommandError.self) { try judge(members.setting("registration", "static-client")) }
      #expect(error?.code.rawValue == code)
      #expect(error?["field"] == field)
    }
  }

  /// An API may name any server: a credential from one server never goes to another.
  @Test(
    arguments: [
      ["registration": "static-client", "clientID": "shop", "clientSecretFile": "secret"],
      ["registration": "initial-access-token", "initialAccessTokenFile": "token"],
    ] as [JSON])
  func aSecretNeedsAnIssuerByName(_ members: JSON) throws {
    var document = ConfigurationFile.shipped.setting("issuer", nil).setting("api", "https://api.example.com/bank")
    for member in members.objectValue ?? [] { document = document.setting(member.name, member.value) }
    let error = #expect(throws: CommandError.self) {
      try ConfigurationFile.judge(Array(document.compact.utf8), file: "/etc/demo/config.json")
    }
    #expect(error?.code.rawValue == "config_member_missing")
    #expect(error?["field"] == "issuer")
  }

  /// Only the client's key asks its user.
  @Test func userPresenceWithoutAClientKeyIsWarnedAbout() throws {
    let warnings = try judge(["userPresence": true, "dpop": true]).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("userPresence") == true)
    for (name, value) in [("clientAuthentication", "private-key"), ("profile", "fapi-2.0")] {
      #expect(try judge(["userPresence": true, name: .string(value)]).warnings == [])
    }
    #expect(try judge(["userPresence": false]).warnings == [])
  }

  /// The app and the server that it starts read one file: a contradiction between them is reported at the start.
  @Test func anEmbeddedServerThatIsNotOpenIsWarnedAbout() throws {
    let warnings = try judge(["registration": "open"]).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("embeddedServer.policies.registration") == true)
    #expect(try judge(["registration": "open"], issuer: Self.foreign).warnings == [])
  }

  @Test func theEmbeddedServersPolicyIsATokenUnlessItIsOpened() throws {
    #expect(try judge([:]).embeddedServer.policies == nil)
    let open = try judge(["embeddedServer": ["policies": ["registration": "open"]]])
    #expect(open.embeddedServer.policies?.registration == .open)
    let administered = try judge(["embeddedServer": ["policies": ["push": "administrator"], "devicePort": 8450]])
    #expect(administered.embeddedServer.policies?.push == .administrator)
    #expect(administered.embeddedServer.devicePort == 8450)
    let error = #expect(throws: CommandError.self) {
      try judge(["embeddedServer": ["policies": ["registration": "anyone"]]])
    }
    #expect(error?["field"] == "embeddedServer.policies.registration")
  }
}
