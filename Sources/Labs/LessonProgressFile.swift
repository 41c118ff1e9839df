import Programs
import Glibc
import Workshop
import FoundationEssentials
import SharedValues
import SmallFiles

/// A device's progress in `lessons.json`. Replaced as a whole, mode 0600. A file that is not valid progress is renamed `lessons.json.damaged` and
/// reported; it never stops the app.
package struct LessonProgressFile: Sendable {
  private let path: String

  package init(_ data: DataDirectory) { path = data.devicePath + "/lessons.json" }

  static let largest = 1 << 20

  func read() -> ([Lesson.ID: LessonProgress], Lessons.ProgressProblem?) {
    if let progress = kept { return (progress, nil) }
    rename(path, path + ".damaged")
    return ([:], .damaged)
  }

  /// The file's content, without changing the file; `nil`: it is not valid progress.
  package var kept: [Lesson.ID: LessonProgress]? {
    guard let content = try? SmallFile.read(path, upTo: LessonProgressFile.largest + 1) else {
      return FileManager.default.fileExists(atPath: path) ? nil : [:]
    }
    return content.count <= LessonProgressFile.largest ? LessonProgressFile.progress(content) : nil
  }

  /// `nil`: it is not valid progress.
  static func progress(_ content: [UInt8]) -> [Lesson.ID: LessonProgress]? {
    guard let document = try? JSON.parse(content), document["version"]?.intValue == 1,
      let members = document["lessons"]?.objectValue
    else { return nil }
    let known = members.compactMap { member in LessonProgress(member.value).map { (member.name, $0) } }
    guard known.count == members.count else { return nil }
    return Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// - Returns: whether the file was written.
  func write(_ progress: [Lesson.ID: LessonProgress]) -> Bool {
    let members = progress.sorted { $0.key < $1.key }.map { JSON.Member($0, $1.json) }
    let document: JSON = ["version": 1, "lessons": .object(members)]
    return (try? SmallFile.replace(path, by: Array((document.pretty + "\n").utf8))) != nil
  }
}

extension LessonProgress {
  /// `nil`: it is not valid progress. Missing members, as in files of earlier versions, count as zero or empty.
  init?(_ json: JSON) {
    guard let steps = json["steps"]?.intValue, (0...1000).contains(steps) else { return nil }
    self.init(steps: steps, isComplete: json["complete"]?.boolValue ?? false)
    for item in json["predictions"]?.arrayValue ?? [] {
      guard let step = item["step"]?.intValue, let said = item["said"]?.stringValue.flatMap(Lesson.Refuser.init),
        let isRight = item["right"]?.boolValue
      else { return nil }
      guesses[step] = Guess(said, isRight: isRight)
    }
    for item in json["answers"]?.arrayValue ?? [] {
      guard let question = item["question"]?.intValue, let wrong = item["wrong"]?.intValue,
        (0...10_000).contains(wrong),
        let isRight = item["right"]?.boolValue
      else { return nil }
      guard let taken = LessonProgress.taken(item["taken"]) else { return nil }
      answers[question] = Answer(wrong: wrong, isRight: isRight, taken: taken)
    }
    goals = Set((json["goals"]?.arrayValue ?? []).compactMap(\.intValue))
    for (name, place) in [("begun", \LessonProgress.begun), ("finished", \.finished)] {
      guard let number = json[name]?.intValue else { continue }
      guard LessonProgress.times.contains(number) else { return nil }
      self[keyPath: place] = Date(timeIntervalSince1970: TimeInterval(number))
    }
    seconds = json["seconds"]?.intValue ?? 0
    guard (0...100_000_000).contains(seconds) else { return nil }
  }

  /// How often each wrong choice was taken; `nil`: it is not such a list.
  private static func taken(_ list: JSON?) -> [Int: Int]? {
    var taken: [Int: Int] = [:]
    for item in list?.arrayValue ?? [] {
      guard let choice = item["choice"]?.intValue, let times = item["times"]?.intValue, (0...10_000).contains(times)
      else { return nil }
      taken[choice] = times
    }
    return taken
  }

  /// Up to the end of the year 9999.
  private static let times = 0...253_402_300_799

  /// Steps, questions and choices are numbered from 0, as everywhere in the file; times are seconds since 1970.
  var json: JSON {
    let predictions = guesses.sorted { $0.key < $1.key }.map { step, guess -> JSON in
      ["step": .count(step), "said": .string(guess.said.rawValue), "right": .bool(guess.isRight)]
    }
    let answers = answers.sorted { $0.key < $1.key }.map { question, answer -> JSON in
      let taken = answer.taken.sorted { $0.key < $1.key }.map { choice, times -> JSON in
        ["choice": .count(choice), "times": .count(times)]
      }
      let kept: JSON = ["question": .count(question), "wrong": .count(answer.wrong), "right": .bool(answer.isRight)]
      return kept.setting("taken", LessonProgress.list(taken))
    }
    let value: JSON = ["steps": .count(steps), "complete": .bool(isComplete)]
    return value.setting("predictions", LessonProgress.list(predictions))
      .setting("answers", LessonProgress.list(answers))
      .setting("goals", LessonProgress.list(goals.sorted().map { .count($0) }))
      .setting("begun", begun.map { .count(Int($0.timeIntervalSince1970)) })
      .setting("finished", finished.map { .count(Int($0.timeIntervalSince1970)) })
      .setting("seconds", .count(seconds))
  }

  /// An empty list has no member.
  private static func list(_ items: [JSON]) -> JSON? { items.isEmpty ? nil : .array(items) }
}
