import Catalogue
import Glibc
import SmallFiles

/// Output for scripts, written at once and whole, so that a pipe gets every line when it happens.
///
/// All output of commands goes through here or ``StandardError``, which replace control characters, even in a stranger's text.
package enum StandardOutput {
  package static func write(_ text: String) { Output.write(TerminalText.harmless(text)) }
  package static func line(_ text: String) { write(text + "\n") }
  /// Writes text with escape sequences that this program made or judged itself: colours, a recording.
  package static func writeSequences(_ text: String) { Output.write(text) }

  /// Called at the end, and before long work, so that a truncated output is not mistaken for the whole.
  /// - Throws: `output_unwritable`.
  package static func check() throws(CommandError) {
    if let error = Output.failure { throw CommandError(.outputUnwritable, ["detail": error.message]) }
  }
}

/// Messages for people about problems, separate from the output for scripts.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(TerminalText.harmless(text), to: STDERR_FILENO) }
  /// `dcr-terminal: warning: …`
  package static func warn(_ text: String) {
    write("dcr-terminal: \(Catalogue()(.warningLine, ["warning": CommandError.line(text)]))\n")
  }
}
