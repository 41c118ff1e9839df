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
  /// Other fragments have no meaning: browsers pass on that of the address before (RFC 9110 §10.2.2), and servers add one to prevent that.
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

/// Tells the answer to a pending request from everything else that reaches its redirect URI.
///
/// Any program, and any page that guesses the port, can send something there (RFC 8252 §8.9, §8.10). Only the server that was asked, through the
/// browser that was opened, knows the 256 random bits of `state` (RFC 6749 §10.12): a redirect without them was not asked for, and must not end a
/// login under way.
public struct AwaitedRedirect: Hashable, Sendable {
  private let state: Secret

  public init(state: Secret) { self.state = state }

  /// Anywhere in its query or fragment: its sender knows the state, so the judges report any other defect of the answer.
  ///
  /// Compared in constant time.
  public func isAnswered(by uri: String) -> Bool {
    let parameters = uri.drop(whileScalar: { $0 != "?" && $0 != "#" })
    return parameters.split(whereScalar: { ["?", "#", "&"].contains($0) }).contains { pair in
      guard let parameter = try? FormParameters(parsing: String(pair)) else { return false }
      return parameter["state"]?.isExactlyInConstantTime(state.revealed) ?? false
    }
  }
}
