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
  }

  package var rows: [Row] = []
  /// Files that are not valid progress.
  package var problems: [String] = []

  /// - Throws: `data_dir_…` for one that cannot be used.
  package init(_ directories: [String]) throws(CommandError) {
    for path in directories {
      let root = try DataDirectory(path: path, device: "phone", making: false).path
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

  static func time(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "" }

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
    var table = ReportTable(
      columns: ["device", "lesson", "done", "steps", "foreseen", "wrong answers", "goals", "minutes"],
      members: [
        "directory", "device", "lesson", "title", "done", "steps", "of_steps", "predictions_right", "predictions",
        "questions_right", "questions", "wrong_answers", "goals", "of_goals", "seconds", "begun", "finished",
      ])
    for row in rows { table.add(LessonReport.cells(row), LessonReport.record(row)) }
    return isOfSeveral ? table.with("data directory", rows.map(\.directory)) : table
  }

  private static func record(_ row: Row) -> [JSON] {
    let progress = row.progress
    return [
      .string(row.directory), .string(row.device), .string(row.lesson.id), .string(row.lesson.title),
      .bool(progress.isComplete), .count(min(progress.steps, row.lesson.steps.count)), .count(row.lesson.steps.count),
      .count(row.rightPredictions), .count(row.predictions), .count(row.rightAnswers),
      .count(row.lesson.questions.count), .count(row.wrongAnswers), .count(progress.goals.count),
      .count(row.lesson.goals.count), .count(progress.seconds), moment(progress.begun), moment(progress.finished),
    ]
  }

  private static func moment(_ date: Date?) -> JSON { date.map { .string(time($0)) } ?? .null }

  private static func cells(_ row: Row) -> [String] {
    let progress = row.progress
    return [
      row.device, row.lesson.id,
      progress.finished.map { String(time($0).prefix(10)) } ?? (progress.isComplete ? "yes" : "no"),
      "\(min(progress.steps, row.lesson.steps.count)) of \(row.lesson.steps.count)",
      ReportTable.part(row.rightPredictions, of: row.predictions), "\(row.wrongAnswers)",
      ReportTable.part(progress.goals.count, of: row.lesson.goals.count), "\(row.minutes)",
    ]
  }
}

extension LessonProgress {
  /// Drops progress in parts that the lesson, which may have changed since, no longer has.
  fileprivate func within(_ lesson: Lesson) -> LessonProgress {
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
    var table = ReportTable(
      columns: ["device", "lessons done", "right at once", "wrong answers", "foreseen", "goals", "minutes"],
      members: [
        "directory", "device", "lessons_done", "lessons_begun", "lessons", "questions_right_at_once", "questions_right",
        "wrong_answers", "predictions_right", "predictions", "goals", "of_goals", "seconds",
      ])
    let all = ofEachTrainee
    for rows in all { table.add(cells(rows), record(rows)) }
    return isOfSeveral ? table.with("data directory", all.map { $0[0].directory }) : table
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

  private func cells(_ rows: [Row]) -> [String] {
    [
      rows[0].device, "\(done(rows)) of \(rows[0].offered)",
      ReportTable.part(rows.sum(\.rightAtOnce), of: rows.sum(\.rightAnswers)), "\(rows.sum(\.wrongAnswers))",
      ReportTable.part(rows.sum(\.rightPredictions), of: rows.sum(\.predictions)),
      ReportTable.part(rows.sum(\.progress.goals.count), of: rows.sum(\.lesson.goals.count)),
      "\(rows.sum(\.minutes))",
    ]
  }

  private func record(_ rows: [Row]) -> [JSON] {
    [
      .string(rows[0].directory), .string(rows[0].device), .count(done(rows)), .count(rows.count),
      .count(rows[0].offered), .count(rows.sum(\.rightAtOnce)), .count(rows.sum(\.rightAnswers)),
      .count(rows.sum(\.wrongAnswers)), .count(rows.sum(\.rightPredictions)), .count(rows.sum(\.predictions)),
      .count(rows.sum(\.progress.goals.count)), .count(rows.sum(\.lesson.goals.count)),
      .count(rows.sum(\.progress.seconds)),
    ]
  }

  private func done(_ rows: [Row]) -> Int { rows.count(where: \.progress.isComplete) }
}

extension [LessonReport.Row] {
  fileprivate func sum(_ number: (LessonReport.Row) -> Int) -> Int { reduce(0) { $0 + number($1) } }
}
