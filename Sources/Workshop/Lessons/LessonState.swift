import AppState
import SharedValues

/// The lessons that there are, how far this device has come, and what the lab that is open has shown so far.
public struct Lessons: Hashable, Sendable {
  public var all: [Lesson] = []
  /// Files that could not be used.
  public var problems: [DocumentProblem] = []
  /// By lesson.
  public var progress: [Lesson.ID: LessonProgress] = [:]
  /// Why progress could not be read or kept; `nil`: it is.
  public var progressProblem: ProgressProblem?
  public var isLoaded = false
  /// Whether reading has been asked for.
  var isAsked = false
  /// Whether the tour has switched step mode on.
  var tourHasStepMode = false
  /// The message whose caption was shown last, as step mode counts.
  var tourCount = 0
  /// The lab whose world stands, and what its steps have shown, by step.
  public var lab: Lesson.ID?
  public var results: [Int: [DeedResult]] = [:]
  /// What is being done at this moment.
  public var running: Running?
  /// The lab was taken down and its folder deleted.
  public var hasReset = false
  public var view = LessonPanelView()

  public struct Running: Hashable, Sendable {
    public var lesson: Lesson.ID
    public var step: Int
    public var doing: LabActivity

    public init(lesson: Lesson.ID, step: Int, doing: LabActivity) {
      (self.lesson, self.step, self.doing) = (lesson, step, doing)
    }
  }

  public enum ProgressProblem: String, Hashable, Sendable {
    /// The file was no progress: it has been set aside, and progress begins anew.
    case damaged
    case unwritable
  }

  public init() {}

  public subscript(id: Lesson.ID) -> Lesson? { all.first { $0.id == id } }
}

/// How far a device has come with a lesson. Kept in its `lessons.json`.
public struct LessonProgress: Hashable, Sendable {
  /// Steps done, from the first.
  public var steps: Int
  /// Whether the answer to the question was right; `nil`: not answered yet.
  public var answer: Bool?
  public var isComplete: Bool

  public init(steps: Int = 0, answer: Bool? = nil, isComplete: Bool = false) {
    (self.steps, self.answer, self.isComplete) = (steps, answer, isComplete)
  }
}

/// What a lab does at a moment.
public enum LabActivity: Hashable, Sendable {
  case world
  case app(device: String, step: FlowStep?)
  case browser(device: String)
  case request(String)
  case keystore(device: String)
  case administration
}

/// One fact that a deed brought to light.
public struct LabFact: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case text(String)
    /// Shown masked.
    case secret(Secret)
    /// There is none, as the lesson expects.
    case absent
  }

  public var name: String
  public var value: Value

  public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
}

/// What came of a deed.
public struct DeedResult: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case asMeant(LabDeed.Meaning)
    /// The deed came out otherwise: the name of the fact, what was expected and what came.
    case unexpected(String, expected: String, received: String)
    /// The deed could not be done; the code has a text in the catalogue.
    case failed(String, detail: String)
  }

  public var facts: [LabFact]
  public var verdict: Verdict

  public init(_ facts: [LabFact], _ verdict: Verdict) { (self.facts, self.verdict) = (facts, verdict) }

  public var isAsMeant: Bool { if case .asMeant = verdict { true } else { false } }
}

/// Where the user is in the panel **Lesson**.
public struct LessonPanelView: Hashable, Sendable {
  /// Row of the list.
  public var selected = 0
  public var opened: Lesson.ID?
  public var page = 0
  /// Focused choice of the question.
  public var choice = 0
  /// What was chosen.
  public var answered: Int?

  public init() {}
}

/// What the panel **Lesson** can show of an opened lesson, in order.
public enum LessonPage: Hashable, Sendable {
  case beginning
  case step(Int)
  case explanation
  case question
}

extension Lesson {
  public var pages: [LessonPage] {
    [.beginning] + steps.indices.map(LessonPage.step) + [.explanation] + (question == nil ? [] : [.question])
  }
}

/// Moves of the eye within the panel **Lesson**.
public enum LessonViewAction: ToolAction {
  case select(Int)
  case open(Lesson.ID)
  case close
  case page(Int)
  case choose(Int)
}

/// What happens to lessons: what the user wants, and what the outside answers.
public enum LessonAction: ToolAction {
  /// Do what this step says.
  case perform(step: Int)
  case cancel
  /// Take the lab down and begin anew.
  case reset
  case answer(Int)
  /// The end of a lesson has been read.
  case finish

  case loaded([Lesson], [DocumentProblem], [Lesson.ID: LessonProgress], Lessons.ProgressProblem?)
  case advanced(Lessons.Running)
  case performed(Lesson.ID, step: Int, [DeedResult])
  case wasReset(Lesson.ID)
  case progressNotKept
  /// An exchange, or whatever else passed between the parties of a lab.
  case message(from: Party, to: Party, Message.Content, step: FlowStep? = nil, flow: FlowMark? = nil)
}

/// What lessons want done.
public enum LessonEffect: ToolEffect {
  case load
  /// Answered by ``LessonAction/performed(_:step:_:)``. `isFirst`: in a world that is made anew.
  case perform(Lesson, step: Int, isFirst: Bool)
  case cancel
  case reset(Lesson.ID)
  case keep([Lesson.ID: LessonProgress])

  public var name: String { "lesson" }
}

extension Effect { public static func lessons(_ effect: LessonEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension LessonAction { public func apply(to app: inout AppState) -> [Effect] { app.study(self) } }

extension Action { public static func lessons(_ action: LessonAction) -> Action { .tool(ToolEvent(action)) } }

extension Lessons: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] { app.watchLessons() }
  public static func needsTicks(_ app: AppState) -> Bool { app.lessons.running != nil }
  public static var tabs: [PanelTab] { [.lesson] }

  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) {
    app.lookAtLessons(.select(app.lessonView.selected + max(-1000, min(step, 1000))))
  }
}

extension AppState {
  /// The panel **Lesson**.
  public var lessons: Lessons {
    get { tools[Lessons.self] }
    set { tools[Lessons.self] = newValue }
  }
}

extension LessonViewAction {
  public func apply(to app: inout AppState) -> [Effect] {
    if case .open = self { app.view.focus = .panel }
    app.lookAtLessons(self)
    return []
  }
}

extension Action { public static func lessonView(_ action: LessonViewAction) -> Action { .tool(ToolEvent(action)) } }

extension PanelTab { public static let lesson = PanelTab("lesson", at: 6, .tabLesson, .keyLesson) }

extension AppState {
  /// Where the user is in the panel **Lesson**.
  public var lessonView: LessonPanelView {
    get { lessons.view }
    set { lessons.view = newValue }
  }
}
