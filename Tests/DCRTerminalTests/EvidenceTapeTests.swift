import AppState
import Foundation
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import DCRTerminal

/// What is kept for evidence, and that it stays small.
@Suite struct EvidenceTapeTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private func canvas(_ text: String, _ size: Size = Size(20, 2)) -> Canvas {
    var canvas = Canvas(size)
    canvas.put(text, at: Point(0, 0), Style(.text))
    return canvas
  }

  private func texts(_ tape: EvidenceTape, at seconds: Double) -> [String] {
    tape.pictures(at: start.addingTimeInterval(seconds)).compactMap {
      $0.canvas?.text.trimmingCharacters(in: .newlines)
    }
  }

  @Test func keepsTheScreensOfAMinute() {
    var tape = EvidenceTape()
    for second in 0..<100 { tape.show(canvas("\(second)"), [:], at: start.addingTimeInterval(Double(second))) }
    let kept = texts(tape, at: 99)
    // The one that stood when the minute began was seen in it.
    #expect(kept.first == "39" && kept.last == "99" && kept.count == 61, "\(kept)")
    #expect(texts(tape, at: 1000) == ["99"])
  }

  @Test func whatStoodShorterThanAnEyeSeesIsLeftOut() {
    var tape = EvidenceTape()
    for step in 0..<50 { tape.show(canvas("\(step)"), [:], at: start.addingTimeInterval(Double(step) * 0.03)) }
    #expect(texts(tape, at: 2) == ["49"])
    var slow = EvidenceTape()
    slow.show(canvas("a"), [:], at: start)
    slow.show(canvas("a"), [:], at: start.addingTimeInterval(1))
    slow.show(canvas("b"), [:], at: start.addingTimeInterval(2))
    #expect(texts(slow, at: 3) == ["a", "b"])
  }

  @Test func staysWithinItsBytesAndKeys() {
    var tape = EvidenceTape()
    let large = Size(500, 200)
    let pictures = ["a", "b"].map { letter in
      var canvas = Canvas(large)
      for y in 0..<large.height {
        for x in stride(from: 0, to: large.width, by: 2) { canvas.put(letter, at: Point(x, y), Style(.error)) }
      }
      return canvas
    }
    for step in 0..<30 {
      tape.show(pictures[step % 2], [:], at: start.addingTimeInterval(Double(step) * 0.15))
      #expect(tape.bytes <= EvidenceTape.byteLimit)
    }
    #expect(tape.bytes > EvidenceTape.byteLimit / 2)
    for number in 0...EvidenceTape.keyLimit { tape.press("a", changes: number, at: start) }
    #expect(tape.presses.count == EvidenceTape.keyLimit && tape.hasLostKeys)
  }

  @Test func notesTheBrowsersVisitsAndOtherPhones() {
    var tape = EvidenceTape()
    tape.isSeen(true, at: start)
    tape.isSeen(false, at: start.addingTimeInterval(1))
    tape.isSeen(false, at: start.addingTimeInterval(2))
    tape.isSeen(true, at: start.addingTimeInterval(3))
    #expect(tape.absences == [.init(from: start.addingTimeInterval(1), to: start.addingTimeInterval(3))])
    tape.show(canvas("a"), ["device": "phone"], at: start)
    #expect(!tape.hasChangedPhone)
    tape.show(canvas("b"), ["device": "phone-2"], at: start)
    #expect(tape.hasChangedPhone)
  }

  @Test func whatGoesIntoAFieldHasTheFieldsNameAlone() {
    #expect(EvidenceDesk.name(of: .key(.character("P")), "passphrase") == "typed passphrase")
    #expect(EvidenceDesk.name(of: .paste("secret"), "passphrase") == "typed passphrase")
    #expect(EvidenceDesk.name(of: .paste("secret"), nil) == "other")
    #expect(EvidenceDesk.name(of: .key(.enter), "passphrase") == "enter")
    #expect(EvidenceDesk.name(of: .key(.character("E")), nil) == "E")
    #expect(EvidenceDesk.name(of: .mouse(MouseEvent(.press, at: Point(3, 4))), nil) == "click 3 4")
  }

  /// Every key has a name that a script and a replay know.
  @Test func everyKeyCanBeReplayed() {
    let keys: [Key] =
      [
        .enter, .tab, .backtab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .insert, .character("a"), .character(" "), .character("é"), .control("c"),
      ] + (1...12).map { .function($0) }
    for key in keys {
      let name = ScriptKey.name(of: key)
      #expect(ReplayKey(name) != nil && ReplayKey(name) != .nothing, "\(name)")
    }
  }

  @MainActor @Test func whatIsRevealedIsMaskedOnTheTape() throws {
    var state = try #require(StateRegistry.all.first { $0.name == "authenticated" }).state
    let size = Size(110, 30)
    state.view.revealsSecrets = true
    let look = Look()
    let shown = AppScreen.draw(state, size: size, look: look)
    let token = try #require(state.session?.tokens.accessToken.revealed)
    try #require(shown.text.contains(token.prefix(20)))
    let desk = EvidenceDesk(EvidenceContext(options: [], configuration: "", look: look))
    desk.show(state, shown, [:], size: size)
    let kept = desk.tape.pictures(at: Date()).compactMap { $0.canvas?.text }
    #expect(kept.count == 1)
    #expect(!kept[0].contains(token.prefix(20)))
  }
}
