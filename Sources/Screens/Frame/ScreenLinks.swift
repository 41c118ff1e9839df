import AppState
import OAuthClient
import TerminalUI

extension AppScreen {
  /// The texts on the screen that are links: the issuer, and the files that tools have written.
  /// - Parameter host: the name of this machine, because a terminal across a network has other files.
  package static func links(_ state: AppState, host: String) -> [KnownLink] {
    let files = state.toolViews.flatMap { $0.files(state) }
    return [KnownLink(state.settings.issuer.text, to: state.settings.issuer.text)]
      + files.map { KnownLink($0, to: "file://\(host)\(percentEncoded($0))") }
  }

  /// Encodes each byte that RFC 3986 does not list as unreserved, except the slashes.
  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
        text.append(character)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
