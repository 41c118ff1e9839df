import Foundation
import Programs
import SharedValues
import Testing

@testable import DCRTerminal

/// A configuration file may explain itself, and the one that `config init` writes does.
@Suite struct CommentedConfigurationTests {
  @Test(arguments: [
    ("{\"a\": 1} // one", "{\"a\": 1}       "), ("// first\n{}", "        \n{}"),
    ("{\"url\": \"https://x\"}", "{\"url\": \"https://x\"}"), ("{\"q\": \"\\\"//\"} // x", "{\"q\": \"\\\"//\"}     "),
    ("{} /", "{} /"), ("//", "  "), ("{\"open: 1 // x\n} // y", "{\"open: 1 // x\n}     "),
  ])
  func commentsBecomeSpaces(_ text: String, _ expected: String) {
    #expect(String(decoding: CommentedJSON.withoutComments(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test func whatInitWritesIsWhatCountsWithoutAFile() throws {
    let port = { () throws(CommandError) in 20_123 }
    var written = try ConfigurationFile.judge(
      Array(CommentedConfiguration.text.utf8), file: "/x/config.json", IssuerSources(ownPort: port))
    var without = try ConfigurationFile.withoutFile(IssuerSources(ownPort: port))
    #expect(written.issuer.text == "https://localhost:20123/oauth/v2/oauth-anonymous")
    #expect(written.warnings == [] && without.file == nil)
    // They differ in nothing but where they come from.
    (written.file, written.document) = (nil, [:])
    without.document = [:]
    #expect(written == without)
  }

  @Test func aMistakeIsNamedWithItsLineAlthoughThereAreComments() {
    let text = "// one\n{\n  \"issuer\": // two\n}"
    let error = #expect(throws: CommandError.self) { try ConfigurationFile.judge(Array(text.utf8), file: "/x") }
    #expect(error?.values["detail"]?.contains("4") == true)
  }

  /// The schema, which editors read, knows the same members.
  @Test func theSchemaHasTheSameMembers() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/config.schema.json")
    let schema = try JSON.parse(Array(Data(contentsOf: file)))
    let properties = try #require(schema["properties"]?.objectValue)
    let names = properties.flatMap { member in
      member.name == "embeddedServer"
        ? (member.value["properties"]?.objectValue ?? []).map { "embeddedServer." + $0.name } : [member.name]
    }
    #expect(Set(names) == Set(ConfigurationMember.all.map(\.name)))
    // The issuer, or else an API that names one.
    let required = [schema["anyOf"]?.arrayValue?.first?["required"], schema["required"]].flatMap {
      $0?.stringArray ?? []
    }
    #expect(Set(ConfigurationMember.all.filter { $0.byDefault == nil }.map(\.name)) == Set(required))
  }
}
