// Uses Debian's `libespeak-ng1`, which gives the sound of a line: what the user of a screen reader hears.

import AppState
import Catalogue
import Glibc
import Synchronization
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// Lines with different meanings sound different: no voice reads signs, and words that sound alike cannot be told apart.
struct SpokenLinesTests {
  private func look(_ language: Language) -> Look {
    var look = Look(catalogue: Catalogue(language))
    look.reader = .lines
    return look
  }

  private static let languages: [Language] = [.english, .german, .swedish]
  /// The phonemes of each line.
  private func spoken(_ lines: [String], _ language: Language) throws -> [String] {
    try Voice.shared.withLock { try $0.speak(lines, language) }
  }

  /// The words of a line, without characters that a voice reads as a pause or skips without changing the meaning, such as JSON's braces.
  private func words(_ line: String) -> [String] {
    line.lowercased().split { $0.isWhitespace || ".,:;!?()“”„\"'’…-_{}[]".contains($0) }.map(String.init)
  }

  /// All lines of the phone and of each open tool.
  private func lines(_ language: Language) -> [String] {
    let look = look(language)
    var all: Set<String> = []
    for (_, state) in StateRegistry.all {
      var open = state
      if state.view.tab != nil { open.view.focus = .panel }
      for state in [state, open] {
        all.formUnion(PlainText.lines(for: state, look: look))
        all.formUnion(PlainText.choices(for: state, look: look).flatMap { [$0.heading ?? $0.text, $0.text] })
      }
    }
    return all.sorted()
  }

  @Test(arguments: languages)
  func differentLinesSoundDifferent(_ language: Language) throws {
    let lines = lines(language).filter { !words($0).isEmpty }
    #expect(lines.count > 1000)
    for (sound, alike) in Dictionary(grouping: zip(lines, try spoken(lines, language)), by: \.1) {
      let meanings = Dictionary(grouping: alike.map(\.0), by: words)
      #expect(meanings.count == 1, "\(sound): \(meanings.values.map { $0[0] })")
      #expect(!sound.isEmpty, "\(alike.map(\.0)) is silence")
    }
  }

  /// The words for all states, including those that never stand side by side here.
  @Test(arguments: languages)
  func theWordsOfStatesSoundDifferent(_ language: Language) throws {
    let look = look(language)
    let (text, marks) = (look.catalogue, look.marks)
    let states = [
      marks.done, marks.current, marks.open, marks.failed, marks.warning, marks.chosen, marks.other, marks.hint,
      text(.statusActive), text(.statusRevoked), text(.choiceReveal), text(.choiceMask),
    ]
    let verdicts = ([nil] + TestMark.allCases).map { TestPlanPanelWords.mark($0, look).name }
    for words in [states, verdicts] { #expect(Set(try spoken(words, language)).count == words.count, "\(words)") }
  }

  /// A switch says whether it is on.
  @Test(arguments: languages)
  func onAndOffSoundDifferent(_ language: Language) throws {
    let look = look(language)
    let signedIn = try sample("authenticated")
    func heard(_ state: AppState) throws -> [String] {
      var state = state
      let phone = PlainText.lines(for: state, look: look) + PlainText.choices(for: state, look: look).map(\.text)
      state.view.showsHelp = true
      let tools = PlainText.lines(for: state, look: look) + PlainText.choices(for: state, look: look).map(\.text)
      return try spoken(phone + tools, language)
    }
    let before = try heard(signedIn)
    let switches = KeyMap.tools(signedIn).filter { $0.isOn && $0.isSwitch }.compactMap(\.action)
    for action in switches + [.view(.toggleSecrets)] {
      var state = signedIn
      _ = update(&state, action, now: state.now)
      #expect(try heard(state) != before, "\(action)")
    }
  }
}

extension Binding {
  /// Whether the binding switches something: it opens no panel and writes no file.
  fileprivate var isSwitch: Bool { if case .tool(let event)? = action { event.action is StepAction } else { false } }
}

/// espeak-ng's library, which has one voice at a time.
private struct Voice {
  static let shared = Mutex(Voice())

  private typealias Initialize = @convention(c) (Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  private typealias Choose = @convention(c) (UnsafePointer<CChar>) -> Int32
  private typealias Translate =
    @convention(c) (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int32, Int32) ->
    UnsafePointer<CChar>?

  private let library = dlopen("libespeak-ng.so.1", RTLD_NOW).map { UInt(bitPattern: $0) }

  private func function<Function>(_ name: String, _: Function.Type) throws -> Function {
    let library = try #require(library, "libespeak-ng1 is missing: scripts/system-packages test")
    let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: library), name))
    return unsafeBitCast(symbol, to: Function.self)
  }

  /// The phonemes of each line.
  func speak(_ lines: [String], _ language: Language) throws -> [String] {
    // AUDIO_OUTPUT_SYNCHRONOUS: nothing is played.
    let rate = try function("espeak_Initialize", Initialize.self)(2, 0, nil, 0)
    try #require(rate > 0)
    try #require(try function("espeak_SetVoiceByName", Choose.self)(language.tag) == 0)
    let translate = try function("espeak_TextToPhonemes", Translate.self)
    return lines.map { line in
      line.withCString { start in
        var rest: UnsafePointer<CChar>? = start
        var clauses: [String] = []
        // espeakCHARS_UTF8, and phonemes in ASCII.
        while rest != nil { clauses += translate(&rest, 1, 0).map { [String(cString: $0)] } ?? [] }
        return clauses.joined(separator: " ").split(separator: " ").joined(separator: " ")
      }
    }
  }
}
