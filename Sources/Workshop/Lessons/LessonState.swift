import AppState
import FoundationEssentials
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
  /// Whether the login of the app's own client that came last had to be typed.
  var tourIsForced = false
  /// The message whose caption was shown last, as step mode counts.
  var tourCount = 0
  /// The lab whose world stands, and what its steps have shown, by step.
  public var lab: Lesson.ID?
  public var results: [Int: [DeedResult]] = [:]
  /// What passed between the parties of a lab, of every lab that was done.
  public internal(set) var logs: [Lesson.ID: MessageLog] = [:]
  /// How many logs were begun.
  var begun = 0
  /// Who was thought to refuse, by step of the lesson that is open.
  public var predictions: [Int: Lesson.Refuser] = [:]
  /// What a trainee has changed in the lesson that is open, by step.
  public var changes: [Int: ParameterEditor] = [:]
  /// What came of it.
  public var trial: LabTrial?
  /// When the lesson that is open was worked on last.
  var touched: Date?
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

/// What a lab does at a moment.
public enum LabActivity: Hashable, Sendable {
  case world
  case app(device: String, step: FlowStep?)
  case browser(device: String)
  case request(String)
  case keystore(device: String)
  case keys(device: String)
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
  /// Who refused, if anybody did.
  public var refuser = Lesson.Refuser.nobody

  public enum Verdict: Hashable, Sendable {
    case asMeant(LabDeed.Meaning)
    /// The deed came out otherwise: the name of the fact, what was expected and what came.
    case unexpected(String, expected: String, received: String)
    /// The deed could not be done; the code has a text in the catalogue.
    case failed(String, detail: String)
    /// It was done with something changed, and nobody has said what is to come of it. The error that somebody answered with, if any.
    case tried(error: String?, detail: String = "")
  }

  public var facts: [LabFact]
  public var verdict: Verdict

  public init(_ facts: [LabFact], _ verdict: Verdict, refuser: Lesson.Refuser = .nobody) {
    (self.facts, self.verdict, self.refuser) = (facts, verdict, refuser)
  }

  public var isAsMeant: Bool { if case .asMeant = verdict { true } else { false } }
}

/// Where the user is in the panel **Lesson**.
public struct LessonPanelView: Hashable, Sendable {
  /// Row of the list.
  public var selected = 0
  public var opened: Lesson.ID?
  public var page = 0
  /// Focused choice of the question, as they are drawn.
  public var choice = 0
  /// The order in which the choices are drawn: new each time that a lesson is opened.
  public var seed: UInt64 = 0
  /// Parameters of the step that is shown, while they are changed.
  public var editor: ParameterEditor?
  /// What came of a change has just come, and is to be read before anything else is chosen.
  public var readsTrial = false
  /// Choices of the question that is shown that were tried and are wrong.
  public var wrong: Set<Int> = []
  /// The one of ``wrong`` that was tried last.
  public var lastWrong: Int?
  /// Why an answer is wrong has just come, and is to be read before another one is chosen.
  public var readsFeedback = false
  /// Somebody pressed Enter before saying who will refuse.
  public var isUrged = false

  public init() {}
}

/// What the panel **Lesson** can show of an opened lesson, in order.
public enum LessonPage: Hashable, Sendable {
  case beginning
  case step(Int)
  case explanation
  /// Of ``Lesson/questions``.
  case question(Int)
}

extension Lesson {
  public var pages: [LessonPage] {
    [.beginning] + steps.indices.flatMap { [.step($0)] + asked(after: $0) } + [.explanation] + asked(after: nil)
  }

  private func asked(after step: Int?) -> [LessonPage] {
    questions.indices.filter { questions[$0].step == step }.map(LessonPage.question)
  }

  func page(of step: Int) -> Int { pages.firstIndex(of: .step(step)) ?? 0 }
}

extension Lessons: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] { app.watchLessons() }
  public static func needsTicks(_ app: AppState) -> Bool { app.lessons.running != nil }
  public static var tabs: [PanelTab] { [.lesson] }

  /// Who is on the tour takes it along to another phone.
  public mutating func arrive(from old: Lessons) {
    guard let opened = old.view.opened, old[opened]?.kind == .tour else { return }
    view.opened = opened
  }

  /// What was learnt stays; what lies open, and what labs have shown, goes.
  public mutating func startOver() {
    var fresh = Lessons()
    (fresh.all, fresh.problems, fresh.isLoaded, fresh.isAsked) = (all, problems, isLoaded, isAsked)
    (fresh.progress, fresh.progressProblem, fresh.begun) = (progress, progressProblem, begun)
    fresh.tourHasStepMode = tourHasStepMode
    self = fresh
  }

  public static func messages(_ app: AppState) -> MessageLog? { app.messagesOfLab }

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

extension PanelTab { public static let lesson = PanelTab("lesson", at: 6, .tabLesson, .keyLesson) }

extension AppState {
  /// Where the user is in the panel **Lesson**.
  public var lessonView: LessonPanelView {
    get { lessons.view }
    set { lessons.view = newValue }
  }
}
