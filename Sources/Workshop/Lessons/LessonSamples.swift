import AppState
import SharedValues

/// The panel **Lesson** in its states.
extension StateRegistry {
  static let lessons: [Entry] = [
    ("lesson-reading", lesson { $0.lessons = Lessons() }),
    ("lesson-list", lesson()),
    (
      "lesson-list-progress",
      lesson {
        $0.lessons.progress = [
          "stolen-redirect": LessonProgress(steps: 2, answer: true, isComplete: true),
          "forged-state": LessonProgress(steps: 1),
        ]
        $0.lessonView.selected = 2
      }
    ),
    (
      "lesson-list-problems",
      lesson {
        $0.lessons.problems = [Sample.brokenLesson]
        $0.lessons.progressProblem = .damaged
      }
    ),
    (
      "lesson-list-many-problems",
      lesson {
        $0.lessons.problems = ["my-lab.json", "mine.json", "ours.json", "theirs.json", "yours.json"].map {
          var problem = Sample.brokenLesson
          problem.file = $0
          return problem
        }
      }
    ),
    ("lesson-beginning", opened(0)),
    ("lesson-reset", opened(0) { $0.lessons.hasReset = true }),
    ("lesson-step", opened(1)),
    (
      "lesson-running",
      opened(1) {
        $0.lessons.running = Lessons.Running(
          lesson: "stolen-redirect", step: 0, doing: .app(device: "phone-1", step: .registrationLogin))
      }
    ),
    ("lesson-step-done", opened(1) { $0.lessons.results = [0: stolen] }),
    ("lesson-step-revealed", opened(1) { ($0.lessons.results, $0.view.revealsSecrets) = ([0: stolen], true) }),
    ("lesson-verdicts", opened(2) { $0.lessons.results = [0: stolen, 1: [held, worked]] }),
    (
      "lesson-unexpected",
      opened(2) {
        $0.lessons.results = [
          0: stolen, 1: [DeedResult(worked.facts, .unexpected("status", expected: "400", received: "200"))],
        ]
      }
    ),
    (
      "lesson-blocked",
      opened(2) { $0.lessons.results = [0: [DeedResult([], .unexpected("code", expected: "", received: "-"))]] }
    ),
    (
      "lesson-failed",
      opened(1) {
        $0.lessons.results = [0: [DeedResult([], .failed("embedded_server_failed", detail: "the disk is full"))]]
      }
    ),
    ("lesson-tour-here", touring(1)),
    ("lesson-tour-elsewhere", touring(2)),
    (
      "lesson-sequence",
      lesson {
        $0.view.tab = .sequence
        $0.messages = Sample.robbery
      }
    ),
    (
      "lesson-sequence-between-own-flows",
      lesson {
        $0.view.tab = .sequence
        $0.messages = Sample.robberyBetweenOwnFlows
      }
    ),
    ("lesson-explanation", opened(3)),
    ("lesson-question", opened(4) { $0.lessonView.choice = 1 }),
    ("lesson-answered-right", opened(4) { $0.lessonView.answered = 1 }),
    ("lesson-answered-wrong", opened(4) { $0.lessonView.answered = 0 }),
  ]

  private static func touring(_ page: Int) -> AppState {
    lesson {
      $0.lessons.all = [Sample.tour] + Sample.lessons
      ($0.lessonView.opened, $0.lessonView.page) = ("tour", page)
    }
  }

  private static let stolen = [
    DeedResult(
      [
        LabFact("result", .text("user_agent_closed")),
        LabFact("code", .secret(Secret("Tk3xhB9sVYq0w1PzL8nFdQ"))),
      ], .asMeant(.normal))
  ]
  private static let held = DeedResult(
    [LabFact("status", .text("400")), LabFact("error", .text("invalid_grant")), LabFact("access_token", .absent)],
    .asMeant(.defence))
  private static let worked = DeedResult(
    [
      LabFact("status", .text("200")), LabFact("access_token", .secret(Secret("8b7c1d52-aa61-4e3f-9a37-6d2c0f1e5b48"))),
    ],
    .asMeant(.attack))

  private static func lesson(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state {
      $0.view.tab = .lesson
      $0.view.focus = .panel
      $0.lessons.all = Sample.lessons
      $0.lessons.isLoaded = true
      change(&$0)
    }
  }

  private static func opened(_ page: Int, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    lesson {
      $0.lessonView.opened = "stolen-redirect"
      $0.lessonView.page = page
      $0.lessons.lab = "stolen-redirect"
      change(&$0)
    }
  }
}

extension Lessons: SampledTool {
  static var samples: [StateRegistry.Group] { [StateRegistry.Group(50, StateRegistry.lessons)] }
}
