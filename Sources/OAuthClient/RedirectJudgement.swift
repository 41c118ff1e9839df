import ForeignText
import SharedValues

/// Takes a received redirect apart, after checking that it is the one that was asked for (RFC 8252 §8.10).
enum RedirectJudgement {
  enum Defect: Error {
    case otherURI, fragment, malformed, duplicate(name: String)
  }

  /// The parameters that the server added to `expected`.
  ///
  /// The URI must be the expected one, character for character; a query that it had itself must still stand first.
  static func parameters(of uri: String, at expected: String) throws(Defect) -> FormParameters {
    guard uri.utf8.count <= AbsoluteURL.maximumLength else { throw .malformed }
    let (expectedBase, expectedQuery) = halves(expected)
    let beforeFragment = uri.firstIndex(ofScalar: "#").map { String(uri[..<$0]) } ?? uri
    let (base, query) = halves(beforeFragment)
    guard base.isExactly(expectedBase) else { throw .otherURI }
    guard !uri.contains(scalar: "#") else { throw .fragment }
    guard AbsoluteURL(uri) != nil else { throw .malformed }
    var added = query ?? ""
    if let expectedQuery, !expectedQuery.isEmpty {
      guard let rest = added.without(prefix: expectedQuery), rest.isEmpty || rest.hasPrefix(bytes: "&") else {
        throw .otherURI
      }
      added = String(rest)
    }
    do { return try FormParameters(parsing: added) } catch {
      switch error {
      case .malformed: throw .malformed
      case .duplicate(let name): throw .duplicate(name: name)
      }
    }
  }

  private static func halves(_ uri: String) -> (base: String, query: String?) {
    guard let mark = uri.firstIndex(ofScalar: "?") else { return (uri, nil) }
    return (String(uri[..<mark]), String(uri.after(mark)))
  }
}
