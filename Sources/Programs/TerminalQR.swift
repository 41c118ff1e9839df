import Glibc
import TerminalUI

package enum TerminalQR {
  /// Black on white whatever the terminal's colours are, because many cameras read no light code on dark ground.
  private static let (dark, usual) = ("\u{1B}[30;107m", "\u{1B}[0m")

  /// The best picture that fits, in lines with their colours.
  /// - Parameter columns: of the terminal; the picture may be higher than its window, which scrolls.
  /// - Returns: `nil`: the terminal is too narrow, or the text too long for a code.
  package static func lines(_ text: String, columns: Int) -> String? {
    let pictures = QRPicture.all(of: text, .unicode)
    guard let picture = pictures.first(where: { $0.fits(Size(columns, .max)) }) else { return nil }
    return picture.lines.map { dark + $0 + usual + "\n" }.joined()
  }

  /// Writes the code to standard output if that is a terminal which can show it.
  package static func write(_ text: String) {
    guard let columns = StandardOutput.columns, !["", "dumb"].contains(ProcessEnvironment["TERM"] ?? ""),
      ProcessEnvironment.isUTF8(), let lines = lines(text, columns: columns)
    else { return }
    StandardOutput.writeSequences(lines)
  }
}
