import SharedValues

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
    let known = ProtocolError.Code(rawValue: code).flatMap { $0.meaning.isOfServers ? $0 : nil }
    let sent = code.quotable(60)
    let source =
      switch place {
      case .contract(let name): name
      case .section(let section): known?.meaning.section ?? section
      }
    // Only the sender of the redirect URI knows which kind was refused, and names the alternatives if it does.
    var error = ProtocolError(
      known ?? .serverReportedError, field: "error",
      expected: known == .invalidRedirectURI ? .check(.otherRedirectURI) : nil, quoting: known == nil ? sent : nil,
      serverDescription: description.flatMap(ServerWords.cut), source: source)
    error.serverCode = sent
    return error
  }
}
