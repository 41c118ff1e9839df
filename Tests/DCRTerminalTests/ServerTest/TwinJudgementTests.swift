import Foundation
import SharedValues
import Testing

@testable import ServerTest

/// A refusal passes only beside a good request that succeeded within a minute; what carries the thing is an acceptance, whatever stood beside it.
@Suite struct TwinJudgementTests {
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)

  private func judged(_ outcome: ServerTest.Outcome, after seconds: TimeInterval = 0) -> Judged {
    Judged(outcome, TwinJudgementTests.now + seconds)
  }
  private var refused: ServerTest.Outcome { .refused(status: 400, error: "invalid_grant") }

  @Test func aRefusalBesideAGoodRequestPasses() {
    #expect(TwinJudgement.finding(judged(refused), twin: judged(.accepted, after: -60), "x").kind == .careful)
    #expect(TwinJudgement.finding(judged(refused), twin: judged(.accepted, after: 60), "x").kind == .careful)
  }

  @Test func aRefusalAloneIsNotSeen() {
    for twin in [nil, judged(refused), judged(.unclear("503")), judged(.accepted, after: -61)] {
      let finding = TwinJudgement.finding(judged(refused), twin: twin, "x")
      #expect(finding.outcome(at: .must) == .notSeen, "\(String(describing: twin))")
    }
  }

  @Test func anAcceptanceIsCarelessWithoutATwinAsWell() {
    let finding = TwinJudgement.finding(judged(.accepted), twin: nil, "x")
    #expect(finding.outcome(at: .must) == .failed && finding.outcome(at: .should) == .warning)
  }

  @Test func aDisturbanceIsTriedAgain() {
    #expect(
      TwinJudgement.finding(judged(.unclear("status 502")), twin: judged(.accepted), "x").kind == .notSeen(again: true))
  }

  @Test(arguments: ["invalid_dpop_proof", "use_dpop_nonce"])
  func aServerThatWantsDPoPOfEverybodyIsNamed(error: String) {
    let twin = judged(.refused(status: 400, error: error))
    #expect(TwinJudgement.finding(judged(refused), twin: twin, "x").evidence.contains("wants DPoP of every client"))
  }

  @Test func aServerErrorWithAnOAuthErrorIsAWarning() {
    let offence = judged(.refused(status: 500, error: "invalid_request"))
    #expect(TwinJudgement.finding(offence, twin: judged(.accepted), "x").outcome(at: .must) == .warning)
  }

  @Test func theWorstOfSeveralOffencesCounts() {
    let good = Finding(.careful, "good")
    #expect(Finding.worst(of: [good, Finding(.careless, "bad"), .notSeen("")]).kind == .careless)
    #expect(Finding.worst(of: [good, .notSeen("unseen")]).evidence == "unseen")
    #expect(Finding.worst(of: [good, good]).kind == .careful)
  }
}

/// What an answer carries decides, not its status.
@Suite struct AnswerTests {
  private func answer(_ status: Int, _ body: String, _ carried: Carried = .member("access_token")) -> Answer {
    Answer(
      .success(HTTPResponse(status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8))),
      carries: carried, time: Date(timeIntervalSince1970: 0))
  }

  @Test(arguments: [
    (200, #"{"access_token":"t"}"#, ServerTest.Outcome.accepted),
    (200, "<html>welcome</html>", .unclear("a 200 without access_token")),
    (200, #"{"error":"invalid_grant"}"#, .refused(status: 200, error: "invalid_grant")),
    (400, #"{"error":"invalid_grant"}"#, .refused(status: 400, error: "invalid_grant")),
    (400, #"{"error":"<script>"}"#, .refused(status: 400, error: "an error of its own")),
    (403, "", .refused(status: 403, error: nil)), (429, "", .unclear("429: too many requests")),
    (500, "", .unclear("status 500")),
    (500, #"{"error":"server_error"}"#, .refused(status: 500, error: "server_error")),
    (302, "", .unclear("status 302")),
  ]) func outcomes(status: Int, body: String, expected: ServerTest.Outcome) {
    #expect(answer(status, body).outcome() == expected)
  }

  @Test func anEndpointThatIsNotThereIsAbsentOnlyWhereItIsOptional() {
    #expect(answer(404, "").outcome(isOptional: true) == .absent)
    #expect(answer(404, "").outcome() == .refused(status: 404, error: nil))
  }

  @Test func aFirewallsPageIsNoRefusal() {
    let page = HTTPResponse(403, headers: [HTTPHeader("Content-Type", "text/html")], body: Array("<p>blocked</p>".utf8))
    let answer = Answer(
      .success(page), carries: .member("access_token"), time: Date(timeIntervalSince1970: 0))
    guard case .unclear = answer.outcome() else {
      Issue.record("\(answer.outcome())")
      return
    }
  }

  @Test func aFailureOfTheNetworkIsNoRefusal() {
    let answer = Answer(
      .failure(TransportFailure(.timeout)), carries: .nothing, time: Date(timeIntervalSince1970: 0))
    #expect(answer.outcome() == .unclear("no answer: timeout"))
  }

  @Test func introspectionThatSaysActiveIsCareless() {
    let twin = Judged(.accepted, Date(timeIntervalSince1970: 0))
    #expect(TokenJudge.introspection(answer(200, #"{"active":true}"#), twin: twin).kind == .careless)
    #expect(TokenJudge.introspection(answer(200, #"{"active":false}"#), twin: twin).kind == .careful)
    #expect(
      TokenJudge.introspection(answer(401, #"{"error":"invalid_client"}"#), twin: nil).outcome(at: .must) == .notSeen)
  }

  @Test func aCompleteRegistrationPassesAndAnIncompleteOneFails() {
    var good = HTTPResponse(
      201, headers: [HTTPHeader("Cache-Control", "no-store")],
      body: Array(#"{"client_id":"a","client_secret":"s","client_secret_expires_at":0}"#.utf8))
    func finding(_ response: HTTPResponse) -> Finding {
      RegistrationJudge.shape(
        Answer(.success(response), carries: .member("client_id"), time: Date(timeIntervalSince1970: 0)))
    }
    #expect(finding(good).kind == .careful)
    // Only the example of the standard has this header.
    good.headers = []
    #expect(finding(good).kind == .doubtful)
    good.body = Array(#"{"client_id":"a","client_secret":"s"}"#.utf8)
    #expect(finding(good).kind == .careless && finding(good).evidence == "missing: client_secret_expires_at")
  }
}

/// What the browser tells of a visit.
@Suite struct VisitTests {
  private func visit(_ json: JSON) throws -> Visit {
    try #require(Visit(json.compact, time: Date(timeIntervalSince1970: 0)))
  }

  @Test func aCodeIsAnAcceptanceAndAnErrorOrAPageARefusal() throws {
    let hop: JSON = ["method": "GET", "target": "a/login", "status": 400, "failure": "", "password": false]
    let code = try visit(["hops": [], "redirect": "http://127.0.0.1:1/cb?code=a%20b&state=s"])
    #expect(code.judged().isAccepted && code.parameter("code") == "a b" && code.base == "http://127.0.0.1:1/cb")
    #expect(
      try visit(["hops": [], "redirect": "http://127.0.0.1:1/cb?error=invalid_request"]).judged().outcome
        == .refused(status: 0, error: "invalid_request"))
    #expect(try visit(["hops": [hop], "end": "page_failed"]).judged().outcome == .refused(status: 400, error: nil))
    #expect(try visit(["hops": [hop], "redirect": "a:/cb#access_token=t"]).judged(for: "access_token").isAccepted)
  }

  @Test func aBrowserThatCouldNotGoOnIsNoRefusal() throws {
    let broken: JSON = ["method": "GET", "target": "a", "status": 502, "failure": "", "password": false]
    for json: JSON in [["hops": [], "end": "login_refused"], ["hops": [broken], "end": "page_failed"], ["hops": []]] {
      guard case .unclear = try visit(json).judged().outcome else {
        Issue.record("\(json.compact)")
        continue
      }
    }
  }

  @Test func anyRedirectToAnUnregisteredAddressIsCareless() throws {
    let stolen = try visit(["hops": [], "redirect": "https://dcr-terminal.invalid/callback?error=access_denied"])
    #expect(judged(stolen).kind == .careless)
    let extended = try visit(["hops": [], "redirect": .string("\(VisitTests.registered)?x=1&code=c")])
    #expect(judged(extended).kind == .careless)
  }

  @Test func aRedirectToTheRegisteredAddressIsCareful() throws {
    let own = try visit(["hops": [], "redirect": .string("\(VisitTests.registered)?error=invalid_request")])
    #expect(judged(own).kind == .careful)
  }

  @Test func anErrorPageOfTheServerElsewhereIsCareful() throws {
    let page = try visit(["hops": [], "redirect": "https://login.example/error?error=invalid_request"])
    #expect(judged(page, twin: Judged(.accepted, page.time)).kind == .careful)
    #expect(judged(page).outcome(at: .must) == .notSeen, "a good request has to succeed beside it")
    let wrong = [
      "https://login.example/cb?code=c", "http://login.example/", "http://127.0.0.1:1@dcr-terminal.invalid/cb",
    ]
    for address in wrong {
      #expect(judged(try visit(["hops": [], "redirect": .string(address)])).kind == .careless, "\(address)")
    }
  }

  private static let registered = "http://127.0.0.1:1/cb"
  private func judged(_ visit: Visit, twin: Judged? = nil) -> Finding {
    AuthorizationJudge.elsewhere(visit, twin: twin, registered: VisitTests.registered, "x")
  }
}
