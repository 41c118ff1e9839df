import SharedValues

/// Turns the members of a plan file into a ``TestPlan``. Each function judges one object of the format.
struct TestPlanJudge {
  let names: TestPlanNames
  let path: String?
  /// Ids of the files before, and where they stand.
  let taken: [TestCase.ID: String]

  func plan(_ document: DocumentMembers) throws(DocumentFault) -> TestPlan {
    var members = document
    guard try members.number("version", 1...1_000_000) == TestPlanFile.version else {
      throw members.fault("version", "\(TestPlanFile.version)")
    }
    var plan = TestPlan(title: try members.text("title", limit: 80))
    var own: Set<TestCase.ID> = []
    for item in try members.list("cases", 1...2000) {
      let members = try DocumentMembers(item.value, at: item.place)
      let testCase = try testCase(members)
      if let other = taken[testCase.id] { throw members.fault("id", "another than in \(other)", code: "duplicate_id") }
      guard own.insert(testCase.id).inserted else {
        throw members.fault("id", "an id that no case before it has", code: "duplicate_id")
      }
      plan.cases.append(testCase)
    }
    try members.finish()
    return plan
  }

  private func testCase(_ object: DocumentMembers) throws(DocumentFault) -> TestCase {
    var members = object
    let id = try members.name("id")
    let title = try members.text("title", limit: 120)
    let area = try members.name("area")
    let precondition = try precondition(&members)
    let testCase = TestCase(
      id: id, title: title, area: area, precondition: precondition, steps: try sentences("steps", &members),
      expected: try sentences("expected", &members), source: try members.text("source", limit: 120),
      screens: try members.texts("screens", limit: 60, count: 0...20), script: try script(&members), file: path)
    try members.finish()
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
    guard names.scripts?.contains(script) != false else {
      throw members.fault("script", "the name of a script: dcr-terminal script --list", code: "unknown_script")
    }
    return script
  }

  private func precondition(_ members: inout DocumentMembers) throws(DocumentFault) -> TestPrecondition {
    var precondition = TestPrecondition()
    guard var given = try members.optionalObject("given") else { return precondition }
    if given.has("device") { precondition.device = try given.choice("device") }
    if given.has("language") { precondition.language = try given.choice("language") }
    if given.has("glyphs") { precondition.glyphs = try given.choice("glyphs") }
    if given.has("colour") { precondition.colour = try given.flag("colour") }
    precondition.faults = try faults(&given)
    precondition.clock = try clock(&given)
    precondition.size = try size(&given)
    precondition.texts = try given.texts("texts", count: 0...12)
    try given.finish()
    return precondition
  }

  private func faults(_ given: inout DocumentMembers) throws(DocumentFault) -> TestPrecondition.Faults? {
    guard given.has("faults") else { return nil }
    let value = try given.json("faults")
    if case .object = value {
      if let expected = names.faultPlan(value) { throw given.fault("faults", expected, code: "bad_faults") }
      return .plan(value)
    }
    let name = try given.name("faults")
    if let presets = names.presets, !presets.contains(name) {
      throw given.fault("faults", "one of " + presets.sorted().joined(separator: ", "), code: "unknown_preset")
    }
    return .preset(name)
  }

  private func clock(_ given: inout DocumentMembers) throws(DocumentFault) -> TestClock? {
    guard var members = try given.optionalObject("clock") else { return nil }
    var clock = TestClock()
    clock.app = try move("app", &members)
    clock.server = try move("server", &members)
    if members.has("pace") { clock.pace = Double(try members.number("pace", 1...86_400)) }
    try members.finish()
    return clock
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
      throw given.fault("size", "columns and rows, 10x5 to 500x200: 80x24", code: "bad_size")
    }
    return size
  }
}
