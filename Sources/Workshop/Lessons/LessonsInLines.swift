import AppState
import Catalogue
import Screens
import TerminalUI

/// The panel **Lesson** in lines: the list, or the open page.
enum LessonsInLines {
  /// `nil`: there is only a sentence to show.
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]? {
    let lessons = state[Lessons.self]
    guard lessons.isLoaded, !lessons.all.isEmpty else { return nil }
    guard let lesson = lessons.openedLesson, let page = lessons.openedPage else { return list(state, look) }
    let (pages, title) = (lesson.pages, lesson.spoken(in: look.catalogue.language.tag).title)
    let place = ["done": "\((pages.firstIndex(of: page) ?? 0) + 1)", "all": "\(pages.count)"]
    let head = StyledLine("\(title), \(look.catalogue(.lessonSteps, place))", Style(.heading))
    return [head] + LessonPages.lines(lesson, page, state, width: 10_000, look: look)
      + prediction(lesson, page, state, look)
  }

  private static func list(_ state: AppState, _ look: Look) -> [StyledLine] {
    let lessons = state[Lessons.self]
    let all = lessons.all
    let done = all.count { lessons.progress[$0.id]?.isComplete == true }
    let rows = all.map { lesson -> StyledLine in
      let progress = lessons.progress[lesson.id]
      let steps = ["done": "\(min(progress?.steps ?? 0, lesson.steps.count))", "all": "\(lesson.steps.count)"]
      let isComplete = progress?.isComplete == true
      let words = [
        lesson.spoken(in: look.catalogue.language.tag).title,
        look.catalogue(lesson.kind == .lab ? .lessonKindLab : .lessonKindTour),
        progress == nil || isComplete ? "" : look.catalogue(.lessonSteps, steps),
      ]
      let text = (isComplete ? look.marks.done + " " : "") + words.filter { !$0.isEmpty }.joined(separator: ", ")
      return StyledLine([.init(text: text, style: Style(.text))], action: .lessonView(.open(lesson.id)))
    }
    let head = look.catalogue(.lessonsDone, ["done": "\(done)", "all": "\(all.count)"])
    let problems = lessons.problems.map { problem in
      StyledLine("\(look.marks.warning) \(LessonWords.problem(problem, look))", Style(.warning))
    }
    return [StyledLine(head, Style(.heading))] + LessonWords.progressProblem(state, width: 10_000, look) + problems
      + rows
  }

  /// Asks which party will refuse, if the step needs a prediction.
  private static func prediction(
    _ lesson: Lesson, _ page: LessonPage, _ state: AppState, _ look: Look
  ) -> [StyledLine] {
    guard case .step(let step) = page, state[Lessons.self].mayPredict(step, of: lesson) else { return [] }
    return [StyledLine(look.catalogue(.lessonPredictInLines), Style(.heading))]
      + Lesson.Refuser.allCases.map { refuser in
        StyledLine(
          [.init(text: look.catalogue(LessonQuestions.name(of: refuser)), style: Style(.text))],
          action: .lessons(.predict(refuser, step: step)))
      }
  }
}
