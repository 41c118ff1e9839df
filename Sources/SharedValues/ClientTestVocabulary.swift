// The words of a test of a client, as they stand on the wire and in reports (docs/client-test.md).

/// What a client is asked to do: the values of `DCR_ACTION`.
package enum ClientTestStep: String, CaseIterable, Hashable, Sendable {
  case login, use, refresh, logout, restart, forget
}

/// The verdict of one check of `client-test` or `server-test`; the worst first.
package enum CheckOutcome: String, CaseIterable, Hashable, Sendable {
  case failed, warning
  case needsPerson = "needs_person"
  case notSeen = "not_seen"
  case notApplicable = "not_applicable"
  case passed

  /// The order in which the server and the page of a test count them.
  package static let counted: [CheckOutcome] = [.passed, .failed, .warning, .notSeen, .notApplicable, .needsPerson]
}

/// What a person says who is asked.
package enum ClientTestAnswer: String, Hashable, Sendable {
  case yes, no
  /// The person does not know.
  case skip
}

/// What the app asks of its server about a test of a client. The numbers are those of the request or question.
package enum ClientTestWish: Hashable, Sendable {
  /// Starts a test, or shows the one that is under way.
  case start(all: Bool)
  /// A person has done what was asked, or the client cannot do it.
  case acted(Int, isPossible: Bool)
  case answer(Int, ClientTestAnswer)
  case stop

  /// `nil`: there is no such word.
  package init?(_ word: String, number: Int) {
    switch word {
    case "start": self = .start(all: false)
    case "start-all": self = .start(all: true)
    case "acted": self = .acted(number, isPossible: true)
    case "cannot": self = .acted(number, isPossible: false)
    case "stop": self = .stop
    default:
      guard let answer = ClientTestAnswer(rawValue: word) else { return nil }
      self = .answer(number, answer)
    }
  }

  /// - Returns: the number 0, if there is none.
  package var words: (word: String, number: Int) {
    switch self {
    case .start(let all): (all ? "start-all" : "start", 0)
    case .acted(let number, let isPossible): (isPossible ? "acted" : "cannot", number)
    case .answer(let number, let answer): (answer.rawValue, number)
    case .stop: ("stop", 0)
    }
  }
}
