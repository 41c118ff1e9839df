import Catalogue

/// Whose messages the panels **Messages** and **Sequence** show.
package enum MessageSource: Hashable, Sendable {
  /// What this app sent and knows, in its own log.
  case phone
  /// What the embedded server has seen of everybody, or of the client with this id.
  case everybody
  case client(String)

  /// `nil`: not only one client's.
  package var onlyClient: String? { if case .client(let id) = self { id } else { nil } }
}

struct MessageChoice: Hashable {
  var chosen: MessageSource
  /// In the order of the keys.
  var all: [MessageSource]
  /// Why the phone is the only source; `nil`: there are others.
  var reason: Phrase?

  /// So many places after the chosen one. The first follows the last.
  func source(_ step: Int) -> MessageSource {
    let place = (all.firstIndex(of: chosen) ?? 0) + step
    return all[(place % all.count + all.count) % all.count]
  }

  /// The way back to the phone is always open.
  func reason(for source: MessageSource) -> Phrase? { source == .phone || chosen != .phone ? nil : reason }
}
