import AppState
import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

/// What the server says about the user: userinfo and the ID token's claims (OpenID Connect Core §5.3, §2).
enum ProfileScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    let noToken: Phrase = state.usesApplicationServer ? .idTokenElsewhere : .noIDToken
    return PhonePage(
      title: look.catalogue(.profile),
      blocks: [
        section(.userinfo, session.userinfo?.document, absent: .noUserinfo, look), .gap,
        section(.idTokenClaims, session.claims?.document, absent: noToken, look),
      ], controls: [.home])
  }

  private static func section(_ heading: Phrase, _ document: JSON?, absent: Phrase, _ look: Look) -> PhonePage.Block {
    let claims = ClaimLines(document, look).lines
    return .lines(
      [StyledLine(look.catalogue(heading), Style(.phoneTitle, bold: true))]
        + (claims.isEmpty ? [StyledLine(look.catalogue(absent), Style(.phoneSecondary))] : claims))
  }
}

/// A document of claims as readable lines: standard claims in words, times as dates, nested values indented. The document is hostile: long values and
/// long documents are cut; ``Canvas`` replaces control characters.
struct ClaimLines {
  /// A longer page is not readable.
  static let mostLines = 120
  static let longestValue = 120
  private(set) var lines: [StyledLine] = []
  private var left = 0
  private let look: Look
  /// The width of the names, so that the values are aligned.
  private static let nameWidth = 16

  init(_ document: JSON?, _ look: Look) {
    self.look = look
    add(document?.objectValue ?? [], depth: 0)
    if left > 0 { lines.append(StyledLine(look.catalogue(.claimsCut, ["count": String(left)]), Style(.phoneWarning))) }
  }

  /// First claims about the person, then the token's own, then unknown ones; each in a fixed order, because servers may reorder their claims in every
  /// response, and a page that reshuffles is unreadable.
  private mutating func add(_ members: [JSON.Member], depth: Int) {
    let ordered = members.sorted { (Self.rank($0.name), $0.name) < (Self.rank($1.name), $1.name) }
    for member in ordered { add(member.name, member.value, depth: depth) }
  }

  private static func rank(_ name: String) -> Int { order[name] ?? order.count }

  private static let order = Dictionary(
    uniqueKeysWithValues: [
      "sub", "name", "given_name", "middle_name", "family_name", "nickname", "preferred_username", "email",
      "email_verified", "phone_number", "phone_number_verified", "roles", "address", "formatted", "street_address",
      "postal_code", "locality", "region", "country", "iss", "aud", "azp", "auth_time", "acr", "amr", "iat", "nbf",
      "exp", "sid", "nonce", "at_hash", "c_hash",
    ].enumerated().map { ($1, $0) })

  private mutating func add(_ name: String, _ value: JSON, depth: Int) {
    switch value {
    case .object(let members) where !members.isEmpty:
      append(name, "", depth)
      add(members, depth: depth + 1)
    case .array(let values) where value.stringArray == nil && !values.isEmpty:
      append(name, "", depth)
      for (index, item) in values.enumerated() { add(String(index + 1), item, depth: depth + 1) }
    default: append(name, text(name, value), depth)
    }
  }

  private mutating func append(_ name: String, _ value: String, _ depth: Int) {
    guard lines.count < Self.mostLines else {
      left += 1
      return
    }
    let indent = String(repeating: "  ", count: min(depth, 4))
    var label = indent + (Phrase.claim(name).map { look.catalogue($0) } ?? cut(name, 60))
    let missing = Self.nameWidth - TextLayout.width(label)
    label += String(repeating: " ", count: max(value.isEmpty ? 0 : 2, missing))
    // If the name leaves no room for the value, the value goes below.
    if TextLayout.width(label) > Self.nameWidth + 6, !value.isEmpty {
      lines.append(StyledLine(label, Style(.phoneLabel)))
      label = indent + "  "
    }
    lines.append(
      value.isEmpty
        ? StyledLine(label, Style(.phoneLabel)) : StyledLine(label, Style(.phoneLabel), value, Style(.phoneValue)))
  }

  private func text(_ name: String, _ value: JSON) -> String {
    switch value {
    case .null, .object: look.catalogue(.claimNothing)
    case .bool(let flag): look.catalogue(flag ? .claimYes : .claimNo)
    case .number(let digits): time(name, value) ?? digits
    case .string(let text): text.isEmpty ? "\"\"" : cut(text, Self.longestValue)
    case .array:
      value.stringArray.flatMap { $0.isEmpty ? nil : cut($0.joined(separator: ", "), Self.longestValue) }
        ?? look.catalogue(.claimNothing)
    }
  }

  private func time(_ name: String, _ value: JSON) -> String? {
    guard Self.times.contains(name), let seconds = value.doubleValue, (0...253_402_300_799).contains(seconds) else {
      return nil
    }
    return look.moment(Date(timeIntervalSince1970: seconds)).dateAndTime
  }

  private static let times: Set = ["exp", "iat", "nbf", "auth_time", "updated_at"]

  private func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit, text.count > limit else { return text }
    return look.catalogue(
      .claimCut, ["start": String(text.prefix(limit)), "ellipsis": look.marks.ellipsis, "count": String(text.count)])
  }
}
