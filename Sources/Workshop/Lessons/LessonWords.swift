import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The words of the panel **Lesson** for results, progress and problems.
package enum LessonWords {
  /// A defence that the lab's server leaves out, by its name in the configuration.
  static func missing(_ name: String, _ look: Look) -> String {
    look.word(name, in: PhrasesByName.lessonSwitch, ["name": name])
  }

  /// `{token_endpoint}` as `token endpoint`.
  static func endpoint(_ url: String) -> String {
    url.replacingBytes(of: "{", with: "").replacingBytes(of: "}", with: "").replacingBytes(of: "_", with: " ")
  }

  static func activity(_ activity: LabActivity, _ look: Look) -> String {
    let text = look.catalogue
    switch activity {
    case .world: return text(.activityWorld)
    case .app(let device, nil): return text(.activityApp, ["device": device])
    case .app(let device, let step?):
      return text(.activityAppStep, ["device": device, "step": text(ProgressScreen.name(step, .user))])
    case .browser(let device): return text(.activityBrowser, ["device": device])
    case .request(let request): return text(.activityRequest, ["request": endpoint(request)])
    case .keystore(let device): return text(.activityKeystore, ["device": device])
    case .keys(let device): return text(.operationKeys, ["device": device])
    case .administration: return text(.activityAdministration)
    }
  }

  static func lines(
    _ operation: LabOperation, _ result: LabResult, _ column: TextColumn, reveals: Bool
  ) -> [StyledLine] {
    let look = column.look
    let (mark, words, style) = verdict(result.verdict, look)
    var lines = column.marked(mark, LessonWords.operation(operation.act, look))
    if !result.facts.isEmpty {
      let facts = result.facts.map { fact($0, reveals, look) }.joined(separator: " \(look.marks.separator) ")
      lines += column.marked(" ", facts, Style(.secondary))
    }
    if result.verdict != .asMeant(.normal) { lines += column.marked(" ", words, style) }
    return lines
  }

  private static func fact(_ fact: LabFact, _ reveals: Bool, _ look: Look) -> String {
    switch fact.value {
    case .text(let text): "\(fact.name) \(text)"
    case .secret(let secret):
      "\(fact.name) \(reveals ? secret.revealed : secret.masked(with: look.glyphs == .ascii ? "*" : "•"))"
    case .absent: look.catalogue(.factAbsent, ["name": fact.name])
    }
  }

  private static func verdict(_ verdict: LabResult.Verdict, _ look: Look) -> (String, String, Style) {
    let text = look.catalogue
    // The cross is read as "Failed", which an attack that worked has not.
    let worked = look.reader == .lines ? look.marks.warning : look.marks.failed
    switch verdict {
    case .asMeant(.normal): return (look.marks.done, text(.verdictNormal), Style(.success))
    case .asMeant(.defence): return (look.marks.done, text(.verdictDefence), Style(.success, bold: true))
    case .asMeant(.despite): return (worked, text(.verdictDespite), Style(.error, bold: true))
    case .asMeant(.attack): return (worked, text(.verdictAttack), Style(.error, bold: true))
    case .unexpected(let name, let expected, let received):
      let values = ["name": name, "expected": known(expected, look), "received": known(received, look)]
      return (look.marks.warning, text(.verdictUnexpected, values), Style(.warning, bold: true))
    case .failed(let code, let values):
      return (look.marks.warning, text(.verdictFailed, ["why": error(code, values, look)]), Style(.warning, bold: true))
    case .tried(let code?, let detail):
      let values: [String: Term] = ["detail": .english(detail), "description": .value(detail)]
      return (look.marks.failed, error(code, values, look), Style(.warning, bold: true))
    case .tried(nil, _): return (look.marks.done, text(.verdictTried), Style(.success, bold: true))
    }
  }

  /// The words of the error page.
  private static func error(_ code: String, _ values: [String: Term], _ look: Look) -> String {
    let error = look.catalogue.words(code, values, for: .screen)
    let words = "\(error.title): \(error.explanation)"
    return String(words.reversed().drop { ": ".contains($0) }.reversed())
  }

  private static func known(_ value: String, _ look: Look) -> String {
    switch value {
    case "": look.catalogue(.factAnything)
    case "-": look.catalogue(.factNothing)
    default: value
    }
  }

  // MARK: The list

  static func done(_ lessons: Lessons, _ look: Look) -> String {
    let done = lessons.all.count { lessons.progress[$0.id]?.isComplete == true }
    return look.catalogue(.lessonsDone, ["done": "\(done)", "all": "\(lessons.all.count)"])
  }

  static func kind(_ lesson: Lesson, _ look: Look) -> String {
    look.catalogue(lesson.kind == .lab ? .lessonKindLab : .lessonKindTour)
  }

  /// `nil`: the lesson has not been begun, or is complete.
  static func steps(of lesson: Lesson, _ lessons: Lessons, _ look: Look) -> String? {
    guard let progress = lessons.progress[lesson.id], !progress.isComplete else { return nil }
    let done = min(progress.steps, lesson.steps.count)
    return look.catalogue(.lessonSteps, ["done": "\(done)", "all": "\(lesson.steps.count)"])
  }

  /// Why progress cannot be read or saved; empty: no problem.
  static func progressProblem(_ lessons: Lessons, _ column: TextColumn) -> [StyledLine] {
    guard let problem = lessons.progressProblem else { return [] }
    let phrase: Phrase = problem == .damaged ? .lessonProgressDamaged : .lessonProgressUnwritable
    return column.marked(column.look.marks.warning, phrase, Style(.warning))
  }

  static func problem(_ problem: DocumentProblem, _ look: Look) -> String {
    look.catalogue(
      .lessonBroken, ["file": problem.file, "line": "\(problem.line)", "why": why(problem, look.catalogue)])
  }

  // MARK: Without a screen

  /// The operation, its facts and what they prove, a line each. Secrets are masked.
  package static func plain(_ operation: LabOperation, _ result: LabResult) -> [String] {
    lines(operation, result, TextColumn(10_000, Look()), reveals: false).map(\.text)
  }

  package static func plain(_ verdict: LabResult.Verdict) -> String { LessonWords.verdict(verdict, Look()).1 }
  package static func plain(_ problem: DocumentProblem) -> String { "line \(problem.line): \(why(problem))" }
  package static func leftOut(_ problem: DocumentProblem) -> String {
    "lesson file \(problem.file), line \(problem.line), is left out: \(why(problem))"
  }

  package static func why(_ problem: DocumentProblem, _ catalogue: Catalogue = Catalogue(.english)) -> String {
    problem.words(PhrasesByName.lessonFault, catalogue)
  }
}
