import Programs
import FoundationEssentials
import SharedValues
import Workshop

/// The devices' progress in the lessons: by device and lesson, by question and by trainee.
package struct LessonReport: Sendable {
  package struct Row: Sendable {
    var directory: String
    var device: String
    var lesson: Lesson
    var progress: LessonProgress
    /// The number of lessons in the data directory.
    var offered: Int

    var predictions: Int { progress.guesses.count }
    var rightPredictions: Int { progress.guesses.values.count(where: \.isRight) }
    var rightAnswers: Int { progress.answers.values.count(where: \.isRight) }
    var rightAtOnce: Int { progress.answers.values.count(where: \.isRightAtOnce) }
    var wrongAnswers: Int { progress.answers.values.reduce(0) { $0 + $1.wrong } }
    var minutes: Int { (progress.seconds + 59) / 60 }
    var steps: Int { min(progress.steps, lesson.steps.count) }
    var done: String {
      progress.finished.map { String($0.formatted(.iso8601).prefix(10)) } ?? (progress.isComplete ? "yes" : "no")
    }
  }

  package var rows: [Row] = []
  /// Files that are not valid progress.
  package var problems: [String] = []

  /// - Throws: `data_dir_…` for one that cannot be used.
  package init(_ directories: [String]) throws(CommandError) {
    var read: Set<[UInt8]> = []
    for path in directories {
      let root = try DataDirectory(path: path, device: "phone", making: false).path
      guard read.insert(Array(root.utf8)).inserted else { continue }
      let (lessons, _) = LessonLibrary.read(root + "/lessons")
      for device in DataDirectory.devices(in: root) {
        let data = try DataDirectory(path: root, device: device, making: false)
        guard let progress = LessonProgressFile(data).kept else {
          problems.append(data.devicePath + "/lessons.json")
          continue
        }
        rows += lessons.compactMap { lesson in
          progress[lesson.id].map {
            Row(directory: root, device: device, lesson: lesson, progress: $0.within(lesson), offered: lessons.count)
          }
        }
      }
    }
  }

  /// Whether rows have to name their data directory.
  var isOfSeveral: Bool { Set(rows.map(\.directory)).count > 1 }

  package enum Subject: String, CaseIterable { case lesson, question, trainee }

  package func table(of subject: Subject) -> ReportTable {
    switch subject {
    case .lesson: lessons
    case .question: questions
    case .trainee: trainees
    }
  }

  private var lessons: ReportTable {
    ReportTable(
      rows, first: directory,
      columns: [
        ("device", { $0.device }), ("lesson", { $0.lesson.id }), ("done", { $0.done }),
        ("steps", { "\($0.steps) of \($0.lesson.steps.count)" }),
        ("foreseen", { ReportTable.part($0.rightPredictions, of: $0.predictions) }),
        ("wrong answers", { "\($0.wrongAnswers)" }),
        ("goals", { ReportTable.part($0.progress.goals.count, of: $0.lesson.goals.count) }),
        ("minutes", { "\($0.minutes)" }),
      ],
      members: [
        ("directory", { .string($0.directory) }), ("device", { .string($0.device) }),
        ("lesson", { .string($0.lesson.id) }), ("title", { .string($0.lesson.title) }),
        ("done", { .bool($0.progress.isComplete) }), ("steps", { .count($0.steps) }),
        ("of_steps", { .count($0.lesson.steps.count) }), ("predictions_right", { .count($0.rightPredictions) }),
        ("predictions", { .count($0.predictions) }), ("questions_right", { .count($0.rightAnswers) }),
        ("questions", { .count($0.lesson.questions.count) }), ("wrong_answers", { .count($0.wrongAnswers) }),
        ("goals", { .count($0.progress.goals.count) }), ("of_goals", { .count($0.lesson.goals.count) }),
        ("seconds", { .count($0.progress.seconds) }), ("begun", { LessonReport.moment($0.progress.begun) }),
        ("finished", { LessonReport.moment($0.progress.finished) }),
      ])
  }

  private var directory: [ReportTable.Column<Row>] {
    isOfSeveral ? [("data directory", { $0.directory })] : []
  }

  private static func moment(_ date: Date?) -> JSON { date.map { .string($0.formatted(.iso8601)) } ?? .null }
}

extension LessonProgress {
  /// Drops progress in parts that the lesson, which may have changed since, no longer has.
  func within(_ lesson: Lesson) -> LessonProgress {
    var progress = self
    progress.guesses = guesses.filter { lesson.steps.indices.contains($0.key) }
    progress.answers = answers.filter { lesson.questions.indices.contains($0.key) }
    for (question, answer) in progress.answers {
      let choices = lesson.questions[question].choices.indices
      progress.answers[question]?.taken = answer.taken.filter { choices.contains($0.key) }
    }
    progress.goals = goals.filter(lesson.goals.indices.contains)
    return progress
  }
}

extension LessonProgress.Answer { var isRightAtOnce: Bool { isRight && wrong == 0 } }

/// A row for each trainee, which is a device that has begun a lesson.
extension LessonReport {
  var trainees: ReportTable {
    let directory: [ReportTable.Column<[Row]>] = isOfSeveral ? [("data directory", { $0[0].directory })] : []
    return ReportTable(
      ofEachTrainee, first: directory,
      columns: [
        ("device", { $0[0].device }), ("lessons done", { "\($0.done) of \($0[0].offered)" }),
        ("right at once", { ReportTable.part($0.sum(\.rightAtOnce), of: $0.sum(\.rightAnswers)) }),
        ("wrong answers", { "\($0.sum(\.wrongAnswers))" }),
        ("foreseen", { ReportTable.part($0.sum(\.rightPredictions), of: $0.sum(\.predictions)) }),
        ("goals", { ReportTable.part($0.sum(\.progress.goals.count), of: $0.sum(\.lesson.goals.count)) }),
        ("minutes", { "\($0.sum(\.minutes))" }),
      ],
      members: [
        ("directory", { .string($0[0].directory) }), ("device", { .string($0[0].device) }),
        ("lessons_done", { .count($0.done) }), ("lessons_begun", { .count($0.count) }),
        ("lessons", { .count($0[0].offered) }), ("questions_right_at_once", { .count($0.sum(\.rightAtOnce)) }),
        ("questions_right", { .count($0.sum(\.rightAnswers)) }), ("wrong_answers", { .count($0.sum(\.wrongAnswers)) }),
        ("predictions_right", { .count($0.sum(\.rightPredictions)) }),
        ("predictions", { .count($0.sum(\.predictions)) }), ("goals", { .count($0.sum(\.progress.goals.count)) }),
        ("of_goals", { .count($0.sum(\.lesson.goals.count)) }), ("seconds", { .count($0.sum(\.progress.seconds)) }),
      ])
  }

  private var ofEachTrainee: [[Row]] {
    rows.reduce(into: []) { all, row in
      if let last = all.last?.last, last.directory == row.directory, last.device == row.device {
        all[all.count - 1].append(row)
      } else {
        all.append([row])
      }
    }
  }
}

extension [LessonReport.Row] {
  fileprivate var done: Int { count(where: \.progress.isComplete) }
  fileprivate func sum(_ number: (LessonReport.Row) -> Int) -> Int { reduce(0) { $0 + number($1) } }
}
