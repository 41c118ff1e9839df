import Programs
import Workshop
import FoundationEssentials
import SharedValues
import SmallFiles

/// The lessons that come with the program, and the trainer's lessons in `lessons/` of the data directory.
///
/// A trainer's file replaces a built-in lesson with the same id. A broken file, or one with the id of an earlier trainer's file, is reported and left
/// out; the others work. At most ``limit`` files are read.
package enum LessonLibrary {
  static let limit = 200

  /// The lesson files that come with the program, by name. They lie in Lessons/.
  static let builtIn: [(name: String, bytes: [UInt8])] = Embedded.lessons.sorted { $0.key < $1.key }.map {
    ($0.key, Array($0.value.utf8))
  }

  package static func read(_ folder: String) -> (lessons: [Lesson], problems: [DocumentProblem]) {
    var lessons: [Lesson.ID: Lesson] = [:]
    var problems: [DocumentProblem] = []
    for (name, bytes) in builtIn { add(bytes, name, nil, &lessons, &problems) }
    for name in names(in: folder) {
      let path = folder + "/" + name
      do {
        add(try SmallFile.read(path, upTo: Lesson.fileLimit + 1), name, path, &lessons, &problems)
      } catch {
        problems.append(
          DocumentProblem(file: name, code: "unreadable", expected: error.reason(notRegular: "a regular file")))
      }
    }
    let ordered = lessons.values.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    return (ordered, problems)
  }

  private static func add(
    _ bytes: [UInt8], _ name: String, _ path: String?, _ lessons: inout [Lesson.ID: Lesson],
    _ problems: inout [DocumentProblem]
  ) {
    do throws(DocumentProblem) {
      let lesson = try LessonLibrary.lesson(bytes, name, path)
      if let other = lessons[lesson.id]?.file {
        throw LessonFile.taken(bytes, name: name, by: String(other.split(scalar: "/").last ?? ""))
      }
      lessons[lesson.id] = lesson
    } catch {
      problems.append(error)
    }
  }

  private static func names(in folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Array(all.filter { $0.hasSuffix(bytes: ".json") && !$0.hasPrefix(bytes: ".") }.sorted().prefix(limit))
  }

  /// Reads a lesson, including the parts that only the readers of configurations and faults can judge.
  private static func lesson(_ bytes: [UInt8], _ name: String, _ path: String?) throws(DocumentProblem) -> Lesson {
    let lesson = try LessonFile.read(bytes, name: name, path: path)
    func judge<Judged>(
      _ place: [JSONPlace], _ judged: @autoclosure () throws(CommandError) -> Judged
    ) throws(DocumentProblem) {
      do throws(CommandError) { _ = try judged() } catch {
        throw DocumentProblem(
          file: name, line: place.line(in: bytes), code: "wrong", member: place.path,
          expected: .english(CommandError.line(error["expected"] ?? error["detail"] ?? error.code.rawValue)))
      }
    }
    try judge([.member("world")], try LabConfiguration.check(lesson.world))
    for (step, content) in lesson.steps.enumerated() {
      for (index, operation) in content.operations.enumerated() {
        let deedPlace: [JSONPlace] = [.member("steps"), .element(step), .member("do"), .element(index)]
        if case .changePolicies(let policies) = operation.act {
          try judge(
            deedPlace + [.member("administer"), .member("policies")],
            try LabConfiguration.check(lesson.world.changing(policies)))
        }
        guard case .app(let app) = operation.act else { continue }
        let place = deedPlace + [.member("app")]
        try judge(place + [.member("phone")], try LabConfiguration.check(app.phone, lesson.world))
        try judge(place + [.member("faults")], try LabConfiguration.plan(app.faults))
      }
    }
    return lesson
  }

  /// Reads a file that the user names.
  /// - Throws: `lesson_file_unreadable`, `lesson_file_wrong`.
  package static func read(file: String) throws(CommandError) -> Lesson {
    let path = AbsolutePath.of(file)
    let bytes: [UInt8]
    do { bytes = try SmallFile.read(path, upTo: Lesson.fileLimit + 1) } catch {
      throw CommandError(.lessonFileUnreadable, ["path": path, "detail": error.reason(notRegular: "no regular file")])
    }
    do throws(DocumentProblem) { return try lesson(bytes, path, path) } catch {
      throw CommandError(lesson: error)
    }
  }
}

extension CommandError {
  /// A lesson file that cannot be used.
  package init(lesson problem: DocumentProblem) {
    self.init(.lessonFileWrong, ["path": problem.file, "detail": LessonWords.plain(problem)])
  }
}
