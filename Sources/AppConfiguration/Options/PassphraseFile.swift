import AgeFormat
import Edge
import Glibc
import Programs

/// A file whose only line is a passphrase, and other short files of keys.
package enum PassphraseFile {
  package static func read(_ path: String) throws(CommandError) -> Passphrase {
    do {
      return try Passphrase(file: try content(of: path))
    } catch { throw CommandError(error.at(path)) }
  }

  /// Key and passphrase files are short; more than the limit is not read, because such a file is refused.
  package static func content(of path: String) throws(AgeError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AgeError.reading(errno) }
    defer { close(descriptor) }
    let source = DescriptorSource(descriptor)
    var content: [UInt8] = []
    while content.count <= IdentityFile.maximumLength, case let piece = try source.read(upTo: 4096), !piece.isEmpty {
      content += piece
    }
    return content
  }
}
