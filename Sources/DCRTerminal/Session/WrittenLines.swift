/// Remembers which lines have been written, so that they are not repeated.
struct WrittenLines {
  private var lines: [String] = []
  /// The first lines of the open tool, which identify its page. Empty: no tool is open.
  private var place: [String] = []
  /// The tools' lines above the last screen, which the next screen does not repeat.
  private var toolLinesBefore: [String] = []
  /// The number of the last message considered: later ones are new, and of the earlier ones only those in `unanswered` are still to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []

  var isEmpty: Bool { lines.isEmpty }

  mutating func forgetLines() { lines = [] }

  /// Forgets what was written about the phone that was shown before, if there was one.
  mutating func arrive(_ state: AppState, isFirst: Bool) {
    if !isFirst { (unanswered, toldThrough) = ([], state[MessagesTool.self].log.lastNumber) }
    lines = []
  }

  func ofNewScreen(_ all: [String]) -> [String] { all.filter { !toolLinesBefore.contains($0) } }

  /// The lines that are new on a screen that was written before; not exactly: changed numbers do not count, as counts and times always change.
  func news(in all: [String], exactly: Bool = true) -> [String] {
    let known = Set(exactly ? lines : lines.map(WrittenLines.form))
    return all.filter { !known.contains(exactly ? $0 : WrittenLines.form($0)) }
  }

  func isShown(_ page: [String], exactly: Bool) -> Bool {
    !page.isEmpty && (exactly ? page == place : page.map(WrittenLines.form) == place.map(WrittenLines.form))
  }

  /// - Parameter goesOn: also remembers earlier lines, such as a sentence that comes back while something is under way.
  mutating func keep(_ all: [String], place page: [String], toolLinesBefore signs: [String], goesOn: Bool) {
    (lines, place, toolLinesBefore) = (goesOn ? lines + all : all, page, signs)
  }

  /// A line without its digits, so that a running time or a count is not taken for news.
  static func form(_ line: String) -> String { line.filter { !$0.isNumber } }

  /// The messages since the last call. A message without an answer follows when its answer has come.
  mutating func newMessages(_ state: AppState) -> [Message] {
    let numbers = unanswered + Array(toldThrough + 1..<max(toldThrough, state[MessagesTool.self].log.lastNumber) + 1)
    (unanswered, toldThrough) = ([], state[MessagesTool.self].log.lastNumber)
    let messages = numbers.compactMap(state[MessagesTool.self].log.message)
    unanswered = messages.filter(\.isPending).map(\.id)
    return messages.filter { !$0.isPending && !$0.saysNothingNew }
  }
}

extension Message {
  /// The user of a login elsewhere has not finished yet (RFC 8628 §3.5): the app asks again every few seconds.
  fileprivate var saysNothingNew: Bool {
    guard case .exchange(let exchange) = content, exchange.request.endpoint == .token,
      case .success(let response)? = exchange.outcome
    else { return false }
    return (try? JSON.parse(response.body))?["error"] == "authorization_pending"
  }
}
