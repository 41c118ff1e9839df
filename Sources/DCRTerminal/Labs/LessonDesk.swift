import AppState
import Foundation
import Logging

/// Carries out what lessons want done.
@MainActor
protocol LessonKeeping: Sendable {
  func run(_ effect: LessonEffect, _ report: @escaping @Sendable (LessonAction) -> Void)
  /// Ends the lab that stands, and waits for it.
  func stop() async
}

/// For sessions that nobody studies with.
struct NoLessons: LessonKeeping {
  nonisolated init() {}
  func run(_ effect: LessonEffect, _ report: @escaping @Sendable (LessonAction) -> Void) {}
  func stop() async {}
}

/// The lessons of one device: their files, how far it has come, and the one lab whose world stands.
///
/// A lab lives in `labs/<id>` of the device's folder, with phones, browsers and an identity server of its own: nothing that
/// a lab does reaches the phone itself.
@MainActor
final class LessonDesk: LessonKeeping {
  private let data: DataDirectory
  private let log: Logger
  private let program: String
  private var lab: LabRunner?
  private var working: Task<[DeedResult], Never>?
  /// Setting up, performing and taking down, one after another.
  private let work = SerialWork()

  nonisolated init(_ data: DataDirectory, log: Logger, program: String = OwnPrograms.app) {
    (self.data, self.log, self.program) = (data, log, program)
  }

  func run(_ effect: LessonEffect, _ report: @escaping @Sendable (LessonAction) -> Void) {
    switch effect {
    case .load: load(report)
    case .keep(let progress):
      let file = LessonProgressFile(data)
      work.add { @MainActor in if !file.write(progress) { report(.progressNotKept) } }
    case .perform(let lesson, let step, let isFirst): perform(lesson, step, isFirst, report)
    case .cancel: working?.cancel()
    case .reset(let id):
      work.add { @MainActor [self] in
        await takeDown()
        try? FileManager.default.removeItem(atPath: folder(id))
        report(.wasReset(id))
      }
    }
  }

  func stop() async {
    working?.cancel()
    await work.finish()
    await takeDown()
  }

  private func load(_ report: @escaping @Sendable (LessonAction) -> Void) {
    let (folder, file) = (data.path + "/lessons", LessonProgressFile(data))
    Task.detached {
      let (lessons, problems) = LessonLibrary.read(folder)
      let (progress, problem) = file.read()
      report(.loaded(lessons, problems, progress, problem))
    }
  }

  private func perform(
    _ lesson: Lesson, _ step: Int, _ isFirst: Bool, _ report: @escaping @Sendable (LessonAction) -> Void
  ) {
    work.add { @MainActor [self] in
      let task = Task { () -> [DeedResult] in
        if isFirst { await takeDown() }
        let lab = lab ?? LabRunner(lesson, folder: folder(lesson.id), program: program, log: log)
        self.lab = lab
        return await lab.perform(step, report)
      }
      working = task
      let results = await task.value
      working = nil
      report(.performed(lesson.id, step: step, results))
    }
  }

  private func takeDown() async {
    await lab?.stop()
    lab = nil
  }

  private func folder(_ id: Lesson.ID) -> String { data.devicePath + "/labs/" + id }
}
