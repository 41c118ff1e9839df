import AppState
import Foundation
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import Automation
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import Gallery
@testable import Samples
@testable import Workshop

/// What the history keeps for evidence, and that it stays small.
@Suite struct EvidenceHistoryTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func canvas(_ text: String, _ size: Size = Size(20, 2)) -> Canvas {
    var canvas = Canvas(size)
    canvas.put(text, at: Point(0, 0), Style(.text))
    return canvas
  }

  private func moment(_ seconds: Double, app: Double? = nil) -> EvidenceHistory.Moment {
    EvidenceHistory.Moment(machine: start.addingTimeInterval(seconds), app: start.addingTimeInterval(app ?? seconds))
  }

  private func texts(_ history: EvidenceHistory, at seconds: Double) -> [String] {
    history.pictures(at: start.addingTimeInterval(seconds)).compactMap {
      $0.canvas?.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test func keepsTheScreensOfAMinute() {
    var history = EvidenceHistory()
    for second in 0..<100 { history.show(canvas("\(second)"), [:], at: moment(Double(second))) }
    let kept = texts(history, at: 99)
    // The screen that stood when the minute began was visible in it.
    #expect(kept.first == "39" && kept.last == "99" && kept.count == 61, "\(kept)")
    #expect(texts(history, at: 1000) == ["99"])
  }

  /// Setting the app's clock a month ahead does not change what the last minute shows.
  @Test func theMinuteFollowsTheMachinesClock() {
    var history = EvidenceHistory()
    history.show(canvas("before"), [:], at: moment(0))
    history.show(canvas("after"), [:], at: moment(1, app: 2_592_001))
    history.show(canvas("back"), [:], at: moment(2, app: -2_592_000))
    #expect(texts(history, at: 3) == ["before", "after", "back"])
    #expect(
      history.pictures(at: start.addingTimeInterval(3)).map(\.moment.app.timeIntervalSince1970)[1] == 1_702_592_001)
  }

  @Test func aScreenTooBriefToSeeIsLeftOut() {
    var history = EvidenceHistory()
    for step in 0..<50 { history.show(canvas("\(step)"), [:], at: moment(Double(step) * 0.03)) }
    #expect(texts(history, at: 2) == ["49"])
    var slow = EvidenceHistory()
    slow.show(canvas("a"), [:], at: moment(0))
    slow.show(canvas("a"), [:], at: moment(1))
    slow.show(canvas("b"), [:], at: moment(2))
    #expect(texts(slow, at: 3) == ["a", "b"])
  }

  /// The last picture of each screen is kept, however briefly it stood.
  @Test func theLastPictureOfAScreenStays() {
    var history = EvidenceHistory()
    let screens = ["registration", "registration", "progress", "progress", "unauthenticated"]
    for (step, screen) in screens.enumerated() {
      history.show(canvas("\(step)"), ["screen": screen, "changes": "\(step)"], at: moment(Double(step) * 0.01))
    }
    #expect(texts(history, at: 1) == ["1", "3", "4"])
    var pressed = EvidenceHistory()
    for step in 0..<4 {
      pressed.show(canvas("\(step)"), [:], at: moment(Double(step) * 0.01))
      if step == 1 { pressed.press("tab", at: moment(0.011)) }
    }
    #expect(texts(pressed, at: 1) == ["1", "3"])
  }

  /// A change of state that the screen does not show counts for the next key.
  @Test func aKeyIsKeptWithItsScreen() {
    var history = EvidenceHistory()
    let long = String(repeating: "x", count: 1000)
    history.show(canvas("a"), ["screen": "registration", "changes": "1", "history": long], at: moment(0))
    history.press("enter", at: moment(1))
    history.show(canvas("a"), ["screen": "registration", "changes": "2"], at: moment(2))
    history.press("tab", at: moment(3))
    #expect(history.presses.map { $0.facts["changes"] } == ["1", "2"])
    // For thousands of keys the history keeps no more than a bundle holds.
    #expect(history.presses.first?.facts == ["screen": "registration", "changes": "1"])
  }

  @Test func staysWithinItsBytesAndKeys() {
    var history = EvidenceHistory()
    let large = Size(500, 200)
    let pictures = ["a", "b"].map { letter in
      var canvas = Canvas(large)
      for y in 0..<large.height {
        for x in stride(from: 0, to: large.width, by: 2) { canvas.put(letter, at: Point(x, y), Style(.error)) }
      }
      return canvas
    }
    for step in 0..<30 {
      history.show(pictures[step % 2], [:], at: moment(Double(step) * 0.15))
      #expect(history.bytes <= EvidenceHistory.byteLimit)
    }
    #expect(history.bytes > EvidenceHistory.byteLimit / 2)
    for _ in 0...EvidenceHistory.keyLimit { history.press("a", at: moment(5)) }
    #expect(history.presses.count == EvidenceHistory.keyLimit && history.hasLostKeys)
  }

  /// A key changes few rows, so a picture costs only those; each picture is still whole, also when older ones are gone.
  @Test func picturesShareTheRowsThatHaveNotChanged() {
    let size = Size(80, 24)
    let shown = (0..<40).map { step in
      var canvas = Canvas(size)
      for y in 0..<size.height { canvas.put("row \(y) that stays as it is", at: Point(2, y), Style(.text)) }
      canvas.put("step \(step)", at: Point(50, step % size.height), Style(.error, bold: true))
      return canvas
    }
    var history = EvidenceHistory()
    history.show(shown[0], [:], at: moment(0))
    history.show(shown[1], [:], at: moment(1))
    let one = history.bytes
    for step in 2..<40 { history.show(shown[step], [:], at: moment(Double(step))) }
    #expect(one > 0 && history.bytes < 6 * one)
    #expect(history.pictures(at: moment(40).machine).map(\.canvas) == shown)
    history.show(shown[0], [:], at: moment(80))
    #expect(history.pictures(at: moment(80).machine).map(\.canvas) == Array(shown[20...]) + [shown[0]])
    #expect(history.bytes > one && history.bytes < 5 * one)
  }

  @Test func notesTheBrowsersVisitsAndOtherPhones() {
    var history = EvidenceHistory()
    history.isSeen(true, at: moment(0))
    history.isSeen(false, at: moment(1))
    history.isSeen(false, at: moment(2))
    history.isSeen(true, at: moment(3))
    #expect(history.absences == [.init(from: moment(1), to: moment(3))])
    history.show(canvas("a"), ["device": "phone"], at: moment(4))
    #expect(!history.hasChangedPhone)
    history.show(canvas("b"), ["device": "phone-2"], at: moment(5))
    #expect(history.hasChangedPhone)
  }

  @Test func inputIsKeptAsTheFieldsNameOnly() {
    #expect(EvidenceRecorder.name(of: .key(.character("P")), "passphrase") == "typed passphrase")
    #expect(EvidenceRecorder.name(of: .paste("secret"), "passphrase") == "typed passphrase")
    #expect(EvidenceRecorder.name(of: .paste("secret"), nil) == "other")
    #expect(EvidenceRecorder.name(of: .key(.enter), "passphrase") == "enter")
    #expect(EvidenceRecorder.name(of: .key(.character("E")), nil) == "E")
    #expect(EvidenceRecorder.name(of: .mouse(MouseEvent(.press, at: Point(3, 4))), nil) == "click 3 4")
  }

  /// Every key has a name that scripts and replays know.
  @Test func everyKeyCanBeReplayed() {
    let keys: [Key] =
      [
        .enter, .tab, .backtab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .insert, .character("a"), .character(" "), .character("é"), .control("c"),
      ] + (1...12).map { .function($0) }
    for key in keys {
      let name = EvidenceRecorder.name(of: .key(key), nil) ?? ""
      #expect(ReplayKey(name) != nil && ReplayKey(name) != .nothing, "\(name)")
    }
    for key in [Key.control("\\"), .character("\u{200B}"), .character("\u{202E}")] {
      #expect(EvidenceRecorder.name(of: .key(key), nil) == "other", "a replay could not read this key")
    }
  }

  /// The receiver of a bundle need not learn who uses this machine, nor the folders on it.
  @Test func aBundleNamesNoFolderOfThisMachine() {
    var context = EvidenceContext(options: [], configuration: [:], look: Look())
    context.folders = EvidenceContext.folders(data: "/home/ada/.local/share/dcr", config: "/home/ada/work")
    let text = "saved /home/ada/.local/share/dcr/exports/a.zip by /home/ada/work/config.json"
    #expect(context.withoutFolders(text) == "saved DATA/exports/a.zip by CONFIG/config.json")
  }

  /// Every input field has a name, so that the history leaves out what is typed there.
  @Test func everyFieldIsKnown() {
    var names: Set<String> = []
    for (_, state) in StateRegistry.all {
      for size in [Size(110, 30), Size(80, 24)] {
        names.formUnion(KeyMap.fieldName(state, size: size).map { [$0] } ?? [])
      }
    }
    let known: Set = [
      "passphrase", "sign-up", "filter", "search", "note", "gallery", "change", "payment", "ticket", "tester",
    ]
    #expect(names == known)
  }

  @MainActor @Test func revealedSecretsAreMaskedInTheHistory() throws {
    var state = try #require(StateRegistry.all.first { $0.name == "authenticated" }).state
    let size = Size(110, 30)
    state.view.revealsSecrets = true
    let look = Look()
    let shown = AppScreen.draw(state, size: size, look: look)
    let token = try #require(state.session?.tokens.accessToken.revealed)
    try #require(shown.text.contains(token.prefix(20)))
    let recorder = EvidenceRecorder(EvidenceContext(options: [], configuration: [:], look: look))
    recorder.show(state, shown, [:], size: size, look: look)
    let kept = recorder.history.pictures(at: Date()).compactMap { $0.canvas?.text }
    #expect(kept.count == 1)
    #expect(!kept[0].contains(token.prefix(20)))
  }

  @MainActor @Test func timestampsUseTheAppsClock() throws {
    var state = try #require(StateRegistry.all.first { $0.name == "authenticated" }).state
    let machine = start
    state.tools[Clocks.self].app = ClockSetting.real.moved(by: 3600, at: machine)
    let recorder = EvidenceRecorder(EvidenceContext(options: [], configuration: [:], look: Look())) { machine }
    recorder.show(state, canvas("a"), [:], size: Size(20, 2), look: Look())
    recorder.note(.key(.enter), state, size: Size(110, 30))
    #expect(recorder.history.presses.map(\.moment) == [moment(0, app: 3600)])
  }
}
