import AppState
import FoundationEssentials
import SharedValues

/// All lessons, this device's progress, and the results of the open lab so far.
package struct Lessons: Hashable, Sendable {
  package var all: [Lesson] = []
  /// Files that could not be used.
  package var problems: [DocumentProblem] = []
  package var progress: [Lesson.ID: LessonProgress] = [:]
  package var progressProblem: ProgressProblem?
  package var isLoaded = false
  /// Whether reading the files was requested.
  var isAsked = false
  var tourHasStepMode = false
  var tourHasFlow = false
  /// Whether the last login of the app's own client required the password (`prompt=login`).
  package var tourIsForced = false
  /// The stop at which the open tour began.
  var tourStart: Int?
  /// The number of the message whose caption was shown last, as step mode counts.
  var tourCount = 0
  /// The lab whose world exists, and the results of its steps, by step.
  package var lab: Lesson.ID?
  package var results: [Int: [LabResult]] = [:]
  package var logs: [Lesson.ID: MessageLog] = [:]
  /// How many logs were started.
  var begun = 0
  /// The predicted refuser, by step of the open lesson.
  package var predictions: [Int: Lesson.Refuser] = [:]
  /// The trainee's changes in the open lesson, by step.
  package var changes: [Int: ParameterEditor] = [:]
  package var trial: LabTrial?
  /// When the trainee last worked on the open lesson.
  var touched: Date?
  package var running: Running?
  /// The lab was removed and its folder deleted.
  package var hasReset = false
  package var view = LessonPanelView()

  package struct Running: Hashable, Sendable {
    package var lesson: Lesson.ID
    package var step: Int
    package var doing: LabActivity

    package init(lesson: Lesson.ID, step: Int, doing: LabActivity = .world) {
      (self.lesson, self.step, self.doing) = (lesson, step, doing)
    }
  }

  package enum ProgressProblem: String, Hashable, Sendable {
    /// The file was invalid: it was set aside, and progress starts again.
    case damaged
    case unwritable
  }

  package init() {}

  package subscript(id: Lesson.ID) -> Lesson? { all.first { $0.id == id } }
}

package enum LabActivity: Hashable, Sendable {
  case world
  case app(device: String, step: FlowStep?)
  case browser(device: String)
  case request(String)
  case keystore(device: String)
  case keys(device: String)
  case administration
}

package struct LabFact: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    /// Shown masked.
    case secret(Secret)
    /// The fact is absent, as the lesson expects.
    case absent
  }

  package var name: String
  package var value: Value

  package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
}

package struct LabResult: Hashable, Sendable {
  package var refuser = Lesson.Refuser.nobody

  package enum Verdict: Hashable, Sendable {
    case asMeant(LabOperation.Meaning)
    /// The operation had another result: the fact's name, the expected and the received value.
    case unexpected(String, expected: String, received: String)
    /// The operation could not be run; the code has a text in the catalogue, with these values.
    case failed(String, [String: Term])
    /// The operation ran with a change, for which the lesson states no expected result. With the error that came back, if any.
    case tried(error: String?, detail: String = "")
  }

  package var facts: [LabFact]
  package var verdict: Verdict

  package init(_ facts: [LabFact], _ verdict: Verdict, refuser: Lesson.Refuser = .nobody) {
    (self.facts, self.verdict, self.refuser) = (facts, verdict, refuser)
  }

  package var isAsMeant: Bool { if case .asMeant = verdict { true } else { false } }
}

/// Where the user is in the panel **Lesson**.
package struct LessonPanelView: Hashable, Sendable {
  package var selected = 0
  package var opened: Lesson.ID?
  package var page = 0
  /// The focused choice, in the order in which they are drawn.
  package var choice = 0
  /// Determines the order in which the choices are drawn; new each time a lesson is opened.
  package var seed: UInt64 = 0
  package var editor: ParameterEditor?
  /// A trial's result has just come; the user has to see it before choosing anything else.
  package var readsTrial = false
  /// The wrong choices of the current question that the user has tried.
  package var wrong: Set<Int> = []
  package var lastWrong: Int?
  /// Feedback on a wrong answer has just come; the user has to see it before choosing again.
  package var readsFeedback = false
  package var urge: Urge?

  /// What has to come before the key that the user has pressed.
  package enum Urge: Hashable, Sendable {
    /// A prediction of which party will refuse.
    case prediction
    /// The same key again, because a reset loses progress.
    case confirmation
  }
}

extension Lessons: Tool {
  package static func observe(_ phone: inout Phone<Lessons>, _ change: PhoneChange) -> [Effect] {
    guard phone.view.tab == .lesson, !phone.own.isAsked else { return phone.stepForTour() }
    // The files are read when the panel is first opened.
    phone.own.isAsked = true
    return [.tool(LessonEffect.load)] + phone.stepForTour()
  }
  package static func intercept(_ effects: [Effect], _ phone: inout Phone<Lessons>) -> [Effect] {
    effects + phone.guide()
  }
  package static func needsTicks(_ phone: Phone<Lessons>) -> Bool { phone.own.running != nil }
  package static var tabs: [PanelTab] { [.lesson] }

  /// An open tour stays open when the user switches to another phone.
  package mutating func arrive(from old: Lessons) {
    guard let opened = old.view.opened, old[opened]?.kind == .tour else { return }
    view.opened = opened
  }

  /// Keeps progress; closes the open lesson and discards the results of labs.
  package mutating func startOver() {
    var fresh = Lessons()
    (fresh.all, fresh.problems, fresh.isLoaded, fresh.isAsked) = (all, problems, isLoaded, isAsked)
    (fresh.progress, fresh.progressProblem, fresh.begun) = (progress, progressProblem, begun)
    fresh.tourHasStepMode = tourHasStepMode
    self = fresh
  }

  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Lessons>) {
    phone.lookAtLessons(.select(phone.own.view.selected + max(-1000, min(step, 1000))))
  }
}

extension PanelTab { package static let lesson = PanelTab("lesson", at: 6, .tabLesson, .keyLesson) }
