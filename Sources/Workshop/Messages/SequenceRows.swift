import AppState
import Catalogue
import Screens
import SharedValues

/// The diagram as rows: a heading where a flow begins, an arrow for each message.
///
/// A row is found by halving the list of parts; nothing walks through the messages.
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
    // Headings before the row or on it.
    let count = firstPart { place(of: $0) > row }
    if count > 0, place(of: count - 1) == row { return .heading(parts[count - 1]) }
    return .arrow(log[row - count], of: count > 0 ? parts[count - 1] : nil)
  }

  /// The row of a message that is in the log.
  func row(of number: Int) -> Int { number - log.firstNumber + firstPart { parts[$0].first > number } }

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

extension SequenceSection {
  var phrase: Phrase {
    switch self {
    case .registration: .sectionRegistration
    case .login: .sectionLogin
    case .refresh: .sectionRefresh
    case .logout: .sectionLogout
    case .forget: .sectionForget
    case .signUp: .sectionSignUp
    case .revoke: .sectionRevoke
    case .update: .sectionUpdate
    }
  }
}

extension MessagePart {
  /// `1 · Registration`; the number stands beside every arrow of the part, too.
  func heading(_ look: Look) -> String { "\(number) \(look.marks.separator) \(look.catalogue(section.phrase))" }
}
