import SharedValues

/// Parses a received redirect, after checking that it is the expected one (RFC 8252 §8.10).
enum RedirectJudgement {
  enum Defect: Error {
    case otherURI, fragment, form(FormParameters.Defect)
  }

  /// The parameters of an answer (RFC 6749 §4.1.2, §4.2.2, RFC 9207 §2): read strictly, and accepted only in the query.
  static let deciding: Set = ["code", "state", "iss", "error", "access_token", "id_token"]

  /// The parameters that the server added to `expected`.
  ///
  /// The URI must be the expected one, character for character; its own query must still come first. All parameters that do not decide are read as
  /// far as possible: a server's explanation of an error may contain spaces, quotes and letters that no URI allows, and is still worth showing.
  ///
  /// A fragment without an answer has no meaning: a browser passes on the fragment of the address before (RFC 9110 §10.2.2), and some servers add one
  /// to prevent that.
  static func parameters(of uri: String, at expected: String) throws(Defect) -> FormParameters {
    guard uri.utf8.count <= AbsoluteURL.maximumLength else { throw .form(.malformed) }
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
    do { return try FormParameters(parsing: added, strictWhere: deciding.contains) } catch { throw .form(error) }
  }

  /// Whether a part of the fragment has the name of a parameter that decides.
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
