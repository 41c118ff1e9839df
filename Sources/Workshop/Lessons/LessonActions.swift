import AppState
import Catalogue
import FoundationEssentials
import SharedValues

/// Actions of the panel **Lesson**, by the trainee and by the edge.
package enum LessonAction: ToolAction {
  // Navigation.
  case select(Int)
  case open(Lesson.ID)
  case close
  case page(Int)
  case choose(Int)
  /// The user pressed a key where another is needed: show which.
  case urge(LessonPanelView.Urge)
  /// Opens or closes the parameters of a step that was done.
  case change(step: Int)
  case closeChange
  case edit(ParameterEdit)

  // The lab and the questions.
  case perform(step: Int)
  /// The same, after a prediction of which party will refuse.
  case predict(Lesson.Refuser, step: Int)
  case cancel
  /// Removes the lab and starts again.
  case reset
  /// Answers the current question with a choice, by its index in the lesson.
  case answer(Int)
  /// The user finished the lesson's last page.
  case finish
  /// Runs the lab again with the changes, up to the current step.
  case tryChange

  case loaded([Lesson], [DocumentProblem], [Lesson.ID: LessonProgress], Lessons.ProgressProblem?)
  case advanced(Lessons.Running)
  case performed(Lesson.ID, step: Int, [LabResult])
  case tried(LabTrial)
  case wasReset(Lesson.ID)
  case progressNotKept
  /// Its log gives it a number and a time.
  case message(Message)

  package func apply(to phone: inout Phone<Lessons>) -> [Effect] { phone.study(self) }
  package var isDangerous: Bool { self == .reset }
}

package enum LessonEffect: ToolEffect {
  case load
  /// ``LessonAction/performed(_:step:_:)`` answers, also for earlier steps that have to be done again first.
  case perform(Lesson, step: Int)
  /// Runs all operations up to the step's last in a world of their own. ``LessonAction/tried(_:)`` answers.
  case tryOut(Lesson, step: Int)
  case cancel
  case reset(Lesson.ID)
  case keep([Lesson.ID: LessonProgress])

  package var name: String { "lesson" }
}

extension Action { package static func lessons(_ action: LessonAction) -> Action { .tool(AnyToolAction(action)) } }

/// The messages of labs: one log per lab with a part for each step. A log stays until the lab is reset or run again,
/// and is separate from the phone's.
extension Phone<Lessons> {
  mutating func beginMessages(of lesson: Lesson) {
    own.begun += 1
    let subject = MessageLog.Subject(
      id: "\(lesson.id).\(own.begun)", name: lesson.id, title: lesson.spoken(in: state.language.tag).title)
    own.logs[lesson.id] = MessageLog(about: subject)
  }

  mutating func beginMessages(of step: Int, of lesson: Lesson, isChanged: Bool = false) {
    var title = lesson.spoken(in: state.language.tag).steps[step].title
    if isChanged { title = Catalogue(state.language)(.lessonChanged, ["title": title]) }
    own.logs[lesson.id]?.begin(step + 1, title)
  }
}

extension Lessons {
  /// Ignores messages of a lab that has been stopped.
  mutating func receive(_ message: Message, at time: Date) {
    guard let id = running?.lesson else { return }
    var message = message
    message.time = time
    logs[id]?.append(message)
  }

  var messagesOfLab: MessageLog? { view.opened.flatMap { logs[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
}
