import ArgumentParser
import Catalogue
import FoundationEssentials

/// The start of a program of this product.
package enum ProgramStart {
  /// Sets the language of errors and warnings to the environment's, unless the command line names another.
  package static func speakAsTheEnvironmentAsks() {
    Language.ofProcess = .of(environment: ProcessInfo.processInfo.environment)
  }
}

/// The end of a program of this product.
package enum ProgramEnd {
  /// Reports the error and returns the exit code. A request for help or the version is not an error.
  ///
  /// The parser's messages about a command line are in English, as its help is.
  /// - Parameter words: the words of the command line.
  package static func report(_ error: any Error, of root: any ParsableCommand.Type, _ words: [String]) -> Int32 {
    if let failure = error as? CommandError {
      StandardError.write(failure.report())
      return failure.status.rawValue
    }
    if let status = error as? ExitStatus { return status.rawValue }
    let parsed = root.exitCode(for: error)
    if let unknown = UnknownCommand.error(in: words, of: root) {
      StandardError.write(unknown.report())
      return unknown.status.rawValue
    }
    if parsed == .success {
      do throws(CommandError) {
        let text = try CompletionScript.harmless(root.fullMessage(for: error))
        StandardOutput.line(CommandHelp.completing(text, of: root._commandName))
        try StandardOutput.check()
        return 0
      } catch { return report(error, of: root, words) }
    }
    guard parsed == .validationFailure else {
      StandardError.write(CommandError(.unexpected, ["detail": "\(error)"]).report())
      return ExitStatus.unavailable.rawValue
    }
    StandardError.write(CommandError(.usage, ["detail": root.message(for: error)]).report())
    return ExitStatus.usage.rawValue
  }
}
