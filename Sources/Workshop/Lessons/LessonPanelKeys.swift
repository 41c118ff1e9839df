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
      return [Binding([.escape], .keyStopLab, .lessons(.cancel), inFooter: 0)] + PanelKeys.scrolling()
    }
    if let editor = lessons.view.editor {
      return editor.keys(send: (.keyTryChange, .lessons(.tryChange)), leave: .lessons(.closeChange)) {
        .lessons(.edit($0))
      }
    }
    let index = lesson.pages.firstIndex(of: page) ?? 0
    var bindings = next(lesson, page, index, state)
    let back: [Key] = [.left, .backspace, .character("h")]
    let (phrase, leave): (Phrase, LessonAction) =
      index == 0 ? (.keyLessons, .close) : (.keyPreviousPage, .page(index - 1))
    bindings.append(Binding(back, phrase, .lessons(leave), inFooter: 3))
    if lesson.kind == .lab {
      let isAsked = lessons.view.urge == .confirmation
      bindings.append(Binding([.character("x")], .keyResetLab, .lessons(.reset), inFooter: isAsked ? 0 : 5))
    }
    if case .step(let step) = page, lessons.mayChange(step, of: lesson) {
      bindings.append(Binding([.character("e")], .keyChange, .lessons(.change(step: step)), inFooter: 3))
    }
    bindings += asks(lesson, page, lessons) ? choices(lessons) : PanelKeys.scrolling()
    return bindings + [Binding([.escape], .keyLessons, .lessons(.close), priority: 4, footer: index > 0)]
  }

  private static let enter: [Key] = [.enter, .character(" ")]
  private static let right: [Key] = [.right, .character("l")]

  private static func asks(_ lesson: Lesson, _ page: LessonPage, _ lessons: Lessons) -> Bool {
    if case .question(let number) = page { !lessons.isAnswered(number, of: lesson) } else { false }
  }

  private static func list(_ state: AppState) -> [Binding] {
    let lessons = state[Lessons.self]
    var bindings: [Binding] = []
    if lessons.isLoaded, !lessons.all.isEmpty {
      let selected = lessons.all[min(lessons.view.selected, lessons.all.count - 1)]
      bindings = [Binding(enter, .keyOpenLesson, .lessons(.open(selected.id)), inFooter: 0)]
      bindings += PanelKeys.moving(previous: .keyPreviousLesson, next: .keyNextLesson, priority: 6)
    }
    let reset = Binding([.character("x")], .keyResetLab, .lessons(.reset)).off(.because(.reasonNoLab))
    return bindings + [reset] + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  /// What Enter does on this page, and whether Right may continue.
  private static func next(_ lesson: Lesson, _ page: LessonPage, _ index: Int, _ state: AppState) -> [Binding] {
    let lessons = state[Lessons.self]
    let isLast = index == lesson.pages.count - 1
    let onwards: Action = isLast ? .lessons(.finish) : .lessons(.page(index + 1))
    let goOn = Binding(enter + right, isLast ? .keyFinish : .keyNextPage, onwards, inFooter: 0)
    switch page {
    case .beginning where lesson.kind == .tour: return beginning(lesson, state)
    case .beginning, .explanation: return [goOn]
    case .question:
      guard asks(lesson, page, lessons) else { return [goOn] }
      let choice = lessons.choices[lessons.view.choice]
      return [
        Binding(enter, .keyAnswerQuestion, .lessons(.answer(choice)), inFooter: 0),
        // The question stays open; the lesson is complete when it is answered.
        Binding(right, isLast ? .keyFinish : .keySkipQuestion, onwards, inFooter: 4),
      ]
    case .step(let step) where lesson.kind == .tour:
      let stop = lesson.steps[step].stop
      let (isHere, isEnd) = (stop?.isReached(state) ?? false, stop == .screen(.signedIn))
      // At the end there is no button to press, so both keys continue.
      let read =
        isHere && isEnd
        ? Binding([.enter] + right, .keyNextPage, .lessons(.perform(step: step)), inFooter: 3)
        : Binding(right, .keyNextPage, onwards, inFooter: 3)
      guard isHere, !isEnd else { return [read] }
      let phrase: Phrase = if case .message? = stop { .keySendIt } else { .keyPressButton }
      return [Binding([.enter], phrase, .lessons(.perform(step: step)), inFooter: 0), read]
    case .step(let step):
      // A step that builds on an unexpected result can only be read.
      guard !lessons.isDone(step, of: lesson), !lessons.isBlocked(step, of: lesson) else { return [goOn] }
      if lessons.awaitsPrediction(step, of: lesson) {
        // The panel lists all three keys at any size.
        return Lesson.Refuser.allCases.map { refuser in
          Binding([.character(refuser.answer.key)], refuser.answer.name, .lessons(.predict(refuser, step: step)))
        } + [Binding(enter, .keyAnswerQuestion, .lessons(.urge(.prediction)))]
      }
      let wasTried = lessons.labResults(lesson, step) != nil
      let doIt = Binding(enter, wasTried ? .keyDoItAgain : .keyDoIt, .lessons(.perform(step: step)), inFooter: 0)
      // After an unexpected result the trainee can still read on.
      return wasTried ? [doIt, Binding(right, .keyNextPage, onwards, inFooter: 3)] : [doIt]
    }
  }

  /// The tour starts where the phone is.
  private static func beginning(_ lesson: Lesson, _ state: AppState) -> [Binding] {
    let start = lesson.tourStart(state)
    let goOn = Binding(enter + right, .keyNextPage, .lessons(.page(lesson.page(of: start ?? 0))), inFooter: 0)
    let fresh = Binding([.character("n")], .keyFreshPhone, .phones(.add), inFooter: 3)
      .off(.reasonUnderWay, if: !state.canLeavePhone).off(.reasonManyPhones, if: !state.phones.hasRoom)
    return start == 0 ? [goOn] : [goOn, fresh]
  }

  private static func choices(_ lessons: Lessons) -> [Binding] {
    func to(_ choice: Int) -> Action { .lessons(.choose(choice)) }
    let choice = lessons.view.choice
    return [
      Binding([.down, .character("j")], .keyNextChoice, to(choice + 1), inFooter: 2, short: .browserKeyNext),
      Binding([.up, .character("k")], .keyPreviousChoice, to(choice - 1), inFooter: 2),
    ]
  }
}
