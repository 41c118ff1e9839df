import Glibc
import Workshop
import FoundationEssentials
import SharedValues
import SmallFiles

/// `lessons.json` of a device: how far it has come. Replaced as a whole, 0600. A file that is no progress is set aside as
/// `lessons.json.damaged`, said, and never fatal.
struct LessonProgressFile: Sendable {
  private let path: String

  init(_ data: DataDirectory) { path = data.devicePath + "/lessons.json" }

  func read() -> ([Lesson.ID: LessonProgress], Lessons.ProgressProblem?) {
    guard let content = try? SmallFile.read(path, upTo: 1 << 20 + 1) else { return ([:], nil) }
    if content.count <= 1 << 20, let document = try? JSON.parse(content),
      document["version"]?.intValue == 1, let members = document["lessons"]?.objectValue
    {
      let known = members.compactMap { member -> (Lesson.ID, LessonProgress)? in
        guard let steps = member.value["steps"]?.intValue, (0...1000).contains(steps) else { return nil }
        return (
          member.name,
          LessonProgress(
            steps: steps, answer: member.value["answeredRight"]?.boolValue,
            isComplete: member.value["complete"]?.boolValue ?? false)
        )
      }
      if known.count == members.count { return (Dictionary(known, uniquingKeysWith: { first, _ in first }), nil) }
    }
    rename(path, path + ".damaged")
    return ([:], .damaged)
  }

  /// - Returns: whether it is kept.
  func write(_ progress: [Lesson.ID: LessonProgress]) -> Bool {
    let members = progress.sorted { $0.key < $1.key }.map { id, progress in
      var value: JSON = ["steps": .number("\(progress.steps)"), "complete": .bool(progress.isComplete)]
      if let answer = progress.answer { value = value.setting("answeredRight", .bool(answer)) }
      return JSON.Member(id, value)
    }
    let document: JSON = ["version": 1, "lessons": .object(members)]
    return (try? SmallFile.replace(path, by: Array((document.pretty + "\n").utf8))) != nil
  }
}
