import SharedValues
import Testing

@testable import DCRTerminal

/// The user's consent to the use of a key: one answer for one question, in time.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PresencePromptTests {
  private static let long = Duration.seconds(3600)

  @Test(arguments: [PresenceAnswer.Verdict.confirmed, .refused])
  func theFirstAnswerCounts(_ word: PresenceAnswer.Verdict) async {
    let prompt = PresencePrompt(limit: PresencePromptTests.long)
    let answer = await prompt.ask {
      Task { @MainActor in
        prompt.answer(word)
        prompt.answer(word == .confirmed ? .refused : .confirmed)
      }
    }
    #expect(answer == word)
  }

  @Test func aLateAnswerIsIgnored() async {
    let prompt = PresencePrompt(limit: .zero)
    let first = await prompt.ask {}
    prompt.answer(.confirmed)
    let second = await prompt.ask {}
    #expect(first == nil && second == nil)
  }

  @Test func abandoningAFlowWithdrawsItsQuestion() async {
    let prompt = PresencePrompt(limit: PresencePromptTests.long)
    let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
    let flow = Task { await prompt.ask { isShown.yield() } }
    for await _ in shown { break }
    flow.cancel()
    let answer = await flow.value
    #expect(answer == .cancelled)
  }

  @Test func aNewQuestionReplacesTheOldOne() async {
    let prompt = PresencePrompt(limit: PresencePromptTests.long)
    let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
    var questions: [Task<PresenceAnswer.Verdict?, Never>] = []
    for _ in 0..<2 {
      questions.append(Task { await prompt.ask { isShown.yield() } })
      for await _ in shown { break }
    }
    prompt.answer(.confirmed)
    let answers = (await questions[0].value, await questions[1].value)
    #expect(answers == (.cancelled, .confirmed))
  }
}
