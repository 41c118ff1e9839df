import ArgumentParser
import Glibc
import SharedValues

/// A text from an inherited descriptor, because other users can read command lines.
enum DescriptorText {
  static let limit = 1 << 20

  /// Closes the descriptor, so that later programs do not inherit it, and drops a final line break.
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
