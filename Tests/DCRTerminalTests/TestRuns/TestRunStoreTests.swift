import AgeFormat
import AppState
import Foundation
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Edge
@testable import TestRuns
@testable import Workshop

extension TestRunStore {
  /// A run as a tester's first mark begins it.
  func begin(_ plan: TestPlan, tester: String, now: Date) throws -> TestRun {
    let run = TestRun(id: TestRun.freeID(at: now, among: names), plan: plan, started: now, tester: tester)
    try save(run)
    return run
  }
}

/// Runs on the disk: saved after each mark, found again, never overwritten, never half written.
@Suite struct TestRunStoreTests {
  private let folder = TemporaryFolder()
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)
  private let plan = TestPlan(
    title: "Plan",
    cases: ["A-1", "A-2"].map { TestCase(id: $0, title: $0, area: "a", steps: ["s"], expected: ["e"], source: "UX") })

  private var store: TestRunStore { TestRunStore(path: folder("test-runs")) }

  private func mode(_ path: String) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int) ?? 0
  }

  @Test func aRunIsSavedAfterEachMarkAndFoundAgain() throws {
    var run = try store.begin(plan, tester: "tess", now: Self.now)
    #expect(run.id == "2026-11-22-1")
    #expect(store.list().runs.first { !$0.isFinished } == run)
    run.mark(plan.cases[0], .fail, note: "no", now: Self.now)
    try store.save(run)
    #expect(store.list().runs.first { !$0.isFinished } == run)
    #expect(mode(folder("test-runs")) == 0o700 && mode(folder("test-runs/2026-11-22-1.json")) == 0o600)
    run.finished = Self.now + 60
    try store.save(run)
    #expect(store.list().runs.first { !$0.isFinished } == nil)
    #expect(try store.run("2026-11-22-1") == run)
  }

  @Test func theNewestRunContinuesAndTheLastFinishedIsCompared() throws {
    var first = try store.begin(plan, tester: "tess", now: Self.now)
    first.finished = Self.now + 5
    try store.save(first)
    let second = try store.begin(plan, tester: "tess", now: Self.now + 10)
    let third = try store.begin(plan, tester: "tess", now: Self.now + 20)
    #expect([second.id, third.id] == ["2026-11-22-2", "2026-11-22-3"])
    #expect(store.list().runs.first { !$0.isFinished }?.id == third.id)
    #expect(store.lastFinished(before: third)?.id == first.id)
    #expect(store.lastFinished(before: first) == nil)
    #expect(store.list().runs.map(\.id) == [third.id, second.id, first.id])
  }

  /// The power fails while a mark is written: the file is unchanged, and the remains are not taken for a run.
  @Test func anInterruptedWriteLosesNothing() throws {
    var run = try store.begin(plan, tester: "tess", now: Self.now)
    run.mark(plan.cases[0], .pass, note: "", now: Self.now)
    try store.save(run)
    let file = folder("test-runs/\(run.id).json")
    do {
      let half = try AtomicFile(file)
      try half.write(Array("{\"version\": 1, \"id\"".utf8))
    }
    folder.write("test-runs/.\(run.id).json.0123456789abcdef.tmp", "{\"version\": 1, \"id\"")
    let (runs, problems) = store.list()
    #expect(runs == [run] && problems == [])
  }

  @Test func aFailedWriteIsReportedAndChangesNothing() throws {
    let run = try store.begin(plan, tester: "tess", now: Self.now)
    let file = folder("test-runs/\(run.id).json")
    try FileManager.default.removeItem(atPath: file)
    folder.write("test-runs/\(run.id).json/inside", "")
    do throws(CommandError) {
      try store.save(run)
      Issue.record("a folder was overwritten")
    } catch { #expect(error.code.rawValue == "test_run_taken" && error.status == .cannotWrite) }
    #expect(FileManager.default.fileExists(atPath: file + "/inside"))
    folder.write("file", "")
    do throws(CommandError) {
      try TestRunStore(path: folder("file")).save(run)
      Issue.record("a file was accepted as a folder")
    } catch { #expect(error.code.rawValue == "test_run_unwritable") }
  }

  /// Two apps on one data directory: neither overwrites the other's marks.
  @Test func aRunIsNotWrittenOverAnother() throws {
    var first = try store.begin(plan, tester: "tess", now: Self.now)
    first.mark(plan.cases[0], .pass, note: "", now: Self.now)
    try store.save(first)
    let second = TestRun(id: first.id, plan: plan, started: Self.now + 30, tester: "tom")
    do throws(CommandError) {
      try store.save(second)
      Issue.record("the first run is missing")
    } catch { #expect(error.code.rawValue == "test_run_taken") }
    do throws(CommandError) {
      _ = try store.attach([("screen.txt", "second")], to: "A-1", of: second)
      Issue.record("the first run has a picture of another run")
    } catch { #expect(error.code.rawValue == "test_run_taken") }
    #expect(try store.run(first.id) == first)
    #expect(store.names == [first.id])
  }

  @Test func aDamagedRunIsNamedLeftAloneAndNotReplaced() throws {
    folder.write("test-runs/2026-11-22-1.json", "{ half")
    folder.write("test-runs/2026-11-22-2.json", "{}")
    symlink("/etc/passwd", folder("test-runs/2026-11-22-3.json"))
    let (runs, problems) = store.list()
    #expect(runs == [])
    #expect(problems.map(\.file) == ["2026-11-22-3.json", "2026-11-22-2.json", "2026-11-22-1.json"])
    #expect(problems.map(\.code) == ["unreadable", "missing", "not_json"])
    #expect(try store.begin(plan, tester: "tess", now: Self.now).id == "2026-11-22-4")
    #expect(try String(contentsOfFile: folder("test-runs/2026-11-22-1.json"), encoding: .utf8) == "{ half")
    let codes = ["2026-11-22-1": "test_run_damaged", "nobody": "test_run_unknown", "../x": "test_run_unknown"]
    for (id, code) in codes {
      do throws(CommandError) {
        _ = try store.run(id)
        Issue.record("\(id) is read")
      } catch { #expect(error.code.rawValue == code) }
    }
  }

  @Test func attachmentsLieBesideTheRunAndNowhereElse() throws {
    let run = try store.begin(plan, tester: "tess", now: Self.now)
    let names = try store.attach(
      [("screen.txt", "a screen"), ("../../out.txt", "no")], to: "A-1", of: run)
    #expect(names == ["A-1/screen.txt"])
    #expect(store.attachment("A-1/screen.txt", of: run) == Array("a screen".utf8))
    #expect(mode(folder("test-runs/\(run.id)/A-1/screen.txt")) == 0o600)
    folder.write("secret", "secret")
    symlink(folder("secret"), folder("test-runs/\(run.id)/A-1/link.txt"))
    symlink(folder.path, folder("test-runs/\(run.id)/B-1"))
    for name in ["A-1/link.txt", "B-1/secret", "../../secret", "A-1/gone.txt", "/etc/passwd"] {
      #expect(store.attachment(name, of: run) == nil, "\(name)")
    }
    #expect(FileManager.default.fileExists(atPath: folder("out.txt")) == false)
  }
}
