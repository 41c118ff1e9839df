import Faults
import SharedValues
import Testing

/// Fault files: valid ones are read exactly, and errors name file, line and reason.
@Suite struct FaultFileTests {
  private func read(_ text: String) throws -> FaultPlan { try FaultFile.read(Array(text.utf8), name: "my.json") }

  @Test func aWholeFile() throws {
    let plan = try read(
      #"""
      {
        "version": 1, "title": "T", "description": "D",
        "faults": [
          { "endpoint": "token", "defect": "status", "status": 503, "retryAfter": 5, "times": 2, "after": 1 },
          { "endpoint": "token", "defect": "latency", "milliseconds": 20 },
          { "endpoint": "metadata", "defect": "wrong-member", "member": "issuer", "value": null, "times": "always" },
          { "endpoint": "refresh", "defect": "id-token", "kind": "sub-changed", "times": 1 }
        ]
      }
      """#)
    #expect(plan.title == "T")
    #expect(
      plan.rules == [
        FaultRule(.token, .status(StatusDefect(503, retryAfter: 5)), .times(2), after: 1),
        FaultRule(.token, .latency(milliseconds: 20)), FaultRule(.metadata, .wrongMember("issuer", .null)),
        FaultRule(.refresh, .idToken(.subChanged), .once),
      ])
  }

  @Test(arguments: FaultEndpoint.allCases)
  func theMenusFaultsCanBeWrittenAndReadAgain(_ endpoint: FaultEndpoint) throws {
    for defect in endpoint.offers {
      let plan = FaultPlan([FaultRule(endpoint, defect, .times(3), after: 2)], title: "T")
      #expect(try read(plan.json.pretty) == plan)
    }
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var rule: String
    var line: Int
    var code: String
    var member: String
    var testDescription: String { "\(code): \(rule)" }
  }

  static let wrong: [Wrong] = [
    // A stranger's file must not send a code or a secret to a server of its author.
    Wrong(
      rule:
        #"{ "endpoint": "metadata", "defect": "wrong-member", "member": "jwks_uri", "value": "https://elsewhere.org" }"#,
      line: 3, code: "wrong", member: "faults[0].value"),
    Wrong(
      rule:
        #"{ "endpoint": "token", "defect": "wrong-member", "member": "x", "value": [{"a": "HTTP://10.0.0.1/"}] }"#,
      line: 3, code: "wrong", member: "faults[0].value"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "wrong-member", "member": "x", "value": "https://login.test/token" }"#,
      line: 3, code: "wrong", member: "faults[0].value"),
    Wrong(rule: #"{ "defect": "offline" }"#, line: 3, code: "missing", member: "faults[0].endpoint"),
    Wrong(rule: #"{ "endpoint": "moon", "defect": "offline" }"#, line: 3, code: "wrong", member: "faults[0].endpoint"),
    Wrong(rule: #"{ "endpoint": "token" }"#, line: 3, code: "missing", member: "faults[0].defect"),
    Wrong(rule: #"{ "endpoint": "token", "defect": "explode" }"#, line: 3, code: "wrong", member: "faults[0].defect"),
    Wrong(rule: #"{ "endpoint": "token", "defect": "full-disk" }"#, line: 3, code: "wrong", member: "faults[0].defect"),
    Wrong(
      rule: #"{ "endpoint": "revocation", "defect": "missing-member", "member": "a" }"#, line: 3, code: "wrong",
      member: "faults[0].defect"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "id-token", "kind": "sub-changed" }"#, line: 3, code: "wrong",
      member: "faults[0].kind"),
    Wrong(rule: #"{ "endpoint": "token", "defect": "id-token" }"#, line: 3, code: "missing", member: "faults[0].kind"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "offline", "times": 0 }"#, line: 3, code: "wrong",
      member: "faults[0].times"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "offline", "times": 1001 }"#, line: 3, code: "wrong",
      member: "faults[0].times"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "offline", "times": "once" }"#, line: 3, code: "wrong",
      member: "faults[0].times"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "offline", "after": -1 }"#, line: 3, code: "wrong",
      member: "faults[0].after"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "latency" }"#, line: 3, code: "missing", member: "faults[0].milliseconds"
    ),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "latency", "milliseconds": 300001 }"#, line: 3, code: "wrong",
      member: "faults[0].milliseconds"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "status", "status": 200 }"#, line: 3, code: "wrong",
      member: "faults[0].status"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "status", "status": 400, "error": "a b" }"#, line: 3, code: "wrong",
      member: "faults[0].error"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "status", "status": 400, "errorDescription": "a" }"#, line: 3,
      code: "wrong", member: "faults[0].errorDescription"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "status", "status": 503, "retryAfter": "soon" }"#, line: 3,
      code: "wrong", member: "faults[0].retryAfter"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "wrong-member", "member": "a" }"#, line: 3, code: "missing",
      member: "faults[0].value"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "missing-member", "member": "\u001b[2J" }"#, line: 3, code: "wrong",
      member: "faults[0].member"),
    Wrong(
      rule: #"{ "endpoint": "logout", "defect": "wrong-iss" }"#, line: 3, code: "wrong", member: "faults[0].defect"),
    Wrong(
      rule: #"{ "endpoint": "token", "defect": "offline", "status": 503 }"#, line: 3, code: "unknown_member",
      member: "faults[0].status"),
    Wrong(
      rule:
        "{ \"endpoint\": \"token\", \"defect\": \"offline\" },\n{ \"endpoint\": \"token\", \"defect\": \"status\",\n \"status\": 500 }",
      line: 4, code: "never_acts", member: "faults[1]"),
    Wrong(
      rule: "{ \"endpoint\": \"token\",\n\"defect\": \"offline\", \"tiems\": 1 }", line: 4, code: "unknown_member",
      member: "faults[0].tiems"),
    Wrong(rule: "\"offline\"", line: 3, code: "wrong", member: "faults[0]"),
  ]

  @Test(arguments: wrong)
  func aWrongRuleIsNamedWithItsLine(_ wrong: Wrong) {
    let text = "{ \"version\": 1,\n\"faults\": [\n\(wrong.rule)\n] }"
    let problem = #expect(throws: DocumentProblem.self) { _ = try read(text) }
    #expect(problem?.file == "my.json")
    #expect(problem?.line == wrong.line)
    #expect(problem?.code == wrong.code)
    #expect(problem?.member == wrong.member)
    #expect(problem.map { "\($0.expected)".isEmpty } == false)
  }

  @Test(arguments: [
    ("", 1, "not_json"), ("{\n\n", 3, "not_json"), ("[]", 1, "wrong"), (#"{"faults":[]}"#, 1, "missing"),
    ("{\"version\":2,\n\"faults\":[]}", 1, "wrong"), ("{\"version\":1,\n\"faults\":[]}", 2, "wrong"),
    (#"{"version":1}"#, 1, "missing"), ("{\"version\":1,\n\"version\":1}", 2, "not_json"),
    (
      "{\"version\":1,\"faults\":[{\"endpoint\":\"token\",\"defect\":\"offline\"}],\n\"rules\":[]}", 2, "unknown_member"
    ),
  ])
  func aWrongDocumentIsNamedWithItsLine(_ text: String, _ line: Int, _ code: String) {
    let problem = #expect(throws: DocumentProblem.self) { _ = try read(text) }
    #expect(problem?.line == line)
    #expect(problem?.code == code)
  }

  @Test func aHundredThousandRulesAreRefusedAtOnce() {
    let rule = #"{"endpoint":"token","defect":"offline","times":1}"#
    let many = "{\"version\":1,\"faults\":[" + Array(repeating: rule, count: 100_000).joined(separator: ",") + "]}"
    #expect(throws: DocumentProblem(file: "my.json", code: "too_large", expected: "at most \(FaultFile.limit) bytes")) {
      _ = try read(many)
    }
    let some = "{\"version\":1,\n\"faults\":[" + Array(repeating: rule, count: 101).joined(separator: ",") + "]}"
    let problem = #expect(throws: DocumentProblem.self) { _ = try read(some) }
    #expect(problem?.member == "faults")
    #expect(problem?.line == 2)
  }

  @Test func consecutiveRulesAreNoContradiction() throws {
    let plan = try read(
      #"{"version":1,"faults":[{"endpoint":"token","defect":"offline","times":1},{"endpoint":"token","defect":"latency","milliseconds":5},{"endpoint":"token","defect":"time-out"},{"endpoint":"token","defect":"latency","milliseconds":5}]}"#
    )
    #expect(plan.rules.count == 4)
  }

  @Test func everyPresetHasItsOwnTexts() {
    #expect(FaultPresets.all.count >= 15)
    #expect(Set(FaultPresets.all.map(\.plan.title)).count == FaultPresets.all.count)
    #expect(FaultPresets.all.allSatisfy { $0.plan.title != nil && $0.plan.description != nil })
    #expect(FaultPresets.named("no-such") == nil)
    #expect(FaultPresets.named("disk-full")?.plan.rules == [FaultRule(.keystore, .disk(.full))])
    #expect(FaultPresets.named("empty-key-set")?.plan.rules == [FaultRule(.jwks, .wrongMember("keys", []))])
  }
}
