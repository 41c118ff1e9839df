import Programs
import Edge
import FoundationEssentials
import Logging
import Workshop

/// Runs a lab from its first step to its last, without a screen.
@MainActor
package struct LabRehearsal {
  private let lesson: Lesson
  private let session: LabSession.Runner
  private let log: Logger

  package nonisolated init(_ lesson: Lesson, session: @escaping LabSession.Runner, log: Logger) {
    (self.lesson, self.session, self.log) = (lesson, session, log)
  }

  /// Prints a line for each operation.
  /// - Returns: the operation that did not end as the lesson says.
  package func failure() async throws(CommandError) -> CommandError? {
    let folder = FileManager.default.temporaryDirectory.path + "/dcr-lesson-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let runner = LabRunner(lesson, folder: folder, program: OwnPrograms.app, session: session, log: log)
    defer { Task { await runner.stop() } }
    StandardOutput.line(CommandError.line("\(lesson.id): “\(lesson.title)”"))
    for (index, step) in lesson.steps.enumerated() where !step.operations.isEmpty {
      let results = await runner.perform(index) { _ in }
      guard !Interruption.hasCome else { throw CommandError(.interrupted) }
      StandardOutput.line(
        "  " + CommandError.line("\(index + 1) \(step.title) (refused by: \(results.refuser.rawValue))"))
      for (operation, result) in zip(step.operations, results) {
        for line in LessonWords.plain(operation, result) { StandardOutput.line("    " + CommandError.line(line)) }
      }
      var wrong = results.first { !$0.isAsMeant }.map { LessonWords.plain($0.verdict) }
      if let goal = try await runner.reachedGoals().min() {
        wrong = wrong ?? "goal \(goal + 1) is reached before anything is changed"
      }
      guard let wrong else { continue }
      await runner.stop()
      return CommandError(
        .lessonFailed,
        [
          "path": lesson.file ?? lesson.id, "subject": lesson.id, "received": "\(index + 1)", "detail": wrong,
        ])
    }
    await runner.stop()
    return nil
  }
}
