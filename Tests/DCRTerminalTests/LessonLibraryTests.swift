import AppState
import Foundation
import SharedValues
import Testing
import TestSupport

@testable import DCRTerminal
@testable import Evidence
@testable import Labs
@testable import Workshop

/// The built-in lesson files, a trainer's files beside them, and the progress of a device.
@Suite struct LessonLibraryTests {
  private let folder = TemporaryFolder()

  @Test func theBuiltInLessonsAreValid() {
    let (lessons, problems) = LessonLibrary.read("/nowhere")
    #expect(problems == [])
    #expect(
      lessons.map(\.id) == [
        "tour", "single-sign-on", "signing-out", "step-up", "dcr-token-once", "stolen-redirect", "forged-state",
        "impersonation", "fake-tab",
        "device-code", "mix-up", "mix-up-old", "one-secret", "copied-keystore", "registration-token", "template",
        "refresh-tokens",
        "stolen-token", "client-key", "copied-phone", "refresh-keys", "implicit",
      ])
    for lesson in lessons {
      #expect(lesson.questions.count >= 3 && !lesson.sources.isEmpty, "\(lesson.id)")
      for question in lesson.questions { #expect((3...5).contains(question.choices.count), "\(question.text)") }
      #expect(LessonLibrary.builtIn.contains { $0.name == lesson.id + ".json" })
      for step in lesson.steps where !step.operations.isEmpty {
        #expect(step.predictions.count == 3, "\(lesson.id): \(step.title) has something to say to each answer")
      }
      guard lesson.kind == .lab else { continue }
      // Each lab shows a defence except the one about an administrator, which has no attacker.
      let hasDefence = lesson.steps.flatMap(\.operations).contains { $0.proves == .defence }
      #expect(hasDefence != (lesson.id == "template"), "\(lesson.id)")
      #expect(!lesson.goals.isEmpty, "\(lesson.id): something to reach")
      for language in ["de", "sv"] { #expect(lesson.translations[language] != nil, "\(lesson.id) in \(language)") }
      for operation in lesson.steps.flatMap(\.operations) where operation.proves != .normal {
        #expect(!operation.expect.isEmpty, "\(lesson.id): what proves something has to expect something")
      }
    }
  }

  /// Always choosing the longest answer is hardly better than chance.
  @Test(arguments: ["en", "de", "sv"])
  func theLengthDoesNotGiveTheAnswerAway(_ language: String) {
    let questions = LessonLibrary.read("/nowhere").lessons.flatMap { $0.spoken(in: language).questions }
    let told = questions.filter { question in
      let lengths = question.choices.map(\.count)
      return lengths.allSatisfy { $0 <= lengths[question.right] } && lengths.count { $0 == lengths.max() } == 1
    }
    #expect(questions.count > 70 && told.count * 3 <= questions.count, "\(told.count) of \(questions.count)")
  }

  /// Each wrong choice has its own feedback, which neither repeats a choice nor gives away the right one.
  @Test(arguments: ["en", "de", "sv"])
  func everyWrongChoiceHasItsOwnFeedback(_ language: String) {
    var count = 0
    for lesson in LessonLibrary.read("/nowhere").lessons {
      for (number, question) in lesson.spoken(in: language).questions.enumerated() {
        let wrong = question.choices.indices.filter { $0 != question.right }
        let said = wrong.compactMap { question.feedback(on: $0) }
        let written = lesson.questions[number]
        #expect(said.count == wrong.count && Set(said).count == said.count, "\(question.text)")
        for text in said {
          #expect(!question.choices.contains { text.lowercased().contains($0.lowercased()) }, "\(text)")
          #expect(language == "en" || !written.feedback.contains(text), "not translated: \(text)")
          #expect(text.count <= 160, "for a small panel: \(text)")
        }
        count += said.count
      }
    }
    #expect(count > 200)
  }

  /// The longer lifetimes that a lab's server usually has stay within the profile.
  @Test func aWorldMayHaveTheProfile() throws {
    var world = LabWorldSettings()
    world.phone = ["profile": "fapi-2.0"]
    try LabConfiguration.check(world)
  }

  @Test func aTrainersFileReplacesOursAndABrokenOneIsNamed() throws {
    let bytes = try #require(LessonLibrary.builtIn.first { $0.name == "implicit.json" }?.bytes)
    let own = String(decoding: bytes, as: UTF8.self).replacing(
      "Implicit flow against code flow", with: "Ours", maxReplacements: 1)
    folder.write("mine.json", own)
    folder.write("broken.json", "{\n\n\"version\": 1")
    folder.write("notes.txt", "no lesson")
    folder.write(".hidden.json", "{")
    try FileManager.default.createDirectory(atPath: folder.path + "/folder.json", withIntermediateDirectories: true)
    let (lessons, problems) = LessonLibrary.read(folder.path)
    #expect(lessons.count == 22)
    #expect(lessons.first { $0.id == "implicit" }?.title == "Ours")
    #expect(lessons.first { $0.id == "implicit" }?.file == folder.path + "/mine.json")
    #expect(problems.map(\.file) == ["broken.json", "folder.json"])
    #expect(problems.map(\.code) == ["not_json", "unreadable"])
    #expect(problems[0].line == 3)
  }

  /// Two files with one id, as after copying, are reported, so that the trainer does not search for a missing lesson.
  @Test func twoOfATrainersFilesWithOneIdAreNamed() throws {
    let bytes = try #require(LessonLibrary.builtIn.first { $0.name == "implicit.json" }?.bytes)
    let own = String(decoding: bytes, as: UTF8.self)
    folder.write("a.json", own.replacing("Implicit flow against code flow", with: "First", maxReplacements: 1))
    folder.write("b.json", own.replacing("Implicit flow against code flow", with: "Second", maxReplacements: 1))
    let (lessons, problems) = LessonLibrary.read(folder.path)
    #expect(lessons.first { $0.id == "implicit" }?.title == "First")
    let problem = DocumentProblem(
      file: "b.json", line: 3, code: "wrong", member: "id", expected: "an id that is not in \("a.json")")
    #expect(problems == [problem])
  }

  @Test func progressIsReadAsItWasSaved() throws {
    let data = try DataDirectory(path: folder.path + "/data", device: "phone")
    let file = LessonProgressFile(data)
    #expect(same(file.read(), ([:], nil)))
    var worked = LessonProgress(
      steps: 3, answers: [0: .init(wrong: 2, isRight: true, taken: [1: 1, 3: 1])], isComplete: true)
    worked.guesses = [1: .init(.app, isRight: false)]
    worked.goals = [0]
    worked.begun = Date(timeIntervalSince1970: 1_800_000_000)
    worked.finished = Date(timeIntervalSince1970: 1_800_000_600)
    worked.seconds = 480
    let progress = [
      "implicit": worked, "tour": LessonProgress(steps: 1),
    ]
    #expect(file.write(progress))
    #expect(same(file.read(), (progress, nil)))
    let path = data.devicePath + "/lessons.json"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("[]".utf8).write(to: URL(fileURLWithPath: path))
    #expect(same(file.read(), ([:], .damaged)))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(same(file.read(), ([:], nil)), "the warning is given once")
  }

  private typealias Read = ([Lesson.ID: LessonProgress], Lessons.ProgressProblem?)
  private func same(_ one: Read, _ other: Read) -> Bool { one == other }
}
