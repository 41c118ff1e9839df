import Foundation
import IdentityServer
import Programs
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Evidence
@testable import IdentityServerProgram

/// A configuration file may contain comments, as the one from `config init` does.
@Suite struct CommentedConfigurationTests {
  @Test(arguments: [
    ("{\"a\": 1} // one", "{\"a\": 1}       "), ("// first\n{}", "        \n{}"),
    ("{\"url\": \"https://x\"}", "{\"url\": \"https://x\"}"), ("{\"q\": \"\\\"//\"} // x", "{\"q\": \"\\\"//\"}     "),
    ("{} /", "{} /"), ("//", "  "), ("{\"open: 1 // x\n} // y", "{\"open: 1 // x\n}     "),
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
    #expect(error?.values["detail"]?.contains("4") == true)
  }

  private func schema() throws -> JSON {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/config.schema.json")
    return try JSON.parse(Array(Data(contentsOf: file)))
  }

  /// The schema, and the document written from it, state the server's own lifetimes and limits.
  @Test func theSchemaHasTheServersDefaults() throws {
    let server = try #require(try schema()["properties"]?["embeddedServer"]?["properties"])
    func defaults(_ name: String) throws -> [String: Int] {
      let members = try #require(server[name]?["properties"]?.objectValue)
      return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value["default"]?.intValue ?? -1) })
    }
    var options = EmbeddedServerOptions()
    (options.lifetimes, options.limits) = (try defaults("lifetimes"), try defaults("limits"))
    #expect(options.serverLifetimes == IdentityServerConfiguration.Lifetimes())
    #expect(options.serverLimits == IdentityServerConfiguration.Limits())
  }

  /// The schema, which editors read, has the same members as the reader.
  @Test func theSchemaHasTheSameMembers() throws {
    let schema = try schema()
    let properties = try #require(schema["properties"]?.objectValue)
    let names = properties.flatMap { member in
      member.name == "embeddedServer"
        ? (member.value["properties"]?.objectValue ?? []).map { "embeddedServer." + $0.name } : [member.name]
    }
    #expect(Set(names) == Set(ConfigurationMember.all.map(\.name)))
    // Required: the issuer, or an API that names an issuer.
    let required = [schema["anyOf"]?.arrayValue?.first?["required"], schema["required"]].flatMap {
      $0?.stringArray ?? []
    }
    #expect(Set(ConfigurationMember.all.filter { $0.byDefault == nil }.map(\.name)) == Set(required))
  }
}
