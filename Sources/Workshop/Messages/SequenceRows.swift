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
    let count = firstPart { place(of: $0) > row }
    if count > 0, place(of: count - 1) == row { return .heading(parts[count - 1]) }
    return .arrow(log[row - count], of: count > 0 ? parts[count - 1] : nil)
  }

  /// The row of a message in the log.
  func row(of number: Int) -> Int { number - log.firstNumber + firstPart { parts[$0].first > number } }

  /// The rows of a message's part, including its heading.
  func part(of number: Int) -> Range<Int> {
    let next = firstPart { parts[$0].first > number }
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

  private func firstPart(where passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if passes(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SequenceRows.Row { var isHeading: Bool { if case .heading = self { true } else { false } } }

extension MessagePart {
  /// `1 · Registration`; the number also stands beside every arrow of the part.
  func heading(_ look: Look) -> String {
    "\(number) \(look.marks.separator) \(kind.map { look.catalogue($0.title) } ?? name)"
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
