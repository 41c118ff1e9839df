import AppState
import SharedValues

/// The tool **Test plan**: the cases, the current run, and the setup of a case.
package struct TestPlanTool: Hashable, Sendable {
  package var plan = TestPlan(title: "")
  /// Files that could not be used.
  package var problems: [DocumentProblem] = []
  package var isLoaded = false
  /// Whether reading the files was requested.
  var isAsked = false
  /// The current run: resumed, or started by the first mark. `nil`: no case is marked.
  package var run: TestRun?
  /// The newest finished run, for comparison.
  package var earlier: TestRun?
  var knownRuns: Set<String> = []
  /// Why the last mark or report could not be saved; the code of an export problem.
  package var problem: FileProblem?
  /// The files of the last report; `nil` after the user's next action.
  package var report: [String]?

  /// The selected case, as an index into ``listed``.
  package var selected = 0
  package var opened: TestCase.ID?
  /// Whether only cases are listed that are not marked as passed.
  package var listsOpenOnly = false
  /// The text being typed; `nil`: no field has the keys.
  package var note: String?
  package var typing = Typing.note
  /// Conditions that have held since the case was opened or set up; its own steps may end them.
  var met: Set<StateCondition> = []

  package enum Typing: Hashable, Sendable {
    /// About the opened case.
    case note, ticket
    /// The tester's name; the mark is made once it is known.
    case tester(TestMark)
  }

  enum StateCondition: Hashable, Sendable, CaseIterable { case device, faults, clock }
  package var preparation: Preparation?

  /// The setup of a case, one part after the other.
  package struct Preparation: Hashable, Sendable {
    package enum Stage: Hashable, Sendable {
      case startingOver(StartingOver)
      case registering, signingIn
      case done
      /// The phone ended in another state than the case needs; its screen says why.
      case failed
    }
    package var testCase: TestCase.ID
    package var stage: Stage

    package init(_ testCase: TestCase.ID, _ stage: Stage) { (self.testCase, self.stage) = (testCase, stage) }

    package var isOver: Bool { stage == .done || stage == .failed }
  }

  package init() {}

  package var listed: [TestCase] {
    guard listsOpenOnly else { return plan.cases }
    return plan.cases.filter { run?.mark(of: $0.id) != .pass }
  }

  package var chosen: TestCase? {
    if let opened { return plan[opened] }
    let listed = listed
    return listed.isEmpty ? nil : listed[min(selected, listed.count - 1)]
  }

  package var isPreparing: Bool { preparation.map { !$0.isOver } ?? false }

  /// Opens the field for a text of the chosen case's result.
  mutating func type(_ typing: Typing, _ text: KeyPath<TestRun.Result, String>) {
    guard let chosen, let result = run?.results[chosen.id] else { return }
    (opened, self.typing, note) = (chosen.id, typing, result[keyPath: text])
  }
}

package enum TestPlanAction: ToolAction {
  case loaded(TestPlan, [DocumentProblem], paused: TestRun?, earlier: TestRun?, runs: Set<String>)
  case select(Int)
  case open(TestCase.ID)
  case close
  /// To the next or the previous case.
  case turn(Int)
  case toggleOpenOnly
  /// Sets up the selected case; asks first if that erases something.
  case prepare
  /// The same, after the user has confirmed.
  case startOver
  case mark(TestMark)
  case unmark
  case beginNote
  case beginTicket
  case editNote(TextChange)
  case endNote
  case dropNote
  /// Ends the run: the next mark starts a new one.
  case finish
  case report
  /// The outcome of saving or reporting; `nil`: success.
  case kept(FileProblem?)
  case reported(Result<[String], FileProblem>)

  package func apply(to phone: inout Phone<TestPlanTool>) -> [Effect] { phone.apply(self) }
  package var isDangerous: Bool { [.unmark, .startOver, .finish].contains(self) }
}

package enum TestPlanEffect: ToolEffect {
  /// Reads plans and runs; ``TestPlanAction/loaded(_:_:paused:earlier:runs:)`` answers.
  case load
  /// Saves the run, attaching the screen to this case; ``TestPlanAction/kept(_:)`` answers.
  case keep(TestRun, attaching: TestCase.ID?)
  /// Writes reports; ``TestPlanAction/reported(_:)`` answers.
  case report(TestRun, TestPlan)

  package var name: String { "test plan" }
}

extension Action { package static func checks(_ action: TestPlanAction) -> Action { .tool(AnyToolAction(action)) } }

extension TestPlanTool: Tool {
  package static func isAtWork(_ phone: Phone<TestPlanTool>) -> Bool { phone.own.isPreparing }
  package static func observe(_ phone: inout Phone<TestPlanTool>, _ change: PhoneChange) -> [Effect] {
    var effects: [Effect] = []
    if case .browserDataCleared = change.action { effects = phone.preparationHasCleared() }
    // The files are read when the panel is first opened.
    if phone.view.tab == .checks, !phone.own.isAsked {
      phone.own.isAsked = true
      effects.append(.tool(TestPlanEffect.load))
    }
    effects += phone.goOn()
    // Remembers conditions that have held, because the tester's next steps may change them.
    if let opened = phone.own.opened, let given = phone.own.plan[opened]?.precondition {
      let held = TestPlanTool.StateCondition.allCases.filter { phone.holds($0, given) }
      phone.own.met.formUnion(held)
    }
    return effects
  }

  package static var tabs: [PanelTab] { [.checks] }

  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<TestPlanTool>) {
    guard phone.own.opened == nil, !phone[ClientTesting.self].isShown else { return phone.look(.scroll(step)) }
    let listed = phone.own.listed
    phone.own.selected = listed.place(step, from: min(phone.own.selected, listed.count - 1))
  }

  package mutating func arrive(from old: TestPlanTool) {
    self = old
    preparation = nil
  }
}

extension PanelTab {
  package static let checks = PanelTab("checks", at: 9, key: "C", isBench: true, .tabChecks, .keyChecks)
}
