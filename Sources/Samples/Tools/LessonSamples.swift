import AppState
import SharedValues
import Workshop

extension StateRegistry {
  static let lessons: [Entry] = [
    lesson("lesson-reading") { $0 = Lessons() },
    lesson("lesson-list"),
    lesson("lesson-list-progress") {
      $0.progress = [
        "stolen-redirect": LessonProgress(steps: 2, isComplete: true),
        "forged-state": LessonProgress(steps: 1),
      ]
      $0.view.selected = 2
    },
    lesson("lesson-list-problems") {
      $0.problems = [Sample.brokenLesson(in: "my-lab.json")]
      $0.progressProblem = .damaged
    },
    lesson("lesson-list-many-problems") {
      let names = ["my-lab.json", "mine.json", "ours.json", "theirs.json", "yours.json"]
      $0.problems = names.map { Sample.brokenLesson(in: $0) }
    },
    opened("lesson-beginning", 0),
    opened("lesson-reset", 0) { $0.hasReset = true },
    opened("lesson-step", 1),
    opened("lesson-running", 1) {
      $0.running = Lessons.Running(
        lesson: "stolen-redirect", step: 0, doing: .app(device: "phone-1", step: .registrationLogin))
    },
    opened("lesson-step-done", 1) { $0.results = [0: stolen] },
    opened("lesson-predicted-right", 2) { ($0.predictions, $0.results) = ([1: .server], both) },
    opened("lesson-predicted-wrong", 2) { ($0.predictions, $0.results) = ([1: .app], both) },
    opened("lesson-despite", 2) { $0.results = [0: stolen, 1: [held, LabResult(worked.facts, .asMeant(.despite))]] },
    changing("lesson-change"),
    changing("lesson-change-typing") { $0.view.editor?.text = "{challenge}" },
    tried("lesson-trial", 0, LabResult(held.facts, .tried(error: "invalid_grant"), refuser: .server)),
    tried("lesson-trial-goal", 1, LabResult(worked.facts, .tried(error: nil)), goals: [0]),
    changing("lesson-trial-runs") {
      $0.running = Lessons.Running(lesson: "stolen-redirect", step: 1, doing: .request("POST {token_endpoint}"))
    },
    opened("lesson-step-revealed", 1, reveals: true) { $0.results = [0: stolen] },
    opened("lesson-verdicts", 2) { $0.results = both },
    opened("lesson-unexpected", 2) {
      $0.results = [0: stolen, 1: [LabResult(worked.facts, .unexpected("status", expected: "400", received: "200"))]]
    },
    opened("lesson-blocked", 2) { $0.results = [0: [LabResult([], .unexpected("code", expected: "", received: "-"))]] },
    opened("lesson-failed", 1) {
      $0.results = [0: [LabResult([], .failed("embedded_server_failed", ["detail": .english("the disk is full")]))]]
    },
    touring("lesson-tour-here", 1),
    touring("lesson-tour-elsewhere", 2),
    touring("lesson-tour-begins-later", 0, .registered),
    touring("lesson-tour-nowhere", 0, .registered) { $0.all[0].steps.removeLast() },
    touring("lesson-tour-forced", 3, .registered) { $0.tourIsForced = true },
    looking("lesson-sequence", .sequence, at: Sample.robbery),
    looking("lesson-sequence-first-step", .sequence, at: Sample.robbery) {
      $0.tools[MessagesTool.self].view.selected = 2
    },
    looking("lesson-sequence-crowd", .sequence, at: Sample.crowd),
    looking("lesson-messages", .messages, at: Sample.robbery),
    looking("lesson-messages-crowd", .messages, at: Sample.crowd),
    looking("lesson-message", .messages, at: Sample.crowd) { $0.tools[MessagesTool.self].open(5) },
    looking("lesson-messages-of-phone", .messages, at: Sample.robbery) {
      $0.messages = Sample.messages(upTo: .loggedIn)
      $0.tools[MessagesTool.self].view.prefersPhone = true
    },
    opened("lesson-explanation-whole", 3) { $0.logs = ["stolen-redirect": Sample.robbery] },
    opened("lesson-explanation", 3),
    opened("lesson-question", 4) { $0.view.choice = 1 },
    answered("lesson-answered-right", LessonProgress.Answer(isRight: true)),
    answered("lesson-answered-wrong", LessonProgress.Answer(wrong: 1)) { $0.view.wrong = [0] },
    answered("lesson-answered-why-wrong", LessonProgress.Answer(wrong: 2, taken: [0: 1, 2: 1])) {
      ($0.view.wrong, $0.view.lastWrong, $0.view.readsFeedback) = ([0, 2], 2, true)
    },
    answered("lesson-answered-late", LessonProgress.Answer(wrong: 2, isRight: true)),
    opened("lesson-goal-reached", 3) { $0.progress["stolen-redirect", default: LessonProgress(steps: 2)].goals = [0] },
  ]

  private static func touring(
    _ name: String, _ page: Int, _ stage: Stage = .fresh, _ change: Change<Lessons> = { _ in }
  ) -> Entry {
    lesson(name, stage) {
      $0.all = [Sample.tour] + Sample.lessons
      ($0.view.opened, $0.view.page) = ("tour", page)
      change(&$0)
    }
  }

  private static func answered(
    _ name: String, _ answer: LessonProgress.Answer, _ change: Change<Lessons> = { _ in }
  ) -> Entry {
    opened(name, 4) {
      $0.progress["stolen-redirect"] = LessonProgress(steps: 2, answers: [0: answer])
      change(&$0)
    }
  }

  private static func changing(_ name: String, _ change: Change<Lessons> = { _ in }) -> Entry {
    opened(name, 2) {
      $0.results = both
      $0.predictions = [0: .nobody, 1: .server]
      $0.openOperations(1)
      for edit in [ParameterEdit.select(3), .begin, .type(.clear), .type(.insert("{challenge}")), .keep] {
        $0.editOperations(edit)
      }
      change(&$0)
    }
  }

  private static func tried(_ name: String, _ place: Int, _ result: LabResult, goals: Set<Int> = []) -> Entry {
    changing(name) {
      let operation = $0.openedLesson?.steps[1].operations[place]
      $0.trial = operation.map {
        LabTrial("stolen-redirect", step: 1, [LabTrial.Outcome(step: 1, operation: $0, result: result)], goals: goals)
      }
      $0.view.readsTrial = true
    }
  }

  private static let stolen = [
    LabResult(
      [LabFact("result", .text("user_agent_closed")), LabFact("code", .secret(Secret("Tk3xhB9sVYq0w1PzL8nFdQ")))],
      .asMeant(.normal))
  ]
  private static let held = LabResult(
    [LabFact("status", .text("400")), LabFact("error", .text("invalid_grant")), LabFact("access_token", .absent)],
    .asMeant(.defence), refuser: .server)
  private static let worked = LabResult(
    [
      LabFact("status", .text("200")), LabFact("access_token", .secret(Secret("8b7c1d52-aa61-4e3f-9a37-6d2c0f1e5b48"))),
    ],
    .asMeant(.attack))
  private static let both = [0: stolen, 1: [held, worked]]

  private static func lesson(
    _ name: String, _ stage: Stage = .fresh, reveals: Bool = false, _ change: Change<Lessons> = { _ in }
  ) -> Entry {
    state(name, stage, in: .lesson) {
      $0.view.revealsSecrets = reveals
      ($0.tools[Lessons.self].all, $0.tools[Lessons.self].isLoaded) = (Sample.lessons, true)
      change(&$0.tools[Lessons.self])
    }
  }

  private static func opened(
    _ name: String, _ page: Int, reveals: Bool = false, _ change: Change<Lessons> = { _ in }
  ) -> Entry {
    lesson(name, reveals: reveals) {
      ($0.view.opened, $0.view.page, $0.lab) = ("stolen-redirect", page, "stolen-redirect")
      change(&$0)
    }
  }

  /// Another panel, which shows the messages of the lab.
  private static func looking(
    _ name: String, _ tab: PanelTab, at log: MessageLog, _ change: Setup = { _ in }
  ) -> Entry {
    var (name, state) = opened(name, 2) { $0.logs = ["stolen-redirect": log] }
    state.view.tab = tab
    var phone = Phone<MessagesTool>(state)
    phone.followMessages()
    state.tools[MessagesTool.self] = phone.own
    change(&state)
    return (name, state)
  }
}
