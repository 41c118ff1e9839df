import AppState
import Programs
import Glibc
import Workshop
import FoundationEssentials
import SharedValues
import SmallFiles

/// The runs of a data directory: `test-runs/<day>-<number>.json` (mode 0600), and beside each a folder (mode 0700) with its attachments. A run is
/// written as a whole after each mark. A file that cannot be read is reported and left alone, and its name is not used again.
package struct TestRunStore: Sendable {
  package static let folder = "test-runs"
  /// Bytes of the largest attachment that is read.
  static let attachmentLimit = 8 << 20
  /// The most runs that are read, from the newest name on.
  package static let limit = 1000

  package let path: String
  package init(_ data: DataDirectory) { path = data.path + "/" + TestRunStore.folder }
  package init(path: String) { self.path = path }

  /// The runs, newest first.
  package func list() -> (runs: [TestRun], problems: [DocumentProblem]) {
    var runs: [TestRun] = []
    var problems: [DocumentProblem] = []
    for name in AbsolutePath.names(in: path, endingIn: ".json").reversed().prefix(TestRunStore.limit) {
      do throws(DocumentProblem) { runs.append(try read(name)) } catch { problems.append(error) }
    }
    return (runs.sorted { ($0.started, $0.id.count, $0.id) > ($1.started, $1.id.count, $1.id) }, problems)
  }

  private func read(_ name: String) throws(DocumentProblem) -> TestRun {
    let bytes = try SmallFile.document(path + "/" + name, limit: TestRunFile.limit, follows: false)
    return try TestRunFile.read(bytes, name: name)
  }

  /// - Throws: `test_run_unknown`, `test_run_damaged`.
  package func run(_ id: TestRun.ID) throws(CommandError) -> TestRun {
    let name = id + ".json"
    let isName = !id.isEmpty && !id.contains(scalar: "/") && !id.hasPrefix(bytes: ".")
    guard isName, FileManager.default.fileExists(atPath: path + "/" + name) else {
      throw CommandError(.testRunUnknown, ["received": id])
    }
    do throws(DocumentProblem) { return try read(name) } catch { throw CommandError(run: error, in: path) }
  }

  /// All used names, including those of folders and damaged files.
  package var names: Set<String> {
    Set(AbsolutePath.names(in: path).map { $0.without(suffix: ".json").map(String.init) ?? $0 })
  }

  /// The newest finished run that began before `run`, for a comparison.
  package func lastFinished(before run: TestRun) -> TestRun? {
    list().runs.first { $0.isFinished && $0.id != run.id && $0.started <= run.started }
  }

  /// - Throws: `test_run_taken` if another run has this name, `test_run_unwritable`, `test_run_no_space`; the file is then unchanged.
  package func save(_ run: TestRun) throws(CommandError) {
    try make(path)
    try checkOwner(run)
    try TestRunStore.write(TestRunFile.text(run), to: "\(path)/\(run.id).json")
  }

  /// Writes files beside a run and replaces those of an earlier mark.
  /// - Parameter files: names such as `screen.txt`.
  /// - Returns: the names for the mark: `REG-001/screen.txt`.
  func attach(
    _ files: [(name: String, text: String)], to id: TestCase.ID, of run: TestRun
  ) throws(CommandError) -> [String] {
    try make(path)
    try checkOwner(run)
    try make("\(path)/\(run.id)")
    try make("\(path)/\(run.id)/\(id)")
    var attached: [String] = []
    for file in files {
      let name = "\(id)/\(file.name)"
      guard TestRunFile.isBelow(name) else { continue }
      try TestRunStore.write(file.text, to: "\(path)/\(run.id)/\(name)")
      attached.append(name)
    }
    return attached
  }

  /// An attachment's content; `nil`: the file is missing, too large, or outside of the run's folder.
  package func attachment(_ name: String, of run: TestRun) -> [UInt8]? {
    guard TestRunFile.isBelow(name), let root = TestRunStore.real("\(path)/\(run.id)"),
      let file = TestRunStore.real("\(path)/\(run.id)/\(name)"),
      file.hasPrefix(bytes: root + "/")
    else { return nil }
    return SmallFile.whole(file, limit: TestRunStore.attachmentLimit, follows: false)
  }

  /// Refuses a name that another app chose at the same time.
  private func checkOwner(_ run: TestRun) throws(CommandError) {
    let file = "\(path)/\(run.id).json"
    guard access(file, F_OK) == 0 else { return }
    let there = try? read(run.id + ".json")
    guard there.map({ TestRunFile.time($0.started) }) == TestRunFile.time(run.started) else {
      throw CommandError(.testRunTaken, ["path": file])
    }
  }

  private func make(_ folder: String) throws(CommandError) {
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    throw TestRunStore.failure(folder, SystemError.last)
  }

  private static func write(_ text: String, to path: String) throws(CommandError) {
    do { try SmallFile.replace(path, by: Array(text.utf8)) } catch { throw failure(path, error) }
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandError {
    CommandError(error.isNoSpace ? ProblemCode.testRunNoSpace : .testRunUnwritable, ["path": path, "detail": error])
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension CommandError {
  package init(run problem: DocumentProblem, in folder: String) {
    self.init(.testRunDamaged, ["path": folder + "/" + problem.file, "detail": PlanFileWords.why(problem)])
  }

  package init(plan problem: DocumentProblem, path: String) {
    self.init(.testPlanWrong, ["path": path, "detail": PlanFileWords.why(problem)])
  }
}
