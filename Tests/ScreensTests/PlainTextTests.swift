import AppState
import Catalogue
import Screens
import TestValues
import Testing

@testable import Samples
@testable import Workshop

/// The app in lines: a name works like its number, signs become words, and a single letter erases nothing.
struct PlainTextTests {
  private let all = StateRegistry.all.map { (name: $0.name, state: $0.state) }

  private func look(_ language: Language = .english) -> Look {
    var look = Look(catalogue: Catalogue(language))
    look.reader = .lines
    return look
  }

  @Test func aNameWorksLikeItsNumber() throws {
    let state = try sample("authenticated")
    for choice in PlainText.choices(for: state, look: look()) {
      #expect(PlainText.named(choice.text.lowercased(), in: state, look: look()) == .choice(choice))
    }
    #expect(
      PlainText.named("start reg", in: state, look: look())
        == .nothing("Start Registration: not now, the app has a client already"))
    for text in ["x", "99"] { #expect(PlainText.named(text, in: state, look: look()) == nil, "\(text)") }
  }

  @Test func anAmbiguousBeginningListsTheCandidates() throws {
    #expect(
      PlainText.named("re", in: try sample("authenticated"), look: look())
        == .nothing("“re” can mean: Refresh Access Token, Reveal secrets."))
  }

  /// Actions that erase or end something need the number or the whole name, and so does the answer to their question.
  @Test func aFewLettersNeverErase() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    let texts = letters.flatMap { [$0, $0.uppercased(), $0 + "o"] } + ["forg", "clear", "revoke"]
    for (name, state) in all {
      let numbered = Set(PlainText.choices(for: state, look: look()))
      for text in texts {
        guard case .choice(let choice) = PlainText.named(text, in: state, look: look()),
          choice.text.lowercased() != text.lowercased()
        else { continue }
        #expect(!choice.isDangerous, "\(name): \(text) does \(choice.text)")
        #expect(text.utf8.count > 2 || numbered.contains(choice), "\(name): \(text) does \(choice.text)")
      }
    }
    let signedIn = try sample("authenticated")
    let whole = try #require(PlainText.named("forget this device", in: signedIn, look: look()))
    guard case .choice(let choice) = whole else { throw Unexpected() }
    #expect(choice.command == .press(.view(.ask(.forgetDevice))) && choice.isDangerous)
    #expect(
      PlainText.named("forget", in: signedIn, look: look())
        == .nothing("For Forget This Device, type the whole name."))
  }

  /// In lines a mark is a word: it does not stick to the word before it.
  @Test func noMarkSticksToAWord() {
    let marks = Set([look().marks.done, look().marks.pending, look().marks.failed, look().marks.warning])
    for (name, state) in all {
      var open = state
      if state.view.tab != nil { open.view.focus = .panel }
      for line in PlainText.lines(for: open, look: look()) {
        for place in marks.flatMap({ line.ranges(of: $0) }) where place.lowerBound > line.startIndex {
          #expect(!line[line.index(before: place.lowerBound)].isLetter, "\(name): \(line)")
        }
      }
    }
  }

  @Test func aKeyOfTheFullScreenIsExplained() throws {
    let signedIn = try sample("authenticated")
    #expect(
      PlainText.named("F", in: signedIn, look: look())
        == .nothing("F is a key of the full screen; here: Faults."))
    // It begins a word of Sign Out, but not the name.
    if case .choice(let choice)? = PlainText.named("o", in: signedIn, look: look()) {
      Issue.record("o does \(choice.text)")
    }
    #expect(
      PlainText.named("E", in: signedIn, look: look())
        == .nothing("E is a key of the full screen; here: Write evidence."))
    #expect(
      PlainText.named(",", in: signedIn, look: look())
        == .nothing(", is a key of the full screen; here: Settings."))
  }

  /// Looking back, autoplay and the gallery exist only on the full screen; lines say so, for the key and for the name.
  @Test func actionsOfTheFullScreenAloneAreNamedAsSuch() throws {
    var state = try sample("authenticated")
    state.settings.presenter = true
    for text in ["A", "autoplay", "[", "stop before", "next chapter", "reset", "G", "gallery"] {
      state.settings.presenter = text.lowercased().first != "g"
      guard case .nothing(let said)? = PlainText.named(text, in: state, look: look()) else { throw Unexpected() }
      #expect(said.hasSuffix("lines have no such choice."), "\(text): \(said)")
    }
  }

  /// Secrets can be revealed only where some are shown, and never before an audience.
  @Test func actionsThatLinesHaveElsewhereAreNotCalledFullScreenOnly() throws {
    var state = try sample("registration")
    for text in ["r", "reveal"] { #expect(PlainText.named(text, in: state, look: look()) == nil) }
    state.settings.presenter = true
    guard case .nothing(let said)? = PlainText.named("reveal", in: state, look: look()) else { throw Unexpected() }
    #expect(said.hasPrefix("Reveal secrets: not now"), "\(said)")
  }

  @Test func atMostOneChoiceLeavesAndItErasesNothing() {
    for (name, state) in all {
      let out = PlainText.choices(for: state, look: look()).filter(\.leadsOut)
      #expect(out.count <= 1 && out.allSatisfy { !$0.isDangerous }, "\(name): \(out.map(\.text))")
    }
  }

  /// A sign on the screen is a word in lines.
  @Test(arguments: [Language.english, .german, .swedish])
  func noMeaningDependsOnASign(_ language: Language) {
    let look = look(language)
    for (name, state) in all {
      let lines = PlainText.lines(for: state, look: look) + PlainText.choices(for: state, look: look).map(\.text)
      for line in lines {
        let signs = line.unicodeScalars.filter { "✓●○✗⚠▸◂→◐◓◑◒".unicodeScalars.contains($0) }
        #expect(signs.isEmpty, "\(name): \(line)")
      }
    }
  }

  @Test func theStepsOfAFlowNameTheirState() throws {
    let states = all.filter { $0.state.visibleFlow != nil }
    let lines = states.flatMap { PlainText.lines(for: $0.state, look: look()) }
    #expect(["Done: ", "Now: ", "To come: "].allSatisfy { word in lines.contains { $0.hasPrefix(word) } })
    #expect(!lines.contains { $0.contains("elapsed") })
  }
}
