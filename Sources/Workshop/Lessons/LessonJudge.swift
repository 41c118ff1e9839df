import SharedValues

/// Turns the members of a lesson file into a ``Lesson``. Each function validates one object of the format.
enum LessonJudge {
  static func lesson(_ document: DocumentMembers) throws(DocumentFault) -> Lesson {
    var members = document
    guard try members.number("version", 1...1_000_000) == LessonFile.version else {
      throw members.fault("version", "\(LessonFile.version)")
    }
    // Read by ``LessonFile``.
    _ = try members.optionalObject("translations")
    let kind: Lesson.Kind = try members.choice("kind")
    var known = LabVariables()
    var lesson = Lesson(
      id: try members.name("id"), order: try members.number("order", 0...9999), kind: kind,
      title: try members.text("title", limit: 60), setting: try members.text("setting"), goal: try members.text("goal"),
      world: try members.optionalObject("world", world) ?? LabWorldSettings(), steps: [],
      explanation: try members.text("explanation", limit: 4000),
      sources: try members.objects("sources", 1...12, source), questions: [], goals: [])
    if lesson.world.hasRogue { known.add(LabVariables.ofRogue) }
    for (index, item) in try members.list("steps", 1...30).enumerated() {
      var step = try DocumentMembers(item.value, at: item.place)
      lesson.steps.append(try self.step(&step, kind, &known, lesson.world))
      if var asked = try step.optionalObject("question", question) {
        asked.step = index
        lesson.questions.append(asked)
      }
      try step.finish()
    }
    if let last = try members.optionalObject("question", question) { lesson.questions.append(last) }
    lesson.questions += try members.objects("questions", 0...8, question)
    guard !members.has("goals") || kind == .lab else { throw members.fault("goals", "no goals in a tour") }
    for item in try members.list("goals", 0...5) {
      let members = try DocumentMembers(item.value, at: item.place)
      var judge = LabOperationJudge(members: members, known: known, world: lesson.world)
      lesson.goals.append(try judge.goal())
    }
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
      throw members.fault(
        name, at: .member(member.name), "one of \(known.joined(separator: ", "))", code: "unknown_member")
    }
    return value
  }

  private static func world(_ world: inout DocumentMembers) throws(DocumentFault) -> LabWorldSettings {
    var settings = LabWorldSettings()
    settings.insecure = try world.texts("insecure", count: 0...LabWorldSettings.switches.count)
    if let index = settings.insecure.firstIndex(where: { !LabWorldSettings.switches.contains($0) }) {
      throw world.fault(
        "insecure", at: .element(index), "one of \(LabWorldSettings.switches.joined(separator: ", "))")
    }
    settings.server = try members("server", &world, of: LabWorldSettings.serverMembers)
    settings.phone = try members("phone", &world, of: LabWorldSettings.phoneMembers)
    settings.hasRogue = try world.flag("rogue")
    return settings
  }

  private static func source(_ source: inout DocumentMembers) throws(DocumentFault) -> Lesson.Source {
    let judged = Lesson.Source(name: try source.text("name", limit: 100), url: try source.text("url", limit: 300))
    guard judged.url.hasPrefix(bytes: "https://"), !judged.url.contains(scalar: " ") else {
      throw source.fault("url", "an https URL")
    }
    return judged
  }

  private static func question(_ question: inout DocumentMembers) throws(DocumentFault) -> Lesson.Question {
    let choices = try question.texts("choices", count: 2...5)
    return Lesson.Question(
      text: try question.text("text"), choices: choices, right: try question.number("right", 1...choices.count) - 1,
      why: try question.text("why"), feedback: try feedback(&question, on: choices))
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
      guard let stop = TourStop.named(try members.text("stop", limit: 40)) else {
        let names = TourScreen.allCases.map(\.rawValue) + StepMessage.allCases.map(\.rawValue)
        throw members.fault("stop", "one of \(names.joined(separator: ", "))")
      }
      step.stop = stop
      step.whenForced = try members.optionalObject("whenForced") { (said) throws(DocumentFault) in
        Lesson.Step.Words(
          title: try said.optionalText("title", limit: 80), text: try said.text("text"),
          watch: try said.optionalText("watch") ?? "")
      }
    } else {
      for item in try members.list("do", 0...12) {
        let members = try DocumentMembers(item.value, at: item.place)
        var judge = LabOperationJudge(members: members, known: known, world: world)
        let operation = try judge.operation()
        known.add(Set(operation.keep.map(\.name)))
        step.operations.append(operation)
      }
      let predictions = try members.optionalObject("predict") { (said) throws(DocumentFault) in
        var predictions: [Lesson.Refuser: String] = [:]
        for refuser in Lesson.Refuser.allCases {
          predictions[refuser] = try said.optionalText(refuser.rawValue, limit: 400)
        }
        return predictions
      }
      step.predictions = predictions ?? [:]
    }
    return step
  }
}
