import CheckRuns

/// What `client-test` tells a person. English, as are the checks and the standards.
enum ClientTestWords {
  /// - Parameter server: what it said when it was ready.
  static func ready(_ server: JSON) -> String {
    let members = [
      ("issuer ", "issuer"), ("CA     ", "ca"), ("CA page", "authority_page"), ("SHA-256", "authority_fingerprint"),
    ]
    let lines = members.compactMap { name, member in server[member]?.stringValue.map { "  \(name) \($0)" } }
    return (["The server is ready for the client."] + lines).joined(separator: "\n")
  }

  static func plan(_ count: Int) -> String { count == 1 ? "There is one check." : "There are \(count) checks." }

  static func request(_ act: ClientTestMessage.Act, _ place: String?, _ patience: Int) -> String {
    "\n\(head(place, act.check))\n  \(act.text)\n  I wait \(patience) s. \(keys(act))"
  }

  /// The server sees a login itself. A sign-out, or a use, may stay within the app.
  static func keys(_ act: ClientTestMessage.Act) -> String {
    (act.action == .login ? "" : "d: done. ") + "Enter: the client cannot do this. q: stop."
  }

  /// A link stands in a line of its own, where a person can copy it.
  static func question(_ question: ClientTestMessage.Question, _ place: String?, _ patience: Int) -> String {
    let link = question.link.map { "\n" + CommandError.line($0) } ?? ""
    return "\n\(head(place, question.check))\n  \(question.text)\(link)\n  I wait \(patience) s. \(answers)"
  }

  static let answers = "y: yes. n: no. Enter: I do not know. q: stop."

  private static func head(_ place: String?, _ check: String?) -> String {
    switch (place, check) {
    case (let place?, _): "Check \(place)"
    case (nil, _?): "Check"
    case (nil, nil): "First everything is right."
    }
  }

  /// `12 of 48  id-nonce  Checks the nonce: passed`
  /// - Parameter explains: also says what the server did, which a person is not told before.
  static func verdict(_ verdict: CheckedVerdict, _ place: String?, explains: Bool) -> String {
    let start = place.map { $0 + "  " } ?? ""
    var text = "\(start)\(verdict.id)  \(verdict.definition.about): \(verdict.outcome.words)"
    let isBad = [.failed, .warning, .needsPerson].contains(verdict.outcome)
    if explains { text += "\n  What the server did: \(verdict.definition.how)" }
    if explains || isBad { text += "\n  \(verdict.evidence)" }
    return text
  }
}
