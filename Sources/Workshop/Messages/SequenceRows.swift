import AppState
import Catalogue
import Screens

/// The rows of the diagram: a heading where a flow begins, an arrow for each message.
///
/// Finds a row by binary search over the parts, without walking through the messages.
struct SequenceRows: RandomAccessCollection {
  enum Row: Hashable {
    case heading(MessagePart)
    case arrow(Message, of: MessagePart?)
  }

  private let log: MessageLog
  private let parts: [MessagePart]

  init(_ log: MessageLog) { (self.log, parts) = (log, log.flows) }

  var startIndex: Int { 0 }
  var endIndex: Int { log.count + parts.count }

  subscript(row: Int) -> Row {
    // The headings up to and including this row.
    let count = parts.indices.firstPlace { place(of: $0) > row }
    if count > 0, place(of: count - 1) == row { return .heading(parts[count - 1]) }
    return .arrow(log[row - count], of: count > 0 ? parts[count - 1] : nil)
  }

  func row(of number: Int) -> Int { number - log.firstNumber + parts.firstPlace { $0.first > number } }

  /// The rows of a message's part, including its heading.
  func part(of number: Int) -> Range<Int> {
    let next = parts.firstPlace { $0.first > number }
    let start = next > 0 ? place(of: next - 1) : 0
    return start..<(next < parts.count ? place(of: next) : endIndex)
  }

  /// The lifelines that send or receive something in these rows.
  func lifelines(_ rows: Range<Int>) -> [Lifeline] {
    var found: [Lifeline] = []
    for row in rows {
      guard case .arrow(let message, _) = self[row] else { continue }
      for end in [message.ends.from, message.ends.to] where !found.contains(end) { found.append(end) }
    }
    return found
  }

  private func place(of part: Int) -> Int { parts[part].first - log.firstNumber + part }
}

extension SequenceRows.Row { var isHeading: Bool { if case .heading = self { true } else { false } } }

extension MessagePart {
  /// `1 · Registration`; the number also stands beside every arrow of the part.
  func heading(_ look: Look) -> String {
    let title = kind.map { look.catalogue($0.title) } ?? (name.isEmpty ? look.catalogue(.partOfNobody) : name)
    return "\(number) \(look.marks.separator) \(title)"
  }
}

extension Flow.Kind {
  fileprivate var title: Phrase {
    switch self {
    case .registration: .sectionRegistration
    case .authentication: .sectionLogin
    case .refresh, .silentStart: .sectionRefresh
    case .signOut: .sectionLogout
    case .forgetDevice: .sectionForget
    case .signUp: .sectionSignUp
    case .accounts: .sectionAccounts
    case .payment: .sectionPayment
    case .stepUp: .sectionStepUp
    case .revokeTokens: .sectionRevoke
    case .updateRegistration, .checkRegistration: .sectionUpdate
    }
  }
}

/// The list of messages as lines, with a heading for each named part unless the list is filtered.
struct MessageLines: RandomAccessCollection {
  private let listed: ListedMessages
  private let parted: SequenceRows?

  init(_ listed: ListedMessages) {
    self.listed = listed
    parted = listed.log.subject == nil || listed.numbers != nil ? nil : SequenceRows(listed.log)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { parted?.count ?? listed.count }

  subscript(line: Int) -> SequenceRows.Row { parted?[line] ?? .arrow(listed[line], of: nil) }

  /// The lines to keep visible when the message at this place is selected.
  func around(_ place: Int) -> Range<Int> {
    guard let parted else { return place..<place + 1 }
    let line = parted.row(of: listed[place].id)
    return (line > 0 && parted[line - 1].isHeading ? line - 1 : line)..<line + 1
  }
}
