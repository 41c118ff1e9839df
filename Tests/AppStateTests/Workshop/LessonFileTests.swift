import Catalogue
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Broken lesson files: each error names the line and the reason, and the lesson is not used.
@Suite struct LessonFileTests {
  /// One line for each member, so that line numbers tell them apart.
  static let good = """
    {
      "version": 1,
      "id": "own-lab",
      "order": 5,
      "kind": "lab",
      "title": "A lab",
      "setting": "Somewhere.",
      "goal": "Something.",
      "world": {"insecure": ["implicit"], "rogue": true},
      "steps": [
        {"title": "One", "text": "Do it.", "do": [
          {"request": {"method": "GET", "url": "{userinfo_endpoint}", "bearer": "{state}"},
           "expect": {"status": 401, "sub": "-"}, "proves": "defence", "keep": {"what": "status"}},
          {"app": {"device": "phone-1", "until": "register", "forged": "a.b:/c?code={what}"}, "expect": {"result": "ok"}},
          {"loot": {}}
        ], "afterwards": "Done."}
      ],
      "explanation": "So it is.",
      "sources": [{"name": "RFC 6749", "url": "https://www.rfc-editor.org/rfc/rfc6749"}],
      "question": {"text": "Why?", "choices": ["a", "b"], "right": 2, "why": "Because."}
    }
    """

  struct Broken: Sendable, CustomTestStringConvertible {
    var old, new: String
    var line: Int
    var code, member: String
    init(_ old: String, _ new: String, _ line: Int, _ code: String, _ member: String) {
      (self.old, self.new, self.line, self.code, self.member) = (old, new, line, code, member)
    }
    var testDescription: String { "\(code) \(member) \(new.prefix(40))" }
  }

  static let broken: [Broken] = [
    Broken("\"version\": 1,", "\"version\": 2,", 2, "wrong", "version"),
    Broken("\"version\": 1,", "", 1, "missing", "version"),
    Broken("\"id\": \"own-lab\"", "\"id\": \"../../etc\"", 3, "wrong", "id"),
    Broken("\"id\": \"own-lab\"", "\"id\": \"-x\"", 3, "wrong", "id"),
    Broken("\"order\": 5", "\"order\": \"five\"", 4, "wrong", "order"),
    Broken("\"order\": 5", "\"order\": 1e9", 4, "wrong", "order"),
    Broken("\"kind\": \"lab\"", "\"kind\": \"exam\"", 5, "wrong", "kind"),
    Broken("\"title\": \"A lab\"", "\"title\": \"\"", 6, "wrong", "title"),
    Broken("\"A lab\"", "\"\\u001b[2Jgone\"", 6, "wrong", "title"),
    Broken("\"A lab\"", "\"a\\u202eb\"", 6, "wrong", "title"),
    Broken("\"A lab\"", "\"\(String(repeating: "x", count: 61))\"", 6, "wrong", "title"),
    Broken("\"goal\"", "\"gaol\"", 1, "missing", "goal"),
    Broken("\"goal\": \"Something.\",", "\"goal\": \"Something.\", \"more\": 1,", 8, "unknown_member", "more"),
    Broken("\"implicit\"", "\"everything\"", 9, "wrong", "world.insecure[0]"),
    Broken("\"rogue\": true", "\"rogue\": false", 15, "wrong", "steps[0].do[2].loot"),
    Broken("\"rogue\": true", "\"rouge\": true", 9, "unknown_member", "world.rouge"),
    Broken("\"method\": \"GET\"", "\"method\": \"BREW\"", 12, "wrong", "steps[0].do[0].request.method"),
    Broken("{userinfo_endpoint}", "https://example.com/", 12, "wrong", "steps[0].do[0].request.url"),
    Broken("{userinfo_endpoint}", "{stolen}", 12, "unknown_variable", "steps[0].do[0].request.url"),
    Broken("code={what}", "code={whatever}", 14, "unknown_variable", "steps[0].do[1].app.forged"),
    Broken("\"bearer\": \"{state}\"", "\"bearer\": \"a\", \"dpop\": \"b\"", 12, "wrong", "steps[0].do[0].request.dpop"),
    Broken("\"bearer\": \"{state}\"", "\"proof\": []", 12, "wrong", "steps[0].do[0].request.proof"),
    Broken("\"bearer\": \"{state}\"", "\"proof\": {}", 12, "missing", "steps[0].do[0].request.proof.device"),
    Broken(
      "\"bearer\": \"{state}\"", "\"proof\": {\"device\": \"a\", \"claims\": {\"nonce\": \"{x}\"}}", 12,
      "unknown_variable",
      "steps[0].do[0].request.proof.claims.nonce"),
    Broken(
      "\"bearer\": \"{state}\"", "\"assertion\": {\"device\": \"a\", \"client\": \"b\"}", 12, "wrong",
      "steps[0].do[0].request.assertion"),
    Broken(
      "\"bearer\": \"{state}\"", "\"form\": {}, \"assertion\": {\"device\": \"a\"}", 12, "missing",
      "steps[0].do[0].request.assertion.client"),
    Broken("{\"loot\": {}}", "{\"keys\": {\"device\": \"a/b\"}}", 15, "wrong", "steps[0].do[2].keys.device"),
    Broken(
      "{\"loot\": {}}", "{\"keys\": {\"device\": \"a\", \"make\": \"gold\"}}", 15, "wrong", "steps[0].do[2].keys.make"),
    Broken(
      "{\"loot\": {}}", "{\"administer\": {\"policies\": {\"insecure\": {}}}}", 15, "unknown_member",
      "steps[0].do[2].administer.policies.insecure"),
    Broken("\"proves\": \"defence\"", "\"proves\": \"all\"", 13, "wrong", "steps[0].do[0].proves"),
    Broken("\"status\": 401", "\"status\": [401]", 13, "wrong", "steps[0].do[0].expect.status"),
    Broken("\"until\": \"register\"", "\"until\": \"unregister\"", 14, "wrong", "steps[0].do[1].app.until"),
    Broken("\"until\": \"register\"", "\"until\": \"payment\"", 14, "wrong", "steps[0].do[1].app.until"),
    Broken(
      "\"bearer\": \"{state}\"", "\"nonce\": \"{x}\"", 12, "unknown_variable", "steps[0].do[0].request.nonce"),
    Broken("\"device\": \"phone-1\"", "\"device\": \"a/b\"", 14, "wrong", "steps[0].do[1].app.device"),
    Broken("{\"loot\": {}}", "{\"browser\": {\"device\": \"a\"}}", 15, "missing", "steps[0].do[2].browser.parameters"),
    Broken(
      "{\"loot\": {}}", "{\"browser\": {\"device\": \"a\", \"page\": \"{issuer}\", \"parameters\": {}}}", 15, "wrong",
      "steps[0].do[2].browser.parameters"),
    Broken(
      "{\"loot\": {}}", "{\"browser\": {\"device\": \"a\", \"page\": \"{issuer}\", \"rogue\": true}}", 15, "wrong",
      "steps[0].do[2].browser.rogue"),
    Broken(
      "{\"loot\": {}}", "{\"browser\": {\"device\": \"a\", \"page\": \"https://example.com/\"}}", 15, "wrong",
      "steps[0].do[2].browser.page"),
    Broken(
      "{\"loot\": {}}", "{\"browser\": {\"device\": \"a\", \"page\": \"{stolen}\"}}", 15, "unknown_variable",
      "steps[0].do[2].browser.page"),
    Broken("{\"loot\": {}}", "{\"loot\": {}, \"inspect\": {}}", 15, "wrong", "steps[0].do[2]"),
    Broken(
      "{\"loot\": {}}", "{\"inspect\": {}, \"expect\": {\"grants\": \"one\"}}", 15, "wrong",
      "steps[0].do[2].expect.grants"),
    Broken(
      "{\"loot\": {}}", "{\"administer\": {\"endSessions\": \"jd\"}, \"expect\": {\"ended\": -1}}", 15, "wrong",
      "steps[0].do[2].expect.ended"),
    Broken(
      "\"explanation\":", "\"goals\": [{\"text\": \"a\", \"expect\": {\"clients\": true}}], \"explanation\":", 18,
      "wrong", "goals[0].expect.clients"),
    Broken(
      "\"explanation\":", "\"goals\": [{\"text\": \"a\", \"expect\": {\"tokens\": 1}}], \"explanation\":", 18,
      "unknown_member", "goals[0].expect.tokens"),
    Broken(
      "\"explanation\":", "\"goals\": [{\"text\": \"a\", \"expect\": {}}], \"explanation\":", 18, "missing",
      "goals[0].expect"),
    Broken("{\"loot\": {}}", "{\"sing\": {}}", 15, "wrong", "steps[0].do[2]"),
    Broken("{\"loot\": {}}", "[]", 15, "wrong", "steps[0].do[2]"),
    Broken("\"kind\": \"lab\"", "\"kind\": \"tour\"", 11, "missing", "steps[0].stop"),
    Broken("\"https://www", "\"http://www", 19, "wrong", "sources[0].url"),
    Broken("\"right\": 2", "\"right\": 3", 20, "wrong", "question.right"),
    Broken("[\"a\", \"b\"]", "[\"a\"]", 20, "wrong", "question.choices"),
    Broken("\"right\": 2", "\"right\": 2, \"feedback\": [\"No.\"]", 20, "wrong", "question.feedback"),
    Broken("\"right\": 2", "\"right\": 2, \"feedback\": [\"No.\", 3]", 20, "wrong", "question.feedback[1]"),
    Broken("\"version\": 1,", "\"version\": 1, \"version\": 1,", 2, "not_json", "version"),
    Broken("\"order\": 5,", "\"order\": 5", 5, "not_json", ""),
  ]

  @Test func theValidFileIsRead() throws {
    let lesson = try LessonFile.read(Array(Self.good.utf8), name: "own.json", path: "/x/own.json")
    #expect(lesson.id == "own-lab" && lesson.file == "/x/own.json" && lesson.world.hasRogue)
    #expect(lesson.steps[0].operations.count == 3 && lesson.steps[0].operations[0].proves == .defence)
    #expect(lesson.steps[0].operations[0].expect == [NamedValue("status", "401"), NamedValue("sub", "-")])
    #expect(lesson.questions.map(\.right) == [1])
    #expect(lesson.pages == [.beginning, .step(0), .explanation, .question(0)])
  }

  /// The API may be declared for all phones or for one.
  @Test(arguments: ["\"rogue\"", "\"device\""])
  func aPhoneWithAnAPIMayPay(_ place: String) throws {
    let text = Self.good.replacing("\"until\": \"register\"", with: "\"until\": \"payment\"")
      .replacing(place, with: "\"phone\": {\"api\": \"/api\"}, " + place, maxReplacements: 1)
    guard case .app(let app) = try LessonFile.read(Array(text.utf8), name: "own.json").steps[0].operations[1].act else {
      return #expect(Bool(false), "unexpected operation")
    }
    #expect(app.until == .payment)
  }

  @Test func aQuestionMaySayWhyAChoiceIsWrong() throws {
    func question(_ feedback: String) throws -> Lesson.Question {
      let text = Self.good.replacing(
        "\"right\": 2", with: "\"right\": 2, \"feedback\": \(feedback)", maxReplacements: 1)
      return try #require(LessonFile.read(Array(text.utf8), name: "own.json").questions.first)
    }
    #expect(try question("[\"No.\", \"\"]").feedback(on: 0) == "No.")
    #expect(try question("[\"\", \"\"]").feedback(on: 0) == nil)
    #expect(try question("[\"\", \"Yes.\"]").feedback(on: 1) == nil, "the right answer has no feedback")
    #expect(try LessonFile.read(Array(Self.good.utf8), name: "own.json").questions[0].feedback(on: 0) == nil)
  }

  @Test(arguments: broken)
  func aBrokenFileIsNamedWithLineAndReason(_ test: Broken) throws {
    #expect(Self.good.contains(test.old))
    let text = Self.good.replacing(test.old, with: test.new, maxReplacements: 1)
    let problem = #expect(throws: DocumentProblem.self) {
      try LessonFile.read(Array(text.utf8), name: "own.json")
    }
    #expect(problem?.file == "own.json")
    #expect(problem?.line == test.line)
    #expect(problem?.code == test.code)
    #expect(problem?.member == test.member)
    // The list of the lessons says in the reader's language what was expected. Only a version is the same in all.
    let expected = problem.map { [Catalogue()($0.expected), Catalogue(.german)($0.expected)] }
    #expect(Set(expected ?? []).count == 2 || test.member == "version")
  }

  @Test func invalidFilesAreRefused() {
    for bytes in [[], [0xFF, 0xFE], Array("[]".utf8), Array(String(repeating: "[", count: 5000).utf8)] as [[UInt8]] {
      #expect(throws: DocumentProblem.self) { try LessonFile.read(bytes, name: "x") }
    }
    let large = Array(repeating: UInt8(ascii: " "), count: Lesson.fileLimit + 1)
    #expect(throws: DocumentProblem(file: "x", code: "too_large", expected: "at most \(Lesson.fileLimit) bytes")) {
      try LessonFile.read(large, name: "x")
    }
  }
}
