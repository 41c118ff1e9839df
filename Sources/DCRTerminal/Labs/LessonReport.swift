import ForeignText
import FoundationEssentials
import SharedValues
import Workshop

/// How far devices have come with the lessons: a row for each device and lesson that was begun.
struct LessonReport: Sendable {
  struct Row: Sendable {
    var directory: String
    var device: String
    var lesson: Lesson
    var progress: LessonProgress

    var predictions: Int { progress.guesses.count }
    var rightPredictions: Int { progress.guesses.values.count(where: \.isRight) }
    var rightAnswers: Int { progress.answers.values.count(where: \.isRight) }
    var wrongAnswers: Int { progress.answers.values.reduce(0) { $0 + $1.wrong } }
    var minutes: Int { (progress.seconds + 59) / 60 }
  }

  var rows: [Row] = []
  /// Files that are no progress.
  var problems: [String] = []

  /// - Parameter directories: data directories.
  /// - Throws: `data_dir_…` for one that cannot be used.
  init(_ directories: [String]) throws(CommandError) {
    for path in directories {
      let root = try DataDirectory(path: path, device: "phone", making: false).path
      let (lessons, _) = LessonLibrary.read(root + "/lessons")
      for device in PhoneFolders(path: root).names {
        let data = try DataDirectory(path: root, device: device, making: false)
        guard let progress = LessonProgressFile(data).kept else {
          problems.append(data.devicePath + "/lessons.json")
          continue
        }
        rows += lessons.compactMap { lesson in
          progress[lesson.id].map { Row(directory: root, device: device, lesson: lesson, progress: $0.within(lesson)) }
        }
      }
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: AbsolutePath.of(path), isDirectory: &isFolder) && isFolder
  }

  private static let head = [
    "directory", "device", "lesson", "title", "done", "steps", "of_steps", "predictions_right", "predictions",
    "questions_right", "questions", "wrong_answers", "goals", "of_goals", "seconds", "begun", "finished",
  ]

  private static func fields(_ row: Row) -> [String] {
    let progress = row.progress
    return [
      row.directory, row.device, row.lesson.id, row.lesson.title, progress.isComplete ? "true" : "false",
      "\(min(progress.steps, row.lesson.steps.count))", "\(row.lesson.steps.count)", "\(row.rightPredictions)",
      "\(row.predictions)", "\(row.rightAnswers)", "\(row.lesson.questions.count)", "\(row.wrongAnswers)",
      "\(progress.goals.count)", "\(row.lesson.goals.count)", "\(progress.seconds)", time(progress.begun),
      time(progress.finished),
    ]
  }

  private static func time(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "" }

  // MARK: Forms

  /// For people.
  var text: String {
    guard !rows.isEmpty else { return "no lesson was begun yet" }
    let several = Set(rows.map(\.directory)).count > 1
    let head = (several ? ["data directory"] : []) + LessonReport.columns
    return Columns.text([head] + rows.map { (several ? [$0.directory] : []) + LessonReport.cells($0) })
  }

  static let columns = ["device", "lesson", "done", "steps", "foreseen", "wrong answers", "goals", "minutes"]

  static func cells(_ row: Row) -> [String] {
    let progress = row.progress
    return [
      row.device, row.lesson.id,
      progress.finished.map { String(time($0).prefix(10)) } ?? (progress.isComplete ? "yes" : "no"),
      "\(min(progress.steps, row.lesson.steps.count)) of \(row.lesson.steps.count)",
      row.predictions == 0 ? "-" : "\(row.rightPredictions) of \(row.predictions)", "\(row.wrongAnswers)",
      row.lesson.goals.isEmpty ? "-" : "\(progress.goals.count) of \(row.lesson.goals.count)", "\(row.minutes)",
    ]
  }

  /// A line for each row, quoted as RFC 4180 has it. What a spreadsheet would take for a formula is text.
  var csv: String {
    ([LessonReport.head] + rows.map(LessonReport.fields)).map { fields in
      fields.map(Escape.csvField).joined(separator: ",")
    }.joined(separator: "\n")
  }

  var json: JSON {
    .array(
      rows.map { row in
        let texts: Set = ["directory", "device", "lesson", "title", "begun", "finished"]
        return .object(
          zip(LessonReport.head, LessonReport.fields(row)).map { name, value in
            let content: JSON =
              name == "done" ? .bool(value == "true") : texts.contains(name) ? .string(value) : .number(value)
            return JSON.Member(name, value.isEmpty ? .null : content)
          })
      })
  }
}

extension LessonProgress {
  /// Without what the lesson, which may have changed since, no longer has.
  fileprivate func within(_ lesson: Lesson) -> LessonProgress {
    var progress = self
    progress.guesses = guesses.filter { lesson.steps.indices.contains($0.key) }
    progress.answers = answers.filter { lesson.questions.indices.contains($0.key) }
    progress.goals = goals.filter(lesson.goals.indices.contains)
    return progress
  }
}
