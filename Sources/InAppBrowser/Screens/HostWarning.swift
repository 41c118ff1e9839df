import Catalogue
import SharedValues
import TerminalUI
// `_nfd`: the standard library does not publish the canonical decomposition (UAX #15) yet.
@_spi(_Unicode) import Swift

/// The address bar's warning about a host that may be mistaken for another one. The host itself is always shown as it is looked up.
///
/// - An international name (a label that begins with `xn--`, RFC 5890 §2.3.2.1) is always marked and also shown in Unicode,
///   because no table lists all characters that people confuse.
/// - A host that looks like one that this browser has visited is marked with that host's name. The app's first address counts
///   as visited. The comparison uses a small part of UTS #39's table: Cyrillic and Greek letters that look Latin, digits for
///   letters, `rn` and `vv`, and marks on letters.
/// - A host that is too long to show is marked.
enum HostWarning: Hashable, Sendable {
  case resembles(String)
  case international(String)
  case tooLong

  /// - Parameter known: the visited authorities.
  init?(_ url: WebURL, known: some Sequence<String>, isTorn: Bool = false) {
    if let other = HostWarning.double(of: url.host, among: known) {
      self = .resembles(other)
    } else if url.host.split(scalar: ".").contains(where: { $0.hasPrefix(bytes: "xn--") }) {
      self = .international(HostWarning.decoded(url.host))
    } else if isTorn {
      self = .tooLong
    } else {
      return nil
    }
  }

  /// The warning as one line; only the data in it may be cut.
  func words(_ text: Catalogue, width: Int, glyphs: Glyphs = .unicode) -> String {
    func filled(_ phrase: Phrase, _ name: String, _ value: String) -> String {
      let room = max(8, width - TextLayout.width(text(phrase, [name: ""])))
      return text(phrase, [name: AddressText.fitted(value, width: room, glyphs: glyphs)])
    }
    return switch self {
    case .resembles(let host): filled(.browserHostResembles, "host", host)
    case .international(let name): filled(.browserHostInternational, "name", name)
    case .tooLong: text(.browserHostTooLong)
    }
  }

  private static func double(of host: String, among known: some Sequence<String>) -> String? {
    let own = skeleton(host)
    var seen: Set<String> = [host]
    for authority in known {
      let other = HostWarning.host(in: authority)
      if seen.insert(other).inserted, !other.isEmpty, skeleton(other) == own { return other }
    }
    return nil
  }

  /// The host of an authority, without the port.
  private static func host(in authority: String) -> String {
    guard !authority.hasPrefix(bytes: "["), let colon = authority.firstIndex(ofScalar: ":") else { return authority }
    return String(authority[..<colon])
  }

  /// Two hosts with the same skeleton look alike. A host has no compatibility characters: IDNA has mapped them.
  static func skeleton(_ host: String) -> String {
    var letters = ""
    for scalar in decoded(host).lowercased()._nfd {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      letters.unicodeScalars.append(doubles[scalar] ?? scalar)
    }
    return letters.replacingBytes(of: "rn", with: "m").replacingBytes(of: "vv", with: "w")
  }

  /// The host in Unicode; unchanged if a label cannot be decoded.
  static func decoded(_ host: String) -> String {
    guard host.contains("xn--") else { return host }
    return InternationalHost.decoded(host) ?? host
  }

  private static let doubles: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs: [(others: String, latin: Unicode.Scalar)] = [
      ("аαɑ", "a"), ("ЬьƄ", "b"), ("сϲ", "c"), ("ԁ", "d"), ("еєε", "e"), ("ɡ", "g"), ("һ", "h"), ("іιı", "i"),
      ("ј", "j"), ("кκ", "k"), ("1ӏｌ|", "l"), ("м", "m"), ("п", "n"), ("0оοσ", "o"), ("рρ", "p"), ("ԛ", "q"),
      ("г", "r"), ("ѕ", "s"), ("тτ", "t"), ("υ", "u"), ("ѵν", "v"), ("ԝѡ", "w"), ("хχ", "x"), ("уγ", "y"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (others, latin) in pairs { for scalar in others.unicodeScalars { table[scalar] = latin } }
    return table
  }()
}
