import Catalogue
import Glibc
import SharedValues
import SmallFiles

/// The credentials that the headless browser types into login forms; never printed.
struct Credentials: Sendable {
  var username: String
  var password: Secret

  /// Reads the password from the first line of a file.
  ///
  /// A file that group or others can read is accepted; ``isExposed(_:)`` tells the caller to warn.
  init(username: String, passwordFile: String) throws(BrowserError) {
    func unusable(_ detail: Phrase) -> BrowserError {
      BrowserError(.passwordFile, ["path": passwordFile, "detail": detail.english])
    }
    guard let bytes = try? SmallFile.readNamed(passwordFile, upTo: 65_537), bytes.count <= 65_536,
      let text = String(validating: bytes, as: UTF8.self)
    else { throw unusable(.browserPasswordUnreadable) }
    guard !text.firstLine.isEmpty else { throw unusable(.browserPasswordEmpty) }
    self.init(username: username, password: Secret(String(text.firstLine)))
  }

  init(username: String, password: Secret) { (self.username, self.password) = (username, password) }

  /// Whether users other than the owner can access the file.
  static func isExposed(_ file: String) -> Bool {
    var info = stat()
    return lstat(file, &info) == 0 && info.st_mode & 0o077 != 0
  }
}
