import AppState
import Catalogue
import Screens
import TerminalUI

/// Keys of the panel **Lesson**: Enter does what comes next, Backspace and Left go back, `x` restarts the lab.
enum LessonPanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let lessons = state[Lessons.self]
    guard let lesson = lessons.openedLesson, let page = lessons.openedPage else { return list(state) }
    if lessons.running != nil {
      return [Binding([.escape], .keyStopLab, .lessons(.cancel), priority: 0, footer: true)] + PanelKeys.scrolling()
    }
    if let editor = lessons.view.editor {
      return editor.keys(send: (.keyTryChange, .lessons(.tryChange)), leave: .lessonView(.closeChange)) {
        .lessonView(.edit($0))
      }
    }
    let index = lesson.pages.firstIndex(of: page) ?? 0
    var bindings = next(lesson, page, index, state)
    bindings += [
      Binding(
        [.left, .backspace, .character("h")], index == 0 ? .keyLessons : .keyPreviousPage,
        .lessonView(index == 0 ? .close : .page(index - 1)), priority: 3, footer: true)
    ]
    if lesson.kind == .lab {
      bindings += [Binding([.character("x")], .keyResetLab, .lessons(.reset), priority: 5, footer: true)]
    }
    if case .step(let step) = page, lessons.mayChange(step, of: lesson) {
      bindings += [Binding([.character("e")], .keyChange, .lessonView(.change(step: step)), priority: 3, footer: true)]
    }
    bindings += asks(lesson, page, lessons) ? choices(lessons) : PanelKeys.scrolling()
    return bindings + [Binding([.escape], .keyLessons, .lessonView(.close), priority: 4, footer: index > 0)]
  }

  private static func asks(_ lesson: Lesson, _ page: LessonPage, _ lessons: Lessons) -> Bool {
    if case .question(let number) = page { !lessons.isAnswered(number, of: lesson) } else { false }
  }

  private static func list(_ state: AppState) -> [Binding] {
    let lessons = state[Lessons.self]
    var bindings: [Binding] = []
    if lessons.isLoaded, !lessons.all.isEmpty {
      let selected = lessons.all[min(lessons.view.selected, lessons.all.count - 1)]
      bindings = [
        Binding([.enter, .character(" ")], .keyOpenLesson, .lessonView(.open(selected.id)), priority: 0, footer: true)
      ]
      bindings += PanelKeys.moving(previous: .keyPreviousLesson, next: .keyNextLesson, priority: 6)
    }
    let reset = Binding([.character("x")], .keyResetLab, .lessons(.reset)).off(.because(.reasonNoLab))
    return bindings + [reset] + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  /// What Enter does on this page, and whether Right may continue.
  private static func next(_ lesson: Lesson, _ page: LessonPage, _ index: Int, _ state: AppState) -> [Binding] {
    let lessons = state[Lessons.self]
    let isLast = index == lesson.pages.count - 1
    let onwards: Action = isLast ? .lessons(.finish) : .lessonView(.page(index + 1))
    let goOn = Binding(
      [.enter, .character(" "), .right, .character("l")], isLast ? .keyFinish : .keyNextPage, onwards, priority: 0,
      footer: true)
    switch page {
    case .beginning where lesson.kind == .tour: return beginning(lesson, state)
    case .beginning, .explanation: return [goOn]
    case .question:
      guard asks(lesson, page, lessons) else { return [goOn] }
      let choice = lessons.choices[lessons.view.choice]
      return [
        Binding(
          [.enter, .character(" ")], .keyAnswerQuestion, .lessons(.answer(choice)), priority: 0, footer: true),
        // The question stays open; the lesson is complete when it is answered.
        Binding([.right, .character("l")], isLast ? .keyFinish : .keyNextPage, onwards, priority: 4, footer: true),
      ]
    case .step(let step) where lesson.kind == .tour:
      let stop = lesson.steps[step].stop
      let (isHere, isEnd) = (stop?.isReached(state) ?? false, stop == .screen(.signedIn))
      // At the end there is no button to press, so both keys continue.
      let keys: [Key] = (isHere && isEnd ? [.enter] : []) + [.right, .character("l")]
      let read = Binding(
        keys, .keyNextPage, isHere && isEnd ? .lessons(.perform(step: step)) : onwards, priority: 3, footer: true)
      guard isHere, !isEnd else { return [read] }
      let phrase: Phrase = if case .message? = stop { .keySendIt } else { .keyPressButton }
      return [Binding([.enter], phrase, .lessons(.perform(step: step)), priority: 0, footer: true), read]
    case .step(let step):
      // A step that builds on an unexpected result can only be read.
      guard !lessons.isDone(step, of: lesson), !lessons.isBlocked(step, of: lesson) else { return [goOn] }
      if lessons.awaitsPrediction(step, of: lesson) {
        // The panel lists all three keys at any size.
        return Lesson.Refuser.allCases.map { refuser in
          Binding(
            [.character(refuser.answer.key)], refuser.answer.name, .lessons(.predict(refuser, step: step)))
        } + [Binding([.enter, .character(" ")], .keyAnswerQuestion, .lessonView(.urge))]
      }
      let wasTried = lessons.labResults(lesson, step) != nil
      let doIt = Binding(
        [.enter, .character(" ")], wasTried ? .keyDoItAgain : .keyDoIt, .lessons(.perform(step: step)), priority: 0,
        footer: true)
      // After an unexpected result the trainee can still read on.
      guard wasTried else { return [doIt] }
      return [doIt, Binding([.right, .character("l")], .keyNextPage, onwards, priority: 3, footer: true)]
    }
  }

  /// The tour starts where the phone is.
  private static func beginning(_ lesson: Lesson, _ state: AppState) -> [Binding] {
    let start = lesson.tourStart(state)
    let goOn = Binding(
      [.enter, .character(" "), .right, .character("l")], .keyNextPage,
      .lessonView(.page(lesson.page(of: start ?? 0))), priority: 0, footer: true)
    guard start != 0 else { return [goOn] }
    return [
      goOn,
      Binding([.character("n")], .keyFreshPhone, .phones(.add), priority: 3, footer: true)
        .off(.reasonUnderWay, if: !state.canLeavePhone).off(.reasonManyPhones, if: !state.phones.hasRoom),
    ]
  }

  private static func choices(_ lessons: Lessons) -> [Binding] {
    func to(_ choice: Int) -> Action { .lessonView(.choose(choice)) }
    let choice = lessons.view.choice
    return [
      Binding(
        [.down, .character("j")], .keyNextChoice, to(choice + 1), priority: 2, footer: true, short: .browserKeyNext),
      Binding([.up, .character("k")], .keyPreviousChoice, to(choice - 1), priority: 2, footer: true),
    ]
  }
}
