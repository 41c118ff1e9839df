import ForeignText

/// The meaning of a server's own `error` for the app (RFC 6749 §4.1.2.1 and §5.2, and the specifications that add to them).
enum ServerError {
  /// Where the errors of an endpoint are defined.
  enum Place {
    /// In this section of a specification. A code that another specification defines is cited from there.
    case section(String)
    /// In a contract outside the specifications, whose codes have their own meaning.
    case contract(String)
  }

  static func read(_ code: String, description: String?, at place: Place) -> ProtocolError {
    let text = description.flatMap(ServerWords.cut)
    let sent = code.quotable(60)
    guard let known = ProtocolError.Code(rawValue: code), known.meaning.isOfServers else {
      var error = ProtocolError(
        .serverReportedError, field: "error", quoting: sent, serverDescription: text, source: source(nil, at: place))
      error.serverCode = sent
      return error
    }
    // Only the sender of the redirect URI knows which kind was refused, and names the alternatives if it does.
    let expected: Term? = known == .invalidRedirectURI ? .check(.otherRedirectURI) : nil
    var error = ProtocolError(
      known, field: "error", expected: expected, serverDescription: text,
      source: source(known.meaning.section, at: place))
    error.serverCode = sent
    return error
  }

  private static func source(_ own: String?, at place: Place) -> String {
    switch place {
    case .contract(let name): name
    case .section(let section): own ?? section
    }
  }
}
