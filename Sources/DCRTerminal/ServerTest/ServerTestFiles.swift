import Glibc
import ServerTest

/// Looks at the files of a run before anything is sent.
enum ServerTestFiles {
  /// The browser's process alone reads the password, and up to three times: here the file is only looked at.
  /// - Returns: what to warn of; `nil`: nothing.
  /// - Throws: `password_file_unreadable`.
  static func check(_ login: TestBrowser.Login) throws(CommandError) -> String? {
    let path = login.passwordFile
    let file: RegularFile
    do { file = try RegularFile.open(path, follows: true) } catch {
      throw CommandError(.passwordFileUnreadable, path: path, error.reason(notRegular: "it is not a regular file"))
    }
    guard file.status.st_size > 0 else {
      throw CommandError(.passwordFileUnreadable, path: path, Phrase.browserPasswordEmpty)
    }
    return PasswordFile.warning(of: path)
  }

  /// The initial access token of the registrations: the file's first line.
  /// - Throws: `initial_access_token_file_unreadable`.
  static func token(_ path: String) throws(CommandError) -> Secret {
    do { return Secret(try PasswordFile.read(path)) } catch {
      let values: [String: any TermConvertible] = ["path": path, "detail": error.values["detail"] ?? ""]
      throw CommandError(AppError.OwnCode.tokenFileUnreadable, values)
    }
  }
}
