import FoundationEssentials
import Glibc
import Programs

/// The identity server's program, `dcr-identity-server`.
enum ServerProgram {
  /// - Throws: `server_program_missing`.
  static func path() throws(CommandError) -> String {
    try OwnPrograms.path(of: "dcr-identity-server") { CommandError(.serverProgramMissing, ["detail": $0]) }
  }

  /// Replaces this program by the server, with these settings.
  /// - Throws: `server_program_missing`.
  static func become(serving settings: ServerSettings) throws(CommandError) -> Never {
    try become(["serve", settings.argument])
  }

  /// Replaces this program by the server's program, with these arguments.
  /// - Throws: `server_program_missing`.
  static func become(_ words: [String]) throws(CommandError) -> Never {
    let path = try path()
    let arguments = ([path] + words).map { strdup($0) }
    execv(path, arguments + [nil])
    throw CommandError(.serverProgramMissing, ["detail": "\(path): \(String(cString: strerror(errno)))"])
  }
}
