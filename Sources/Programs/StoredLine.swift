import Glibc
import SharedValues
import SmallFiles

/// One line in a file of the data directory that is written once and stays. If several programs start at the same moment, the first one writes it and
/// the others read it.
package struct StoredLine {
  /// Absolute.
  package let file: String

  package init(file: String) { self.file = file }

  /// - Returns: `nil` if the file does not exist yet.
  package func read() throws(CommandError) -> String? {
    do {
      let bytes = try SmallFile.read(file, upTo: 256, follows: false)
      return String(String(decoding: bytes, as: UTF8.self).firstLine)
    } catch .unopened(SystemError(number: ENOENT)) {
      return nil
    } catch {
      throw CommandError(.keptFileDamaged, path: file, error.reason(notRegular: "it is no file"))
    }
  }

  /// - Returns: the kept line, which may be another program's.
  package func keep(_ line: String) throws(CommandError) -> String {
    let temporary = AtomicWriter.temporaryName(for: file)
    defer { unlink(temporary) }
    do { try SmallFile.replace(temporary, by: Array((line + "\n").utf8)) } catch { throw unwritable(error) }
    if link(temporary, file) == 0 { return line }
    guard errno == EEXIST, let first = try read() else { throw unwritable(.last) }
    return first
  }

  /// Replaces the kept line.
  package func replace(by line: String) throws(CommandError) {
    do { try SmallFile.replace(file, by: Array((line + "\n").utf8)) } catch { throw unwritable(error) }
  }

  private func unwritable(_ error: SystemError) -> CommandError {
    CommandError(.dataDirUnwritable, path: file, error.message)
  }
}
