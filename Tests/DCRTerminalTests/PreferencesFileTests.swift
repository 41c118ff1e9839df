import AppState
import Foundation
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Workshop

@Suite struct PreferencesFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/preferences.json" }

  @Test func choicesAreThereAtTheNextStart() throws {
    let file = PreferencesFile(directory: folder.path)
    #expect(file.current == Preferences() && file.problem == nil)
    try file.save(Preferences(theme: "high-contrast", motion: false))
    let again = PreferencesFile(directory: folder.path)
    #expect(again.current == Preferences(theme: "high-contrast", motion: false))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["preferences.json"])
  }

  @Test func theLanguageIsKeptOnceItWasChosen() throws {
    let file = PreferencesFile(directory: folder.path)
    try file.save(Preferences(language: .swedish))
    #expect(PreferencesFile(directory: folder.path).current.language == .swedish)
    // A user who never chose a language follows the environment at each start.
    try file.save(Preferences())
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("language"))
    // The pseudo-language is for testers, and for one run.
    try file.save(Preferences(language: .pseudo))
    #expect(file.current.language == .pseudo)
    #expect(PreferencesFile(directory: folder.path).current.language == nil)
  }

  @Test(arguments: [
    "", "[]", "{\"version\":2}", "{\"version\":1,\"theme\":\"pink\"}", "{\"version\":1,\"theme\":3}",
    "{\"version\":1,\"motion\":\"no\"}", "{\"version\":1", "{\"version\":1,\"language\":\"fr\"}",
    "{\"version\":1,\"language\":1}", "{\"version\":1,\"language\":\"pseudo\"}",
  ])
  func aDamagedFileIsReportedAndDoesNotStopTheApp(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let file = PreferencesFile(directory: folder.path)
    #expect(file.current == Preferences())
    #expect(file.problem?.code.rawValue == "preferences_damaged")
    try file.save(Preferences(theme: "mono"))
    #expect(PreferencesFile(directory: folder.path).problem == nil)
  }

  @Test func aChoiceThatCannotBeSavedHoldsForThisRun() {
    let file = PreferencesFile(directory: folder.path + "/nowhere")
    #expect(throws: FileProblem.self) { try file.save(Preferences(theme: "light")) }
    #expect(file.current.theme == "light")
  }
}
