import FoundationEssentials
import Glibc
import Programs
import SharedValues
import SmallFiles
import Workshop

/// The lessons that come with the program, and the trainer's lessons in `lessons/` of the data directory.
///
/// A trainer's file replaces a built-in lesson with the same id. A broken file, or one with the id of an earlier trainer's file, is reported and left
/// out; the others work. At most ``limit`` files are read.
package enum LessonLibrary {
  static let limit = 200

  /// The lesson files that come with the program, by name. They lie in Lessons/.
  static let builtIn = Embedded.lessons.sorted { $0.key < $1.key }.map { (name: $0.key, bytes: Array($0.value.utf8)) }

  package static func read(_ folder: String) -> (lessons: [Lesson], problems: [DocumentProblem]) {
    var lessons: [Lesson.ID: Lesson] = [:]
    var problems: [DocumentProblem] = []
    func add(_ name: String, _ path: String?, _ content: () throws(DocumentProblem) -> [UInt8]) {
      do throws(DocumentProblem) {
        let bytes = try content()
        let lesson = try LessonLibrary.lesson(bytes, name, path)
        if let other = lessons[lesson.id]?.file {
          throw LessonFile.taken(bytes, name: name, by: String(other.split(scalar: "/").last ?? ""))
        }
        lessons[lesson.id] = lesson
      } catch { problems.append(error) }
    }
    for (name, bytes) in builtIn { add(name, nil) { bytes } }
    for name in AbsolutePath.names(in: folder, endingIn: ".json").prefix(limit) {
      let path = folder + "/" + name
      add(name, path) { () throws(DocumentProblem) in try SmallFile.document(path, limit: Lesson.fileLimit) }
    }
    return (lessons.values.sorted { ($0.order, $0.id) < ($1.order, $1.id) }, problems)
  }

  /// Reads a lesson, including the parts that only the readers of configurations and faults can judge.
  private static func lesson(_ bytes: [UInt8], _ name: String, _ path: String?) throws(DocumentProblem) -> Lesson {
    let lesson = try LessonFile.read(bytes, name: name, path: path)
    // The reader names a member of its own document; `beginning` is what that name has before the part that stands at the place.
    func judge<Judged>(
      _ place: [JSONPlace], _ beginning: String, orAt other: [JSONPlace]? = nil,
      _ judged: @autoclosure () throws(CommandError) -> Judged
    ) throws(DocumentProblem) {
      do throws(CommandError) { _ = try judged() } catch {
        let field = error["field"] ?? ""
        let inner = field.without(prefix: beginning).map { place + [JSONPlace](path: String($0)) }
        let place = inner ?? (other ?? place) + [JSONPlace](path: field)
        let isTooMuch = error.code == CommandError(.configMembersExclude).code
        let other = error["received"] ?? ""
        let expected = isTooMuch ? "left out where “\(other)” is given" : error["expected"] ?? error["detail"]
        throw DocumentProblem(
          file: name, line: place.line(in: bytes), code: "wrong", member: place.path,
          expected: .english(CommandError.line(expected ?? error.code.rawValue)))
      }
    }
    try judge(
      [.member("world"), .member("server")], "embeddedServer.", orAt: [.member("world"), .member("phone")],
      try LabConfiguration.check(lesson.world))
    for (step, content) in lesson.steps.enumerated() {
      for (index, operation) in content.operations.enumerated() {
        let place: [JSONPlace] = [.member("steps"), .element(step), .member("do"), .element(index)]
        switch operation.act {
        case .changePolicies(let policies):
          let settings = lesson.world.changing(policies)
          try judge(
            place + [.member("administer"), .member("policies")], "embeddedServer.policies.",
            try LabConfiguration.check(settings))
        case .app(let app):
          try judge(
            place + [.member("app"), .member("phone")], "", try LabConfiguration.check(app.phone, lesson.world))
          try judge(place + [.member("app")], "", try LabConfiguration.plan(app.faults))
        default: break
        }
      }
    }
    return lesson
  }

  /// Reads a file that the user names.
  /// - Throws: `lesson_file_unreadable`, `lesson_file_wrong`.
  package static func read(file: String) throws(CommandError) -> Lesson {
    let path = AbsolutePath.of(file)
    let bytes = try SmallFile.read(
      path, limit: Lesson.fileLimit, notRegular: "not a regular file", orThrow: .lessonFileUnreadable)
    do throws(DocumentProblem) { return try lesson(bytes, path, path) } catch { throw CommandError(lesson: error) }
  }
}

extension CommandError {
  package init(lesson problem: DocumentProblem) {
    self.init(.lessonFileWrong, ["path": problem.file, "detail": LessonWords.plain(problem)])
  }
}

/// A device's progress in `lessons.json`. A file that is not valid progress is renamed `lessons.json.damaged` and reported.
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
    guard content.count <= LessonProgressFile.largest, let document = try? JSON.parse(content),
      document["version"]?.intValue == 1, let members = document["lessons"]?.objectValue
    else { return nil }
    let known = members.compactMap { member in LessonProgress(member.value).map { (member.name, $0) } }
    return known.count == members.count ? Dictionary(known) { first, _ in first } : nil
  }

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
        (0...10_000).contains(wrong), let isRight = item["right"]?.boolValue,
        let taken = LessonProgress.taken(item["taken"])
      else { return nil }
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
