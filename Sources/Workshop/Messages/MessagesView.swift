import AppState
import SharedValues

/// Where the user is in the panel **Messages**: filter and search.
package struct MessagesView: Hashable, Sendable {
  /// The number of the selected message; `nil` follows the newest.
  package var selected: Int?
  package var showsDetail = false
  var filter = MessageFilter()
  /// The numbers of the messages that match the filter, ascending; `nil` without a filter. Kept up to date with the
  /// log.
  var listed: [Int]?
  /// The last message that `listed` covers.
  var seen = 0
  var search: MessageSearch?
  /// Whether the user chose the phone's own messages although there are others.
  package var prefersPhone = false
  /// The subject of this view (`nil`: the phone), and a second one that could be shown instead (`nil`: none).
  var subject: MessageLog.Subject.ID?
  var guest: MessageLog.Subject.ID?
  /// Of the log that `listed` and `search` cover.
  var revision = 0

  /// The index of the selected message, or of the newest one if none is selected.
  func place(in listed: ListedMessages) -> Int? {
    selected.flatMap(listed.place) ?? (listed.isEmpty ? nil : listed.count - 1)
  }
}

struct MessageFilter: Hashable {
  /// Sender or receiver; `nil`: any.
  var party: Party?
  var endpoint: Endpoint?

  var passesAll: Bool { party == nil && endpoint == nil }

  func passes(_ tag: MessageTag) -> Bool {
    (party == nil || tag.from == party || tag.to == party) && (endpoint == nil || tag.endpoint == endpoint)
  }
}

struct MessageSearch: Hashable, Sendable {
  var text = ""
  /// Whether typed letters go into the text.
  var edits = true
  /// The numbers of the messages that contain the text, ascending; `nil` while the search runs.
  var matches: [Int]? = []
  /// The message that was selected when the search began: the first match to show is the nearest to it.
  var origin: Int?
  /// Identifies the search, so that results of an earlier text are not used for this one.
  var number: Int
  var isDue = false
  /// The last message that `matches` covers.
  var seen = 0

  /// Longer texts match nothing.
  static let longest = 200
}

/// A search as a value, so that it can run anywhere.
package struct MessageQuery: Hashable, Sendable {
  var text: String
  var messages: MessageLog
  /// The numbers of the messages to search; `nil`: all.
  var numbers: [Int]?
  /// Secrets that are masked on screen are masked here, too: a search never finds what is hidden.
  var reveal: Bool

  /// The numbers of the messages that contain the text, ascending.
  ///
  /// - Parameter isCancelled: checked now and then; if `true`, the matches so far are returned.
  package func run(isCancelled: () -> Bool = { false }) -> [Int] {
    var found: [Int] = []
    for (index, number) in (numbers ?? Array(messages.firstNumber..<(messages.lastNumber + 1))).enumerated() {
      if index % 64 == 63, isCancelled() { break }
      guard let message = messages.message(number) else { continue }
      if MessageText.has(text, in: message, reveal: reveal) { found.append(number) }
    }
    return found
  }
}

/// The messages that the panel lists, without copying them.
package struct ListedMessages: RandomAccessCollection, Sendable {
  let log: MessageLog
  let numbers: [Int]?

  package var startIndex: Int { 0 }
  package var endIndex: Int { numbers?.count ?? log.count }
  package subscript(position: Int) -> Message { numbers.flatMap { log.message($0[position]) } ?? log[position] }

  /// The index of the message with this number, or of the last one before it; `nil` if there is none.
  func place(of number: Int) -> Int? {
    guard !isEmpty else { return nil }
    guard let numbers else { return Swift.min(Swift.max(0, number - log.firstNumber), count - 1) }
    return Swift.max(0, numbers.firstPlace { $0 > number } - 1)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element passes, or the end, if all elements after one that passes pass, too. Binary search.
  func firstPlace(where passes: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Phone<MessagesTool> {
  /// Another tool's messages, if there are any to show.
  var guestMessages: MessageLog? { Workshop.guestMessages(state) }

  /// The messages that the panels show: the phone's, or those of another tool.
  var shownMessages: MessageLog { own.view.prefersPhone ? own.log : guestMessages ?? own.log }

  /// The messages of the visible panel: **Messages** has its filtered list, the others every message.
  var listedMessages: ListedMessages {
    ListedMessages(log: shownMessages, numbers: state.view.tab == .messages ? own.view.listed : nil)
  }

  var selectedMessage: Message? {
    let listed = listedMessages
    return own.view.place(in: listed).map { listed[$0] }
  }
}
