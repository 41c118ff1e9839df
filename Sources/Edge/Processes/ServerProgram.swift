import FoundationEssentials
import Glibc
import Programs

/// The identity server's program, `dcr-identity-server`.
package enum ServerProgram {
  /// - Throws: `server_program_missing`.
  package static func path() throws(CommandError) -> String {
    try OwnPrograms.path(of: "dcr-identity-server") { CommandError(.serverProgramMissing, ["detail": $0]) }
  }

  /// Replaces this program by the server, with these settings.
  /// - Throws: `server_program_missing`.
  package static func become(serving settings: ServerSettings) throws(CommandError) -> Never {
    try become(["serve", settings.argument])
  }

  /// Replaces this program by the server's program, with these arguments.
  /// - Throws: `server_program_missing`.
  package static func become(_ words: [String]) throws(CommandError) -> Never {
    let path = try path()
    let arguments = ([path] + words).map { strdup($0) }
    execv(path, arguments + [nil])
    throw CommandError(.serverProgramMissing, ["detail": "\(path): \(String(cString: strerror(errno)))"])
  }
}

extension ServerSettings {
  /// The settings as the only argument of the server's program.
  package var argument: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
