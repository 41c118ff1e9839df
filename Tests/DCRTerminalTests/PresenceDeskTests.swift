import SharedValues
import Testing

@testable import DCRTerminal

/// The user's consent to the use of a key: one answer for one question, in time.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PresenceDeskTests {
  private static let long = Duration.seconds(3600)

  @Test(arguments: [PresenceAnswer.Verdict.confirmed, .refused])
  func theFirstAnswerCounts(_ word: PresenceAnswer.Verdict) async {
    let desk = PresenceDesk(limit: PresenceDeskTests.long)
    let answer = await desk.ask {
      Task { @MainActor in
        desk.answer(word)
        desk.answer(word == .confirmed ? .refused : .confirmed)
      }
    }
    #expect(answer == word)
  }

  @Test func aLateAnswerIsIgnored() async {
    let desk = PresenceDesk(limit: .zero)
    let first = await desk.ask {}
    desk.answer(.confirmed)
    let second = await desk.ask {}
    #expect(first == nil && second == nil)
  }

  @Test func abandoningAFlowWithdrawsItsQuestion() async {
    let desk = PresenceDesk(limit: PresenceDeskTests.long)
    let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
    let flow = Task { await desk.ask { isShown.yield() } }
    for await _ in shown { break }
    flow.cancel()
    let answer = await flow.value
    #expect(answer == .cancelled)
  }

  @Test func aNewQuestionReplacesTheOldOne() async {
    let desk = PresenceDesk(limit: PresenceDeskTests.long)
    let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
    var questions: [Task<PresenceAnswer.Verdict?, Never>] = []
    for _ in 0..<2 {
      questions.append(Task { await desk.ask { isShown.yield() } })
      for await _ in shown { break }
    }
    desk.answer(.confirmed)
    let answers = (await questions[0].value, await questions[1].value)
    #expect(answers == (.cancelled, .confirmed))
  }
}
