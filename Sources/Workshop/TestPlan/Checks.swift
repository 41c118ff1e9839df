import AppState
import FoundationEssentials
import SharedValues

/// The bench's tool **Test plan**: what is to be checked, the run that goes on, and what is being set up for a case.
public struct Checks: Hashable, Sendable {
  public var plan = TestPlan(title: "")
  /// Files that could not be used.
  public var problems: [DocumentProblem] = []
  public var isLoaded = false
  /// Whether reading has been asked for.
  var isAsked = false
  /// The run that goes on: the one that was paused, or the one that the first mark began. `nil`: no case is marked.
  public var run: TestRun?
  /// The newest run that is finished, to compare with.
  public var earlier: TestRun?
  /// Ids of all runs that there are.
  var knownRuns: Set<String> = []
  /// Why the last mark could not be kept, or the last report not be written; in the codes of exports.
  public var problem: ExportProblem?
  /// What the last report consists of; `nil` once the user has gone on.
  public var report: [String]?

  /// The chosen case, by its place in ``listed``.
  public var selected = 0
  /// The case that is open.
  public var opened: TestCase.ID?
  /// Only cases without a mark, or that failed.
  public var listsOpenOnly = false
  /// What is being typed, and what about; `nil`: no field has the keys.
  public var note: String?
  public var typing = Typing.note
  /// What has been so since the case was opened or set up: its own steps end it.
  var met: Set<StateCondition> = []

  public enum Typing: Hashable, Sendable {
    /// About the opened case.
    case note, ticket
    /// Who tests: the mark is made when that is known.
    case tester(TestMark)
  }

  /// What a case may want that its own steps change.
  enum StateCondition: Hashable, Sendable { case device, faults, clock }
  public var preparation: Preparation?

  /// What is set up for a case, one thing after the other.
  public struct Preparation: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
      case startingOver(StartingOver)
      case registering, signingIn
      case done
      /// The phone ended in another state than the case wants; what it shows says why.
      case failed
    }
    public var testCase: TestCase.ID
    public var stage: Stage

    public init(_ testCase: TestCase.ID, _ stage: Stage) { (self.testCase, self.stage) = (testCase, stage) }

    public var isOver: Bool { stage == .done || stage == .failed }
  }

  public init() {}

  /// The cases that the list shows.
  public var listed: [TestCase] {
    guard listsOpenOnly else { return plan.cases }
    return plan.cases.filter { run?.mark(of: $0.id) != .pass }
  }

  public var chosen: TestCase? {
    if let opened { return plan[opened] }
    let listed = listed
    return listed.isEmpty ? nil : listed[min(selected, listed.count - 1)]
  }

  public var isPreparing: Bool { preparation.map { !$0.isOver } ?? false }
}

/// What happens in the tool **Test plan**, from both sides.
public enum ChecksAction: ToolAction {
  case loaded(TestPlan, [DocumentProblem], paused: TestRun?, earlier: TestRun?, runs: Set<String>)
  case select(Int)
  case open(TestCase.ID)
  case close
  /// The case after or before the opened one.
  case turn(Int)
  case toggleOpenOnly
  /// Set up what the chosen case needs; asks first where that erases something.
  case prepare
  /// The same, when the question has been answered.
  case startOver
  case mark(TestMark)
  case unmark
  case beginNote
  case beginTicket
  case editNote(TextChange)
  case endNote
  case dropNote
  /// The run is over: the next mark begins another one.
  case finish
  case report
  /// What came of keeping or reporting; `nil`: it is done.
  case kept(ExportProblem?)
  case reported(Result<[String], ExportProblem>)
}

/// What the tool **Test plan** wants done.
public enum ChecksEffect: ToolEffect {
  /// Read plans and runs; answered by ``ChecksAction/loaded(_:_:paused:earlier:runs:)``.
  case load
  /// Keep the run; with what is seen attached to this case; answered by ``ChecksAction/kept(_:)``.
  case keep(TestRun, attaching: TestCase.ID?)
  /// Write reports; answered by ``ChecksAction/reported(_:)``.
  case report(TestRun, TestPlan)

  public var name: String { "test plan" }
}

extension Effect { public static func checks(_ effect: ChecksEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension ChecksAction {
  public func apply(to app: inout AppState) -> [Effect] { app.check(self) }
  public var isDangerous: Bool { [.unmark, .startOver, .finish].contains(self) }
}

extension Action { public static func checks(_ action: ChecksAction) -> Action { .tool(ToolEvent(action)) } }

extension Checks: Tool {
  public static func isAtWork(_ app: AppState) -> Bool { app.checks.isPreparing }
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    var effects: [Effect] = []
    if case .browserDataCleared = change.action { effects = app.preparationHasCleared() }
    effects += app.watchChecks() + app.goOnPreparing()
    app.noteConditions()
    return effects
  }

  public static var tabs: [PanelTab] { [.checks] }

  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) {
    if app.checks.opened == nil { app.selectCheck(step) } else { app.scroll(step) }
  }

  public mutating func arrive(from old: Checks) {
    self = old
    preparation = nil
  }
}

extension PanelTab { public static let checks = PanelTab("checks", at: 9, key: "C", .tabChecks, .keyChecks) }

extension AppState {
  /// The test plan.
  public var checks: Checks {
    get { tools[Checks.self] }
    set { tools[Checks.self] = newValue }
  }
}
