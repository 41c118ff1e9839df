import AppState
import SharedValues
import Workshop

/// The panel **Lesson** in its states.
extension StateRegistry {
  static let lessons: [Entry] = [
    ("lesson-reading", lesson { $0 = Lessons() }),
    ("lesson-list", lesson()),
    (
      "lesson-list-progress",
      lesson {
        $0.progress = [
          "stolen-redirect": LessonProgress(steps: 2, isComplete: true),
          "forged-state": LessonProgress(steps: 1),
        ]
        $0.view.selected = 2
      }
    ),
    (
      "lesson-list-problems",
      lesson {
        $0.problems = [Sample.brokenLesson]
        $0.progressProblem = .damaged
      }
    ),
    (
      "lesson-list-many-problems",
      lesson {
        $0.problems = ["my-lab.json", "mine.json", "ours.json", "theirs.json", "yours.json"].map {
          var problem = Sample.brokenLesson
          problem.file = $0
          return problem
        }
      }
    ),
    ("lesson-beginning", opened(0)),
    ("lesson-reset", opened(0) { $0.hasReset = true }),
    ("lesson-step", opened(1)),
    (
      "lesson-running",
      opened(1) {
        $0.running = Lessons.Running(
          lesson: "stolen-redirect", step: 0, doing: .app(device: "phone-1", step: .registrationLogin))
      }
    ),
    ("lesson-step-done", opened(1) { $0.results = [0: stolen] }),
    ("lesson-predicted-right", opened(2, predicted(.server))),
    ("lesson-predicted-wrong", opened(2, predicted(.app))),
    (
      "lesson-despite",
      opened(2) { $0.results = [0: stolen, 1: [held, LabResult(worked.facts, .asMeant(.despite))]] }
    ),
    ("lesson-change", changing { _ in }),
    ("lesson-change-typing", changing { $0.view.editor?.text = "{challenge}" }),
    (
      "lesson-trial",
      changing { lessons in
        let operation = lessons.openedLesson?.steps[1].operations.first
        let refused = LabResult(held.facts, .tried(error: "invalid_grant"), refuser: .server)
        lessons.trial = operation.map {
          LabTrial("stolen-redirect", step: 1, [LabTrial.Outcome(step: 1, operation: $0, result: refused)])
        }
        lessons.view.readsTrial = true
      }
    ),
    (
      "lesson-trial-goal",
      changing { lessons in
        let operation = lessons.openedLesson?.steps[1].operations.last
        lessons.trial = operation.map {
          let done = LabResult(worked.facts, .tried(error: nil))
          return LabTrial(
            "stolen-redirect", step: 1, [LabTrial.Outcome(step: 1, operation: $0, result: done)], goals: [0])
        }
        lessons.view.readsTrial = true
      }
    ),
    (
      "lesson-trial-runs",
      changing {
        $0.running = Lessons.Running(
          lesson: "stolen-redirect", step: 1, doing: .request("POST {token_endpoint}"))
      }
    ),
    ("lesson-step-revealed", opened(1, reveals: true) { $0.results = [0: stolen] }),
    ("lesson-verdicts", opened(2) { $0.results = [0: stolen, 1: [held, worked]] }),
    (
      "lesson-unexpected",
      opened(2) {
        $0.results = [
          0: stolen, 1: [LabResult(worked.facts, .unexpected("status", expected: "400", received: "200"))],
        ]
      }
    ),
    (
      "lesson-blocked",
      opened(2) { $0.results = [0: [LabResult([], .unexpected("code", expected: "", received: "-"))]] }
    ),
    (
      "lesson-failed",
      opened(1) {
        $0.results = [0: [LabResult([], .failed("embedded_server_failed", detail: "the disk is full"))]]
      }
    ),
    ("lesson-tour-here", touring(1)),
    ("lesson-tour-elsewhere", touring(2)),
    ("lesson-tour-begins-later", touring(0, registered: true)),
    ("lesson-tour-nowhere", touring(0, registered: true) { $0.all[0].steps.removeLast() }),
    ("lesson-tour-forced", touring(3, registered: true) { $0.tourIsForced = true }),
    ("lesson-sequence", looking(.sequence, at: Sample.robbery)),
    (
      "lesson-sequence-first-step",
      looking(.sequence, at: Sample.robbery) { $0.tools[MessagesTool.self].view.selected = 2 }
    ),
    ("lesson-sequence-crowd", looking(.sequence, at: Sample.crowd)),
    ("lesson-messages", looking(.messages, at: Sample.robbery)),
    ("lesson-messages-crowd", looking(.messages, at: Sample.crowd)),
    (
      "lesson-message",
      looking(.messages, at: Sample.crowd) { $0.tools[MessagesTool.self].open(5) }
    ),
    (
      "lesson-messages-of-phone",
      looking(.messages, at: Sample.robbery) {
        $0.messages = Sample.messages(upTo: .loggedIn)
        $0.tools[MessagesTool.self].view.prefersPhone = true
      }
    ),
    ("lesson-explanation-whole", opened(3) { $0.logs = ["stolen-redirect": Sample.robbery] }),
    ("lesson-explanation", opened(3)),
    ("lesson-question", opened(4) { $0.view.choice = 1 }),
    ("lesson-answered-right", answered(LessonProgress.Answer(isRight: true))),
    ("lesson-answered-wrong", answered(LessonProgress.Answer(wrong: 1)) { $0.view.wrong = [0] }),
    (
      "lesson-answered-why-wrong",
      answered(LessonProgress.Answer(wrong: 2, taken: [0: 1, 2: 1])) {
        $0.view.wrong = [0, 2]
        $0.view.lastWrong = 2
        $0.view.readsFeedback = true
      }
    ),
    ("lesson-answered-late", answered(LessonProgress.Answer(wrong: 2, isRight: true))),
    (
      "lesson-goal-reached",
      opened(3) {
        var progress = LessonProgress(steps: 2)
        progress.goals = [0]
        $0.progress["stolen-redirect"] = progress
      }
    ),
  ]

  private static func touring(
    _ page: Int, registered: Bool = false, _ change: (inout Lessons) -> Void = { _ in }
  ) -> AppState {
    lesson(registered: registered) {
      $0.all = [Sample.tour] + Sample.lessons
      ($0.view.opened, $0.view.page) = ("tour", page)
      change(&$0)
    }
  }

  private static func answered(
    _ answer: LessonProgress.Answer, _ change: (inout Lessons) -> Void = { _ in }
  ) -> AppState {
    opened(4) {
      $0.progress["stolen-redirect"] = LessonProgress(steps: 2, answers: [0: answer])
      change(&$0)
    }
  }

  private static func predicted(_ refuser: Lesson.Refuser) -> (inout Lessons) -> Void {
    { lessons in
      lessons.predictions = [1: refuser]
      lessons.results = [0: stolen, 1: [held, worked]]
    }
  }

  private static func changing(_ change: (inout Lessons) -> Void) -> AppState {
    opened(2) {
      $0.results = [0: stolen, 1: [held, worked]]
      $0.predictions = [0: .nobody, 1: .server]
      $0.openOperations(1)
      for edit in [ParameterEdit.select(3), .begin, .type(.clear), .type(.insert("{challenge}")), .keep] {
        $0.editOperations(edit)
      }
      change(&$0)
    }
  }

  private static let stolen = [
    LabResult(
      [
        LabFact("result", .text("user_agent_closed")),
        LabFact("code", .secret(Secret("Tk3xhB9sVYq0w1PzL8nFdQ"))),
      ], .asMeant(.normal))
  ]
  private static let held = LabResult(
    [LabFact("status", .text("400")), LabFact("error", .text("invalid_grant")), LabFact("access_token", .absent)],
    .asMeant(.defence), refuser: .server)
  private static let worked = LabResult(
    [
      LabFact("status", .text("200")), LabFact("access_token", .secret(Secret("8b7c1d52-aa61-4e3f-9a37-6d2c0f1e5b48"))),
    ],
    .asMeant(.attack))

  private static func lesson(
    registered: Bool = false, reveals: Bool = false, _ change: (inout Lessons) -> Void = { _ in }
  ) -> AppState {
    state(registered: registered) {
      ($0.view.tab, $0.view.focus, $0.view.revealsSecrets) = (.lesson, .panel, reveals)
      var lessons = Lessons()
      (lessons.all, lessons.isLoaded) = (Sample.lessons, true)
      change(&lessons)
      $0.tools[Lessons.self] = lessons
    }
  }

  private static func opened(
    _ page: Int, reveals: Bool = false, _ change: (inout Lessons) -> Void = { _ in }
  ) -> AppState {
    lesson(reveals: reveals) {
      ($0.view.opened, $0.view.page, $0.lab) = ("stolen-redirect", page, "stolen-redirect")
      change(&$0)
    }
  }

  private static func looking(
    _ tab: PanelTab, at log: MessageLog, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    var state = opened(2) { $0.logs = ["stolen-redirect": log] }
    state.view.tab = tab
    var phone = Phone<MessagesTool>(state)
    phone.followMessages()
    state.tools[MessagesTool.self] = phone.own
    change(&state)
    return state
  }
}
