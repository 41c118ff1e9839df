import Foundation
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// What the trainee can do when: steps in order, one at a time, with progress that is kept.
@Suite struct LessonStateTests {
  static let lesson: Lesson = {
    let step: JSON = [
      "title": "t", "text": "x", "predict": ["server": "It may."],
      "do": [
        ["browser": ["device": "phone-1", "parameters": ["scope": "dcr"]], "keep": ["code": "code"]],
        ["request": ["method": "POST", "url": "{token_endpoint}", "form": ["code": "{code}"]], "proves": "defence"],
      ],
    ]
    let document: JSON = [
      "version": 1, "id": "one", "order": 1, "kind": "lab", "title": "One", "setting": "s", "goal": "g",
      "steps": [step, step], "explanation": "e", "sources": [["name": "n", "url": "https://x.example"]],
      "goals": [["text": "g", "user": "jd", "expect": ["clients": 1], "reached": "r"]],
      "questions": [
        ["text": "q", "choices": ["a", "b", "c"], "right": 1, "why": "w"],
        ["text": "q2", "choices": ["a", "b"], "right": 2, "why": "w"],
      ],
    ]
    guard let lesson = try? LessonFile.read(Array(document.compact.utf8), name: "one") else { fatalError("no lesson") }
    return lesson
  }()

  private let asMeant = [
    LabResult([LabFact("code", .text("x"))], .asMeant(.normal)),
    LabResult([LabFact("status", .text("400"))], .asMeant(.defence), refuser: .server),
  ]
  private let otherwise = [LabResult([], .unexpected("code", expected: "", received: "-"))]

  private func opened() -> AppState {
    var state = AppState(
      settings: Scenario(tools: Workshop.tools).state.settings, now: Date(timeIntervalSince1970: 0),
      tools: Workshop.tools)
    state.view.tab = .lesson
    _ = send(&state, .lessons(.loaded([Self.lesson], [], [:], nil)))
    _ = send(&state, .lessons(.open("one")))
    return state
  }

  private func send(_ state: inout AppState, _ action: Action) -> [LessonEffect] {
    update(&state, action, now: state.now).compactMap { $0.of(LessonEffect.self) }
  }

  @Test func lessonFilesAreReadWhenThePanelOpens() {
    var state = AppState(
      settings: Scenario(tools: Workshop.tools).state.settings, now: Date(timeIntervalSince1970: 0),
      tools: Workshop.tools)
    #expect(send(&state, .tick) == [])
    #expect(send(&state, .view(.tab(.lesson))) == [.load])
    #expect(send(&state, .tick) == [], "once")
  }

  /// Predicts who will refuse, which performs the step, and answers with these results.
  @discardableResult
  private func predict(
    _ state: inout AppState, _ refuser: Lesson.Refuser, _ step: Int, _ results: [LabResult]
  ) -> [LessonEffect] {
    _ = send(&state, .lessons(.predict(refuser, step: step)))
    return send(&state, .lessons(.performed("one", step: step, results)))
  }

  @Test func stepsAreDoneInOrderAndOneAtATime() {
    var state = opened()
    #expect(send(&state, .lessons(.predict(.server, step: 1))) == [], "the step before it has not run")
    #expect(send(&state, .lessons(.perform(step: 0))) == [], "a step needs a prediction")
    #expect(
      send(&state, .lessons(.predict(.server, step: 0))) == [.perform(Self.lesson, step: 0)])
    #expect(state.needsTicks)
    #expect(send(&state, .lessons(.perform(step: 0))) == [], "the step is running")
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    #expect(state[Lessons.self].isDone(0, of: Self.lesson) && !state[Lessons.self].isDone(1, of: Self.lesson))
    #expect(
      send(&state, .lessons(.predict(.nobody, step: 1))) == [.perform(Self.lesson, step: 1)])
  }

  /// The world was made anew for a later step, so the facts of the steps before are other ones.
  @Test func anEarlierStepThatRanAgainShowsItsNewFacts() {
    var state = opened()
    predict(&state, .server, 0, asMeant)
    _ = send(&state, .lessons(.predict(.server, step: 1)))
    let again = asMeant.reversed() as [LabResult]
    #expect(send(&state, .lessons(.performed("one", step: 0, again))) == [], "progress stays as it is")
    #expect(state[Lessons.self].labResults(Self.lesson, 0) == again && state[Lessons.self].running?.step == 1)
    _ = send(&state, .lessons(.performed("one", step: 0, otherwise)))
    _ = send(&state, .lessons(.performed("one", step: 1, [])))
    #expect(state[Lessons.self].isBlocked(1, of: Self.lesson) && state[Lessons.self].running == nil)
  }

  /// The old world's messages go with it: an id in a message is one that the pages show.
  @Test func aStepThatIsDoneAgainShowsTheMessagesOfItsNewWorld() {
    var state = opened()
    let message = Message(from: .app, to: .server, .userAgentClosed)
    func parts() -> [Int]? { state[Lessons.self].logs["one"]?.flows.map(\.number) }
    _ = send(&state, .lessons(.predict(.server, step: 0)))
    _ = send(&state, .lessons(.message(message)))
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    _ = send(&state, .lessons(.predict(.server, step: 1)))
    _ = send(&state, .lessons(.message(message)))
    _ = send(&state, .lessons(.performed("one", step: 1, otherwise)))
    #expect(parts() == [1, 2])
    _ = send(&state, .lessons(.perform(step: 1)))
    #expect(parts() == [1] && state[Lessons.self].logs["one"]?.isEmpty == true)
    _ = send(&state, .lessons(.message(message)))
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    _ = send(&state, .lessons(.message(message)))
    #expect(parts() == [1, 2])
  }

  @Test func anotherLabIsLookedAtWithoutALossForThisOne() {
    var state = opened()
    var other = Self.lesson
    other.id = "two"
    _ = send(&state, .lessons(.loaded([Self.lesson, other], [], [:], nil)))
    predict(&state, .server, 0, asMeant)
    _ = send(&state, .lessons(.open("two")))
    #expect(state[Lessons.self].awaitsPrediction(0, of: other), "what was said is about the other lab")
    _ = send(&state, .lessons(.reset))
    _ = send(&state, .lessons(.open("one")))
    #expect(state[Lessons.self].isDone(0, of: Self.lesson) && state[Lessons.self].predictions == [0: .server])
    _ = send(&state, .lessons(.open("two")))
    predict(&state, .app, 0, [])
    #expect(state[Lessons.self].predictions == [0: .app] && state[Lessons.self].lab == "two")
  }

  @Test func aPredictionIsComparedWithWhatHappenedAndTheFirstOneIsKept() {
    var state = opened()
    predict(&state, .app, 0, otherwise)
    #expect(state[Lessons.self].progress == [:], "an unexpected result does not judge the prediction")
    #expect(send(&state, .lessons(.predict(.server, step: 0))) == [], "the first prediction is kept")
    _ = send(&state, .lessons(.perform(step: 0)))
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    predict(&state, .server, 1, asMeant)
    let guesses = state[Lessons.self].progress["one"]?.guesses
    #expect(guesses == [0: .init(.app, isRight: false), 1: .init(.server, isRight: true)])
  }

  @Test func aStepWithAnotherOutcomeIsNotDone() {
    var state = opened()
    #expect(predict(&state, .server, 0, otherwise) == [])
    #expect(
      state[Lessons.self].labResults(Self.lesson, 0) == otherwise && !state[Lessons.self].isDone(0, of: Self.lesson))
    #expect(send(&state, .lessons(.predict(.server, step: 1))) == [])
    #expect(state[Lessons.self].isBlocked(1, of: Self.lesson) && !state[Lessons.self].isBlocked(0, of: Self.lesson))
    _ = send(&state, .lessons(.perform(step: 0)))
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    #expect(!state[Lessons.self].isBlocked(1, of: Self.lesson))
  }

  @Test func aCancelledStepShowsNothing() {
    var state = opened()
    _ = send(&state, .lessons(.predict(.server, step: 0)))
    #expect(send(&state, .lessons(.cancel)) == [.cancel])
    _ = send(&state, .lessons(.performed("one", step: 0, [])))
    #expect(state[Lessons.self].running == nil && state[Lessons.self].labResults(Self.lesson, 0) == nil)
  }

  // MARK: Questions

  private func ask(_ state: inout AppState, _ number: Int) {
    _ = send(&state, .lessons(.page(Self.lesson.pages.firstIndex(of: .question(number)) ?? 0)))
  }

  @Test func aQuestionIsAskedUntilItIsRightAndWrongAnswersCount() {
    var state = opened()
    ask(&state, 0)
    _ = send(&state, .lessons(.answer(1)))
    _ = send(&state, .lessons(.answer(1)))
    #expect(state[Lessons.self].view.wrong == [1] && !state[Lessons.self].isAnswered(0, of: Self.lesson))
    #expect(
      state[Lessons.self].view.lastWrong == 1 && !state[Lessons.self].view.readsFeedback,
      "this question has no feedback")
    _ = send(&state, .lessons(.answer(2)))
    _ = send(&state, .lessons(.answer(0)))
    #expect(state[Lessons.self].progress["one"]?.answers == [0: .init(wrong: 2, isRight: true, taken: [1: 1, 2: 1])])
    #expect(send(&state, .lessons(.answer(1))) == [], "the question is answered")
  }

  @Test func aLessonIsDoneWhenItsStepsAreAndEveryQuestionIsRight() {
    var state = opened()
    for step in 0...1 { predict(&state, .server, step, asMeant) }
    ask(&state, 0)
    _ = send(&state, .lessons(.answer(0)))
    #expect(state[Lessons.self].progress["one"]?.isComplete == false, "one question is left")
    ask(&state, 1)
    _ = send(&state, .lessons(.answer(0)))
    #expect(state[Lessons.self].progress["one"]?.isComplete == false, "the answer was wrong")
    _ = update(&state, .lessons(.answer(1)), now: Date(timeIntervalSince1970: 90))
    #expect(state[Lessons.self].progress["one"]?.isComplete == true)
    #expect(state[Lessons.self].progress["one"]?.finished == Date(timeIntervalSince1970: 90))
    #expect(state[Lessons.self].progress["one"]?.seconds == 90)
    state = opened()
    for question in 0...1 {
      ask(&state, question)
      _ = send(&state, .lessons(.answer(question)))
    }
    #expect(state[Lessons.self].progress["one"]?.isComplete == false, "no step has run")
  }

  /// A certificate is dated by the machine, also while the phone's clock is a day ahead.
  @Test func aMovedClockDoesNotDateTheProgress() {
    var state = opened()
    let machine = Date(timeIntervalSince1970: 1_600_000_000)
    _ = update(&state, .lessons(.open("one")), now: machine)
    state.tools[Clocks.self].app = ClockSetting.real.moved(by: 86_400, at: machine)
    let later = machine + 86_400 + 90
    _ = update(&state, .lessons(.predict(.server, step: 0)), now: later)
    _ = update(&state, .lessons(.performed("one", step: 0, asMeant)), now: later)
    #expect(state[Lessons.self].progress["one"]?.begun == machine)
    #expect(state[Lessons.self].progress["one"]?.seconds == 90)
  }

  @Test func theOrderOfTheAnswersIsDrawnAnewAndHoldsEachOnce() {
    var orders: Set<[Int]> = []
    for second in 0..<40 {
      var state = opened()
      _ = update(&state, .lessons(.open("one")), now: Date(timeIntervalSince1970: Double(second)))
      ask(&state, 0)
      #expect(state[Lessons.self].choices.sorted() == [0, 1, 2])
      orders.insert(state[Lessons.self].choices)
    }
    #expect(orders.count == 6)
  }

  // MARK: Something changed

  private func changing(_ state: inout AppState, _ name: String, _ value: String) {
    let index = state[Lessons.self].view.editor?.parameters.firstIndex { $0.name == name } ?? -1
    for edit in [ParameterEdit.select(index), .begin, .type(.clear), .type(.insert(value)), .keep] {
      _ = send(&state, .lessons(.edit(edit)))
    }
  }

  @Test func aStepThatWasDoneCanBeChangedAndTheLabIsDoneAnewSo() throws {
    var state = opened()
    _ = send(&state, .lessons(.page(1)))
    _ = send(&state, .lessons(.change(step: 0)))
    #expect(state[Lessons.self].view.editor == nil, "a step that has not run shows no editor")
    predict(&state, .server, 0, asMeant)
    _ = send(&state, .lessons(.change(step: 0)))
    #expect(
      state[Lessons.self].view.editor?.parameters.map(\.name) == ["user", "scope", "", "method", "code", ""])
    changing(&state, "user", "jd")
    changing(&state, "code", "guessed")
    let effects = send(&state, .lessons(.tryChange))
    guard case .tryOut(let changed, step: 0)? = effects.first else { throw Unexpected("\(effects)") }
    guard case .browser(let visit) = changed.steps[0].operations[0].act,
      case .request(let request) = changed.steps[0].operations[1].act
    else { throw Unexpected("unexpected operations") }
    #expect(visit.user == "jd" && visit.parameters == [NamedValue("scope", "dcr")])
    #expect(request.body == .form([NamedValue("code", "guessed")]))
    #expect(changed.steps[1] == Self.lesson.steps[1])
    let results = state[Lessons.self].labResults(Self.lesson, 0)
    let outcome = LabTrial.Outcome(
      step: 0, operation: changed.steps[0].operations[0], result: LabResult([], .tried(error: "invalid_grant")))
    let kept = send(&state, .lessons(.tried(LabTrial("one", step: 0, [outcome], goals: [0]))))
    #expect(kept.count == 1 && state[Lessons.self].progress["one"]?.goals == [0])
    #expect(
      state[Lessons.self].labResults(Self.lesson, 0) == results, "a trial does not replace the results of the lab")
    #expect(state[Lessons.self].trial != nil && state[Lessons.self].running == nil)
  }

  @Test func changesOfEarlierStepsStayUntilTheLessonIsOpenedAgain() throws {
    var state = opened()
    for step in 0...1 { predict(&state, .server, step, asMeant) }
    _ = send(&state, .lessons(.page(1)))
    _ = send(&state, .lessons(.change(step: 0)))
    changing(&state, "user", "jd")
    _ = send(&state, .lessons(.closeChange))
    _ = send(&state, .lessons(.page(2)))
    _ = send(&state, .lessons(.change(step: 1)))
    guard case .tryOut(let changed, step: 1)? = send(&state, .lessons(.tryChange)).first,
      case .browser(let visit) = changed.steps[0].operations[0].act
    else { throw Unexpected("no trial was started") }
    #expect(visit.user == "jd")
    _ = send(&state, .lessons(.tried(LabTrial("one", step: 1, []))))
    #expect(
      state[Lessons.self].running == nil && state[Lessons.self].trial == nil, "a trial that was cut short shows nothing"
    )
    _ = send(&state, .lessons(.open("one")))
    #expect(state[Lessons.self].changes == [:])
  }

  @Test func resetForgetsEverythingOfTheLab() {
    var state = opened()
    predict(&state, .server, 0, asMeant)
    let kept = state[Lessons.self].progress
    for action: LessonAction in [.reset, .page(1), .reset] { #expect(send(&state, .lessons(action)) == []) }
    #expect(state[Lessons.self].progress == kept && state[Lessons.self].view.urge == .confirmation, "asked first")
    #expect(send(&state, .lessons(.reset)) == [.reset("one"), .keep([:])])
    #expect(
      state[Lessons.self].labResults(Self.lesson, 0) == nil && state[Lessons.self].progress == [:]
        && state[Lessons.self].view.page == 0)
    #expect(state[Lessons.self].awaitsPrediction(0, of: Self.lesson))
    _ = send(&state, .lessons(.wasReset("one")))
    #expect(state[Lessons.self].hasReset)
  }

  /// A result that comes after a reset is ignored.
  @Test func anOldResultIsIgnored() {
    var state = opened()
    _ = send(&state, .lessons(.predict(.server, step: 0)))
    #expect(send(&state, .lessons(.reset)) == [.cancel, .reset("one"), .keep([:])])
    _ = send(&state, .lessons(.performed("one", step: 0, asMeant)))
    #expect(state[Lessons.self].labResults(Self.lesson, 0) == nil)
  }
}
