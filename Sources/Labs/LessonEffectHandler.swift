import Programs
import Edge
import Workshop
import AppState
import FoundationEssentials
import Logging

/// The lessons of one device: files, progress, and the one lab that is set up, in `labs/<id>`: nothing in a lab reaches the phone itself.
@MainActor package final class LessonEffectHandler: EffectHandler {
  private let data: DataDirectory
  private let log: Logger
  private let session: LabSession.Runner
  private var lab: LabRunner?
  private var working: (@MainActor () -> Void)?
  /// Sets up, runs and takes down labs, one task after another.
  private let queue = SerialQueue()

  package nonisolated init(
    _ data: DataDirectory, log: Logger, session: @escaping LabSession.Runner
  ) { (self.data, self.log, self.session) = (data, log, session) }

  package func run(_ effect: LessonEffect, _ report: @escaping @Sendable (Action) -> Void) {
    let report = { @Sendable (action: LessonAction) in report(.lessons(action)) }
    switch effect {
    case .load:
      let (folder, file) = (data.path + "/lessons", LessonProgressFile(data))
      Task.detached {
        let (lessons, problems) = LessonLibrary.read(folder)
        let (progress, problem) = file.read()
        report(.loaded(lessons, problems, progress, problem))
      }
    case .keep(let progress):
      let file = LessonProgressFile(data)
      queue.add { if !file.write(progress) { report(.progressNotKept) } }
    case .perform(let lesson, let step):
      queue.add { @MainActor [self] in
        let results = await work { [self] in
          if self.lab?.lesson.id != lesson.id { await takeDown() }
          let lab = self.lab ?? runner(of: lesson, in: data.folder(ofLab: lesson.id))
          self.lab = lab
          return await lab.perform(step, report)
        }
        report(.performed(lesson.id, step: step, results))
      }
    // In its own folder; the lab stays as it is.
    case .tryOut(let lesson, let step):
      queue.add { @MainActor [self] in
        // No lesson has this id.
        let folder = data.folder(ofLab: ".changed")
        let lab = runner(of: lesson, in: folder)
        let trial = await work { await lab.tryOut(step, report) }
        await lab.stop()
        try? FileManager.default.removeItem(atPath: folder)
        report(.tried(trial))
      }
    case .cancel: working?()
    case .reset(let id):
      queue.add { @MainActor [self] in
        // Another lab goes on.
        if lab?.lesson.id == id { await takeDown() }
        try? FileManager.default.removeItem(atPath: data.folder(ofLab: id))
        report(.wasReset(id))
      }
    }
  }

  package nonisolated static func findings(in data: DataDirectory) -> [Finding] {
    LessonLibrary.read(data.path + "/lessons").problems.map { problem in
      Finding(
        .data, "lesson", .warning, LessonWords.leftOut(problem),
        hint: "correct it in lessons/ of the data directory; `dcr-terminal docs lessons` has the format")
    }
  }

  package func stop() async {
    working?()
    await queue.finish()
    await takeDown()
  }

  private func runner(of lesson: Lesson, in folder: String) -> LabRunner {
    LabRunner(lesson, folder: folder, session: session, log: log)
  }

  /// Does what the user can cancel.
  private func work<Outcome: Sendable>(_ work: @escaping @MainActor () async -> Outcome) async -> Outcome {
    let task = Task { await work() }
    working = { task.cancel() }
    defer { working = nil }
    return await task.value
  }

  private func takeDown() async {
    await lab?.stop()
    lab = nil
  }

  package nonisolated static func serverAuthority(of lab: MessageLog.Subject, _ data: DataDirectory) -> String {
    data.folder(ofLab: lab.name) + "/data/idsvr/tls/ca.pem"
  }
}

extension DataDirectory { fileprivate func folder(ofLab id: Lesson.ID) -> String { devicePath + "/labs/" + id } }
