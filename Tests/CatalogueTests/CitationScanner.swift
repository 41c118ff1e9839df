import Foundation

/// A section of a document that a text cites.
struct Citation: CustomStringConvertible {
  /// The document's name in the table; `nil`: no document was named before the section.
  var document: String?
  var section: String
  var line: Int

  var description: String { "\(document ?? "?") §\(section)" }
}

/// Finds citations in sources and documents: `RFC 6749 §5.2`, `RFC 7591 section 3`, `appendix A.11` and the links of the RFC editor.
///
/// A section belongs to the last document named before it, as a reader understands it.
enum CitationScanner {
  static func citations(in text: String) -> [Citation] {
    let flat = unfolded(text) as NSString
    var found: [Citation] = []
    var document: String?
    var (line, place) = (1, 0)
    for match in token.matches(in: flat as String, range: NSRange(location: 0, length: flat.length)) {
      while place < match.range.location {
        if flat.character(at: place) == 10 { line += 1 }
        place += 1
      }
      func group(_ number: Int) -> String? {
        let range = match.range(at: number)
        return range.location == NSNotFound ? nil : flat.substring(with: range)
      }
      if let link = group(1), let section = group(2) {
        found.append(Citation(document: "RFC \(link)", section: section, line: line))
      } else if let section = group(3) ?? group(4) ?? group(5) {
        found.append(Citation(document: document, section: section, line: line))
      } else {
        document = name(flat.substring(with: match.range))
      }
    }
    return found
  }

  /// Joins comments and long strings across line ends. Newlines stay, so that lines can be counted.
  private static func unfolded(_ text: String) -> String {
    [#""[ ]*\n\s*\+ ""#, #"\n[ ]*///?[ ]?"#].reduce(text) { text, pattern in
      text.replacingOccurrences(of: pattern, with: "\n", options: .regularExpression)
    }
  }

  /// Links of the RFC editor (1 and 2), sections in their three spellings (3 to 5), and names of documents.
  private static let token: NSRegularExpression = {
    // One document's name may begin with another's: following words with a capital letter or an underscore, up to the version or the
    // section, belong to the name.
    let more = #"(?:(?:\s(?:[A-Z][a-z]+|\w+_\w+))+(?=(?:\s\d\.\d)?\s§))?"#
    let documents = [
      #"RFC\s+\d{4}(?:bis)?"#, #"Connect\s(?:Core|Discovery|Registration|Dynamic\s(?:Client\s)?Registration)"# + more,
      #"\bCore(?=\s§)"#, #"(?:Front-Channel|Back-Channel|RP-Initiated)\sLogout"#, #"Session\sManagement"#,
      #"User\sRegistration\svia\sOpenID\sConnect"#, #"Multiple\sResponse\sType\sEncoding\sPractices"#,
      #"FAPI\s2\.0"# + more, #"Web\sAuthentication|WCAG\s2\.2|APPNOTE|XML\s1\.0|URL\sstandard|ECMA-48"#,
      #"Shell\sCommand\sLanguage|Base\sDefinitions|gettext\smanual"#,
    ]
    let sections = [
      #"rfc(\d{4})#section-([0-9.]*[0-9])"#, #"§\s*([A-Z]?[0-9.]*[0-9])"#,
      #"(?:[Ss]ections?|Abschnitt|avsnitt)\s([0-9.]*[0-9])"#,
      #"[Aa]ppendix\s([A-Z](?:\.[0-9]+)*)"#,
    ]
    guard let token = try? NSRegularExpression(pattern: (sections + documents).joined(separator: "|")) else {
      fatalError("the pattern is wrong")
    }
    return token
  }()

  private static func name(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch words {
    case "Connect Core", "Core": return "OpenID Connect Core"
    case "Connect Discovery": return "OpenID Connect Discovery"
    case "Connect Dynamic Client Registration", "Connect Dynamic Registration", "Connect Registration":
      return "OpenID Connect Registration"
    case "FAPI 2.0 Security Profile": return "FAPI 2.0"
    default: return words.hasPrefix("Connect ") ? "OpenID " + words : words
    }
  }
}
