import AppState
import FoundationEssentials

/// The trainee's actions in the panel **Lesson**. The lab itself runs at the edge and never touches this phone.
extension Phone<Lessons> {
  mutating func study(_ action: LessonAction) -> [Effect] {
    if action != .reset { own.view.urge = nil }
    switch action {
    case .perform(let step): return perform(step)
    // One key makes the prediction and runs the step.
    case .predict(let refuser, let step):
      guard let lesson = own.openedLesson, lesson.steps.indices.contains(step), own.mayPredict(step, of: lesson)
      else { break }
      return perform(step, said: refuser)
    case .cancel: return own.running == nil ? [] : [.tool(LessonEffect.cancel)]
    case .reset: return resetLab()
    case .answer(let choice): return answer(choice)
    case .finish:
      guard let lesson = own.openedLesson else { break }
      lookAtLessons(.close)
      return keep(lesson.id) { _ in }
    case .loaded(let all, let problems, let progress, let problem):
      (own.all, own.problems, own.isLoaded) = (all, problems, true)
      (own.progress, own.progressProblem) = (progress, problem)
      if own.view.opened != nil { focus(on: .panel) }
      own.view.selected = all.firstIndex { progress[$0.id]?.isComplete != true } ?? 0
    case .advanced(let running): if own.running != nil { own.running = running }
    case .performed(let id, let step, let results): return receive(id, step, results)
    case .tryChange: return tryChange()
    case .tried(let trial): return receive(trial)
    case .wasReset(let id): if own.view.opened == id { own.hasReset = true }
    case .progressNotKept: own.progressProblem = .unwritable
    case .message(let message): own.receive(message, at: state.now)
    default:
      if case .open = action { focus(on: .panel) }
      lookAtLessons(action)
    }
    return []
  }

  // MARK: The lab

  /// Steps build on one another, so only the first that is not done can run.
  private mutating func perform(_ step: Int, said: Lesson.Refuser? = nil) -> [Effect] {
    if let lesson = own.openedLesson, lesson.kind == .tour { return goOn(from: step, of: lesson) }
    guard let lesson = own.openedLesson, own.running == nil, lesson.steps.indices.contains(step),
      !lesson.steps[step].operations.isEmpty, !own.isBlocked(step, of: lesson),
      said != nil || !own.awaitsPrediction(step, of: lesson)
    else { return [] }
    if own.lab != lesson.id { (own.lab, own.predictions) = (lesson.id, [:]) }
    if let said { own.predictions[step] = said }
    let first = lesson.operations(after: -1) ?? step
    if step == first { own.results = [:] }
    // A step that was begun before is done in a new world, after the steps before it.
    let isAnew = step == first || said == nil
    if isAnew { beginMessages(of: lesson) }
    beginMessages(of: isAnew ? first : step, of: lesson)
    own.results[step] = nil
    own.hasReset = false
    own.running = Lessons.Running(lesson: lesson.id, step: step)
    return [.tool(LessonEffect.perform(lesson, step: step))]
  }

  private mutating func receive(_ id: Lesson.ID, _ step: Int, _ results: [LabResult]) -> [Effect] {
    guard let running = own.running, running.lesson == id, step <= running.step else { return [] }
    guard step == running.step else {
      own.results[step] = results
      if let lesson = own[id], let next = lesson.operations(after: step) { beginMessages(of: next, of: lesson) }
      return []
    }
    own.running = nil
    scrollPanelToTop()
    // A lab that was cancelled has no results.
    guard !results.isEmpty else { return [] }
    own.results[step] = results
    guard let lesson = own[id] else { return [] }
    let isDone = own.isDone(step, of: lesson)
    let said = own.predictions[step]
    return keep(id) {
      guard isDone else { return }
      $0.steps = max($0.steps, step + 1)
      if let said, $0.guesses[step] == nil {
        $0.guesses[step] = LessonProgress.Guess(said, isRight: said == results.refuser)
      }
    }
  }

  private mutating func resetLab() -> [Effect] {
    guard let lesson = own.openedLesson else { return [] }
    guard own.progress[lesson.id] == nil || own.view.urge == .confirmation else {
      lookAtLessons(.urge(.confirmation))
      return []
    }
    own.view.urge = nil
    let stop: [Effect] = own.running == nil ? [] : [.tool(LessonEffect.cancel)]
    own.running = nil
    if own.lab == lesson.id { (own.lab, own.results) = (nil, [:]) }
    lookAtLessons(.open(lesson.id))
    (own.progress[lesson.id], own.logs[lesson.id]) = (nil, nil)
    return stop + [.tool(LessonEffect.reset(lesson.id)), .tool(LessonEffect.keep(own.progress))]
  }

  // MARK: Questions

  /// A question stays open until it has its right answer.
  private mutating func answer(_ choice: Int) -> [Effect] {
    guard let lesson = own.openedLesson, case .question(let number)? = own.openedPage,
      !own.isAnswered(number, of: lesson), !own.view.wrong.contains(choice)
    else { return [] }
    scrollPanelToTop()
    let isRight = choice == lesson.questions[number].right
    if !isRight {
      own.view.wrong.insert(choice)
      own.view.lastWrong = choice
      own.view.readsFeedback = lesson.questions[number].feedback(on: choice) != nil
    }
    return keep(lesson.id) {
      var answer = $0.answers[number] ?? LessonProgress.Answer()
      answer.isRight = isRight
      if !isRight {
        answer.wrong += 1
        answer.taken[choice, default: 0] += 1
      }
      $0.answers[number] = answer
    }
  }

  mutating func keep(_ id: Lesson.ID, _ change: (inout LessonProgress) -> Void) -> [Effect] {
    let now = machineNow
    let before = own.progress[id]
    var progress = before ?? LessonProgress()
    change(&progress)
    if let lesson = own[id], !progress.isComplete, lesson.isComplete(progress) {
      progress.isComplete = true
      progress.finished = now
    }
    guard progress != before ?? LessonProgress() else { return [] }
    progress.begun = progress.begun ?? own.touched ?? now
    let pause = own.touched.map { max(0, Int(now.timeIntervalSince($0))) } ?? 0
    progress.seconds += min(pause, LessonProgress.longestPause)
    // Fractions of a second count towards the next pause.
    own.touched = pause > LessonProgress.longestPause ? now : own.touched.map { $0 + TimeInterval(pause) } ?? now
    own.progress[id] = progress
    return [.tool(LessonEffect.keep(own.progress))]
  }

  /// Progress goes by the machine's clock, however the phone's has been moved.
  private var machineNow: Date { self[Clocks.self].app.machine(at: state.now) }

  mutating func lookAtLessons(_ action: LessonAction) {
    scrollPanelToTop()
    own.look(action, machineNow)
  }
}

extension Lessons {
  package var openedLesson: Lesson? { view.opened.flatMap { self[$0] } }
  package var openedPage: LessonPage? { openedLesson.map { $0.pages[min(max(0, view.page), $0.pages.count - 1)] } }

  /// The results of this step since the lab was set up; `nil`: none.
  package func labResults(_ lesson: Lesson, _ step: Int) -> [LabResult]? { lab == lesson.id ? results[step] : nil }

  /// Whether the next step may begin.
  package func isDone(_ step: Int, of lesson: Lesson) -> Bool {
    guard !lesson.steps[step].operations.isEmpty else { return true }
    return labResults(lesson, step)?.allSatisfy(\.isAsMeant) ?? false
  }

  /// Whether a step must wait, because an earlier step that it builds on did not have its expected result.
  package func isBlocked(_ step: Int, of lesson: Lesson) -> Bool {
    !lesson.steps[..<step].indices.allSatisfy { isDone($0, of: lesson) }
  }

  /// Whether the trainee still has to predict which party refuses in this step.
  package func awaitsPrediction(_ step: Int, of lesson: Lesson) -> Bool {
    !lesson.steps[step].operations.isEmpty && (lab != lesson.id || predictions[step] == nil && results[step] == nil)
  }

  /// Whether the trainee can make that prediction now.
  package func mayPredict(_ step: Int, of lesson: Lesson) -> Bool {
    running == nil && awaitsPrediction(step, of: lesson) && !isBlocked(step, of: lesson)
  }

  package func isAnswered(_ question: Int, of lesson: Lesson) -> Bool {
    progress[lesson.id]?.answers[question]?.isRight == true
  }

  fileprivate mutating func look(_ action: LessonAction, _ now: Date) {
    hasReset = false
    switch action {
    case .urge(let urge): view.urge = urge
    case .select(let row): view.selected = min(max(0, row), max(0, all.count - 1))
    case .open(let id):
      changes = [:]
      view.opened = id
      view.selected = all.firstIndex { $0.id == id } ?? 0
      view.seed = UInt64(bitPattern: Int64(now.timeIntervalSince1970))
      touched = now
      turn(to: 0)
    case .close: view.opened = nil
    // A caption that the trainee opens again stays until the phone moves on.
    case .page(let page): turn(to: min(max(0, page), (openedLesson?.pages.count ?? 1) - 1))
    case .change(let step): openOperations(step)
    case .closeChange: closeOperations()
    case .edit(let edit): editOperations(edit)
    case .choose(let choice):
      view.choice = min(max(0, choice), max(0, choices.count - 1))
      view.readsFeedback = false
    default: break
    }
  }

  private mutating func turn(to page: Int) {
    (view.page, view.choice, view.wrong) = (page, 0, [])
    (view.lastWrong, view.readsFeedback) = (nil, false)
    closeOperations()
  }

  /// The choices of the current question, in the order in which they are drawn: it depends on the seed, so that it cannot be memorised.
  package var choices: [Int] {
    guard let lesson = openedLesson, case .question(let number)? = openedPage else { return [] }
    var generator = SplitMix(state: view.seed &+ UInt64(number))
    return lesson.questions[number].choices.indices.shuffled(using: &generator)
  }
}

extension [LabResult] {
  /// The party that refused first in a step.
  package var refuser: Lesson.Refuser { first { $0.refuser != .nobody }?.refuser ?? .nobody }
}

extension Lesson {
  /// The next step with operations.
  func operations(after step: Int) -> Int? { steps.indices.first { $0 > step && !steps[$0].operations.isEmpty } }

  /// Whether everything up to the last step with operations is done, and every question is answered.
  func isComplete(_ progress: LessonProgress) -> Bool {
    let last = kind == .tour ? steps.count : (steps.lastIndex { !$0.operations.isEmpty } ?? -1) + 1
    return progress.steps >= last && questions.indices.allSatisfy { progress.answers[$0]?.isRight == true }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): good enough for an order, and for nothing else.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
