import AppState

/// Lessons: what the trainee does in the panel **Lesson**. The lab itself runs at the edge; nothing of it touches this phone.
extension AppState {
  mutating func study(_ action: LessonAction) -> [Effect] {
    switch action {
    case .perform(let step): return perform(step)
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
      lessonView.selected = all.firstIndex { progress[$0.id]?.isComplete != true } ?? 0
    case .advanced(let running): if lessons.running != nil { lessons.running = running }
    case .performed(let id, let step, let results): return take(id, step, results)
    case .wasReset(let id): if lessonView.opened == id { lessons.hasReset = true }
    case .progressNotKept: lessons.progressProblem = .unwritable
    case .message(let from, let to, let content, let step, let flow):
      messages.append(from: from, to: to, content, at: now, step: step, flow: flow)
    }
    return []
  }

  /// The files are read when somebody looks at them for the first time.
  mutating func watchLessons() -> [Effect] {
    guard view.tab == .lesson, !lessons.isAsked else { return [] }
    lessons.isAsked = true
    return [.lessons(.load)]
  }

  public var openedLesson: Lesson? { lessonView.opened.flatMap { lessons[$0] } }

  /// The page that is shown of the opened lesson.
  public var lessonPage: LessonPage? {
    openedLesson.map { $0.pages[min(max(0, lessonView.page), $0.pages.count - 1)] }
  }

  /// What this step has shown since the lab was set up.
  public func labResults(_ lesson: Lesson, _ step: Int) -> [DeedResult]? {
    lessons.lab == lesson.id ? lessons.results[step] : nil
  }

  /// Whether a step needs nothing more before the next one.
  public func isDone(_ step: Int, of lesson: Lesson) -> Bool {
    guard !lesson.steps[step].deeds.isEmpty else { return true }
    return labResults(lesson, step)?.allSatisfy(\.isAsMeant) ?? false
  }

  /// Whether a step has to wait: one before it, on which it builds, has not come out as meant.
  public func isBlocked(_ step: Int, of lesson: Lesson) -> Bool {
    !lesson.steps[..<step].indices.allSatisfy { isDone($0, of: lesson) }
  }

  // MARK: The lab

  /// Steps build on one another: the first one that has not been done is the only one that can be.
  private mutating func perform(_ step: Int) -> [Effect] {
    if let lesson = openedLesson, lesson.kind == .tour { return goOn(from: step, of: lesson) }
    guard let lesson = openedLesson, lessons.running == nil, lesson.steps.indices.contains(step),
      !lesson.steps[step].deeds.isEmpty, !isBlocked(step, of: lesson)
    else { return [] }
    let isFirst = !lesson.steps[..<step].contains { !$0.deeds.isEmpty } || lessons.lab != lesson.id
    if isFirst { lessons.results = [:] }
    lessons.lab = lesson.id
    lessons.results[step] = nil
    lessons.hasReset = false
    lessons.running = Lessons.Running(lesson: lesson.id, step: step, doing: .world)
    return [.lessons(.perform(lesson, step: step, isFirst: isFirst))]
  }

  private mutating func take(_ id: Lesson.ID, _ step: Int, _ results: [DeedResult]) -> [Effect] {
    guard lessons.running?.lesson == id, lessons.running?.step == step else { return [] }
    lessons.running = nil
    view.panelScroll = 0
    // A lab that was cut short has nothing to show.
    guard !results.isEmpty else { return [] }
    lessons.results[step] = results
    guard let lesson = lessons[id], isDone(step, of: lesson) else { return [] }
    return keep(id) { $0.steps = max($0.steps, step + 1) }
  }

  private mutating func resetLab() -> [Effect] {
    guard let lesson = openedLesson else { return [] }
    let stop: [Effect] = lessons.running == nil ? [] : [.lessons(.cancel)]
    lessons.running = nil
    if lessons.lab == lesson.id { (lessons.lab, lessons.results) = (nil, [:]) }
    lessonView.page = 0
    (lessonView.choice, lessonView.answered) = (0, nil)
    view.panelScroll = 0
    lessons.progress[lesson.id] = nil
    return stop + [.lessons(.reset(lesson.id)), .lessons(.keep(lessons.progress))]
  }

  // MARK: The end of a lesson

  private mutating func answer(_ choice: Int) -> [Effect] {
    guard let lesson = openedLesson, let question = lesson.question, lessonView.answered == nil else { return [] }
    lessonView.answered = choice
    return keep(lesson.id) {
      $0.answer = choice == question.right
      $0.isComplete = $0.steps >= lesson.lastDeed
    }
  }

  private mutating func finishLesson() -> [Effect] {
    guard let lesson = openedLesson else { return [] }
    lookAtLessons(.close)
    guard lesson.question == nil else { return [] }
    return keep(lesson.id) { $0.isComplete = $0.steps >= lesson.lastDeed }
  }

  mutating func keep(_ id: Lesson.ID, _ change: (inout LessonProgress) -> Void) -> [Effect] {
    let before = lessons.progress[id]
    var progress = before ?? LessonProgress()
    change(&progress)
    guard progress != before else { return [] }
    lessons.progress[id] = progress
    return [.lessons(.keep(lessons.progress))]
  }

  // MARK: Moves of the eye

  mutating func lookAtLessons(_ action: LessonViewAction) {
    view.panelScroll = 0
    lessons.hasReset = false
    switch action {
    case .select(let row): lessonView.selected = min(max(0, row), max(0, lessons.all.count - 1))
    case .open(let id):
      lessonView.opened = id
      lessonView.selected = lessons.all.firstIndex { $0.id == id } ?? 0
      lessonView.page = 0
      (lessonView.choice, lessonView.answered) = (0, nil)
    case .close: lessonView.opened = nil
    case .page(let page):
      // A caption that is read again stays until the phone moves on.
      lessonView.page = min(max(0, page), (openedLesson?.pages.count ?? 1) - 1)
    case .choose(let choice): lessonView.choice = min(max(0, choice), (openedLesson?.question?.choices.count ?? 1) - 1)
    }
  }
}

extension Lesson {
  /// The number of the last step in which something is done.
  var lastDeed: Int { kind == .tour ? steps.count : (steps.lastIndex { !$0.deeds.isEmpty } ?? -1) + 1 }
}
