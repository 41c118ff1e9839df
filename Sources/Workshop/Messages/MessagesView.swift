import AppState

/// Where the user is in the panel **Messages**: filter and search.
public struct MessagesView: Hashable, Sendable {
  /// The number of the selected message; `nil` follows the newest.
  public var selected: Int?
  /// Whether it is shown in full.
  public var showsDetail = false
  public internal(set) var filter = MessageFilter()
  /// The numbers of the messages that match the filter, ascending; `nil` without a filter. Kept up to date with the
  /// log.
  var listed: [Int]?
  /// The last message that `listed` covers.
  var seen = 0
  public internal(set) var search: MessageSearch?
  /// Whether the user chose the phone's own messages although there are others.
  public package(set) var prefersPhone = false
  /// The subject of this view, and the other one that could be shown; `nil`: the phone, none.
  var subject: MessageLog.Subject.ID?
  var guest: MessageLog.Subject.ID?

  public init() {}
}

/// A search in the messages.
public struct MessageSearch: Hashable, Sendable {
  public internal(set) var text = ""
  /// Whether typed letters go into the text.
  public internal(set) var edits = true
  /// The numbers of the messages that contain the text, ascending; `nil` while the search runs.
  public internal(set) var matches: [Int]? = []
  /// The message that was selected when the search began: the first match to show is the nearest to it.
  var origin: Int?
  /// Identifies the search, so that results of an earlier text are not used for this one.
  var number: Int
  var isDue = false
  /// The last message that `matches` covers.
  var seen = 0

  public init(number: Int = 0, text: String = "") {
    (self.number, self.text) = (number, text)
  }

  /// Longer texts match nothing.
  static let longest = 200
}

/// Navigation in the panel **Messages**.
public enum MessagesViewAction: ToolAction {
  /// Opens one message.
  case open(Int)
  case close
  case nextParty
  case nextEndpoint
  case clearFilter
  case beginSearch
  case editSearch(TextChange)
  /// Keeps the text and returns the keys to the list.
  case endSearch
  case clearSearch
  /// Moves by this many matches from the selected message, wrapping around.
  case nextMatch(Int)
  /// Shows the phone's own messages, or again those that replaced them.
  case preferPhone(Bool)
}

/// A search as a value, so that it can run anywhere.
public struct MessageQuery: Hashable, Sendable {
  public var text: String
  public var messages: MessageLog
  /// The numbers of the messages to search; `nil`: all.
  public var numbers: [Int]?
  /// Secrets that are masked on screen are masked here, too: a search never finds what is hidden.
  public var reveal: Bool

  /// The numbers of the messages that contain the text, ascending.
  ///
  /// - Parameter isCancelled: checked now and then; if `true`, the matches so far are returned.
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

/// The messages that the panel lists, without copying them.
public struct ListedMessages: RandomAccessCollection, Sendable {
  let log: MessageLog
  let numbers: [Int]?

  public var startIndex: Int { 0 }
  public var endIndex: Int { numbers?.count ?? log.count }
  public subscript(position: Int) -> Message { numbers.flatMap { log.message($0[position]) } ?? log[position] }

  /// The index of the message with this number, or of the last one before it; `nil` if there is none.
  public func place(of number: Int) -> Int? {
    guard !isEmpty else { return nil }
    guard let numbers else { return Swift.min(Swift.max(0, number - log.firstNumber), count - 1) }
    return Swift.max(0, numbers.firstPlace { $0 > number } - 1)
  }
}

extension [Int] {
  /// The first index of an ascending list whose number passes, or the end of the list. Binary search.
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
  /// The messages of the visible panel: **Messages** has its filtered list, the others every message.
  public var listedMessages: ListedMessages {
    ListedMessages(log: shownMessages, numbers: view.tab == .messages ? messagesView.listed : nil)
  }

  /// The index of the selected message, or of the newest one if none is selected.
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
  public static func messagesView(_ action: MessagesViewAction) -> Action { .tool(AnyToolAction(action)) }
}
