import Foundation
import Programs
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Evidence

/// A configuration file may contain comments, as the one from `config init` does.
@Suite struct CommentedConfigurationTests {
  @Test(arguments: [
    ("{\"a\": 1} // one", "{\"a\": 1}       "), ("// first\n{}", "        \n{}"),
    ("{\"url\": \"https://x\"}", "{\"url\": \"https://x\"}"), ("{\"q\": \"\\\"//\"} // x", "{\"q\": \"\\\"//\"}     "),
    ("{} /", "{} /"), ("//", "  "), ("{\"open: 1 // x\n} // y", "{\"open: 1 // x\n}     "),
    ("\u{FEFF}{} // x", "\u{FEFF}{}     "),
  ])
  func commentsBecomeSpaces(_ text: String, _ expected: String) {
    #expect(String(decoding: CommentedJSON.withoutComments(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test func initWritesTheDefaults() throws {
    let port = { () throws(CommandError) in 20_123 }
    var written = try ConfigurationFile.judge(
      Array(CommentedConfiguration.text.utf8), file: "/x/config.json", IssuerSources(ownPort: port))
    var without = try ConfigurationFile.withoutFile(IssuerSources(ownPort: port))
    #expect(written.issuer.text == "https://localhost:20123/oauth/v2/oauth-anonymous")
    #expect(written.warnings == [] && without.file == nil)
    // The two differ only in the file that they come from.
    (written.file, written.document) = (nil, [:])
    without.document = [:]
    #expect(written == without)
  }

  @Test func commentsDoNotShiftTheLineOfAMistake() {
    let text = "// one\n{\n  \"issuer\": // two\n}"
    let error = #expect(throws: CommandError.self) { try ConfigurationFile.judge(Array(text.utf8), file: "/x") }
    #expect(error?["detail"]?.contains("4") == true)
  }

  /// A member of the schema that the server does not have, or the other way round, would have no effect.
  @Test func theServerHasTheMembersOfTheSchema() throws {
    func isWhole(_ members: some Encodable, _ path: String) throws -> Bool {
      let encoded = try JSON.parse(Array(JSONEncoder().encode(members))).objectValue ?? []
      return Set(encoded.map(\.name)) == Set(MemberRule.at("embeddedServer." + path).members.map(\.name))
    }
    #expect(try isWhole(ServerLifetimes(), "lifetimes"))
    #expect(try isWhole(ServerLimits(), "limits"))
    #expect(try isWhole(ServerPolicies(), "policies"))
    #expect(try isWhole(InsecureSwitches.none, "policies.insecure"))
    #expect(ServerPolicies().insecure == .none)
  }

  /// Each choice that the schema offers is one that the program knows.
  @Test func everyChoiceOfTheSchemaIsRead() throws {
    func read(_ path: String, _ value: String) throws -> Configuration {
      let names = path.split(separator: ".").map(String.init)
      let member = names.dropFirst().reversed().reduce(JSON.string(value)) { .object([.init($1, $0)]) }
      let document = ConfigurationFile.shipped.setting("initialAccessTokenFile", "t").setting("browserCommand", "w3m")
      return try ConfigurationFile.judge(
        Array(document.setting(names[0], member).compact.utf8), file: "/etc/demo/config.json")
    }
    for choice in MemberRule.at("registration").choices {
      #expect(try read("registration", choice).registration.mode.rawValue == choice)
    }
    for member in ["browser", "userAgent"] {
      for choice in MemberRule.at(member).choices { #expect(try read(member, choice).userAgent.rawValue == choice) }
    }
    for (name, rule) in MemberRule.at("embeddedServer.policies").members {
      for choice in rule.choices { _ = try read("embeddedServer.policies.\(name)", choice) }
    }
  }

  /// Each member has a sentence and an example for `config init`.
  @Test func everyMemberOfTheSchemaIsExplained() throws {
    let names = MemberRule.configuration.members.flatMap { name, rule in
      name == "embeddedServer" ? rule.members.map { "embeddedServer." + $0.name } : [name]
    }
    #expect(names.sorted() == ConfigurationMember.all.map(\.name).sorted())
    #expect(
      ConfigurationMember.all.filter { $0.byDefault == nil }.map(\.name)
        == ["issuer", "registrationClientID", "redirectUri", "postLogoutRedirectUri", "scope"])
  }
}
