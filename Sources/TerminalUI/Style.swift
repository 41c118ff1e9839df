/// The meaning of a cell. A theme gives it colours; without colours, attributes and the text itself show it.
///
/// As a coding key it knows its name without reflection, which costs a part of the time to the first picture.
public enum Role: Int, Hashable, Sendable, CaseIterable, CodingKey {
  // The terminal around the phone.
  case text, secondary, heading, panelFrame, panelFrameFocused, selection, captionTitle, tab, tabSelected, footer,
    footerKey
  // The phone: its case, and the light screen inside it.
  case phoneCase, phone, phoneTitle, phoneSecondary, phoneLabel, phoneValue, phoneStatus, phoneButton
  case phoneButtonFocused, phoneButtonQuiet, phoneField, phoneFieldFocused
  case phoneLink, phoneLinkFocused, phoneError, phoneSuccess, phoneWarning
  // The illustration of the seed's app: shield, lock, person, network.
  case shield, shieldLock, suit, skin, network, ground
  // The parties, in messages and diagram.
  case app, browser, server, keystore
  // Judgements and texts.
  case success, warning, error, secure, insecure, jsonKey, jsonString, jsonNumber, highlight

  public var description: String { stringValue }
}

public struct Style: Hashable, Sendable {
  public var role: Role
  public var bold, underline, dim, reverse: Bool

  public init(_ role: Role, bold: Bool = false, underline: Bool = false, dim: Bool = false, reverse: Bool = false) {
    (self.role, self.bold, self.underline, self.dim, self.reverse) = (role, bold, underline, dim, reverse)
  }
}
