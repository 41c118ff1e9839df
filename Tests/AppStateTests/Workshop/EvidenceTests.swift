import Foundation
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// Writing evidence: what the effect carries, and that nothing else of the app changes.
@Suite struct EvidenceTests {
  private let scenario = Scenario(tools: Workshop.tools)

  @Test func evidenceIsWrittenOnceWithWhatTheAppKnows() throws {
    var state = AppState(settings: scenario.state.settings, now: scenario.state.now, tools: Workshop.tools)
    let before = state
    let effects = update(&state, .evidence(.write), now: before.now)
    guard case .write(1, let request)? = effects.first?.of(EvidenceEffect.self) else { throw Unexpected("\(effects)") }
    #expect(request.settings == before.settings && request.phases == before.phases && request.time == before.now)
    #expect(request.faults == before[FaultsTool.self].active && request.clocks == before[Clocks.self])
    #expect(update(&state, .evidence(.write), now: before.now).isEmpty)
    _ = update(&state, .evidence(.written(1, .success(EvidenceFile(path: "/a.zip", bytes: 5)))), now: before.now)
    #expect(state[EvidenceTool.self].report == .done(EvidenceFile(path: "/a.zip", bytes: 5)))
    _ = update(&state, .evidence(.close), now: before.now)
    #expect(state[EvidenceTool.self].report == nil && state.phase == before.phase && state.banner == before.banner)
  }

  @Test func aLateAnswerIsIgnored() {
    var state = AppState(settings: scenario.state.settings, now: scenario.state.now, tools: Workshop.tools)
    _ = update(&state, .evidence(.write), now: state.now)
    _ = update(&state, .evidence(.close), now: state.now)
    _ = update(&state, .evidence(.written(1, .success(EvidenceFile(path: "/a.zip", bytes: 5)))), now: state.now)
    #expect(state[EvidenceTool.self].report == nil)
    _ = update(&state, .evidence(.write), now: state.now)
    _ = update(&state, .evidence(.written(1, .success(EvidenceFile(path: "/old.zip", bytes: 5)))), now: state.now)
    #expect(state[EvidenceTool.self].report == .pending)
    let problem = FileProblem(.exportNoSpace, path: "/b.zip", detail: "full")
    _ = update(&state, .evidence(.written(2, .failure(problem))), now: state.now)
    #expect(state[EvidenceTool.self].report == .failed(problem))
  }

  /// The help closes, so that the path of the file is visible.
  @Test func theHelpCloses() {
    var state = AppState(settings: scenario.state.settings, now: scenario.state.now, tools: Workshop.tools)
    _ = update(&state, .view(.toggleHelp), now: state.now)
    _ = update(&state, .evidence(.write), now: state.now)
    #expect(!state.view.showsHelp && state[EvidenceTool.self].report != nil)
  }
}
