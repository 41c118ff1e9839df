import AppState
import FoundationEssentials
import SharedValues

/// All lessons, this device's progress, and the results of the open lab so far.
public struct Lessons: Hashable, Sendable {
  public var all: [Lesson] = []
  /// Files that could not be used.
  public var problems: [DocumentProblem] = []
  /// By lesson.
  public var progress: [Lesson.ID: LessonProgress] = [:]
  /// Why progress could not be read or saved; `nil`: no problem.
  public var progressProblem: ProgressProblem?
  public var isLoaded = false
  /// Whether reading the files was requested.
  var isAsked = false
  /// Whether the tour switched step mode on.
  var tourHasStepMode = false
  /// Whether the last login of the app's own client required the password (`prompt=login`).
  package var tourIsForced = false
  /// The number of the message whose caption was shown last, as step mode counts.
  var tourCount = 0
  /// The lab whose world exists, and the results of its steps, by step.
  public var lab: Lesson.ID?
  public var results: [Int: [LabResult]] = [:]
  /// The messages of every lab that was run.
  public package(set) var logs: [Lesson.ID: MessageLog] = [:]
  /// How many logs were started.
  var begun = 0
  /// The predicted refuser, by step of the open lesson.
  public var predictions: [Int: Lesson.Refuser] = [:]
  /// The trainee's changes in the open lesson, by step.
  public var changes: [Int: ParameterEditor] = [:]
  /// The result of the trial with these changes.
  public var trial: LabTrial?
  /// When the trainee last worked on the open lesson.
  var touched: Date?
  /// The operation that is running.
  public var running: Running?
  /// The lab was removed and its folder deleted.
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
    /// The file was invalid: it was set aside, and progress starts again.
    case damaged
    case unwritable
  }

  public init() {}

  public subscript(id: Lesson.ID) -> Lesson? { all.first { $0.id == id } }
}

/// What a lab is doing.
public enum LabActivity: Hashable, Sendable {
  case world
  case app(device: String, step: FlowStep?)
  case browser(device: String)
  case request(String)
  case keystore(device: String)
  case keys(device: String)
  case administration
}

/// One fact that an operation revealed.
public struct LabFact: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case text(String)
    /// Shown masked.
    case secret(Secret)
    /// The fact is absent, as the lesson expects.
    case absent
  }

  public var name: String
  public var value: Value

  public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
}

/// The result of an operation.
public struct LabResult: Hashable, Sendable {
  /// The party that refused.
  public var refuser = Lesson.Refuser.nobody

  public enum Verdict: Hashable, Sendable {
    case asMeant(LabOperation.Meaning)
    /// The operation had another result: the fact's name, the expected and the received value.
    case unexpected(String, expected: String, received: String)
    /// The operation could not be run; the code has a text in the catalogue.
    case failed(String, detail: String)
    /// The operation ran with a change, for which the lesson states no expected result. With the error that came back, if any.
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
  /// The focused choice, in the order in which they are drawn.
  public var choice = 0
  /// Determines the order in which the choices are drawn; new each time a lesson is opened.
  public var seed: UInt64 = 0
  /// The editor for the current step's parameters while it is open.
  public var editor: ParameterEditor?
  /// A trial's result has just come; the user has to see it before choosing anything else.
  public var readsTrial = false
  /// The wrong choices of the current question that the user has tried.
  public var wrong: Set<Int> = []
  /// The latest of ``wrong``.
  public var lastWrong: Int?
  /// Feedback on a wrong answer has just come; the user has to see it before choosing again.
  public var readsFeedback = false
  /// The user pressed Enter before predicting which party will refuse.
  public var isUrged = false
}

/// The pages of an opened lesson in the panel **Lesson**, in order.
public enum LessonPage: Hashable, Sendable {
  case beginning
  case step(Int)
  case explanation
  /// Index into ``Lesson/questions``.
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
  public static func observe(_ phone: inout Phone<Lessons>, _ change: PhoneChange) -> [Effect] {
    phone.watchLessons() + phone.stepForTour()
  }
  public static func intercept(_ effects: [Effect], _ phone: inout Phone<Lessons>) -> [Effect] {
    effects + phone.guide()
  }
  public static func needsTicks(_ phone: Phone<Lessons>) -> Bool { phone.own.running != nil }
  public static var tabs: [PanelTab] { [.lesson] }

  /// An open tour stays open when the user switches to another phone.
  public mutating func arrive(from old: Lessons) {
    guard let opened = old.view.opened, old[opened]?.kind == .tour else { return }
    view.opened = opened
  }

  /// Keeps progress; closes the open lesson and discards the results of labs.
  public mutating func startOver() {
    var fresh = Lessons()
    (fresh.all, fresh.problems, fresh.isLoaded, fresh.isAsked) = (all, problems, isLoaded, isAsked)
    (fresh.progress, fresh.progressProblem, fresh.begun) = (progress, progressProblem, begun)
    fresh.tourHasStepMode = tourHasStepMode
    self = fresh
  }

  public static func messages(_ phone: Phone<Lessons>) -> MessageLog? { phone.own.messagesOfLab }

  public static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Lessons>) {
    phone.lookAtLessons(.select(phone.own.view.selected + max(-1000, min(step, 1000))))
  }
}

extension PanelTab { public static let lesson = PanelTab("lesson", at: 6, .tabLesson, .keyLesson) }
