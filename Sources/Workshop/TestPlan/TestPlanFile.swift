import Catalogue
import Faults
import SharedValues

/// Reads one file of a test plan: strict, so that a typing error is found here and not in the middle of a test day.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded, unknown members are refused, and no text may contain a control
/// character.
package enum TestPlanFile {
  package static let version = 1

  /// - Parameters:
  ///   - name: for problems; the file's path for ``TestCase/file``.
  ///   - scripts: that a case may name; `nil`: any.
  ///   - taken: ids of other files, with the names of these files.
  /// - Throws: ``DocumentProblem``; its codes include `duplicate_id`, `empty_steps`, `bad_size`, `bad_clock`, `unknown_preset`, `bad_faults`,
  ///   `unknown_script`.
  package static func read(
    _ bytes: [UInt8], name: String, path: String? = nil, scripts: Set<String>? = nil,
    taken: [TestCase.ID: String] = [:]
  ) throws(DocumentProblem) -> TestPlan {
    let (plan, problems) = examine(bytes, name: name, path: path, scripts: scripts, taken: taken)
    if let first = problems.first { throw first }
    return plan
  }

  /// The same, but collects all problems of the file: each member is validated independently.
  package static func examine(
    _ bytes: [UInt8], name: String, path: String? = nil, scripts: Set<String>? = nil,
    taken: [TestCase.ID: String] = [:]
  ) -> (plan: TestPlan, problems: [DocumentProblem]) {
    do throws(DocumentProblem) {
      let (plan, problems) = try DocumentMembers.read(
        bytes, name: name, limit: TestPlan.fileLimit,
        collecting: { (members, faults) throws(DocumentFault) in
          try TestPlanJudge(scripts: scripts, path: path, taken: taken, faults: faults).plan(members)
        })
      return (plan, problems)
    } catch { return (TestPlan(title: ""), [error]) }
  }
}

/// Describes a problem with a file of a test plan or a run, for app and command.
package enum PlanFileWords {
  /// `line 12: cases[0].given.size should be columns and rows such as 80x24, from 10x5 to 500x200`
  package static func why(_ problem: DocumentProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    problem.words(PhrasesByName.checksFile, catalogue)
  }
}

/// Turns the members of a plan file into a ``TestPlan``. Each function validates one object of the format.
struct TestPlanJudge {
  let scripts: Set<String>?
  let path: String?
  /// Ids of earlier files, with the names of these files.
  let taken: [TestCase.ID: String]
  let faults: DocumentFaults

  func plan(_ document: DocumentMembers) throws(DocumentFault) -> TestPlan {
    var members = document
    guard try members.number("version", 1...1_000_000) == TestPlanFile.version else {
      throw members.fault("version", "\(TestPlanFile.version)")
    }
    var plan = TestPlan(title: faults.or("") { () throws(DocumentFault) in try members.text("title", limit: 80) })
    let cases = faults.or(nil) { () throws(DocumentFault) in try members.list("cases", 1...2000) }
    guard let cases else { return plan }
    var own: Set<TestCase.ID> = []
    for item in cases {
      guard let testCase = faults.or(nil, { () throws(DocumentFault) in try testCase(item.value, item.place) }) else {
        continue
      }
      let expected: Term? =
        taken[testCase.id].map { "an id that is not in \($0)" }
        ?? (own.insert(testCase.id).inserted || testCase.id.isEmpty ? nil : "an id that no case before it has")
      if let expected {
        faults.or(()) { () throws(DocumentFault) in
          throw DocumentFault(place: item.place + [.member("id")], code: "duplicate_id", expected: expected)
        }
      }
      plan.cases.append(testCase)
    }
    finish(members)
    return plan
  }

  private func finish(_ members: DocumentMembers) {
    for stranger in members.unknownMembers { faults.or(()) { () throws(DocumentFault) in throw stranger } }
  }

  private func testCase(_ value: JSON, _ place: [JSONPlace]) throws(DocumentFault) -> TestCase {
    var members = try DocumentMembers(value, at: place)
    let testCase = TestCase(
      id: faults.or("") { () throws(DocumentFault) in try members.name("id") },
      title: faults.or("") { () throws(DocumentFault) in try members.text("title", limit: 120) },
      area: faults.or("") { () throws(DocumentFault) in try members.name("area") },
      precondition: faults.or(TestPrecondition()) { () throws(DocumentFault) in try precondition(&members) },
      steps: faults.or([]) { () throws(DocumentFault) in try sentences("steps", &members) },
      expected: faults.or([]) { () throws(DocumentFault) in try sentences("expected", &members) },
      source: faults.or("") { () throws(DocumentFault) in try members.text("source", limit: 120) },
      screens: faults.or([]) { () throws(DocumentFault) in try members.texts("screens", limit: 60, count: 0...20) },
      script: faults.or(nil) { () throws(DocumentFault) in try script(&members) }, file: path)
    finish(members)
    return testCase
  }

  private func sentences(_ name: String, _ members: inout DocumentMembers) throws(DocumentFault) -> [String] {
    let sentences = try members.texts(name, limit: 500, count: 0...40)
    guard !sentences.isEmpty else { throw members.fault(name, "at least one sentence", code: "empty_\(name)") }
    return sentences
  }

  private func script(_ members: inout DocumentMembers) throws(DocumentFault) -> String? {
    guard members.has("script") else { return nil }
    let script = try members.name("script")
    guard scripts?.contains(script) != false else {
      throw members.fault("script", "the name of a script: dcr-terminal script --list", code: "unknown_script")
    }
    return script
  }

  private func precondition(_ members: inout DocumentMembers) throws(DocumentFault) -> TestPrecondition {
    var precondition = TestPrecondition()
    guard var given = try members.optionalObject("given") else { return precondition }
    precondition.device = choice("device", &given)
    precondition.language = choice("language", &given)
    precondition.glyphs = choice("glyphs", &given)
    if given.has("colour") {
      precondition.colour = faults.or(nil) { () throws(DocumentFault) in try given.flag("colour") }
    }
    precondition.faults = faults.or(nil) { () throws(DocumentFault) in try switchedOn(&given) }
    precondition.clock = faults.or(nil) { () throws(DocumentFault) in try clock(&given) }
    precondition.size = faults.or(nil) { () throws(DocumentFault) in try size(&given) }
    precondition.texts = faults.or([]) { () throws(DocumentFault) in try given.texts("texts", count: 0...12) }
    finish(given)
    return precondition
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ given: inout DocumentMembers
  ) -> Choice? where Choice.RawValue == String {
    given.has(name) ? faults.or(nil) { () throws(DocumentFault) in try given.choice(name) } : nil
  }

  private func switchedOn(_ given: inout DocumentMembers) throws(DocumentFault) -> TestPrecondition.Faults? {
    guard given.has("faults") else { return nil }
    let value = try given.json("faults")
    if case .object = value {
      do throws(DocumentProblem) { _ = try FaultFile.read(Array(value.compact.utf8), name: "") } catch {
        let expected: Term = error.member.isEmpty ? error.expected : "\(error.member): \(error.expected)"
        throw given.fault("faults", expected, code: "bad_faults")
      }
      return .plan(value)
    }
    let name = try given.name("faults")
    guard FaultPresets.names.contains(name) else {
      let names = FaultPresets.names.sorted().joined(separator: ", ")
      throw given.fault("faults", "one of \(names)", code: "unknown_preset")
    }
    return .preset(name)
  }

  private func clock(_ given: inout DocumentMembers) throws(DocumentFault) -> TestClock? {
    try given.optionalObject("clock") { (members) throws(DocumentFault) in
      TestClock(
        app: try move("app", &members), server: try move("server", &members),
        pace: try members.optionalNumber("pace", 1...86_400).map(Double.init))
    }
  }

  private func move(_ name: String, _ members: inout DocumentMembers) throws(DocumentFault) -> Double? {
    guard let text = try members.optionalText(name, limit: 20) else { return nil }
    guard let move = TestClock.move(text) else {
      throw members.fault(name, "a move such as +2h, -90s, +5m, +30d", code: "bad_clock")
    }
    return move
  }

  private func size(_ given: inout DocumentMembers) throws(DocumentFault) -> TestSize? {
    guard let text = try given.optionalText("size", limit: 20) else { return nil }
    guard let size = TestSize(text) else {
      throw given.fault("size", "columns and rows such as 80x24, from 10x5 to 500x200", code: "bad_size")
    }
    return size
  }
}
