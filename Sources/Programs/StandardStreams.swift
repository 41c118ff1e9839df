import Catalogue
import Glibc
import SmallFiles

/// What scripts read. Written at once and whole, so that a pipe sees every line when it happens.
///
/// Everything that a command says passes here or ``StandardError``, and nothing of it acts on a terminal, even where a stranger wrote it.
package enum StandardOutput {
  package static func write(_ text: String) { Output.write(TerminalText.harmless(text)) }
  package static func line(_ text: String) { write(text + "\n") }
  /// Text with escape sequences that this program has made or judged itself: colours, a recording.
  package static func writeSequences(_ text: String) { Output.write(text) }

  /// To be called at the end, and before something that takes long: nobody is to take half of a text for all of it.
  /// - Throws: `output_unwritable`.
  package static func check() throws(CommandError) {
    if let error = Output.failure { throw CommandError(.outputUnwritable, ["detail": error.message]) }
  }
}

/// What people read when something is wrong, beside whatever scripts read.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(TerminalText.harmless(text), to: STDERR_FILENO) }
  /// `dcr-terminal: warning: …`
  package static func warn(_ text: String) {
    write("dcr-terminal: \(Catalogue()(.warningLine, ["warning": CommandError.line(text)]))\n")
  }
}
