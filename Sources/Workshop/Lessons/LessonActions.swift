import AppState
import SharedValues

/// Moves of the eye within the panel **Lesson**.
public enum LessonViewAction: ToolAction {
  case select(Int)
  case open(Lesson.ID)
  case close
  case page(Int)
  case choose(Int)
  /// Enter where another key has to be pressed: says which ones.
  case urge
  /// Opens the parameters of a step that has been done; or closes them.
  case change(step: Int)
  case closeChange
  case edit(ParameterEdit)
}

/// What happens to lessons: what the user wants, and what the outside answers.
public enum LessonAction: ToolAction {
  /// Do what this step says.
  case perform(step: Int)
  /// The same, by somebody who has said who will refuse.
  case predict(Lesson.Refuser, step: Int)
  case cancel
  /// Take the lab down and begin anew.
  case reset
  /// A choice of the question that is shown, in the order of the lesson.
  case answer(Int)
  /// The end of a lesson has been read.
  case finish
  /// Do the lab anew, with what has been changed, up to the step that is shown.
  case tryChange

  case loaded([Lesson], [DocumentProblem], [Lesson.ID: LessonProgress], Lessons.ProgressProblem?)
  case advanced(Lessons.Running)
  case performed(Lesson.ID, step: Int, [DeedResult])
  case tried(LabTrial)
  case wasReset(Lesson.ID)
  case progressNotKept
  /// An exchange, or whatever else passed between the parties of a lab.
  case message(LabMessage)
}

/// What lessons want done.
public enum LessonEffect: ToolEffect {
  case load
  /// Answered by ``LessonAction/performed(_:step:_:)``. `isFirst`: in a world that is made anew.
  case perform(Lesson, step: Int, isFirst: Bool)
  /// All deeds up to the step's last, in a world of their own. Answered by ``LessonAction/tried(_:)``.
  case tryOut(Lesson, step: Int)
  case cancel
  case reset(Lesson.ID)
  case keep([Lesson.ID: LessonProgress])

  public var name: String { "lesson" }
}

extension Effect { public static func lessons(_ effect: LessonEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension LessonAction {
  public func apply(to app: inout AppState) -> [Effect] { app.study(self) }
  public var isDangerous: Bool { self == .reset }
}

extension Action { public static func lessons(_ action: LessonAction) -> Action { .tool(ToolEvent(action)) } }

extension LessonViewAction {
  public func apply(to app: inout AppState) -> [Effect] {
    if case .open = self { app.view.focus = .panel }
    app.lookAtLessons(self)
    return []
  }
}

extension Action { public static func lessonView(_ action: LessonViewAction) -> Action { .tool(ToolEvent(action)) } }
