import AppState
import Catalogue
import Faults
import Foundation
import Screens
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Evidence
@testable import Samples
@testable import TestRuns
@testable import Workshop

/// The built-in plan covers every state, preset, script, language and size; a team's files join it.
@Suite struct TestPlanLibraryTests {
  private let folder = TemporaryFolder()
  private let plan = TestPlanLibrary.builtIn

  private static let own = """
    {"version": 1, "title": "Ours", "cases": [
      {"id": "OWN-1", "title": "t", "area": "own", "steps": ["s"], "expected": ["e"], "source": "UX"}
    ]}
    """

  @Test func thereAreEnoughCases() {
    #expect(plan.cases.count >= 85)
    #expect(plan.areas.count >= 15)
    #expect(plan.cases.allSatisfy { $0.file == nil })
  }

  /// Some case must show each state of the registry: name a new state in a case's `screens`.
  @Test func everyStateOfEveryScreenIsSeenBySomeCase() {
    let seen = Set(plan.cases.flatMap(\.screens))
    let states = StateRegistry.all.map(\.name)
    let missing = states.filter { state in !seen.contains { TestPlanLibraryTests.covers($0, state) } }
    #expect(missing == [], "no case of TestPlan/plan.json has it in “screens”")
    let dead = seen.filter { screen in !states.contains { TestPlanLibraryTests.covers(screen, $0) } }
    #expect(dead.sorted() == [], "prefixes that match no state")
  }

  private static func covers(_ screen: String, _ state: String) -> Bool {
    state == screen || state.hasPrefix(screen.hasSuffix("-") ? screen : screen + "-")
  }

  @Test func everyPresetHasACase() {
    let used = Set(
      plan.cases.compactMap { testCase -> String? in
        guard case .preset(let name) = testCase.precondition.faults else { return nil }
        return name
      })
    // What only a server can do shows nothing in this app.
    let ofServer = FaultPresets.all.filter { $0.plan.rules.allSatisfy { $0.needs.contains(.atServer) } }.map(\.name)
    let presets = Set(FaultPresets.all.map(\.name)).subtracting(ofServer)
    #expect(presets.subtracting(used).sorted() == [], "add a case to TestPlan/plan.json")
  }

  @Test func everyScriptHasACase() {
    let named = plan.cases.compactMap(\.script)
    #expect(Set(named).count == named.count, "two cases name one script")
    #expect(Set(BuiltInScripts.names).subtracting(named).sorted() == [], "add a case to TestPlan/plan.json")
  }

  @Test func everyLanguageSizeAndDeviceHasACase() {
    let given = plan.cases.map(\.precondition)
    for language in Language.allCases where language != .english {
      #expect(given.contains { $0.language == language }, "\(language)")
    }
    for size in GalleryVariant.sizes {
      #expect(given.contains { $0.size == TestSize(columns: size.width, rows: size.height) }, "\(size)")
    }
    for device in TestPrecondition.Device.allCases { #expect(given.contains { $0.device == device }, "\(device)") }
    #expect(given.contains { $0.glyphs == .ascii } && given.contains { $0.colour == false })
    #expect(given.contains { $0.clock?.app != nil } && given.contains { $0.clock?.server != nil })
    #expect(given.contains { $0.clock?.pace != nil })
  }

  @Test func aTeamsCasesJoinThem() {
    folder.write("own.json", TestPlanLibraryTests.own)
    folder.write("notes.txt", "no plan")
    let (plan, problems) = TestPlanLibrary.read(folder.path)
    #expect(problems == [])
    #expect(plan.cases.count == self.plan.cases.count + 1)
    #expect(plan["OWN-1"]?.file == folder("own.json"))
  }

  @Test func aFileThatIsWrongIsNamedAndLeftOut() throws {
    folder.write("a.json", TestPlanLibraryTests.own)
    folder.write("b.json", TestPlanLibraryTests.own)
    folder.write("c.json", TestPlanLibraryTests.own.replacing("OWN-1", with: "REG-001"))
    folder.write("d.json", "{\n\"version\": 1,\n")
    folder.write("e.json", TestPlanLibraryTests.own.replacing("OWN-1", with: "OWN-2"))
    try FileManager.default.createDirectory(atPath: folder("f.json"), withIntermediateDirectories: true)
    let (plan, problems) = TestPlanLibrary.read(folder.path)
    #expect(problems.map(\.file) == ["b.json", "c.json", "d.json", "f.json"])
    #expect(problems.map(\.code) == ["duplicate_id", "duplicate_id", "not_json", "unreadable"])
    let expected = problems.prefix(2).map(\.expected.description)
    #expect(expected == ["an id that is not in a.json", "an id that is not in plan.json"])
    #expect(plan.cases.count == self.plan.cases.count + 2)
  }
}
