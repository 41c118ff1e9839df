import SharedValues
import Workshop

/// A row for each question that any trainee has tried, over all trainees.
extension LessonReport {
  var questions: ReportTable {
    var table = ReportTable(
      columns: ["lesson", "number", "trainees", "right at once", "wrong answers", "choices taken", "question"],
      members: [
        "lesson", "question", "text", "trainees", "right", "right_at_once", "wrong_answers", "right_choice", "choice_1",
        "choice_2", "choice_3", "choice_4", "choice_5", "choice_unknown",
      ])
    for question in tried { table.add(question.cells, question.record) }
    return table
  }

  /// Sorted as in the lessons. If the lesson differs between two data directories, its questions count separately.
  private var tried: [TriedQuestion] {
    var known: [TriedQuestion] = []
    var places: [TriedQuestion.Key: Int] = [:]
    for row in rows {
      for (number, answer) in row.progress.answers.sorted(by: { $0.key < $1.key })
      where answer.isRight || answer.wrong > 0 {
        let fresh = TriedQuestion(row.lesson, number)
        let place = places[fresh.key] ?? known.count
        if place == known.count {
          known.append(fresh)
          places[fresh.key] = place
        }
        known[place].add(answer)
      }
    }
    return known.sorted { ($0.order, $0.key.lesson, $0.number) < ($1.order, $1.key.lesson, $1.number) }
  }
}

private struct TriedQuestion {
  struct Key: Hashable {
    var lesson: Lesson.ID
    var question: Lesson.Question
  }

  let key: Key
  let order: Int
  let number: Int
  private var trainees = 0
  private var right = 0
  private var rightAtOnce = 0
  private var wrong = 0
  private var taken: [Int: Int] = [:]

  init(_ lesson: Lesson, _ number: Int) {
    key = Key(lesson: lesson.id, question: lesson.questions[number])
    (order, self.number) = (lesson.order, number)
  }

  mutating func add(_ answer: LessonProgress.Answer) {
    trainees += 1
    right += answer.isRight ? 1 : 0
    rightAtOnce += answer.isRightAtOnce ? 1 : 0
    wrong += answer.wrong
    taken.merge(answer.taken, uniquingKeysWith: +)
  }

  /// Wrong answers whose choice an earlier version did not record.
  private var unknown: Int { max(0, wrong - taken.values.reduce(0, +)) }

  /// How often a choice was taken. The right one ends the question, so each trainee takes it at most once.
  private func times(_ choice: Int) -> Int { choice == key.question.right ? right : taken[choice] ?? 0 }

  var cells: [String] {
    let choices = key.question.choices.indices.map { choice in
      "\(choice + 1)\(choice == key.question.right ? "*" : ""): \(times(choice))"
    }
    return [
      key.lesson, "\(number + 1)", "\(trainees)", "\(rightAtOnce)", "\(wrong)",
      (choices + (unknown == 0 ? [] : ["?: \(unknown)"])).joined(separator: ", "), key.question.text,
    ]
  }

  var record: [JSON] {
    let counts: [JSON] = [
      .count(trainees), .count(right), .count(rightAtOnce), .count(wrong), .count(key.question.right + 1),
    ]
    let choices = (0..<5).map { key.question.choices.indices.contains($0) ? JSON.count(times($0)) : .null }
    return [.string(key.lesson), .count(number + 1), .string(key.question.text)] + counts + choices + [.count(unknown)]
  }
}
