import SharedValues

/// What a person was asked about the peer, and said. It stands beside the verdict.
package struct PersonsAnswer: Hashable, Sendable {
  package enum Answer: String, Sendable { case yes, no }

  /// One line of bounded length.
  package let question: String
  package let answer: Answer
  /// The answer of somebody whose peer is careful; `nil`: the person was asked to do something, and did it.
  package let careful: Answer?

  package init(_ question: String, _ answer: Answer, careful: Answer?) {
    (self.question, self.answer, self.careful) = (OneLine.of(question), answer, careful)
  }

  /// `nil`: a member is missing or wrong.
  init?(_ json: JSON) {
    guard let question = json["question"]?.stringValue,
      let answer = json["answer"]?.stringValue.flatMap(Answer.init)
    else { return nil }
    let careful = json["careful"] ?? .null
    guard careful == .null || careful.stringValue.flatMap(Answer.init) != nil else { return nil }
    self.init(question, answer, careful: careful.stringValue.flatMap(Answer.init))
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
