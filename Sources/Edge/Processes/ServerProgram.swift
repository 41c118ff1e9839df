import FoundationEssentials
import Glibc
import SmallFiles

package enum ServerProgram {
  /// - Throws: `server_program_missing`.
  package static func path() throws(CommandError) -> String {
    try OwnPrograms.path(of: "dcr-identity-server") { CommandError(.serverProgramMissing, ["detail": $0]) }
  }

  /// Replaces this program by the server's program, with these arguments.
  /// - Throws: `server_program_missing`.
  package static func become(_ words: [String]) throws(CommandError) -> Never {
    let path = try path()
    execv(path, ([path] + words).map { strdup($0) } + [nil])
    throw CommandError(.serverProgramMissing, ["detail": "\(path): \(SystemError.last)" as Term])
  }
}

extension ServerSettings {
  /// The settings as the only argument of the server's program.
  package var argument: String { asJSON([.sortedKeys, .withoutEscapingSlashes]) }
}

extension Encodable {
  package func asJSON(_ formatting: JSONEncoder.OutputFormatting = .sortedKeys) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The identity server's database, accessed through the server's program: this process has no code that could open it.
/// The first request starts the program. It answers one request after another, and ends after a while without requests, or with this process.
package actor ServerDatabase {
  private let path: String
  private var program: ProgramDialogue?
  private var requests = 0

  private static let patience: Duration = .seconds(5)

  package init(path: String) { self.path = path }

  /// - Throws: the error of the server's program; `server_program_missing`; `unexpected` if there is no answer.
  package func perform(_ request: DatabaseRequest) async throws(DatabaseAnswer.Failure) -> DatabaseAnswer {
    requests += 1
    let dialogue: ProgramDialogue
    do throws(CommandError) { dialogue = try started() } catch {
      throw DatabaseAnswer.Failure(error.code, subject: path, detail: error["detail"] ?? "")
    }
    let said = await dialogue.ask(request.asJSON())
    endLater(requests)
    guard let said, let answer = try? JSONDecoder().decode(DatabaseAnswer.self, from: Data(said.utf8)) else {
      throw DatabaseAnswer.Failure(
        CommandError.OwnCode.unexpected, subject: path, detail: "the identity server's program gave no answer")
    }
    if let failure = answer.failure { throw failure }
    return answer
  }

  private func started() throws(CommandError) -> ProgramDialogue {
    if let program, program.isRunning { return program }
    let started = try ProgramDialogue(try ServerProgram.path(), ["database", path])
    program = started
    return started
  }

  private func endLater(_ number: Int) {
    Task {
      try? await Task.sleep(for: ServerDatabase.patience)
      if requests == number { program = nil }
    }
  }
}
