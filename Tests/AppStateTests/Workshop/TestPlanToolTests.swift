import Faults
import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Walking through a test plan: marks are saved, one key sets up a case, and only the tester changes the run.
struct TestPlanToolTests {
  private var scenario = Scenario(tools: Workshop.tools)
  private var state: AppState { scenario.state }
  private var phone: Phone<TestPlanTool> { Phone(state) }
  private var clocks: Phone<Clocks> { Phone(state) }
  private var hasFaults: Bool { !state[FaultsTool.self].active.isEmpty }
  private let plan = TestPlan(
    title: "P",
    cases: (1...4).map { number in
      var given = TestPrecondition(device: [nil, .fresh, .registered, .signedIn][number - 1])
      if number == 2 { given.faults = .preset("phone-offline") }
      if number == 1 { given.clock = TestClock(app: 7200, server: -60, pace: 10) }
      return TestCase(
        id: "T-\(number)", title: "t", area: "a", precondition: given, steps: ["s"], expected: ["e"], source: "UX")
    })

  init() {
    scenario.state.preferences.tester = "tess"
    scenario.state.settings.embeddedServer = true
    scenario.send(.started)
    scenario.send(.keystoreLoaded(nil))
    scenario.send(.view(.tab(.checks)))
    #expect(scenario.effects.contains(.tool(TestPlanEffect.load)))
    send(.loaded(plan, [], paused: nil, earlier: nil, runs: ["2027-01-15-1"]))
  }

  private mutating func send(_ action: TestPlanAction) { scenario.send(.checks(action)) }

  private var kept: (run: TestRun, attached: TestCase.ID?)? {
    for case .keep(let run, let id)? in scenario.effects.map({ $0.of(TestPlanEffect.self) }) { return (run, id) }
    return nil
  }

  @Test mutating func theFirstMarkBeginsARunAndIsKeptAtOnce() throws {
    send(.open("T-2"))
    send(.mark(.pass))
    let kept = try #require(kept)
    // The id of an existing run is not used again.
    #expect(kept.run.id == "2027-01-15-2" && kept.run.mark(of: "T-2") == .pass && kept.attached == "T-2")
    #expect(kept.run.results["T-2"]?.attachments.contains("T-2/screen.svg") == true)
  }

  @Test mutating func aFailureAsksForANoteAndKeepsIt() throws {
    send(.open("T-1"))
    send(.mark(.fail))
    #expect(phone.own.note == "")
    send(.editNote(.insert("grey\nbutton")))
    send(.endNote)
    let kept = try #require(kept)
    #expect(kept.run.results["T-1"]?.note == "grey button" && kept.attached == nil)
    // Escape keeps the note as it was.
    send(.beginNote)
    send(.editNote(.clear))
    send(.dropNote)
    #expect(phone.own.run?.results["T-1"]?.note == "grey button")
    send(.unmark)
    #expect(phone.own.run?.results["T-1"] == nil)
  }

  /// A report needs the tester's name, and asking at each run would be a nuisance.
  @Test mutating func theTestersNameIsAskedOnceAndSaved() throws {
    scenario.state.preferences.tester = nil
    send(.open("T-2"))
    send(.mark(.fail))
    #expect(phone.own.run == nil && phone.own.typing == .tester(.fail) && phone.own.note == "")
    send(.dropNote)
    #expect(phone.own.run == nil)
    send(.mark(.fail))
    send(.editNote(.insert("Ada")))
    send(.endNote)
    #expect(scenario.effects.contains(.savePreferences(state.preferences)) && state.preferences.tester == "Ada")
    #expect(kept?.run.tester == "Ada" && kept?.run.mark(of: "T-2") == .fail && phone.own.typing == .note)
    send(.dropNote)
    send(.finish)
    send(.mark(.pass))
    #expect(kept?.run.tester == "Ada" && phone.own.note == nil)
  }

  @Test mutating func aTicketIsKeptWithTheMark() throws {
    send(.open("T-1"))
    send(.beginTicket)
    #expect(phone.own.note == nil, "there is no result yet")
    send(.mark(.pass))
    send(.beginTicket)
    send(.editNote(.insert("DEMO-7")))
    send(.endNote)
    #expect(kept?.run.results["T-1"]?.ticket == "DEMO-7")
    send(.mark(.blocked))
    #expect(phone.own.run?.results["T-1"]?.ticket == "DEMO-7")
  }

  /// The case's own first step registers the phone, which was fresh as the case demands.
  @Test mutating func aPreconditionMetAtTheBeginningStaysMet() {
    func isMet() -> Bool { phone.own.met.contains(.device) }
    send(.open("T-2"))
    #expect(isMet())
    scenario.register()
    #expect(isMet() && !phone.holds(.device, plan.cases[1].precondition))
    send(.open("T-3"))
    send(.open("T-2"))
    #expect(!isMet(), "a case that is opened again is judged again")
  }

  @Test mutating func aPausedRunContinues() throws {
    var paused = TestRun(id: "2027-01-14-3", plan: plan, started: scenario.clock, tester: "")
    paused.mark(plan.cases[0], .pass, note: "", now: scenario.clock)
    send(.loaded(plan, [], paused: paused, earlier: nil, runs: []))
    #expect(phone.own.chosen?.id == "T-2")
    send(.mark(.pass))
    #expect(kept?.run.id == "2027-01-14-3" && kept?.run.results.count == 2)
    send(.finish)
    #expect(kept?.run.isFinished == true && phone.own.run == nil && phone.own.earlier?.id == "2027-01-14-3")
  }

  @Test mutating func aReportIsOfTheCurrentRunNotTheLast() {
    send(.report)
    #expect(scenario.effects == [])
    send(.mark(.pass))
    let first = phone.own.run
    send(.finish)
    send(.mark(.blocked))
    send(.report)
    #expect(scenario.effects == [.tool(TestPlanEffect.report(phone.own.run ?? first!, plan))])
    send(.reported(.failure(FileProblem(.exportUnwritable, path: "/x", detail: ""))))
    #expect(phone.own.problem?.code == .exportUnwritable)
    // The names of the files are news, until the next action.
    send(.reported(.success(["/x/report.md"])))
    send(.kept(nil))
    #expect(phone.own.report == ["/x/report.md"])
    send(.finish)
    #expect(phone.own.report == nil)
  }

  @Test mutating func clocksAndFaultsAreSetUpAndAnEarlierCasesAreGone() {
    send(.open("T-1"))
    send(.prepare)
    #expect(phone.own.preparation?.stage == .done)
    scenario.clock = state.now
    #expect(abs(clocks.own.app.offset(at: clocks.machineNow) - 7200) < 1 && clocks.own.app.pace == 10)
    #expect(abs(clocks.own.server.offset(at: clocks.machineNow) + 60) < 1)
    send(.open("T-2"))
    send(.prepare)
    #expect(clocks.own.areReal && hasFaults && phone.own.preparation?.stage == .done)
    send(.open("T-1"))
    send(.prepare)
    #expect(!hasFaults)
  }

  /// The device is erased, then the real flow runs with the effects of a key press.
  @Test mutating func aDeviceIsRegisteredForACase() throws {
    send(.open("T-3"))
    send(.prepare)
    #expect(scenario.effects.contains(.clearBrowserData))
    scenario.send(.browserDataCleared([]))
    #expect(phone.own.preparation?.stage == .registering && state.flow?.kind == .registration)
    // A second press during the preparation does nothing.
    send(.prepare)
    #expect(state.flow?.kind == .registration)
    scenario.send(.cancel)
    #expect(phone.own.preparation?.stage == .failed)
  }

  /// Starting over also deletes the client at the server and cannot be undone, so the app asks first.
  @Test mutating func erasingIsAskedFirst() {
    scenario = Scenario(tools: Workshop.tools).signedIn()
    send(.loaded(plan, [], paused: nil, earlier: nil, runs: []))
    send(.open("T-2"))
    scenario.send(.faults(.add(FaultRule(.token, .connection(.reset)))))
    send(.prepare)
    #expect(state.view.confirmation == .startOver(AnyToolAction(TestPlanAction.startOver)))
    #expect(state.session != nil && state.flow == nil && hasFaults && !phone.own.isPreparing)
    scenario.send(.view(.dropQuestion))
    #expect(state.session != nil && phone.own.preparation == nil)
    send(.prepare)
    send(.startOver)
    #expect(state.flow?.kind == .forgetDevice && phone.own.isPreparing && state.view.confirmation == nil)
  }

  @Test mutating func aMetPreconditionChangesNothing() {
    scenario = Scenario(tools: Workshop.tools).signedIn()
    send(.loaded(plan, [], paused: nil, earlier: nil, runs: []))
    send(.open("T-4"))
    send(.prepare)
    #expect(phone.own.preparation?.stage == .done && state.session != nil && state.flow == nil)
  }

  @Test mutating func onlyOpenCasesCanBeListed() {
    send(.mark(.pass))
    send(.toggleOpenOnly)
    #expect(phone.own.listed.map(\.id) == ["T-2", "T-3", "T-4"])
    for _ in 0..<9 { scenario.send(.view(.moveSelection(1))) }
    #expect(phone.own.chosen?.id == "T-4")
    send(.open("T-4"))
    send(.turn(1))
    #expect(phone.own.opened == "T-4")
    send(.turn(-1))
    #expect(phone.own.opened == "T-3")
  }

  @Test mutating func aScreenshotOfAMarkShowsThePhone() {
    #expect(phone.withoutBench.view.tab == .messages && phone.withoutBench.view.focus == .phone)
  }
}
