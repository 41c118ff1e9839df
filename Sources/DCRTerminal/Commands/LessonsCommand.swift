struct LessonsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "lessons", subcommands: [List.self, Check.self, Report.self, Certificate.self, Verify.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lessons list")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let (lessons, problems) = LessonLibrary.read(try global.dataDirectory(making: false).path + "/lessons")
      for problem in problems { StandardError.warn(LessonWords.leftOut(problem)) }
      if json { return StandardOutput.line(JSON.array(lessons.map(List.object)).line) }
      let rows = lessons.map { lesson in
        [lesson.id, lesson.kind.rawValue, "\(lesson.steps.count)", "\(lesson.questions.count)", lesson.title]
      }
      StandardOutput.line(Columns.text([["id", "kind", "steps", "questions", "title"]] + rows))
    }

    private static func object(_ lesson: Lesson) -> JSON {
      [
        "id": .string(lesson.id), "kind": .string(lesson.kind.rawValue), "title": .string(lesson.title),
        "steps": .number("\(lesson.steps.count)"), "questions": .number("\(lesson.questions.count)"),
        "goals": .number("\(lesson.goals.count)"), "languages": .strings(["en"] + lesson.translations.keys.sorted()),
        "file": lesson.file.map { .string($0) } ?? .null,
      ]
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lessons check")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "Do every lab, in a folder of its own that is gone afterwards.") var run = false
    @Argument(help: .of("lessons check", "lessons"), completion: .file()) var lessons: [String] = []

    func run() async throws {
      if run { Interruption.listen() }
      var failures: [CommandError] = []
      var read: [Lesson] = []
      let (known, problems) = LessonLibrary.read(try global.dataDirectory(making: false).path + "/lessons")
      if lessons.isEmpty {
        read = known
        failures = problems.map { CommandError(lesson: $0) }
      }
      for name in lessons {
        do throws(CommandError) {
          // A file that was left out has no id that is known; most likely it is named after it.
          if let broken = problems.first(where: { $0.file == name + ".json" }) { throw CommandError(lesson: broken) }
          let lesson =
            if let own = known.first(where: { $0.id == name }) { own } else { try LessonLibrary.read(file: name) }
          read.append(lesson)
        } catch { failures.append(error) }
      }
      for lesson in read {
        guard run, lesson.kind == .lab else {
          StandardOutput.line(
            CommandError.line(
              "\(lesson.id): “\(lesson.title)”, \(lesson.steps.count) \(lesson.steps.count == 1 ? "step" : "steps")"))
          continue
        }
        let log = try global.logger("lessons")
        if let failure = try await LabRehearsal.failure(of: lesson, session: LabSession.run, log: log) {
          failures.append(failure)
        }
      }
      try CommandError.report(failures)
    }
  }
}
