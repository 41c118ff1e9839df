import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The columns of the list at a given width. The request takes what the others leave.
struct MessageColumns {
  var number, time, parties, request, status, size, duration: Column

  /// From this panel width on, in terminals with at least 140 columns, the opened message stands beside the list.
  static let besideMessage = 91
  /// Where addresses start after the names, in columns of the request column, and from which width on they are shown.
  static let address = 16
  var hasAddresses: Bool { request.width >= 40 }

  /// The space around the arrow between the parties; empty in narrow lists.
  var arrowSpace: String

  private let width: Int
  /// Whether the phone's name replaces the time.
  let hasPhones: Bool

  func tight(_ text: String) -> String { arrowSpace.isEmpty ? text.replacingBytes(of: " ", with: "") : text }

  /// The width of the longest pair of parties, without the arrow.
  static func names(_ log: MessageLog, _ width: Int, _ look: Look) -> Int {
    func columns(_ party: Party) -> Int { TextLayout.width(look.catalogue(name(party, width))) }
    // For a single phone, use the widest possible pair, so that the columns do not move.
    guard log.subject != nil else {
      return max(columns(.browser) + columns(.server), columns(.app) + columns(.keystore))
    }
    return Set(log.lifelines.map(\.party)).map(columns).sorted().suffix(2).reduce(0, +)
  }

  private static func name(_ party: Party, _ width: Int) -> Phrase {
    isNarrow(width) && party == .attacker ? party.tightName : party.shortName
  }

  private static func isNarrow(_ width: Int) -> Bool { width < 52 }

  func name(_ party: Party) -> Phrase { MessageColumns.name(party, width) }

  /// The width of the longest phone name; 0 with fewer than two phones.
  static func phones(_ log: MessageLog) -> Int {
    let phones = Set(log.lifelines.compactMap(\.phone))
    return phones.count < 2 ? 0 : phones.map { TextLayout.width($0) }.max() ?? 0
  }

  init(_ width: Int, lastNumber: Int = 0, names: Int, phones: Int = 0) {
    self.width = width
    let wide = width >= 76
    hasPhones = phones > 0
    let moment = hasPhones ? min(14, max(5, phones)) : 8
    arrowSpace = wide ? " " : ""
    number = Column(x: 1, width: max(3, String(lastNumber).count), rightAligned: true)
    let start = number.x + number.width + 1
    if MessageColumns.isNarrow(width) {
      // Parties, request and result only; the details show the rest.
      time = Column(x: start, width: 0)
      parties = Column(x: start, width: names + 1)
      duration = Column(x: width - 1, width: 0)
      size = Column(x: width - 1, width: 0)
      status = Column(x: width - 5, width: 4)
    } else {
      time = Column(x: start, width: moment)
      parties = Column(x: start + moment + 1, width: names + (wide ? 3 : 1))
      duration = Column(x: width - (wide ? 6 : 5), width: wide ? 6 : 5, rightAligned: true)
      size = Column(x: duration.x - (wide ? 8 : 6), width: wide ? 7 : 5, rightAligned: true)
      status = Column(x: size.x - (wide ? 7 : 4), width: wide ? 6 : 3)
    }
    request = Column(x: parties.x + parties.width + 1, width: 0)
    request.width = max(0, status.x - 1 - request.x)
  }
}
