import Edge
import FoundationEssentials
import Logging
import Programs
import SmallFiles
import Synchronization
import Workshop

package enum LabRehearsal {
  /// Runs a lab from its first step to its last, without a screen, and prints a line for each operation.
  /// - Returns: the operation that did not end as the lesson says.
  /// - Throws: `script_folder_unwritable`.
  @MainActor package static func failure(
    of lesson: Lesson, session: @escaping LabSession.Runner, log: Logger
  ) async throws(CommandError) -> CommandError? {
    let folder: String
    do { folder = try TemporaryPlace.makeFolder("dcr-lesson") } catch {
      throw CommandError(.scriptFolderUnwritable, path: TemporaryPlace.shown, error)
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let runner = LabRunner(lesson, folder: folder, session: session, log: log)
    defer { Task { await runner.stop() } }
    StandardOutput.line(CommandError.line("\(lesson.id): “\(lesson.title)”"))
    for (index, step) in lesson.steps.enumerated() where !step.operations.isEmpty {
      let results = await runner.perform(index) { _ in }
      guard !Interruption.hasCome else { throw Interruption.error }
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
        ["path": lesson.file ?? lesson.id, "subject": lesson.id, "received": "\(index + 1)", "detail": wrong])
    }
    await runner.stop()
    return nil
  }
}

/// Runs a lab that a trainee has changed, from the beginning up to a step, without expected results.
extension LabRunner {
  /// The results of the step; empty if it was cancelled.
  func tryOut(_ step: Int, _ report: @escaping LabReport) async -> LabTrial {
    var outcomes: [LabTrial.Outcome] = []
    let lesson = lesson
    do {
      let world = try await startedWorld(LabNews(lesson: lesson.id, step: step, report: report))
      run: for place in 0...step {
        // The messages of earlier steps are shown only if one of those steps fails.
        let unseen = Mutex<[LessonAction]>([])
        let news = LabNews(lesson: lesson.id, step: step) { action in
          if place < step, case .message = action { unseen.withLock { $0.append(action) } } else { report(action) }
        }
        for operation in lesson.steps[place].operations {
          let outcome = try await outcome(of: operation, world, news)
          guard !Task.isCancelled else { return LabTrial(lesson.id, step: step, []) }
          let isMissing = operation.keep.contains { outcome.facts[$0.value] == nil }
          if place == step || isMissing {
            outcomes.append(LabTrial.Outcome(step: place, operation: operation, result: outcome.result))
          }
          if isMissing {
            for action in unseen.withLock({ $0 }) { report(action) }
            break run
          }
          world.keep(operation.keep, of: outcome.facts)
        }
      }
      return LabTrial(lesson.id, step: step, outcomes, goals: try await reachedGoals())
    } catch {
      guard !Task.isCancelled else { return LabTrial(lesson.id, step: step, []) }
      outcomes += lesson.steps[step].operations.prefix(1).map {
        LabTrial.Outcome(step: step, operation: $0, result: LabResult([], failure(error)))
      }
      return LabTrial(lesson.id, step: step, outcomes)
    }
  }

  /// The lesson's goals that are reached, according to the server's database.
  func reachedGoals() async throws(CommandError) -> Set<Int> {
    guard let world else { return [] }
    var reached: Set<Int> = []
    for (index, goal) in lesson.goals.enumerated() {
      let facts = try await LabAdministrator(world: world).inspect(user: goal.user)
      if goal.expect.allSatisfy({ facts.meets($0.name, world.filled($0.value)) }) { reached.insert(index) }
    }
    return reached
  }

  private func outcome(
    of operation: LabOperation, _ world: LabWorld, _ news: LabNews
  ) async throws(CommandError) -> (facts: LabFacts, result: LabResult) {
    let facts: LabFacts
    // An operation that cannot be done at all is an outcome, too: for example, a redirect URI that no app can have.
    do { facts = try await self.facts(of: operation.act, world, news) } catch {
      guard !Task.isCancelled else { throw error }
      return (LabFacts(result: error.code.rawValue), LabResult([], failure(error)))
    }
    let names = operation.expect.map(\.name) + operation.keep.map(\.value) + LabRunner.telling
    var shown: [LabFact] = []
    for name in names where !shown.contains(where: { $0.name == name }) {
      if let fact = facts.shown(name) { shown.append(fact) }
    }
    let error = facts["error"] ?? facts["result"].flatMap { $0 == "ok" ? nil : $0 }
    let detail = facts["error_description"] ?? facts["page"] ?? ""
    return (facts, LabResult(shown, .tried(error: error, detail: detail), refuser: LabRefusal.by(operation.act, facts)))
  }

  /// Facts about the result that are always shown.
  private static let telling = ["status", "result", "error", "error_description", "page"]

  func failure(_ error: CommandError) -> LabResult.Verdict { .failed(error.code.rawValue, error.values) }
}
