import Programs
import Automation
import Edge
import Workshop
import AppState
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// Stores the run of the tool **Test plan** with what the tester saw, masked as on the screen, and writes its reports, off the main actor.
@MainActor package final class TestPlanEffectHandler: EffectHandler {
  package typealias Scene = (state: AppState, size: Size, look: Look)

  private let data: DataDirectory
  private let scene: @MainActor () -> Scene?
  private let queue = SerialQueue()

  package nonisolated init(_ data: DataDirectory, scene: @escaping @MainActor () -> Scene?) {
    (self.data, self.scene) = (data, scene)
  }

  package func run(_ effect: TestPlanEffect, _ report: @escaping @Sendable (Action) -> Void) {
    let report = { @Sendable (action: TestPlanAction) in report(.checks(action)) }
    let (store, data) = (TestRunStore(data), data)
    switch effect {
    case .load: queue.add { report(TestPlanEffectHandler.load(store, data)) }
    case .keep(let run, let id):
      let files = id.flatMap { _ in scene() }.map(TestPlanEffectHandler.files) ?? []
      queue.add {
        do throws(CommandError) {
          if let id { _ = try store.attach(files, to: id, of: run) }
          try store.save(run)
          report(.kept(nil))
        } catch { report(.kept(FileProblem(error))) }
      }
    case .report(let run, let plan):
      let exports = data.exportsPath
      queue.add {
        let written = TestReport(run, plan, comparedWith: store.lastFinished(before: run)) {
          store.attachment($0, of: run)
        }
        let files = Result { () throws(CommandError) in
          try AbsolutePath.makeFolder(exports, mode: 0o700, orThrow: .testReportUnwritable)
          return try TestReportFiles(path: exports + "/test-run-\(run.id)").write(written)
        }
        report(.reported(files.mapError { FileProblem($0) }))
      }
    }
  }

  package func stop() async { await queue.finish() }

  private nonisolated static func load(_ store: TestRunStore, _ data: DataDirectory) -> TestPlanAction {
    let (plan, problems) = TestPlanLibrary.read(data)
    let (runs, damaged) = store.list()
    return .loaded(
      plan, problems + damaged, paused: runs.first { !$0.isFinished }, earlier: runs.first { $0.isFinished },
      runs: store.names)
  }

  private static func files(_ scene: Scene) -> [(name: String, text: String)] {
    let state = Phone<TestPlanTool>(scene.state).withoutBench
    let canvas = AppScreen.draw(state, size: scene.size, look: scene.look)
    let request = ExportRequest(
      .archive, messages: state[MessagesTool.self].log, issuer: state.settings.issuer.text,
      embeddedServer: state.settings.embeddedServer,
      time: Phone<Clocks>(state).machineNow)
    return [
      ("screen.txt", canvas.text + "\n"),
      ("screen.svg", CanvasPicture(canvas).svg(PictureStyle.all[0], title: state.settings.device)),
      ("messages.har", ExportWriter.archive(request)), ("facts.json", facts(scene).file),
    ]
  }

  private static func facts(_ scene: Scene) -> JSON {
    let state = scene.state
    return [
      "version": .string(ProductVersion.text),
      "system": .string(ProcessInfo.processInfo.operatingSystemVersionString),
      "terminal": .string("\(scene.size.width)x\(scene.size.height)"),
      "language": .string(scene.look.catalogue.language.tag), "glyphs": .string(scene.look.glyphs.rawValue),
      "theme": .string(state.preferences.shownTheme), "issuer": .string(state.settings.issuer.text),
      "registration": .string(state.settings.registration.rawValue), "browser": .string(state.userAgent.rawValue),
      "device": .string(state.settings.device), "presenter": .bool(state.settings.presenter),
      "phase": .string("\(state.phase)"), "error": state.banner.map { .string($0.error.code.rawValue) } ?? .null,
      "faults": .strings(state[FaultsTool.self].active.entries.map { $0.rule.summary }),
      "app_clock": state[Clocks.self].app.json,
      "server_clock": state[Clocks.self].server.json,
    ]
  }
}
