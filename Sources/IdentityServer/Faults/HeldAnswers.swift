import Faults
import Synchronization

/// How the answer to a login reaches the client otherwise than by one redirect: for tests of clients alone.
///
/// The browser gets a page in place of the redirect. A person presses its links: browsers open an app a second time only after a press. Each
/// link leads to this server, which so sees that the answer was delivered, and from there to the client.
enum AnswerDelivery: String, CaseIterable, Sendable {
  /// The page leads to the client twice, with the same answer.
  case twice
  /// The first login ends on a page without a link. The page of the second one leads to the client with the first answer, then with its own.
  case late

  var times: FaultTimes { .times(self == .twice ? 1 : 2) }
  /// As ``FaultRule/summary``.
  var summary: String { "authorize: delivery \(rawValue)" }
}

/// The answers of ``AnswerDelivery``, in memory, until the faults of the test end.
final class HeldAnswers: Sendable {
  struct Answer: Sendable {
    /// Where the browser brings it.
    let address: String
    /// The client whose login it answers.
    let client: String?
    let delivery: AnswerDelivery
    /// The number of the fault that holds it.
    let fault: Int
  }

  private struct State {
    var answers: [(name: String, answer: Answer)] = []
    /// The answers that no page leads to yet, by fault.
    var waiting: [Int: String] = [:]
  }

  private let state = Mutex(State())
  private let hasSome = Atomic(false)

  /// Older answers than these are dropped.
  private static let most = 32

  /// - Returns: the names of the answers to which the browser's page has to lead, in order; empty: this one waits for the next login.
  func keep(_ answer: Answer) -> [String] {
    let name = UUID().uuidString
    return state.withLock { state in
      state.answers = state.answers.suffix(HeldAnswers.most - 1) + [(name, answer)]
      hasSome.store(true, ordering: .relaxed)
      guard answer.delivery == .late else { return [name, name] }
      guard let first = state.waiting.removeValue(forKey: answer.fault) else {
        state.waiting[answer.fault] = name
        return []
      }
      return [first, name]
    }
  }

  /// `nil`: no answer has this name, or the test is over.
  func answer(_ name: some StringProtocol) -> Answer? {
    guard hasSome.load(ordering: .relaxed) else { return nil }
    return state.withLock { state in state.answers.first { $0.name.elementsEqual(name) }?.answer }
  }

  func drop(unless isOn: (Int) -> Bool) {
    guard hasSome.load(ordering: .relaxed) else { return }
    state.withLock { state in
      state.answers.removeAll { !isOn($0.answer.fault) }
      state.waiting = state.waiting.filter { isOn($0.key) }
      hasSome.store(!state.answers.isEmpty, ordering: .relaxed)
    }
  }
}

extension Addresses {
  /// Where the links of a page with held answers lead, followed by the answer's name. No route: it is there only while a test holds one.
  static let heldAnswerPath = authorizationPath + "/answer/"
}

extension Answering {
  /// A page in place of the answer that sends the browser to the client with a code; `nil`: this answer does not.
  func held(
    _ response: ServerResponse, for delivery: AnswerDelivery, of fault: Int, _ request: ServerRequest, _ client: String?
  ) -> ServerResponse? {
    guard response.givesCode else { return nil }
    var found: String?
    _ = redirected(response, request) { address in
      found = address
      return nil
    }
    guard let found else { return nil }
    let names = provider.heldAnswers.keep(.init(address: found, client: client, delivery: delivery, fault: fault))
    let page = Reader.$language.withValue(Reader.language(of: request)) {
      provider.pages.answers(names.map { Addresses.heldAnswerPath + $0 })
    }
    var answer = hardened(page, request)
    // Its cookies.
    answer.headers += response.headers.filter { $0.isNamed("Set-Cookie") }
    return answer
  }

  /// The redirect to the client, for a link of that page; `nil`: the request is not for a held answer.
  func heldAnswer(to request: ServerRequest) -> ServerResponse? {
    guard side == .server, request.method == "GET",
      let held = request.path.without(prefix: Addresses.heldAnswerPath).flatMap({ provider.heldAnswers.answer($0) })
    else { return nil }
    if let client = held.client { RequestNotes.note(client: client) }
    var answer = ServerResponse.redirect(to: held.address, after: request.method, note: "redirect with code")
    answer.fault = held.delivery.summary
    return answer
  }
}

extension Pages {
  /// Links to press in order; without any, a page that says that the answer comes with the next login.
  fileprivate func answers(_ links: [String]) -> ServerResponse {
    guard !links.isEmpty else { return message(.heldAnswerTitle, say(.heldAnswerText), note: "answer held") }
    let shown = links.enumerated().map { number, address in
      ["address": address, "label": say(.bothAnswersLink, ["number": String(number + 1)])]
    }
    return page(
      "both-answers", .bothAnswersTitle, ["text": say(.bothAnswersText), "links": shown], note: "both answers")
  }
}
