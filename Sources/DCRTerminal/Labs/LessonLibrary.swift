import Workshop
import FoundationEssentials
import SharedValues
import SmallFiles

/// The lessons that come with the program, and those that a trainer has put into `lessons/` of the data directory.
///
/// A file of the trainer's with the id of a lesson that comes with the program takes its place. A file that is broken, or has
/// the id of the trainer's file before it, is named and left out; the others work. At most ``limit`` files are read.
enum LessonLibrary {
  static let limit = 200

  static func read(_ folder: String) -> (lessons: [Lesson], problems: [DocumentProblem]) {
    var lessons: [Lesson.ID: Lesson] = [:]
    var problems: [DocumentProblem] = []
    for (name, bytes) in BuiltInLessons.files { add(bytes, name, nil, &lessons, &problems) }
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
      let lesson = try LessonFile.read(bytes, name: name, path: path)
      if let other = lessons[lesson.id]?.file {
        throw LessonFile.taken(bytes, name: name, by: String(other.split(separator: "/").last ?? ""))
      }
      lessons[lesson.id] = lesson
    } catch {
      problems.append(error)
    }
  }

  private static func names(in folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Array(all.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().prefix(limit))
  }
}
