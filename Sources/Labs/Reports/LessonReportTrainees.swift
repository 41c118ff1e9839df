import SharedValues
import Workshop

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
