import Foundation
import Programs
import SharedValues
import Testing

@testable import CheckRuns
@testable import DCRTerminal

/// What `client-test` does when the server, a person or the drive command says something.
@Suite struct ClientTestDialogueTests {
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)

  private static func dialogue(driven: Bool = false, continuing earlier: CheckRun? = nil) -> ClientTestDialogue {
    ClientTestDialogue(
      CheckRun(.clientTest, started: now), continuing: earlier, isDriven: driven, patience: 180)
  }

  private static func verdict(_ id: String, _ outcome: CheckOutcome) -> CheckedVerdict {
    CheckedVerdict(
      id,
      .init(
        about: "About it", group: "token", kind: "active", level: .must, source: nil, how: "The nonce is another one.",
        careful: "", careless: ""), outcome, "It was seen.")
  }

  private static let login = ClientTestMessage.Act(
    number: 7, check: "id-nonce", action: .login, text: "Now log in with your app.")

  private static let question = ClientTestMessage.Question(
    number: 3, check: "cb-odd", text: "Is the text shown as text?", link: nil)

  private func orders(_ effects: [ClientTestDialogue.Effect]) -> [ClientTestReply] {
    effects.compactMap { if case .send(let order) = $0 { order } else { nil } }
  }

  private func text(_ effects: [ClientTestDialogue.Effect]) -> String {
    effects.compactMap { if case .write(let text) = $0 { text } else { nil } }.joined(separator: "\n")
  }

  @Test func messagesAreRead() {
    let act: JSON = [
      "type": "act", "number": 7, "check": "id-nonce", "phase": "fault", "action": "login",
      "text": "Now log in with your app.",
    ]
    #expect(ClientTestMessage(act) == .act(Self.login))
    #expect(ClientTestMessage(act.setting("check", .null).setting("action", "dance")) == nil)
    #expect(ClientTestMessage(["type": "verdict", "check": Self.verdict("id-nonce", .passed).json]) != nil)
    #expect(ClientTestMessage(["type": "verdict", "check": [:]]) == nil)
    #expect(ClientTestMessage(["type": "tomorrow"]) == nil)
    let ask: JSON = ["type": "ask", "number": 3, "check": "cb-odd", "text": "Is the text shown as text?"]
    #expect(ClientTestMessage(ask.setting("link", .null)) == .ask(Self.question))
  }

  @Test func aPersonIsAskedAndNotToldTheFault() {
    var dialogue = Self.dialogue()
    _ = dialogue.take(.plan(["id-iss", "id-nonce"]))
    let asked = dialogue.take(.act(Self.login))
    #expect(orders(asked) == [.acting(7)])
    #expect(text(asked).contains("Check 2 of 2") && text(asked).contains("180 s"))
    #expect(!text(asked).contains("nonce"))
    #expect(orders(dialogue.typed("")) == [.acted(7, status: 64)])
    // The request is over: another Enter says nothing.
    #expect(dialogue.typed("").isEmpty)
    let judged = dialogue.take(.verdict(Self.verdict("id-nonce", .passed)))
    #expect(text(judged).contains("The nonce is another one.") && judged.last == .save)
  }

  @Test func aPersonAnswers() {
    var dialogue = Self.dialogue()
    for (word, answer) in [("y", ClientTestAnswer.yes), ("NO", .no), ("", .skip)] {
      _ = dialogue.take(.ask(Self.question))
      #expect(dialogue.typed("perhaps").allSatisfy { if case .write = $0 { true } else { false } })
      #expect(orders(dialogue.typed(word)) == [.answer(3, answer)])
    }
  }

  @Test func aQuestionSaysWhatToOpenAndHowLong() {
    var dialogue = Self.dialogue()
    _ = dialogue.take(.plan(["cb-unasked"]))
    var question = Self.question
    (question.check, question.link) = ("cb-unasked", "com.example.app:/callback?code=1\u{1B}[2J&state=2")
    let asked = text(dialogue.take(.ask(question)))
    #expect(asked.contains("Check 1 of 1") && asked.contains("180 s") && asked.contains("y: yes."))
    #expect(asked.lines.contains { $0.hasPrefix("com.example.app:/callback?code=1") })
    #expect(!asked.unicodeScalars.contains("\u{1B}"))
  }

  /// The patience was over: what is typed then answers nothing.
  @Test func aQuestionEnds() {
    var dialogue = Self.dialogue()
    _ = dialogue.take(.ask(Self.question))
    _ = dialogue.take(.doneActing(2))
    #expect(orders(dialogue.typed("y")) == [.answer(3, .yes)])
    _ = dialogue.take(.ask(Self.question))
    _ = dialogue.take(.doneActing(3))
    #expect(dialogue.typed("y").isEmpty)
  }

  @Test(arguments: ["q", " Q ", nil]) func aPersonStops(_ line: String?) {
    var dialogue = Self.dialogue()
    _ = dialogue.take(.act(Self.login))
    #expect(dialogue.typed(line) == [.send(.stop), .endDrive] && dialogue.isStopped)
    #expect(dialogue.stop().isEmpty)
  }

  @Test func aCommandIsRunAndItsEndReported() {
    var dialogue = Self.dialogue(driven: true)
    #expect(dialogue.take(.act(Self.login)) == [.drive(Self.login)])
    #expect(orders(dialogue.driveStarted(Self.login)) == [.acting(7)])
    func ended(_ status: Int32, late: Bool = false) -> [ClientTestDialogue.Effect] {
      dialogue.driveEnded(Self.login, status: status, isLate: late, command: "run-it", log: "/log")
    }
    #expect(ended(0) == [.send(.acted(7, status: 0))])
    #expect(ended(64) == [.send(.acted(7, status: 64))])
    let failed = ended(3)
    #expect(text(failed).contains("ended with 3") && text(failed).contains("/log"))
    // The same is said once.
    #expect(ended(3) == [.send(.acted(7, status: 3))])
    #expect(text(ended(143, late: true)).contains("longer than 180 s"))
  }

  @Test(arguments: [126, 127] as [Int32]) func aCommandThatIsNotThereEndsTheTest(_ status: Int32) {
    var dialogue = Self.dialogue(driven: true)
    _ = dialogue.take(.act(Self.login))
    let effects = dialogue.driveEnded(Self.login, status: status, isLate: false, command: "run-it", log: nil)
    guard case .fail(let error)? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(error.code.rawValue == "drive_missing" && error["path"] == "run-it")
  }

  @Test func nobodyIsAskedWhereACommandDrives() {
    var dialogue = Self.dialogue(driven: true)
    #expect(dialogue.take(.ask(Self.question)) == [.send(.answer(3, .skip))])
  }

  private static let earlier = CheckRun(
    .clientTest, started: now,
    verdicts: [verdict("id-iss", .passed), verdict("id-nonce", .failed), verdict("cb-iss", .passed)])

  /// The check that is repeated keeps its earlier verdict until there is a new one.
  @Test func anEarlierRunGoesOn() {
    var dialogue = ClientTestDialogue(
      CheckRun(.clientTest, started: Self.now), continuing: Self.earlier, of: ["id-iss", "cb-iss"], isDriven: true,
      patience: 60)
    _ = dialogue.take(.plan(["id-iss", "id-nonce", "cb-iss"]))
    #expect(dialogue.take(.verdict(Self.verdict("id-iss", .passed))).isEmpty)
    #expect(dialogue.take(.verdict(Self.verdict("cb-iss", .passed))).isEmpty)
    #expect(dialogue.run.verdict("id-nonce")?.outcome == .failed)
    _ = dialogue.take(.began("id-nonce"))
    #expect(dialogue.take(.verdict(Self.verdict("id-nonce", .passed))).last == .save)
    _ = dialogue.take(.report(CheckRun(.clientTest, started: Self.now, verdicts: [Self.verdict("id-nonce", .passed)])))
    #expect(dialogue.isReported && dialogue.run.verdicts.count == 3)
    #expect(dialogue.run.verdict("id-nonce")?.outcome == .passed)
  }

  /// A client that does not come this time is no reason to forget what it did.
  @Test func whatIsNotSeenAgainStays() {
    var dialogue = ClientTestDialogue(
      CheckRun(.clientTest, started: Self.now), continuing: Self.earlier, of: ["id-iss", "id-nonce", "cb-iss"],
      isDriven: true, patience: 60)
    #expect(dialogue.take(.verdict(Self.verdict("id-iss", .notSeen))).isEmpty)
    let report = CheckRun(.clientTest, started: Self.now, verdicts: [Self.verdict("id-iss", .notSeen)])
    _ = dialogue.take(.report(report))
    #expect(dialogue.run.verdict("id-iss")?.outcome == .passed && dialogue.run.verdicts.count == 3)
  }

  /// What the earlier run had found by chance, too, is no less this run's.
  @Test func aServerThatBeginsAnewKeepsItsOwnVerdicts() {
    var dialogue = ClientTestDialogue(
      CheckRun(.clientTest, started: Self.now), continuing: Self.earlier, of: ["id-iss", "id-nonce", "cb-iss"],
      isDriven: true, patience: 60)
    let again = [Self.verdict("id-iss", .passed), Self.verdict("cb-iss", .notSeen)]
    for verdict in again { _ = dialogue.take(.verdict(verdict)) }
    _ = dialogue.take(.began("id-nonce"))
    #expect(dialogue.run.verdicts.map(\.id) == ["id-iss", "cb-iss"])
    _ = dialogue.take(.report(CheckRun(.clientTest, started: Self.now, verdicts: again)))
    #expect(dialogue.run.verdict("cb-iss")?.outcome == .notSeen)
  }

  @Test(arguments: [true, false]) func aReportSaysWhetherTheTestWasStopped(_ hasEnded: Bool) {
    var dialogue = Self.dialogue(driven: true)
    _ = dialogue.take(.report(CheckRun(.clientTest, started: Self.now, ended: hasEnded ? Self.now : nil)))
    #expect(dialogue.isStopped != hasEnded)
  }

  /// A person compares the fingerprint on the device with this one.
  @Test func aServerSaysWhereDevicesGetItsAuthority() {
    var dialogue = Self.dialogue()
    let server: JSON = ["issuer": "https://192.0.2.2:8443", "ca": "/ca.pem"]
    let alone = text(dialogue.take(.ready(server)))
    #expect(alone.contains("  issuer  https://192.0.2.2:8443\n  CA      /ca.pem") && !alone.contains("SHA-256"))
    let page = server.merging(["authority_page": "http://192.0.2.2:8442/", "authority_fingerprint": "0A:1B"])
    #expect(text(dialogue.take(.ready(page))).contains("\n  CA page http://192.0.2.2:8442/\n  SHA-256 0A:1B"))
  }

  /// The file of an earlier run is not touched before the server has taken the order.
  @Test func nothingIsKeptBeforeTheServerIsReady() {
    var dialogue = Self.dialogue()
    #expect(dialogue.take(.ready(["issuer": "https://localhost:8443"])).last == .save)
  }

  @Test func aServerThatBeginsAnewEndsTheEarlierRun() {
    var dialogue = ClientTestDialogue(
      CheckRun(.clientTest, started: Self.now), continuing: Self.earlier, of: ["id-iss", "id-nonce", "cb-iss"],
      isDriven: true, patience: 60)
    #expect(dialogue.run.verdicts.count == 3)
    _ = dialogue.take(.began("id-iss"))
    #expect(dialogue.run.verdicts.isEmpty)
  }

  @Test(arguments: [(0, false), (2, true)]) func aBaselineNeedsALogin(_ logins: Int, _ isThere: Bool) {
    var dialogue = Self.dialogue(driven: true)
    _ = dialogue.take(.baseline(["logins": .number("\(logins)")]))
    #expect(dialogue.hasBaseline == isThere)
  }
}
