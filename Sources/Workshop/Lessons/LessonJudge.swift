import ForeignText
import SharedValues

/// Turns the members of a lesson file into a ``Lesson``. Each function validates one object of the format.
enum LessonJudge {
  static func lesson(_ document: DocumentMembers) throws(DocumentFault) -> Lesson {
    var members = document
    guard try members.number("version", 1...1_000_000) == LessonFile.version else {
      throw members.fault("version", "\(LessonFile.version)")
    }
    // Read by ``LessonTranslations``.
    _ = try members.optionalObject("translations")
    let kind: Lesson.Kind = try members.choice("kind")
    var known = LabVariables()
    var lesson = Lesson(
      id: try members.name("id"), order: try members.number("order", 0...9999), kind: kind,
      title: try members.text("title", limit: 60), setting: try members.text("setting"),
      goal: try members.text("goal"), world: try world(&members), steps: [],
      explanation: try members.text("explanation", limit: 4000), sources: try sources(&members), questions: [],
      goals: [])
    if lesson.world.hasRogue { known.add(LabVariables.ofRogue) }
    for (index, item) in try members.list("steps", 1...30).enumerated() {
      var step = try DocumentMembers(item.value, at: item.place)
      lesson.steps.append(try self.step(&step, kind, &known, lesson.world))
      if let question = try question(&step, after: index) { lesson.questions.append(question) }
      try step.finish()
    }
    if let question = try question(&members, after: nil) { lesson.questions.append(question) }
    for item in try members.list("questions", 0...8) {
      lesson.questions.append(try question(try DocumentMembers(item.value, at: item.place), after: nil))
    }
    lesson.goals = try goals(&members, kind, known)
    try members.finish()
    return lesson
  }

  /// An object of which only these members are known here. The code for configurations validates their values.
  static func members(
    _ name: String, _ members: inout DocumentMembers, of known: [String]
  ) throws(DocumentFault) -> JSON {
    guard let value = members.take(name) else { return .object([]) }
    guard let object = value.objectValue else { throw members.fault(name, "an object") }
    for member in object where !known.contains(member.name) {
      throw DocumentFault(
        place: members.place + [.member(name), .member(member.name)], code: "unknown_member",
        expected: "one of \(known.joined(separator: ", "))")
    }
    return value
  }

  private static func world(_ members: inout DocumentMembers) throws(DocumentFault) -> LabWorldSettings {
    var settings = LabWorldSettings()
    guard var world = try members.optionalObject("world") else { return settings }
    for (index, name) in try world.texts("insecure", count: 0...LabWorldSettings.switches.count).enumerated() {
      guard LabWorldSettings.switches.contains(name) else {
        throw DocumentFault(
          place: world.place + [.member("insecure"), .element(index)], code: "wrong",
          expected: "one of \(LabWorldSettings.switches.joined(separator: ", "))")
      }
      settings.insecure.append(name)
    }
    settings.server = try self.members("server", &world, of: LabWorldSettings.serverMembers)
    settings.phone = try self.members("phone", &world, of: LabWorldSettings.phoneMembers)
    settings.hasRogue = try world.flag("rogue")
    try world.finish()
    return settings
  }

  private static func sources(_ members: inout DocumentMembers) throws(DocumentFault) -> [Lesson.Source] {
    var sources: [Lesson.Source] = []
    for item in try members.list("sources", 1...12) {
      var source = try DocumentMembers(item.value, at: item.place)
      let name = try source.text("name", limit: 100)
      let url = try source.text("url", limit: 300)
      guard url.hasPrefix(bytes: "https://"), !url.contains(scalar: " ") else {
        throw source.fault("url", "an https URL")
      }
      try source.finish()
      sources.append(Lesson.Source(name: name, url: url))
    }
    return sources
  }

  private static func goals(
    _ members: inout DocumentMembers, _ kind: Lesson.Kind, _ known: LabVariables
  ) throws(DocumentFault) -> [Lesson.Goal] {
    guard !members.has("goals") || kind == .lab else { throw members.fault("goals", "no goals in a tour") }
    var goals: [Lesson.Goal] = []
    for item in try members.list("goals", 0...5) {
      var goal = try DocumentMembers(item.value, at: item.place)
      let expect = try goal.pairs("expect")
      for pair in expect { try known.check(pair.value, at: goal.place + [.member("expect"), .member(pair.name)]) }
      try LabOperationJudge.checkCounts(expect, of: .inspect(LabInspection()), at: goal.place)
      guard !expect.isEmpty else { throw goal.fault("expect", "a fact of the user's, such as tokens", code: "missing") }
      goals.append(
        Lesson.Goal(
          text: try goal.text("text", limit: 300), user: try LabOperationJudge.user(&goal), expect: expect,
          reached: try goal.text("reached")))
      try goal.finish()
    }
    return goals
  }

  private static func question(
    _ members: inout DocumentMembers, after step: Int?
  ) throws(DocumentFault) -> Lesson.Question? {
    guard let question = try members.optionalObject("question") else { return nil }
    return try self.question(question, after: step)
  }

  private static func question(
    _ object: DocumentMembers, after step: Int?
  ) throws(DocumentFault) -> Lesson.Question {
    var question = object
    let choices = try question.texts("choices", count: 2...5)
    let right = try question.number("right", 1...choices.count)
    let judged = Lesson.Question(
      text: try question.text("text"), choices: choices, right: right - 1, why: try question.text("why"),
      feedback: try feedback(&question, on: choices), step: step)
    try question.finish()
    return judged
  }

  /// One text per choice; each may be empty.
  private static func feedback(
    _ question: inout DocumentMembers, on choices: [String]
  ) throws(DocumentFault) -> [String] {
    guard question.has("feedback") else { return [] }
    let items = try question.list("feedback", 0...choices.count)
    guard items.count == choices.count else {
      throw question.fault("feedback", "as many texts as there are choices: \(choices.count)")
    }
    return try items.map { (item) throws(DocumentFault) in
      item.value == .string("") ? "" : try DocumentMembers.text(item.value, 400, item.place)
    }
  }

  private static func step(
    _ members: inout DocumentMembers, _ kind: Lesson.Kind, _ known: inout LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> Lesson.Step {
    var step = Lesson.Step(
      title: try members.text("title", limit: 80), text: try members.text("text"),
      watch: try members.optionalText("watch") ?? "", operations: [],
      afterwards: try members.optionalText("afterwards") ?? "", predictions: [:])
    if kind == .tour {
      guard let stop = TourStop(try members.text("stop", limit: 40)) else {
        let names = TourScreen.allCases.map(\.rawValue) + StepMessage.allCases.map(\.rawValue)
        throw members.fault("stop", "one of \(names.joined(separator: ", "))")
      }
      step.stop = stop
      step.whenForced = try whenForced(&members)
    } else {
      for item in try members.list("do", 0...12) {
        step.operations.append(
          try LabOperationJudge.operation(try DocumentMembers(item.value, at: item.place), &known, world))
      }
      step.predictions = try predictions(&members)
    }
    return step
  }

  private static func whenForced(_ members: inout DocumentMembers) throws(DocumentFault) -> Lesson.Step.Words? {
    guard var said = try members.optionalObject("whenForced") else { return nil }
    let words = Lesson.Step.Words(
      title: try said.optionalText("title", limit: 80), text: try said.text("text"),
      watch: try said.optionalText("watch") ?? "")
    try said.finish()
    return words
  }

  private static func predictions(
    _ members: inout DocumentMembers
  ) throws(DocumentFault) -> [Lesson.Refuser: String] {
    guard var said = try members.optionalObject("predict") else { return [:] }
    var predictions: [Lesson.Refuser: String] = [:]
    for refuser in Lesson.Refuser.allCases {
      predictions[refuser] = try said.optionalText(refuser.rawValue, limit: 400)
    }
    try said.finish()
    return predictions
  }
}
