import FoundationEssentials
import SharedValues

/// A run as a file: JSON that a person can read, validated like any other file when it is read.
package enum TestRunFile {
  package static let version = 1
  /// The maximum size in bytes.
  package static let limit = 16 << 20

  // MARK: Writing

  package static func text(_ run: TestRun) -> String {
    let tester = line(run.tester, 120)
    let facts = run.facts.map { NamedValue(line($0.name, 60), line($0.value, 500)) }
      .filter { !$0.name.isEmpty && !$0.value.isEmpty }.prefix(100)
    let results = run.results.sorted { $0.key < $1.key }.map { id, result in
      let ticket = line(result.ticket, TestRun.ticketLimit)
      let members: JSON = [
        "mark": .string(result.mark.rawValue), "time": .string(time(result.time)), "title": .string(result.title),
        "area": .string(result.area), "note": .string(result.note), "attachments": .strings(result.attachments),
      ]
      return JSON.Member(id, members.setting("ticket", ticket.isEmpty ? nil : .string(ticket)))
    }
    let document: JSON = [
      "version": .number("\(version)"), "id": .string(run.id), "plan": .string(run.planTitle),
      "planDigest": .string(run.planDigest), "started": .string(time(run.started)),
    ]
    return document.setting("finished", run.finished.map { .string(time($0)) })
      .setting("tester", tester.isEmpty ? nil : .string(tester))
      .setting("facts", .array(facts.map { ["name": .string($0.name), "value": .string($0.value)] }))
      .setting("results", .object(results)).pretty + "\n"
  }

  /// Limits a text to what the reader accepts, so that every written file can be read again.
  private static func line(_ text: String, _ limit: Int) -> String {
    String(TestRun.readable(text).split(whereSeparator: \.isNewline).joined(separator: " ").prefix(limit))
  }

  /// Whole seconds, UTC.
  package static func time(_ date: Date) -> String { date.formatted(.iso8601) }

  // MARK: Reading

  /// - Parameter name: of the file, for problems; without `.json` it must be the run's id.
  /// - Throws: ``DocumentProblem``: `not_json`, `missing`, `wrong`, `unknown_member`, `too_large`.
  package static func read(_ bytes: [UInt8], name: String) throws(DocumentProblem) -> TestRun {
    try DocumentMembers.read(bytes, name: name, limit: limit) { (document) throws(DocumentFault) in
      try document.whole { (members) throws(DocumentFault) in try run(&members, name) }
    }
  }

  private static func run(_ members: inout DocumentMembers, _ name: String) throws(DocumentFault) -> TestRun {
    guard try members.number("version", 1...1_000_000) == version else { throw members.fault("version", "\(version)") }
    let id = try members.name("id")
    guard id + ".json" == name else { throw members.fault("id", "the file's name") }
    let plan = TestPlan(title: try members.text("plan", limit: 80))
    var run = TestRun(
      id: id, plan: plan, started: try date("started", &members),
      tester: try members.optionalText("tester", limit: 120) ?? "")
    run.planDigest = try members.text("planDigest", limit: 64)
    if members.has("finished") { run.finished = try date("finished", &members) }
    run.facts = try members.objects("facts", 0...100) { (fact) throws(DocumentFault) in
      NamedValue(try fact.text("name", limit: 60), try fact.text("value", limit: 500))
    }
    run.results = try results(&members)
    return run
  }

  private static func results(_ members: inout DocumentMembers) throws(DocumentFault) -> [TestCase.ID: TestRun.Result] {
    guard let listed = try members.json("results").objectValue, listed.count <= 10_000 else {
      throw members.fault("results", "an object of results")
    }
    var results: [TestCase.ID: TestRun.Result] = [:]
    for member in listed {
      let place = members.place + [.member("results"), .member(member.name)]
      guard member.name.utf8.count <= 40, DocumentMembers.isName(member.name) else {
        throw DocumentFault(place: place, code: "wrong", expected: "the id of a case")
      }
      results[member.name] = try DocumentMembers(member.value, at: place).whole(result)
    }
    return results
  }

  private static func result(_ members: inout DocumentMembers) throws(DocumentFault) -> TestRun.Result {
    guard let note = try members.json("note").stringValue, note == TestRun.readable(note) else {
      throw members.fault("note", "a text of at most \(TestRun.noteLimit) characters, without control characters")
    }
    var result = TestRun.Result(
      mark: try members.choice("mark"), note: note, time: try date("time", &members),
      title: try members.text("title", limit: 120), area: try members.name("area"),
      attachments: try members.texts("attachments", limit: 200, count: 0...100))
    if let index = result.attachments.firstIndex(where: { !isBelow($0) }) {
      throw members.fault("attachments", at: .element(index), "a path below the run's folder")
    }
    result.ticket = try members.optionalText("ticket", limit: TestRun.ticketLimit) ?? ""
    return result
  }

  /// Whether a relative path stays in its folder.
  package static func isBelow(_ path: String) -> Bool {
    let parts = path.split(scalar: "/", omittingEmptySubsequences: false)
    return !parts.contains { ["", ".", ".."].contains($0) }
  }

  private static func date(_ name: String, _ members: inout DocumentMembers) throws(DocumentFault) -> Date {
    let text = try members.text(name, limit: 40)
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw members.fault(name, "a time such as 2026-11-22T06:30:00Z")
    }
    return date
  }
}
