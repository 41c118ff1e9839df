import Automation
import ForeignText
import TerminalUI

/// An entry of a bundle's keys, as the input that a replay sends.
enum ReplayKey: Hashable, Sendable {
  case bytes([UInt8])
  case click(Point)
  /// Text was typed into the field of this name.
  case typed(String)
  case resize(Size)
  /// The key has no effect that a replay compares.
  case nothing

  init?(_ text: String) {
    let words = text.split(scalar: " ").map(String.init)
    if text == EvidenceHistory.other {
      self = .nothing
    } else if words.count == 2, words[0] == EvidenceHistory.masked {
      self = .typed(words[1])
    } else if words.count == 2, words[0] == "resize", let size = Size(named: words[1]) {
      self = .resize(size)
    } else if words.count == 3, words[0] == "click", let x = Int(words[1]), let y = Int(words[2]),
      (0..<500).contains(x), (0..<200).contains(y)
    {
      self = .click(Point(x, y))
    } else if let key = ScriptKey(text) {
      self = .bytes(key.bytes)
    } else {
      return nil
    }
  }
}
