import SharedValues

/// What a person was asked about the peer, and said. It stands beside the verdict.
package struct PersonsAnswer: Hashable, Sendable {
  /// One line of bounded length.
  package let question: String
  /// `yes` or `no`.
  package let answer: ClientTestAnswer
  /// The answer that is expected of a careful peer's user; `nil`: the person was asked to do something, and did it.
  package let careful: ClientTestAnswer?

  package init(_ question: String, _ answer: ClientTestAnswer, careful: ClientTestAnswer?) {
    (self.question, self.answer, self.careful) = (OneLine.of(question), answer, careful)
  }

  /// `nil`: a member is missing or wrong.
  init?(_ json: JSON) {
    func said(_ name: String) -> ClientTestAnswer? {
      json[name]?.stringValue.flatMap(ClientTestAnswer.init).flatMap { $0 == .skip ? nil : $0 }
    }
    guard let question = json["question"]?.stringValue, let answer = said("answer") else { return nil }
    let careful = said("careful")
    guard careful != nil || (json["careful"] ?? .null) == .null else { return nil }
    self.init(question, answer, careful: careful)
  }

  var json: JSON {
    [
      "question": .string(question), "answer": .string(answer.rawValue),
      "careful": careful.map { .string($0.rawValue) } ?? .null,
    ]
  }

  /// `Does your app show you as signed in now? yes; for a careful client it is no`
  var text: String {
    let comparison = careful == answer ? "" : careful.map { "; for a careful client it is \($0.rawValue)" } ?? ""
    return "\(question) \(answer.rawValue)\(comparison)"
  }
}
