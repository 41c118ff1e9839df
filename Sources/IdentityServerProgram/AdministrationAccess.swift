import ArgumentParser

/// The administrator's commands work on the database of a data directory, whether or not the server is running.
struct AdministrationAccess: ParsableArguments {
  @OptionGroup var global: GlobalOptions

  @Flag(help: "JSON for scripts.")
  var json = false

  func administer<Answer>(
    policy: ServerPolicies.Clients = .lenient, resourceScopes: [String] = [],
    _ work: (Administration) async throws -> Answer
  ) async throws -> Answer {
    let path = try global.dataDirectory(making: false).serverDatabase
    return try await AdministrationAccess.translated(path) {
      try await work(
        Administration(databasePath: path, policy: policy, resourceScopes: resourceScopes, writesDown: true))
    }
  }

  /// Runs `work`. Errors of the server or the database become errors of this program.
  static func translated<Answer>(_ path: String, _ work: () async throws -> Answer) async throws -> Answer {
    do { return try await work() } catch let error as IdentityServerError {
      throw CommandError(error)
    } catch let problem as DocumentProblem {
      throw CommandError(ofFaults: problem)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(
        IdentityServerError.Code.databaseDamaged, ["path": path, "detail": AbsolutePath.reason(of: error)])
    }
  }

  func show(_ object: JSON, _ text: @autoclosure () -> String) { StandardOutput.line(json ? object.line : text()) }
  func report(_ sentence: String, _ object: JSON) { show(object, CommandError.line(sentence)) }

  /// - Parameter nothing: the sentence for an empty list.
  func list<Thing>(
    _ things: [Thing], _ object: (Thing) -> JSON, _ headings: [String], nothing: String? = nil,
    _ row: (Thing) -> [String]
  ) {
    if let nothing, things.isEmpty { return show([], nothing) }
    show(.array(things.map(object)), Columns.text([headings] + things.map(row)))
  }

  static func lines(_ object: JSON, without omitted: Set<String> = []) -> String {
    let rows = (object.objectValue ?? []).filter { !omitted.contains($0.name) }.map { member in
      [member.name, member.value.stringValue ?? member.value.compact]
    }
    return Columns.text(rows)
  }
}

extension ClientQuery.Status: ExpressibleByArgument {}
extension ClientSort: ExpressibleByArgument {}

extension IdentityServerError.Code: Programs.ExitCode {}

extension CommandError {
  init(_ error: IdentityServerError) {
    self.init(
      error.code, ["received": error.subject, "path": error.subject, "detail": error.detail, "member": error.member])
  }

  /// dcr-terminal has judged the fault file that it passes on, so that only another version of it can be refused here.
  init(ofFaults problem: DocumentProblem) {
    self.init(.faultFileWrong, path: problem.file, "\(problem.code) \(problem.member)")
  }
}
