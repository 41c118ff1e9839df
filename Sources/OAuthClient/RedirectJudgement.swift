import ForeignText
import SharedValues

/// Takes a received redirect apart, after checking that it is the one that was asked for (RFC 8252 §8.10).
enum RedirectJudgement {
  enum Defect: Error {
    case otherURI, fragment, malformed, duplicate(name: String)
  }

  /// What an answer is made of (RFC 6749 §4.1.2, §4.2.2, RFC 9207 §2): read strictly, and wanted in the query alone.
  static let deciding: Set = ["code", "state", "iss", "error", "access_token", "id_token"]

  /// The parameters that the server added to `expected`.
  ///
  /// The URI must be the expected one, character for character; a query that it had itself must still stand first. All but the
  /// parameters that decide is read as far as it can be: what a server says of an error may come with spaces, quotes and letters
  /// that belong into no URI, and is still the reason that it gives.
  ///
  /// A fragment without an answer says nothing: a browser hands on the one of the address that it was sent from (RFC 9110 §10.2.2),
  /// and some servers add one so that it does not.
  static func parameters(of uri: String, at expected: String) throws(Defect) -> FormParameters {
    guard uri.utf8.count <= AbsoluteURL.maximumLength else { throw .malformed }
    let (expectedBase, expectedQuery) = halves(expected)
    let mark = uri.firstIndex(ofScalar: "#")
    let (base, query) = halves(mark.map { String(uri[..<$0]) } ?? uri)
    guard base.isExactly(expectedBase) else { throw .otherURI }
    if let mark, holdsAnswer(uri.after(mark)) { throw .fragment }
    var added = query ?? ""
    if let expectedQuery, !expectedQuery.isEmpty {
      guard let rest = added.without(prefix: expectedQuery), rest.isEmpty || rest.hasPrefix(bytes: "&") else {
        throw .otherURI
      }
      added = String(rest)
    }
    do { return try FormParameters(parsing: added, strictWhere: deciding.contains) } catch {
      switch error {
      case .malformed: throw .malformed
      case .duplicate(let name): throw .duplicate(name: name)
      }
    }
  }

  /// Whether a part of it has the name of a parameter that decides.
  private static func holdsAnswer(_ fragment: Substring) -> Bool {
    fragment.split(whereScalar: { ["?", "#", "&"].contains($0) }).contains { part in
      deciding.contains(PercentCoding.repaired(part.prefix(whileScalar: { $0 != "=" }).utf8))
    }
  }

  private static func halves(_ uri: String) -> (base: String, query: String?) {
    guard let mark = uri.firstIndex(ofScalar: "?") else { return (uri, nil) }
    return (String(uri[..<mark]), String(uri.after(mark)))
  }
}
