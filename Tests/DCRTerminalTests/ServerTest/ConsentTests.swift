import Foundation
import Glibc
import Programs
import SharedValues
import TestSupport
import Testing

@testable import ServerTest

/// Only hosts of this computer, and those that the tester has named exactly, are asked, at addresses that were judged.
@Suite struct ConsentTests {
  @Test func aHostHasToBeNamedExactly() {
    let consent = TestConsent(named: ["IDP.example"])
    #expect(consent.judged("https://idp.example/token") != nil)
    for url in [
      "https://sub.idp.example/token", "https://example/token", "http://idp.example/token",
      "https://idp.example/token#x",
      "https://other.example/token", "https://u@idp.example/token", "ftp://idp.example/", "https://IDP.example/token",
    ] {
      #expect(consent.judged(url) == nil, "\(url)")
    }
  }

  @Test func thisComputerNeedsNoName() {
    let consent = TestConsent(named: [])
    for url in ["http://127.0.0.1:8080/token", "https://localhost:8443/token", "http://[::1]:1/token"] {
      #expect(consent.judged(url) != nil, "\(url)")
    }
  }

  @Test func aNameOfThisComputerDoesNotLeadElsewhere() throws {
    let consent = TestConsent(named: [])
    let foreign = try #require(IPAddress("192.0.2.7"))
    #expect(consent.fit("localhost", of: [foreign, .loopback4, .loopback6]) == [.loopback4, .loopback6])
    #expect(consent.fit("idp.example", of: [foreign]) == [foreign])
    #expect(AddressLookup.addresses(of: "127.0.0.1") == [.loopback4])
  }

  @Test func deepRowsNeedBothOptionsEvenHere() {
    #expect(!TestConsent(named: [], isDeep: true).allowsDeep(host: "localhost"))
    #expect(!TestConsent(named: ["localhost"]).allowsDeep(host: "localhost"))
    #expect(TestConsent(named: ["localhost"], isDeep: true).allowsDeep(host: "localhost"))
  }

  @Test func endpointsOnOtherHostsAreLeftOut() {
    let facts = ServerFacts(
      issuer: "https://idp.example",
      document: ["token_endpoint": "https://idp.example/token", "userinfo_endpoint": "https://api.example/me"],
      TestConsent(named: ["idp.example"]))
    #expect(facts[.token] != nil && facts[.userinfo] == nil)
    #expect(facts.leftOut.map(\.member) == ["userinfo_endpoint"] && facts.hosts == ["idp.example"])
  }

  /// An empty member names no endpoint (docs/answers.md).
  @Test func anEmptyEndpointIsAbsent() {
    let facts = ServerFacts(
      issuer: "https://idp.example",
      document: [
        "userinfo_endpoint": "", "token_endpoint_auth_methods_supported": [], "scopes_supported": ["openid"],
      ], TestConsent(named: ["idp.example"]))
    #expect(facts[.userinfo] == nil && facts.leftOut.isEmpty)
    #expect(facts.secretMethod == .basic, "the default of RFC 8414 §2")
  }

  @Test func aPrivatePartThatIsNullIsAbsent() {
    func kind(_ part: JSON) -> Finding.Kind {
      MetadataJudge.keys(["keys": [["kty": "RSA", "n": "AQ", "e": "AQAB", "d": part]]]).kind
    }
    #expect(kind(.null) == .careful && kind("AQ") == .careless)
  }

  /// Naming a host helps only where the host is the reason.
  @Test(arguments: [
    ("https://api.example/me", "api.example was not named"), ("http://idp.example/me", "no https URL"),
    ("javascript:alert(1)", "no https URL"), ("https://IDP.example/me", "lower case"),
  ]) func anEndpointIsLeftOutForItsOwnReason(_ endpoint: String, _ why: String) throws {
    let facts = ServerFacts(
      issuer: "https://idp.example", document: ["userinfo_endpoint": .string(endpoint)],
      TestConsent(named: ["idp.example"]))
    let leftOut = try #require(facts.leftOut.first)
    #expect(leftOut.why.contains(why) && leftOut.why.contains("--i-may-test") == why.contains("named"))
  }
}

/// How much is sent, and when the run ends itself.
@Suite struct TestBudgetTests {
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)

  @Test func requestsKeepTheirDistance() throws {
    var budget = TestBudget(perSecond: 2)
    #expect(try budget.admit(TestBudgetTests.now) == 0)
    #expect(try budget.admit(TestBudgetTests.now) == 0.5)
    #expect(try budget.admit(TestBudgetTests.now + 5) == 0)
  }

  @Test func theRequestsAreCounted() throws {
    var budget = TestBudget(perSecond: 20)
    for _ in 0..<TestBudget.mostRequests { _ = try budget.admit(TestBudgetTests.now) }
    #expect(throws: TestStop.requestsSpent) { try budget.admit(TestBudgetTests.now) }
    #expect(throws: Never.self) { try budget.admit(TestBudgetTests.now, isCleaning: true) }
  }

  @Test func retryAfterIsKeptToOnce() throws {
    var budget = TestBudget(perSecond: 2)
    _ = try budget.admit(TestBudgetTests.now)
    try budget.note(status: 429, retryAfter: "20", TestBudgetTests.now)
    #expect(try budget.admit(TestBudgetTests.now) == 20)
    #expect(throws: TestStop.tooManyRequests) { try budget.note(status: 429, retryAfter: "1", TestBudgetTests.now) }
  }

  @Test func aLongRetryAfterEndsTheRun() {
    var budget = TestBudget(perSecond: 2)
    #expect(throws: TestStop.tooManyRequests) { try budget.note(status: 429, retryAfter: "61", TestBudgetTests.now) }
  }

  @Test func whatAServerDoesNotHaveIsNoOutage() throws {
    var budget = TestBudget(perSecond: 2)
    for _ in 0..<3 { try budget.note(status: 501, retryAfter: nil, TestBudgetTests.now) }
  }

  @Test func twoServerErrorsInARowEndTheRun() throws {
    var budget = TestBudget(perSecond: 2)
    try budget.note(status: 500, retryAfter: nil, TestBudgetTests.now)
    try budget.note(status: 200, retryAfter: nil, TestBudgetTests.now)
    try budget.note(status: 502, retryAfter: nil, TestBudgetTests.now)
    #expect(throws: TestStop.serverErrors) { try budget.note(status: 500, retryAfter: nil, TestBudgetTests.now) }
  }

  /// A server that has ended is not asked until the last row; one endpoint that is down ends nothing.
  @Test func aServerThatIsGoneEndsTheRun() throws {
    var budget = TestBudget(perSecond: 2)
    let refused = TransportFailure(.connectionRefused)
    for _ in 1..<TestBudget.mostUnanswered { try budget.note(refused) }
    try budget.note(status: 200, retryAfter: nil, TestBudgetTests.now)
    for _ in 1..<TestBudget.mostUnanswered { try budget.note(refused) }
    #expect(throws: TestStop.unreachable(refused)) { try budget.note(refused) }
  }
}

/// The journal survives any end of a run, and only its own user reads it.
@Suite struct TestJournalTests {
  private let folder = TemporaryFolder()
  private static let issuer = "https://idp.example"
  private let entry = TestJournal.Entry(client: "a", uri: "https://idp.example/r/a", token: Secret("t1"))

  @Test func whatWasNotedIsOnTheDiskAtOnce() throws {
    let journal = try TestJournal(in: folder.path, issuer: TestJournalTests.issuer, name: "1" + TestJournal.suffix)
    try journal.note(entry)
    let text = try String(contentsOfFile: journal.path, encoding: .utf8)
    #expect(text.contains(#""client":"a""#) && text.contains("t1"))
    var info = stat()
    #expect(stat(journal.path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    withExtendedLifetime(journal) {}
  }

  @Test func theNextRunFindsWhatIsLeft() throws {
    do {
      let journal = try TestJournal(in: folder.path, issuer: TestJournalTests.issuer, name: "1" + TestJournal.suffix)
      try journal.note(entry)
      try journal.note(TestJournal.Entry(client: "b", uri: nil, token: nil))
      try journal.note(TestJournal.Entry(client: "a", uri: entry.uri, token: Secret("t2")))
      // A run that lasts keeps its journal to itself.
      #expect(TestJournal(left: journal.path, issuer: TestJournalTests.issuer) == nil)
    }
    let path = try #require(TestJournal.left(in: folder.path).first)
    #expect(TestJournal(left: path, issuer: "https://other.example") == nil)
    let left = try #require(TestJournal(left: path, issuer: TestJournalTests.issuer))
    #expect(Set(left.entries.map(\.client)) == ["a", "b"])
    #expect(left.entries.first { $0.client == "a" }?.token == Secret("t2"))
    for client in ["a", "b"] { try left.strike(client) }
    left.finish()
    #expect(TestJournal.left(in: folder.path).isEmpty)
  }
}

/// The rows as data.
@Suite struct ServerCheckTests {
  @Test func everyRowIsDescribedOnce() {
    #expect(ServerCheck.all.count == ServerCheck.ID.allCases.count)
    #expect(Set(ServerCheck.all.map(\.id)) == Set(ServerCheck.ID.allCases))
  }

  @Test func rowsThatEndTheSessionComeLast() {
    #expect(ServerCheck.all.last?.group == .signOut)
  }

  @Test func keysThatShowTooMuchAreFound() {
    #expect(MetadataJudge.keys(["keys": [["kty": "EC", "x": "a"]]]).kind == .careful)
    #expect(MetadataJudge.keys(["keys": [["kty": "EC", "d": "a"]]]).kind == .careless)
    #expect(MetadataJudge.keys(nil).outcome(at: .must) == .notSeen)
  }
}
