import ForeignText
import ArgumentParser
import Glibc

/// A text that comes through an inherited descriptor, because everybody on the machine may read a command line.
enum HandedText {
  /// Bytes of the longest text.
  static let limit = 1 << 20

  /// Reads to the end, closes the descriptor, so that no program started later inherits it, and drops a line end.
  ///
  /// - Throws: a usage error when nothing can be read there, or too much, or what is no UTF-8.
  static func read(_ descriptor: Int32) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    defer { if descriptor > STDERR_FILENO { close(descriptor) } }
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ValidationError(BrowserOptions.noDescriptor) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw ValidationError(BrowserOptions.noURL) }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ValidationError(BrowserOptions.noURL) }
    return text.without(suffix: "\n").map(String.init) ?? text
  }
}
