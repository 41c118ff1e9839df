import Foundation

/// What scripts read. Written at once and whole, so that a pipe sees every line when it happens.
///
/// Everything that a command says passes here or ``StandardError``, and nothing of it acts on a terminal, even where a stranger wrote it.
package enum StandardOutput {
  package static func write(_ text: String) { Descriptor.write(TerminalText.harmless(text), to: STDOUT_FILENO) }
  package static func line(_ text: String) { write(text + "\n") }
  /// Text with escape sequences that this program has made or judged itself: colours, a recording.
  package static func writeSequences(_ text: String) { Descriptor.write(text, to: STDOUT_FILENO) }
}

/// What people read when something is wrong, beside whatever scripts read.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(TerminalText.harmless(text), to: STDERR_FILENO) }
  /// `dcr-terminal: warning: …`
  package static func warn(_ text: String) { write("dcr-terminal: warning: \(CommandError.line(text))\n") }
}

package enum Descriptor {
  /// A descriptor that nobody reads any more swallows the rest.
  package static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }

  /// Reads until the other side closes, then closes this one.
  package static func read(_ descriptor: Int32, _ receive: (ArraySlice<UInt8>) -> Void) {
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      receive(buffer[..<count])
    }
  }
}
