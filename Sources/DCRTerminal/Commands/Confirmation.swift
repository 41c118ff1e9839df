import ArgumentParser
import Glibc

/// A question on the terminal before something is lost for good.
enum Confirmation {
  /// - Parameter command: named where nobody can be asked, and only `--yes` helps.
  static func isGiven(_ question: String, _ command: String) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw ValidationError("\(command) needs --yes where nobody can be asked")
    }
    StandardError.write(question)
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}
