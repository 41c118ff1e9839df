import SharedValues

/// Turns the members of a lesson file into a ``Lesson``. Each function judges one object of the format.
enum LessonJudge {
  static func lesson(_ document: DocumentMembers) throws(DocumentFault) -> Lesson {
    var members = document
    guard try members.number("version", 1...1_000_000) == LessonFile.version else {
      throw members.fault("version", "\(LessonFile.version)")
    }
    // Room for other languages; this version reads English.
    if members.has("translations") { _ = try members.optionalObject("translations") }
    let kind: Lesson.Kind = try members.choice("kind")
    var known = LabVariables()
    var lesson = Lesson(
      id: try members.name("id"), order: try members.number("order", 0...9999), kind: kind,
      title: try members.text("title", limit: 60), setting: try members.text("setting"),
      goal: try members.text("goal"), world: try world(&members), steps: [],
      explanation: try members.text("explanation", limit: 4000), sources: try sources(&members),
      question: try question(&members))
    if lesson.world.rogue { known.add(LabVariables.ofRogue) }
    for item in try members.list("steps", 1...30) {
      lesson.steps.append(try step(try DocumentMembers(item.value, at: item.place), kind, &known, lesson.world))
    }
    try members.finish()
    return lesson
  }

  private static func world(_ members: inout DocumentMembers) throws(DocumentFault) -> LabWorldSettings {
    var settings = LabWorldSettings()
    guard var world = try members.optionalObject("world") else { return settings }
    for (index, name) in try world.texts("insecure", count: 0...2).enumerated() {
      guard ["withoutPKCE", "implicit"].contains(name) else {
        throw DocumentFault(
          place: world.place + [.member("insecure"), .element(index)], code: "wrong",
          expected: "withoutPKCE or implicit")
      }
      settings.insecure.append(name)
    }
    settings.rogue = try world.flag("rogue")
    try world.finish()
    return settings
  }

  private static func sources(_ members: inout DocumentMembers) throws(DocumentFault) -> [Lesson.Source] {
    var sources: [Lesson.Source] = []
    for item in try members.list("sources", 1...12) {
      var source = try DocumentMembers(item.value, at: item.place)
      let name = try source.text("name", limit: 100)
      let url = try source.text("url", limit: 300)
      guard url.hasPrefix("https://"), !url.contains(" ") else { throw source.fault("url", "an https URL") }
      try source.finish()
      sources.append(Lesson.Source(name: name, url: url))
    }
    return sources
  }

  private static func question(_ members: inout DocumentMembers) throws(DocumentFault) -> Lesson.Question? {
    guard var question = try members.optionalObject("question") else { return nil }
    let choices = try question.texts("choices", count: 2...4)
    let right = try question.number("right", 1...choices.count)
    let judged = Lesson.Question(
      text: try question.text("text"), choices: choices, right: right - 1, why: try question.text("why"))
    try question.finish()
    return judged
  }

  private static func step(
    _ object: DocumentMembers, _ kind: Lesson.Kind, _ known: inout LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> Lesson.Step {
    var members = object
    var step = Lesson.Step(
      title: try members.text("title", limit: 80), text: try members.text("text"),
      watch: try members.optionalText("watch") ?? "", deeds: [],
      afterwards: try members.optionalText("afterwards") ?? ""
    )
    if kind == .tour {
      guard let stop = TourStop(try members.text("stop", limit: 40)) else {
        let names = TourScreen.allCases.map(\.rawValue) + StepMessage.allCases.map(\.rawValue)
        throw members.fault("stop", "one of " + names.joined(separator: ", "))
      }
      step.stop = stop
    } else {
      for item in try members.list("do", 0...12) {
        step.deeds.append(try LabDeedJudge.deed(try DocumentMembers(item.value, at: item.place), &known, world))
      }
    }
    try members.finish()
    return step
  }
}
