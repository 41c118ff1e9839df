import Catalogue
import Foundation
import Programs
import SharedValues
import TerminalUI
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Evidence
@testable import Screens

/// Another vendor's app: the brand file is read strictly, and its texts and colours reach the screen.
@Suite struct BrandFileTests {
  private static let example = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/examples/brand.json").standardized.path

  private func read(_ text: String) throws -> Brand { try BrandFile.read(Array(text.utf8), name: "brand.json") }

  private func brand(_ member: String) -> String { "{\"version\": 1, \"name\": \"A\",\n\(member)}" }

  @Test func theExampleIsRead() throws {
    let brand = try BrandFile.read(BrandFileTests.example)
    #expect(brand.name == "Nordlicht Bank" && brand.marks.count == 3)
    #expect(brand.catalogue(.english)(.appTitle) == "Nordlicht Bank")
    #expect(brand.catalogue(.german)(.startAuthentication) == "Zu meinen Konten")
    // What the brand leaves out stays the product's, in the chosen language.
    #expect(brand.catalogue(.swedish)(.startAuthentication) == "Starta inloggning")
    #expect(brand.catalogue(.swedish)(.appTitle) == "Nordlicht Bank")
    #expect(brand.catalogue(.german)(.quit) == Catalogue(.german)(.quit))
  }

  @Test func aNameAloneIsABrand() throws {
    let brand = try read("{\"version\": 1, \"name\": \"Acme\"}")
    #expect(brand.colours == nil && brand.marks.isEmpty && brand.theme(.curity) == .curity)
  }

  /// For each wrong member the error names the file, the line, the member and what belongs there.
  @Test(arguments: [
    ("{\"name\": \"A\"}", "version", "the number 1"),
    ("{\"version\": 2, \"name\": \"A\"}", "version", "the number 1"),
    ("{\"version\": 1}", "name", "a text"),
    ("{\"version\": 1, \"name\": \"\"}", "name", "1 to 32"),
    ("{\"version\": 1, \"name\": \"A\\u001b[31m\"}", "name", "without control characters"),
    ("{\"version\": 1, \"name\": \"\(String(repeating: "A", count: 33))\"}", "name", "1 to 32"),
    ("{\"version\": 1, \"name\": 7}", "name", "a text"),
    (
      "{\"version\": 1, \"name\": \"A\", \"colors\": {}}", "colors",
      "one of $schema, colours, mark, name, texts, version"
    ),
    ("{\"version\": 1, \"name\": \"A\", \"colours\": []}", "colours", "an object"),
    ("{\"version\": 1, \"name\": \"A\", \"colours\": {\"accent\": \"blue\"}}", "colours.accent", "#0A5CE0"),
    ("{\"version\": 1, \"name\": \"A\", \"colours\": {\"accent\": \"#12345\"}}", "colours.accent", "#0A5CE0"),
    ("{\"version\": 1, \"name\": \"A\", \"colours\": {\"accent\": \"#+12345\"}}", "colours.accent", "#0A5CE0"),
    ("{\"version\": 1, \"name\": \"A\", \"colours\": {\"primary\": \"#123456\"}}", "colours.primary", "one of accent"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": \"X\"}", "mark", "a list of 0 to 8"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": [[]]}", "mark[0]", "1 to 16 rows"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": [[\"  \"]]}", "mark[0]", "1 to 16 rows"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": [[\"銀行\"]]}", "mark[0]", "one cell wide"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": [[\"a\\u0301\"]]}", "mark[0]", "one cell wide"),
    ("{\"version\": 1, \"name\": \"A\", \"mark\": [[\"a\\tb\"]]}", "mark[0]", "one cell wide"),
    (
      "{\"version\": 1, \"name\": \"A\", \"mark\": [[\"\(String(repeating: "x", count: 41))\"]]}", "mark[0]",
      "at most 40"
    ),
    ("{\"version\": 1, \"name\": \"A\", \"texts\": {\"fr\": {}}}", "texts.fr", "one of de, en, sv"),
    (
      "{\"version\": 1, \"name\": \"A\", \"texts\": {\"en\": {\"error.usage.title\": \"x\"}}}",
      "texts.en.error.usage.title", "one of app.purpose"
    ),
    (
      "{\"version\": 1, \"name\": \"A\", \"texts\": {\"en\": {\"app.purpose\": \"\"}}}", "texts.en.app.purpose",
      "1 to 80"
    ),
    (
      "{\"version\": 1, \"name\": \"A\", \"texts\": {\"en\": {\"button.ic\": \"\(String(repeating: "x", count: 25))\"}}}",
      "texts.en.button.ic", "1 to 24"
    ),
    ("[]", "", "an object"), ("{", "", "syntax"),
  ])
  func eachMistakeIsNamed(_ text: String, _ member: String, _ expected: String) throws {
    let problem = try #require(throws: DocumentProblem.self) { _ = try read(text) }
    #expect(problem.member == member && problem.line == 1)
    #expect("\(problem.expected)".contains(expected), "\(problem.expected)")
    #expect(!CommandError(.brandFileWrong, problem).explanation.contains("“-”"))
  }

  /// Contrast of 4.5 for text and 3 for graphics, as WCAG 2.2 demands; the error names the member to change.
  @Test(arguments: [
    ("\"accent\": \"#FFD500\"", "colours.accent", "accent on surface, which is 1.4"),
    ("\"surface\": \"#202020\"", "colours.surface", "text on surface"),
    ("\"surface\": \"#202020\", \"text\": \"#F0F0F0\"", "colours.surface", "accent on surface"),
    ("\"onAccent\": \"#0B2A66\"", "colours.onAccent", "onAccent on accent"),
    ("\"button\": \"#B4BACB\"", "colours.button", "onButton on button"),
    ("\"mark\": \"#F4F4F4\"", "colours.mark", "3.0 or more of mark on surface"),
  ])
  func tooLittleContrastIsRefused(_ colours: String, _ member: String, _ expected: String) throws {
    let problem = try #require(throws: DocumentProblem.self) { _ = try read(brand("\"colours\": {\(colours)}")) }
    #expect(problem.member == member && problem.line == 2)
    #expect("\(problem.expected)".contains(expected), "\(problem.expected)")
  }

  @Test func aDarkBrandIsABrand() throws {
    let colours = """
      "surface": "#101418", "text": "#F2F2F2", "accent": "#7FB4FF", "onAccent": "#101418", "button": "#2B3644", "onButton": "#FFFFFF", "mark": "#FFD500"
      """
    #expect(try read(brand("\"colours\": {\(colours)}")).colours?.weakness == nil)
  }

  @Test func anUnreadableFileIsNamed() {
    for path in ["/nowhere/brand.json", "/tmp"] {
      let error = #expect(throws: CommandError.self) { try BrandFile.read(path) }
      #expect(error?.code.rawValue == "brand_file_unreadable" && error?["path"] == path)
    }
  }

  @Test func aRelativePathStartsAtTheConfigurationsFolder() throws {
    let folder = URL(filePath: BrandFileTests.example).deletingLastPathComponent().path
    let document = ConfigurationFile.shipped.setting("brand", "brand.json")
    let configuration = try ConfigurationFile.judge(Array(document.compact.utf8), file: folder + "/config.json")
    #expect(configuration.brand.name == "Nordlicht Bank" && configuration.warnings.isEmpty)
    let error = #expect(throws: CommandError.self) {
      try ConfigurationFile.judge(Array(ConfigurationFile.shipped.setting("brand", 7).compact.utf8), file: "/x")
    }
    #expect(error?.code.rawValue == "config_member_wrong")
  }
}
