import Catalogue
import Glibc
import SmallFiles

package struct Administrator: Hashable, Sendable {
  package enum Source: String, Hashable, Sendable {
    case own
    /// `admin` / `Password1`.
    case tutorial
    case file
  }

  package let name: String
  package let password: String
  package let source: Source
  /// The tutorial's password was configured but is not used, because another user of the machine might use it.
  package let isProtected: Bool

  /// Makes a password for the data directory if it needs one and has none yet.
  /// - Throws: `password_file_unreadable`; `data_dir_unwritable`.
  package init(
    _ options: EmbeddedServerOptions.Administrator, _ data: DataDirectory,
    alone: @autoclosure () -> Bool = SoleUser.isProven
  ) throws(CommandError) {
    switch options {
    case .named(let name, let passwordFile):
      (self.name, source, isProtected) = (name, .file, false)
      password = try PasswordFile.read(passwordFile)
    case .tutorial where alone(): (name, password, source, isProtected) = ("admin", "Password1", .tutorial, false)
    case .own, .tutorial:
      let line = StoredLine(file: data.serverPath + "/administrator.password")
      let kept = if let known = try line.read() { known } else { try line.keep(Administrator.freshPassword()) }
      guard kept.count >= 8 else { throw CommandError(.keptFileDamaged, path: line.file, "it holds no password") }
      (name, password, source, isProtected) = ("admin", kept, .own, options == .tutorial)
    }
  }

  /// A password with 79 random bits that is easy to read out and to type.
  private static func freshPassword() -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
    let groups = (0..<4).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<letters.count)] }) }
    return groups.joined(separator: "-")
  }
}

/// Reads a password from a file: its first line, with any system's line ending.
package enum PasswordFile {
  private static let largest = 64 << 10

  /// - Throws: `password_file_unreadable`.
  package static func read(_ path: String) throws(CommandError) -> String {
    let content: [UInt8]
    do { content = try SmallFile.readNamed(path, upTo: largest + 1) } catch {
      throw CommandError(.passwordFileUnreadable, path: path, error)
    }
    guard content.count <= largest, let text = String(validating: content, as: UTF8.self) else {
      throw CommandError(.passwordFileUnreadable, path: path, Phrase.browserPasswordUnreadable)
    }
    guard !text.firstLine.isEmpty else {
      throw CommandError(.passwordFileUnreadable, path: path, Phrase.browserPasswordEmpty)
    }
    return String(text.firstLine)
  }

  /// What to warn of before another process reads the file; `nil`: nobody else can read it, or it is no regular file.
  package static func warning(of path: String) -> String? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_mode & 0o077 != 0 else { return nil }
    return Catalogue()(.browserPasswordFileExposed, ["path": path])
  }
}
