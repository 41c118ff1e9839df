import AppState
import Catalogue
import Screens
import TerminalUI

/// A step whose parameters the trainee is changing, and the result of the trial.
enum LessonTrial {
  static func lines(
    _ lesson: Lesson, _ index: Int, _ editor: ParameterEditor, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    if let running = LessonPages.running(lesson, index, state, width, look) {
      return running + [.blank]
        + StyledLine.wrapped(look.catalogue(.lessonTrialRuns), Style(.secondary), width: width)
    }
    var lines: [StyledLine] = []
    if let trial = state[Lessons.self].trial, trial.step == index {
      lines = outcome(trial, lesson, state, width, look) + [.blank]
    }
    return lines
      + editor.lines(look, reveal: state.revealsSecrets, width: width, edit: { .lessonView(.edit($0)) }) { operation in
        LessonWords.operation(lesson.steps[index].operations[operation].act, look)
      }
  }

  private static func outcome(
    _ trial: LabTrial, _ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    for goal in trial.goals.sorted() where lesson.goals.indices.contains(goal) {
      let words = look.catalogue(.lessonGoalReached, ["goal": lesson.goals[goal].text])
      lines += StyledLine.wrapped(look.marks.done + " " + words, Style(.success, bold: true), width: width, hanging: 2)
      lines += StyledLine.wrapped(lesson.goals[goal].reached, Style(.text, bold: true), width: width, indent: 2)
    }
    for outcome in trial.outcomes {
      lines += LessonWords.lines(
        outcome.operation, outcome.result, width: width, reveals: state.revealsSecrets, look: look)
    }
    if let last = trial.outcomes.last, last.step < trial.step {
      let words = look.catalogue(.lessonTrialStopped, ["number": "\(last.step + 1)"])
      lines += StyledLine.wrapped(look.marks.warning + " " + words, Style(.warning), width: width, hanging: 2)
    }
    return lines
  }
}
