import ForeignText
import Glibc
import AppState
import Catalogue
import SharedValues
import SmallFiles

/// The file that `initialAccessTokenFile` names. It is read only when the registration needs it; its content goes into that one request, never into
/// the log or the keystore.
package enum InitialAccessTokenFile {
  /// Bytes; longer than any token, so a larger file is a wrong one.
  static let largest = 16 * 1024

  /// The token, without surrounding white space.
  package static func read(_ path: String) -> Result<Secret, AppError> {
    let file: RegularFile
    do { file = try RegularFile.open(path, follows: true) } catch {
      let code: AppError.OwnCode =
        error == .unopened(SystemError(number: ENOENT)) ? .tokenFileMissing : .tokenFileUnreadable
      return .failure(failure(code, path, error.reason(notRegular: Phrase.notARegularFile.term)))
    }
    guard file.status.st_size <= largest else { return .failure(failure(.tokenFileTooLarge, path, "\(largest) bytes")) }
    guard let content = try? file.bytes(upTo: largest) else {
      return .failure(failure(.tokenFileUnreadable, path, Phrase.notARegularFile.term))
    }
    let token = String(decoding: content, as: UTF8.self).withoutEdgeLines
    return token.isEmpty ? .failure(failure(.tokenFileEmpty, path, "")) : .success(Secret(token))
  }

  /// A warning if others can read the token: they could register in its owner's name.
  package static func warning(_ path: String) -> String? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & 0o077 != 0 else { return nil }
    return Catalogue()(.tokenFileOpenToOthers, ["path": path])
  }

  private static func failure(_ code: AppError.OwnCode, _ path: String, _ detail: Term) -> AppError {
    AppError(code, step: .registrationToken, cause: .file(path: path, detail: detail))
  }
}
