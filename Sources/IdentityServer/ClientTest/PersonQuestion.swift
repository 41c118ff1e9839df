/// What a person is asked where the server cannot tell, or not alone: the `question` of a check in `ClientChecks/checks.json`.
///
/// A careless request fails, whatever the person says. Where the requests are careful, the person's answer makes the verdict at most a
/// warning, because the person may be wrong.
struct PersonQuestion: Hashable, Sendable {
  let text: String
  /// The answer that is expected of a careful client's user; `nil`: the person is asked to do something, and `yes` says that it is done.
  let careful: ClientTestAnswer?

  /// `nil`: a member is missing or unknown.
  init?(_ json: JSON) {
    guard let text = json["text"]?.stringValue else { return nil }
    self.text = text
    careful = json["careful"]?.stringValue.flatMap(ClientTestAnswer.init)
    guard (careful == nil) == (json["careful"] == nil), careful != .skip else { return nil }
  }

  /// Whether the answer says that the client is careless.
  func isAgainst(_ answer: ClientTestAnswer?) -> Bool {
    guard let careful, let answer else { return false }
    return answer != careful
  }

  /// What the requests show, with what the person says.
  /// - Parameter answer: `nil`: none.
  func weigh(_ finding: Finding, _ answer: ClientTestAnswer?) -> Finding {
    guard careful != nil, answer != nil else { return finding }
    return switch (finding.kind, isAgainst(answer)) {
    case (.forPerson, false): finding.becoming(.careful, "The person at the client says that it is careful.")
    case (.forPerson, true): finding.becoming(.careless, "The person at the client says that it is careless.")
    case (.careful, true), (.unseen, true):
      finding.becoming(.doubtful, "Its requests show nothing careless, but the person at the client says that it is.")
    default: finding
    }
  }

  func json(_ answer: ClientTestAnswer) -> JSON {
    [
      "question": .string(text), "answer": .string(answer.rawValue),
      "careful": careful.map { .string($0.rawValue) } ?? .null,
    ]
  }
}
