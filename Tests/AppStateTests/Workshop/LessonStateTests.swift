import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// What the trainee may do when: steps in order, one at a time, and progress that is kept.
@Suite struct LessonStateTests {
  static let lesson: Lesson = {
    let step: JSON = [
      "title": "t", "text": "x", "do": [["inspect": [:], "expect": ["clients": 0], "proves": "defence"]],
    ]
    let document: JSON = [
      "version": 1, "id": "one", "order": 1, "kind": "lab", "title": "One", "setting": "s", "goal": "g",
      "steps": [step, step], "explanation": "e", "sources": [["name": "n", "url": "https://x.example"]],
      "question": ["text": "q", "choices": ["a", "b"], "right": 1, "why": "w"],
    ]
    guard let lesson = try? LessonFile.read(Array(document.compact.utf8), name: "one") else { fatalError("no lesson") }
    return lesson
  }()

  private var asMeant: DeedResult { DeedResult([LabFact("clients", .text("0"))], .asMeant(.defence)) }
  private var otherwise: DeedResult { DeedResult([], .unexpected("clients", expected: "0", received: "1")) }

  private func opened() -> AppState {
    var state = AppState(
      settings: Scenario(tools: Workshop.tools).state.settings, now: Date(timeIntervalSince1970: 0),
      tools: Workshop.tools)
    state.view.tab = .lesson
    _ = send(&state, .lessons(.loaded([Self.lesson], [], [:], nil)))
    _ = send(&state, .lessonView(.open("one")))
    return state
  }

  private func send(_ state: inout AppState, _ action: Action) -> [LessonEffect] {
    update(&state, action, now: state.now).compactMap { $0.of(LessonEffect.self) }
  }

  @Test func filesAreReadWhenSomebodyLooks() {
    var state = AppState(
      settings: Scenario(tools: Workshop.tools).state.settings, now: Date(timeIntervalSince1970: 0),
      tools: Workshop.tools)
    #expect(send(&state, .tick) == [])
    #expect(send(&state, .view(.tab(.lesson))) == [.load])
    #expect(send(&state, .tick) == [], "once")
  }

  @Test func stepsAreDoneInOrderAndOneAtATime() {
    var state = opened()
    #expect(send(&state, .lessons(.perform(step: 1))) == [], "the first step was not done")
    #expect(send(&state, .lessons(.perform(step: 0))) == [.perform(Self.lesson, step: 0, isFirst: true)])
    #expect(state.needsTicks)
    #expect(send(&state, .lessons(.perform(step: 0))) == [], "it runs already")
    #expect(send(&state, .lessons(.performed("one", step: 0, [asMeant]))) == [.keep(["one": LessonProgress(steps: 1)])])
    #expect(state.isDone(0, of: Self.lesson) && !state.isDone(1, of: Self.lesson))
    #expect(send(&state, .lessons(.perform(step: 1))) == [.perform(Self.lesson, step: 1, isFirst: false)])
  }

  @Test func whatCameOutOtherwiseIsNotDone() {
    var state = opened()
    _ = send(&state, .lessons(.perform(step: 0)))
    #expect(send(&state, .lessons(.performed("one", step: 0, [otherwise]))) == [])
    #expect(state.labResults(Self.lesson, 0) == [otherwise] && !state.isDone(0, of: Self.lesson))
    #expect(send(&state, .lessons(.perform(step: 1))) == [])
    #expect(state.isBlocked(1, of: Self.lesson) && !state.isBlocked(0, of: Self.lesson))
    #expect(state.lessons.progress == [:])
    _ = send(&state, .lessons(.perform(step: 0)))
    _ = send(&state, .lessons(.performed("one", step: 0, [asMeant])))
    #expect(!state.isBlocked(1, of: Self.lesson))
  }

  @Test func aCancelledStepShowsNothing() {
    var state = opened()
    _ = send(&state, .lessons(.perform(step: 0)))
    #expect(send(&state, .lessons(.cancel)) == [.cancel])
    _ = send(&state, .lessons(.performed("one", step: 0, [])))
    #expect(state.lessons.running == nil && state.labResults(Self.lesson, 0) == nil)
  }

  @Test func theAnswerCompletesALessonOnlyWhenItsStepsWereDone() {
    var state = opened()
    #expect(send(&state, .lessons(.answer(0))) == [.keep(["one": LessonProgress(steps: 0, answer: true)])])
    #expect(state.lessons.progress["one"]?.isComplete == false)
    state = opened()
    for step in 0...1 {
      _ = send(&state, .lessons(.perform(step: step)))
      _ = send(&state, .lessons(.performed("one", step: step, [asMeant])))
    }
    _ = send(&state, .lessons(.answer(1)))
    #expect(state.lessons.progress["one"] == LessonProgress(steps: 2, answer: false, isComplete: true))
    #expect(send(&state, .lessons(.answer(0))) == [], "once")
  }

  @Test func resetForgetsEverythingOfTheLab() {
    var state = opened()
    _ = send(&state, .lessons(.perform(step: 0)))
    _ = send(&state, .lessons(.performed("one", step: 0, [asMeant])))
    #expect(send(&state, .lessons(.reset)) == [.reset("one"), .keep([:])])
    #expect(state.labResults(Self.lesson, 0) == nil && state.lessons.progress == [:] && state.lessonView.page == 0)
    _ = send(&state, .lessons(.wasReset("one")))
    #expect(state.lessons.hasReset)
  }

  /// A result that comes after a reset belongs to nobody.
  @Test func anOldResultIsNotTaken() {
    var state = opened()
    _ = send(&state, .lessons(.perform(step: 0)))
    #expect(send(&state, .lessons(.reset)) == [.cancel, .reset("one"), .keep([:])])
    _ = send(&state, .lessons(.performed("one", step: 0, [asMeant])))
    #expect(state.labResults(Self.lesson, 0) == nil)
  }
}
