import AppState

/// Where the user is in the panel **Messages**: what is listed, and what is looked for.
public struct MessagesView: Hashable, Sendable {
  /// Number of the chosen message; `nil` follows the newest.
  public var selected: Int?
  /// Whether it is shown alone.
  public var showsDetail = false
  public internal(set) var filter = MessageFilter()
  /// The numbers of the messages that pass the filter, ascending; `nil` without a filter. Kept up to date with the log.
  var listed: [Int]?
  /// The last message that `listed` knows of.
  var seen = 0
  public internal(set) var search: MessageSearch?
  /// The phone's own messages are looked at, although there are others.
  public internal(set) var prefersPhone = false
  /// What all of this is about, and what it could be about besides the phone; `nil`: the phone, nothing.
  var subject: MessageLog.Subject.ID?
  var guest: MessageLog.Subject.ID?

  public init() {}
}

/// A text that is looked for in the messages.
public struct MessageSearch: Hashable, Sendable {
  public internal(set) var text = ""
  /// Whether typed letters go into the text.
  public internal(set) var edits = true
  /// The numbers of the messages that hold it, ascending; `nil` while they are being looked for.
  public internal(set) var matches: [Int]? = []
  /// What was chosen when the search began: the first match shown is the nearest to it.
  var origin: Int?
  /// Numbers the searches, so that an answer to an earlier text is not taken for one to this.
  var number: Int
  var isDue = false
  /// The last message that `matches` knows of.
  var seen = 0

  public init(number: Int = 0, text: String = "") {
    (self.number, self.text) = (number, text)
  }

  /// Longer ones find nothing.
  static let longest = 200
}

/// Moves of the eye within the panel **Messages**.
public enum MessagesViewAction: ToolAction {
  /// Shows one message alone.
  case open(Int)
  case close
  case nextParty
  case nextEndpoint
  case clearFilter
  case beginSearch
  case editSearch(TextChange)
  /// Keep what was typed and give the keys back to the list.
  case endSearch
  case clearSearch
  /// So many matches on from the chosen message, or back, and around the end.
  case nextMatch(Int)
  /// Looks at the phone's own messages, or again at those that are there in their place.
  case preferPhone(Bool)
}

/// What is to be looked through, and for what. A value, so that it can be done anywhere.
public struct MessageQuery: Hashable, Sendable {
  public var text: String
  public var messages: MessageLog
  /// Only these; `nil`: all.
  public var numbers: [Int]?
  /// Secrets that are masked on the screen are masked here, too: a search never finds what cannot be seen.
  public var reveal: Bool

  /// The numbers of the messages that hold the text, ascending.
  ///
  /// - Parameter isCancelled: asked now and then; when it says so, what was found so far is returned.
  public func run(isCancelled: () -> Bool = { false }) -> [Int] {
    let pattern = TextPattern(text)
    var found: [Int] = []
    for (index, number) in (numbers ?? Array(messages.firstNumber..<(messages.lastNumber + 1))).enumerated() {
      if index % 64 == 63, isCancelled() { break }
      guard let message = messages.message(number) else { continue }
      if pattern.isIn(MessageText.of(message, reveal: reveal)) { found.append(number) }
    }
    return found
  }
}

/// The messages that the panel lists, without a copy of them.
public struct ListedMessages: RandomAccessCollection, Sendable {
  let log: MessageLog
  let numbers: [Int]?

  public var startIndex: Int { 0 }
  public var endIndex: Int { numbers?.count ?? log.count }
  public subscript(position: Int) -> Message { numbers.flatMap { log.message($0[position]) } ?? log[position] }

  /// Where the message with this number stands, or else the one that comes before it; `nil` if there is none.
  public func place(of number: Int) -> Int? {
    guard !isEmpty else { return nil }
    guard let numbers else { return Swift.min(Swift.max(0, number - log.firstNumber), count - 1) }
    return Swift.max(0, numbers.firstPlace { $0 > number } - 1)
  }
}

extension [Int] {
  /// The first place of an ascending list whose number passes, or its end. Halves what is left with every look.
  public func firstPlace(where passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension AppState {
  /// What the panel in sight goes through: **Messages** its filtered list, the others every message.
  public var listedMessages: ListedMessages {
    ListedMessages(log: shownMessages, numbers: view.tab == .messages ? messagesView.listed : nil)
  }

  /// Where the chosen message, or the newest one, which is followed while none is chosen, stands among them.
  public var selectedPlace: Int? {
    let listed = listedMessages
    return messagesView.selected.flatMap(listed.place) ?? (listed.isEmpty ? nil : listed.count - 1)
  }

  public var selectedMessage: Message? { selectedPlace.map { listedMessages[$0] } }
}

extension MessagesViewAction {
  public func apply(to app: inout AppState) -> [Effect] {
    app.lookAtMessages(self)
    return []
  }
}

extension Action {
  public static func messagesView(_ action: MessagesViewAction) -> Action { .tool(ToolEvent(action)) }
}
