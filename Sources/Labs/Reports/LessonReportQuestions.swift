import SharedValues
import Workshop

/// A row for each question that any trainee has tried, over all trainees.
extension LessonReport {
  var questions: ReportTable {
    ReportTable(
      tried,
      columns: [
        ("lesson", { $0.key.lesson }), ("number", { "\($0.number + 1)" }), ("trainees", { "\($0.trainees)" }),
        ("right at once", { "\($0.rightAtOnce)" }), ("wrong answers", { "\($0.wrong)" }),
        ("choices taken", { $0.taken }), ("question", { $0.key.question.text }),
      ],
      members: [
        ("lesson", { .string($0.key.lesson) }), ("question", { .count($0.number + 1) }),
        ("text", { .string($0.key.question.text) }), ("trainees", { .count($0.trainees) }),
        ("right", { .count($0.right) }), ("right_at_once", { .count($0.rightAtOnce) }),
        ("wrong_answers", { .count($0.wrong) }), ("right_choice", { .count($0.key.question.right + 1) }),
        ("choice_1", { $0.count(of: 0) }), ("choice_2", { $0.count(of: 1) }), ("choice_3", { $0.count(of: 2) }),
        ("choice_4", { $0.count(of: 3) }), ("choice_5", { $0.count(of: 4) }),
        ("choice_unknown", { .count($0.unknown) }),
      ])
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
  var trainees = 0
  var right = 0
  var rightAtOnce = 0
  var wrong = 0
  private var wrongChoices: [Int: Int] = [:]

  init(_ lesson: Lesson, _ number: Int) {
    key = Key(lesson: lesson.id, question: lesson.questions[number])
    (order, self.number) = (lesson.order, number)
  }

  mutating func add(_ answer: LessonProgress.Answer) {
    trainees += 1
    right += answer.isRight ? 1 : 0
    rightAtOnce += answer.isRightAtOnce ? 1 : 0
    wrong += answer.wrong
    wrongChoices.merge(answer.taken, uniquingKeysWith: +)
  }

  /// Wrong answers whose choice an earlier version did not record.
  var unknown: Int { max(0, wrong - wrongChoices.values.reduce(0, +)) }

  /// How often a choice was taken. The right one ends the question, so each trainee takes it at most once.
  private func times(_ choice: Int) -> Int { choice == key.question.right ? right : wrongChoices[choice] ?? 0 }

  /// `1: 3, 2*: 8, ?: 1`: the right one has an asterisk.
  var taken: String {
    let choices = key.question.choices.indices.map { choice in
      "\(choice + 1)\(choice == key.question.right ? "*" : ""): \(times(choice))"
    }
    return (choices + (unknown == 0 ? [] : ["?: \(unknown)"])).joined(separator: ", ")
  }

  func count(of choice: Int) -> JSON { key.question.choices.indices.contains(choice) ? .count(times(choice)) : .null }
}
