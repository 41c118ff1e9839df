import AppState
import Workshop

/// A test of a client, a program that somebody is writing.
extension StateRegistry {
  static let clientTests: [Entry] = [
    tested("client-test"),
    tested("client-test-acting", .acting(number: 3, [.restart, .login], seconds: 162)),
    tested("client-test-asking", .asking(number: 9, "Does the app say something that its user understands?")),
    tested("client-test-watching", .watching, Array(verdicts.prefix(1))),
    tested("client-test-waiting", .waiting),
    tested("client-test-ended", .ended, verdicts),
    tested("client-test-stopped", .stopped, Array(verdicts.prefix(2))),
    tested("client-test-refused", .refused("client_tests_too_many")),
  ]

  private static func tested(
    _ name: String, _ stage: ClientTestNews.Stage? = nil, _ verdicts: [ClientTestNews.Verdict] = []
  ) -> Entry {
    state(name, .registered) {
      _ = update(&$0, .clientTest(.show(Sample.program)), now: $0.now)
      guard let stage else { return }
      let news = ClientTestNews(Sample.program, stage, done: verdicts.count, planned: 36, verdicts: verdicts)
      _ = update(&$0, .clientTest(.seen(news)), now: $0.now)
    }
  }

  private static let verdicts: [ClientTestNews.Verdict] = [
    .init("base-login", "Signs in when all is right", .passed, "The server accepted its codes."),
    .init("cb-state", "Refuses a wrong state", .failed, "It used what the wrong answer gave."),
    .init("az-state", "Binds the answer to its request", .warning, "It sends no state, but PKCE."),
    .init("rf-rotate", "Takes the new refresh token", .notSeen, "The client refreshed only once."),
    .init("rg-once", "Keeps its registration", .notApplicable, "The client was configured and does not register."),
    .init(
      "az-browser", "Leaves the password to the browser", .needsPerson, "The browser is not known: was it one?"),
  ]
}
