import SharedValues

/// Why a judge refuses a response: stable code, offending member in wire spelling, expected, received.
///
/// `expected` and `received` are values that the catalogue words for people, and never hold a secret. Scripts compare the spelling of `code`.
public struct ProtocolError: Error, Hashable, Sendable {
  /// Spelled in snake case, e.g. `id_token_nonce_mismatch`; a server's own OAuth error code keeps its spelling if a specification defines it.
  public var code: Code
  public var field: String?
  public var expected: Term?
  public var received: Term?
  /// The `error` that the server sent, cut to 60 characters; `nil` for defects that the judges found.
  var serverCode: String?
  /// The server's own explanation, cut to 300 characters: its `error_description`, or its words elsewhere.
  public var serverDescription: String?
  /// The specification of the rule: `RFC 6749 §5.1`.
  public var source: String
  /// `expected` and `received` begin with the HTTP status of an answer.
  public private(set) var isOfStatus = false

  /// An answer with an unexpected status.
  static func status(
    _ code: Code, expected: Term = .value("200"), received: Term, serverDescription: String? = nil, source: String
  ) -> ProtocolError {
    var error = ProtocolError(
      code, field: "status", expected: expected, received: received, serverDescription: serverDescription,
      source: source)
    error.isOfStatus = true
    return error
  }

  /// - Parameters:
  ///   - received: what came, in words of this app.
  ///   - quoting: what came, in the sender's words; replaces `received`.
  public init(
    _ code: Code, field: String? = nil, expected: Term? = nil, received: Term? = nil, quoting: String? = nil,
    serverDescription: String? = nil, source: String
  ) {
    (self.code, self.field, self.expected) = (code, field, expected)
    self.received = quoting.map(Term.quoted) ?? received
    (self.serverDescription, self.source) = (serverDescription, source)
  }
}

extension ProtocolError: WordedError {
  public var values: [String: Term] {
    [
      "field": field.map(Term.value), "expected": expected, "received": received,
      "description": serverDescription.map(Term.value), "source": .value(source),
    ].compactMapValues { $0 }
  }
}

extension ProtocolError: CustomStringConvertible {
  /// One line for logs: the code and the source of the rule. The server's own explanation is left out, as it may quote anything.
  public var description: String {
    var text = code.rawValue
    if let field { text += " (\(field))" }
    if let expected { text += ", expected \(expected)" }
    if let received { text += ", received \(received)" }
    return text + " [\(source)]"
  }
}
