import AppState
import FoundationEssentials

/// The trainee's actions in the panel **Lesson**. The lab itself runs at the edge and never touches this phone.
extension AppState {
  mutating func study(_ action: LessonAction) -> [Effect] {
    switch action {
    case .perform(let step): return perform(step)
    case .predict(let refuser, let step): return predict(refuser, step)
    case .cancel: return lessons.running == nil ? [] : [.lessons(.cancel)]
    case .reset: return resetLab()
    case .answer(let choice): return answer(choice)
    case .finish: return finishLesson()
    case .loaded(let all, let problems, let progress, let problem):
      lessons.all = all
      lessons.problems = problems
      lessons.progress = progress
      lessons.progressProblem = problem
      lessons.isLoaded = true
      if lessonView.opened != nil { view.focus = .panel }
      lessonView.selected = all.firstIndex { progress[$0.id]?.isComplete != true } ?? 0
    case .advanced(let running): if lessons.running != nil { lessons.running = running }
    case .performed(let id, let step, let results): return receive(id, step, results)
    case .tryChange: return tryChange()
    case .tried(let trial): return receive(trial)
    case .wasReset(let id): if lessonView.opened == id { lessons.hasReset = true }
    case .progressNotKept: lessons.progressProblem = .unwritable
    case .message(let message): receive(message)
    }
    return []
  }

  /// The files are read when the panel is first opened.
  mutating func watchLessons() -> [Effect] {
    guard view.tab == .lesson, !lessons.isAsked else { return [] }
    lessons.isAsked = true
    return [.lessons(.load)]
  }

  public var openedLesson: Lesson? { lessonView.opened.flatMap { lessons[$0] } }

  /// The current page of the opened lesson.
  public var lessonPage: LessonPage? {
    openedLesson.map { $0.pages[min(max(0, lessonView.page), $0.pages.count - 1)] }
  }

  /// The results of this step since the lab was set up; `nil`: none.
  public func labResults(_ lesson: Lesson, _ step: Int) -> [LabResult]? {
    lessons.lab == lesson.id ? lessons.results[step] : nil
  }

  /// Whether the next step may begin.
  public func isDone(_ step: Int, of lesson: Lesson) -> Bool {
    guard !lesson.steps[step].operations.isEmpty else { return true }
    return labResults(lesson, step)?.allSatisfy(\.isAsMeant) ?? false
  }

  /// Whether a step must wait, because an earlier step that it builds on did not have its expected result.
  public func isBlocked(_ step: Int, of lesson: Lesson) -> Bool {
    !lesson.steps[..<step].indices.allSatisfy { isDone($0, of: lesson) }
  }

  /// Whether the trainee still has to predict which party refuses in this step.
  public func awaitsPrediction(_ step: Int, of lesson: Lesson) -> Bool {
    !lesson.steps[step].operations.isEmpty && lessons.predictions[step] == nil && labResults(lesson, step) == nil
  }

  /// Whether the trainee can make that prediction now.
  public func mayPredict(_ step: Int, of lesson: Lesson) -> Bool {
    lessons.running == nil && awaitsPrediction(step, of: lesson) && !isBlocked(step, of: lesson)
  }

  public func isAnswered(_ question: Int, of lesson: Lesson) -> Bool {
    lessons.progress[lesson.id]?.answers[question]?.isRight == true
  }

  // MARK: The lab

  /// One key makes the prediction and runs the step.
  private mutating func predict(_ refuser: Lesson.Refuser, _ step: Int) -> [Effect] {
    guard let lesson = openedLesson, lesson.steps.indices.contains(step), mayPredict(step, of: lesson) else {
      return []
    }
    lessons.predictions[step] = refuser
    return perform(step)
  }

  /// Steps build on one another, so only the first that is not done can run.
  private mutating func perform(_ step: Int) -> [Effect] {
    if let lesson = openedLesson, lesson.kind == .tour { return goOn(from: step, of: lesson) }
    guard let lesson = openedLesson, lessons.running == nil, lesson.steps.indices.contains(step),
      !lesson.steps[step].operations.isEmpty, !isBlocked(step, of: lesson), !awaitsPrediction(step, of: lesson)
    else { return [] }
    let isFirst = !lesson.steps[..<step].contains { !$0.operations.isEmpty } || lessons.lab != lesson.id
    if isFirst {
      lessons.results = [:]
      beginMessages(of: lesson)
    }
    beginMessages(of: step, of: lesson)
    lessons.lab = lesson.id
    lessons.results[step] = nil
    lessons.hasReset = false
    lessons.running = Lessons.Running(lesson: lesson.id, step: step, doing: .world)
    return [.lessons(.perform(lesson, step: step, isFirst: isFirst))]
  }

  private mutating func receive(_ id: Lesson.ID, _ step: Int, _ results: [LabResult]) -> [Effect] {
    guard lessons.running?.lesson == id, lessons.running?.step == step else { return [] }
    lessons.running = nil
    view.panelScroll = 0
    // A lab that was cancelled has no results.
    guard !results.isEmpty else { return [] }
    lessons.results[step] = results
    guard let lesson = lessons[id] else { return [] }
    let isDone = isDone(step, of: lesson)
    let said = lessons.predictions[step]
    return keep(id) {
      guard isDone else { return }
      $0.steps = max($0.steps, step + 1)
      if let said, $0.guesses[step] == nil {
        $0.guesses[step] = LessonProgress.Guess(said, isRight: said == results.refuser)
      }
    }
  }

  private mutating func resetLab() -> [Effect] {
    guard let lesson = openedLesson else { return [] }
    let stop: [Effect] = lessons.running == nil ? [] : [.lessons(.cancel)]
    lessons.running = nil
    if lessons.lab == lesson.id { (lessons.lab, lessons.results) = (nil, [:]) }
    lookAtLessons(.open(lesson.id))
    (lessons.progress[lesson.id], lessons.logs[lesson.id]) = (nil, nil)
    return stop + [.lessons(.reset(lesson.id)), .lessons(.keep(lessons.progress))]
  }

  // MARK: Questions, and the end of a lesson

  /// A question stays open until it has its right answer.
  private mutating func answer(_ choice: Int) -> [Effect] {
    guard let lesson = openedLesson, case .question(let number)? = lessonPage,
      !isAnswered(number, of: lesson), !lessonView.wrong.contains(choice)
    else { return [] }
    view.panelScroll = 0
    let isRight = choice == lesson.questions[number].right
    if !isRight {
      lessonView.wrong.insert(choice)
      lessonView.lastWrong = choice
      lessonView.readsFeedback = lesson.questions[number].feedback(on: choice) != nil
    }
    return keep(lesson.id) {
      var answer = $0.answers[number] ?? LessonProgress.Answer()
      if isRight { answer.isRight = true } else { answer.record(wrong: choice) }
      $0.answers[number] = answer
    }
  }

  private mutating func finishLesson() -> [Effect] {
    guard let lesson = openedLesson else { return [] }
    lookAtLessons(.close)
    return keep(lesson.id) { _ in }
  }

  mutating func keep(_ id: Lesson.ID, _ change: (inout LessonProgress) -> Void) -> [Effect] {
    let before = lessons.progress[id]
    var progress = before ?? LessonProgress()
    change(&progress)
    if let lesson = lessons[id], !progress.isComplete, lesson.isComplete(progress) {
      progress.isComplete = true
      progress.finished = now
    }
    guard progress != before ?? LessonProgress() else { return [] }
    progress.begun = progress.begun ?? lessons.touched ?? now
    let pause = lessons.touched.map { max(0, Int(now.timeIntervalSince($0))) } ?? 0
    progress.seconds += min(pause, LessonProgress.longestPause)
    // Fractions of a second count towards the next pause.
    lessons.touched =
      pause > LessonProgress.longestPause ? now : lessons.touched.map { $0 + TimeInterval(pause) } ?? now
    lessons.progress[id] = progress
    return [.lessons(.keep(lessons.progress))]
  }

  // MARK: Moves of the eye

  mutating func lookAtLessons(_ action: LessonViewAction) {
    view.panelScroll = 0
    (lessons.hasReset, lessonView.isUrged) = (false, false)
    switch action {
    case .urge: lessonView.isUrged = true
    case .select(let row): lessonView.selected = min(max(0, row), max(0, lessons.all.count - 1))
    case .open(let id):
      if lessons.lab != id { lessons.predictions = [:] }
      lessons.changes = [:]
      lessonView.opened = id
      lessonView.selected = lessons.all.firstIndex { $0.id == id } ?? 0
      lessonView.seed = UInt64(bitPattern: Int64(now.timeIntervalSince1970))
      lessons.touched = now
      turn(to: 0)
    case .close: lessonView.opened = nil
    // A caption that the trainee opens again stays until the phone moves on.
    case .page(let page): turn(to: min(max(0, page), (openedLesson?.pages.count ?? 1) - 1))
    case .change(let step): openOperations(step)
    case .closeChange: closeOperations()
    case .edit(let edit): editOperations(edit)
    case .choose(let choice):
      lessonView.choice = min(max(0, choice), max(0, lessonChoices.count - 1))
      lessonView.readsFeedback = false
    }
  }

  private mutating func turn(to page: Int) {
    (lessonView.page, lessonView.choice, lessonView.wrong) = (page, 0, [])
    (lessonView.lastWrong, lessonView.readsFeedback) = (nil, false)
    closeOperations()
  }

  /// The choices of the current question, in the order in which they are drawn.
  public var lessonChoices: [Int] {
    guard let lesson = openedLesson, case .question(let number)? = lessonPage else { return [] }
    return DrawnOrder.of(lesson.questions[number].choices.count, seed: lessonView.seed &+ UInt64(number))
  }
}

extension [LabResult] {
  /// The party that refused first in a step.
  public var refuser: Lesson.Refuser { first { $0.refuser != .nobody }?.refuser ?? .nobody }
}

extension Lesson {
  /// The number of the last step with operations.
  var lastOperation: Int { kind == .tour ? steps.count : (steps.lastIndex { !$0.operations.isEmpty } ?? -1) + 1 }

  /// Whether every step is done and every question answered right.
  func isComplete(_ progress: LessonProgress) -> Bool {
    progress.steps >= lastOperation && questions.indices.allSatisfy { progress.answers[$0]?.isRight == true }
  }
}

/// An order that depends on the seed, so that it cannot be memorised.
enum DrawnOrder {
  static func of(_ count: Int, seed: UInt64) -> [Int] {
    var generator = SplitMix(state: seed)
    return (0..<count).shuffled(using: &generator)
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
}
