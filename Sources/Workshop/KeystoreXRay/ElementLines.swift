import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// The keys of the phone's secure element as lines: thumbprint, use, age, and whether they ask the user. Never the keys themselves.
struct ElementLines {
  /// Empty where there is no key.
  private(set) var lines: [StyledLine] = []
  private let width: Int
  private let look: Look

  init(_ state: AppState, width: Int, look: Look) {
    (self.width, self.look) = (width, look)
    let insight = state[KeystoreInsight.self]
    guard insight.hasElement else { return }
    lines = [.blank, StyledLine(look.catalogue(.xrayElement), Style(.heading, bold: true))]
    switch insight.element {
    case .success(let keys):
      for key in keys { add(key, state.now) }
      wrap(look.catalogue(.xrayElementCaption), Style(.secondary))
    case .failure(let error): add(error)
    }
  }

  /// Shows as many characters of the thumbprint as the arrows of the panel **Sequence**.
  private mutating func add(_ key: ElementKey, _ now: Date) {
    let use: Phrase =
      switch key.use {
      case .clientAuthentication: .xrayElementClient
      case .dpop: .xrayElementTokens
      }
    wrap(
      "\(look.marks.dot) \(key.thumbprint.prefix(8))\(look.marks.ellipsis) \(look.catalogue(use))",
      Style(.keystore, bold: true), hanging: 2)
    let made = look.catalogue(
      .xrayElementMade, ["time": look.momentOrTime(key.madeAt, now), "ago": look.ago(key.madeAt, now)])
    let asks = look.catalogue(key.demandsUser ? .xrayElementAsks : .xrayElementSilent)
    wrap("\(made) \(look.marks.separator) \(asks)", Style(.text), indent: 2)
  }

  private mutating func add(_ error: SecureElementError) {
    let words = ErrorWording(error, look)
    wrap(
      "\(look.marks.warning) \(words.title) (\(error.code.rawValue))", Style(.warning, bold: true), hanging: 2)
    wrap(words.explanation, Style(.text))
    wrap(words.hint, Style(.secondary))
  }

  private mutating func wrap(_ text: String, _ style: Style, indent: Int = 0, hanging: Int = 0) {
    lines += StyledLine.wrapped(text, style, width: width, indent: indent, hanging: hanging)
  }
}
