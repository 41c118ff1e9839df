import AppState
import Screens

/// What has been said in lines, and so is not said again.
struct PlainMemory {
  private var lines: [String] = []
  /// The beginning of the open tool's lines, by which one page of it is told from another. Empty: no tool is open.
  private var place: [String] = []
  /// What tools have said before a screen. It is not said again before the next one.
  private var standing: [String] = []
  /// Messages after this one are new; before it only those that had no answer yet are left to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []

  var isEmpty: Bool { lines.isEmpty }

  mutating func forgetLines() { lines = [] }

  /// What was told of the phone before says nothing of the one that is shown now.
  /// - Parameter isFirst: there was none before.
  mutating func arrive(_ state: AppState, isFirst: Bool) {
    if !isFirst { (unanswered, toldThrough) = ([], state.messages.lastNumber) }
    lines = []
  }

  /// What is to be said of a screen that was not there before.
  func ofNewScreen(_ all: [String]) -> [String] { all.filter { !standing.contains($0) } }

  /// What is new on the screen that is there.
  /// - Parameter exactly: in words alone otherwise, because counts and times change all the time.
  func news(in all: [String], exactly: Bool = true) -> [String] {
    let known = Set(exactly ? lines : lines.map(PlainMemory.form))
    return all.filter { !known.contains(exactly ? $0 : PlainMemory.form($0)) }
  }

  /// Whether this page of a tool is the one that is there.
  func isShown(_ page: [String], exactly: Bool) -> Bool {
    !page.isEmpty && (exactly ? page == place : page.map(PlainMemory.form) == place.map(PlainMemory.form))
  }

  /// - Parameter goesOn: what was said before is still known, such as a sentence that comes back while something is under way.
  mutating func keep(_ all: [String], place page: [String], standing signs: [String], goesOn: Bool) {
    (lines, place, standing) = (goesOn ? lines + all : all, page, signs)
  }

  /// A line without its numbers: a time that runs in it, or a count, is no news.
  static func form(_ line: String) -> String { line.filter { !$0.isNumber } }

  /// The messages that have come since the last call. One without its answer follows when the answer is there.
  mutating func newMessages(_ state: AppState) -> [Message] {
    let numbers = unanswered + Array(toldThrough + 1..<max(toldThrough, state.messages.lastNumber) + 1)
    (unanswered, toldThrough) = ([], state.messages.lastNumber)
    let messages = numbers.compactMap(state.messages.message)
    unanswered = messages.filter(\.isPending).map(\.id)
    return messages.filter { !$0.isPending && !$0.saysNothingNew }
  }
}
