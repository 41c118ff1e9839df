import ArgumentParser

/// The administrator's commands work on the database of a data directory, whether or not the server is running.
struct AdministrationAccess: ParsableArguments {
  @OptionGroup var global: GlobalOptions

  @Flag(help: "JSON for scripts.")
  var json = false

  func administer<Answer>(_ work: (Administration) async throws -> Answer) async throws -> Answer {
    let path = try global.dataDirectory(making: false).serverDatabase
    return try await AdministrationAccess.logged(global, path) {
      try await work(Administration(databasePath: path, writesDown: true))
    }
  }

  /// Runs `work`. Errors of the database become errors of this program. The log gets a line: the command, and how it ended.
  static func logged<Answer>(
    _ global: GlobalOptions, _ path: String, _ work: () async throws -> Answer
  ) async throws -> Answer {
    let log = try global.logger("administration")
    // `templates` gets the server's options last.
    let command = CommandLine.arguments.dropFirst().prefix { $0 != "--server-options" }.joined(separator: " ")
    do {
      let answer = try await work()
      log.info("done", metadata: ["command": "\(command)"])
      return answer
    } catch {
      let failure = CommandError.of(error) as? CommandError ?? CommandError(IdentityServerError(of: error, path))
      log.error("failed", metadata: ["command": "\(command)", "error": "\(failure.code.rawValue)"])
      throw failure
    }
  }

  func show(_ object: JSON, _ text: @autoclosure () -> String) { StandardOutput.line(json ? object.line : text()) }
  func report(_ sentence: String, _ object: JSON) { show(object, CommandError.line(sentence)) }

  /// - Parameter nothing: the sentence for an empty list.
  func list<Thing: Reported>(
    _ things: [Thing], _ headings: [String], nothing: String? = nil, _ row: (Thing) -> [String]
  ) {
    if let nothing, things.isEmpty { return show([], nothing) }
    show(.array(things.map(\.report)), Columns.text([headings] + things.map(row)))
  }
}

/// What an administrator can list, without secrets: the server stores only their hashes.
protocol Reported { var report: JSON { get } }

extension Reported {
  /// For people: a line for each member, then the metadata, if there are some.
  var lines: String {
    let members = (report.objectValue ?? []).filter { $0.name != "metadata" }
    let rows = members.map { [$0.name, $0.value.stringValue ?? $0.value.compact] }
    return Columns.text(rows) + (report["metadata"].map { "\n" + Columns.block($0) } ?? "")
  }
}

/// The client, user or template that a command is about.
protocol OneThing: ParsableArguments {
  associatedtype Thing: Reported
  var access: AdministrationAccess { get }
  var id: String { get }
  func read(_ administration: Administration) async throws -> Thing
  func administer<Answer>(_ work: (Administration) async throws -> Answer) async throws -> Answer
}

extension OneThing {
  func administer<Answer>(_ work: (Administration) async throws -> Answer) async throws -> Answer {
    try await access.administer(work)
  }

  func show() async throws {
    let thing = try await administer(read)
    access.show(thing.report, thing.lines)
  }

  func change(_ predicate: String, _ work: (Administration) async throws -> Void) async throws {
    let thing = try await administer {
      try await work($0)
      return try await read($0)
    }
    access.report("\(id) \(predicate)", thing.report)
  }
}

extension JSON {
  static func orNull(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  static func count(_ number: some BinaryInteger) -> JSON { .number("\(number)") }
}

/// A time for people and for scripts.
func written(_ date: Date) -> String { date.formatted(.iso8601) }

extension ClientQuery.Status: ExpressibleByArgument {}
extension ClientSort: ExpressibleByArgument {}

extension IdentityServerError.Code: Programs.ExitCode {}

extension CommandError {
  init(_ error: IdentityServerError) {
    self.init(
      error.code, ["received": error.subject, "path": error.subject, "detail": error.detail, "member": error.member])
  }

  /// An error of the server as one of this program; other errors stay as they are.
  static func of(_ error: any Error) -> any Error {
    switch error {
    case let error as IdentityServerError: CommandError(error)
    // dcr-terminal has judged the fault file that it passes on, so that only another version of it can be refused here.
    case let problem as DocumentProblem:
      CommandError(.faultFileWrong, path: problem.file, "\(problem.code) \(problem.member)")
    default: error
    }
  }
}
