import AppState
import SharedValues

/// From where the embedded server of this app can be reached, and the card that changes it. Others reach it only after a person has chosen an
/// address here, and only until the app ends (docs/decisions/0082).
package struct ReachableBy: Hashable, Sendable {
  /// `nil`: this machine alone reaches the server.
  package var others: OtherReach?
  package var card: Card?
  /// Whether the server is being started anew.
  package var isChanging = false
  /// Why the last change was not made.
  package var problem: ServerProblem?

  package struct Card: Hashable, Sendable {
    /// The machine's addresses beyond loopback, IPv4 first; `nil`: they are being looked up.
    package var survey: [IPAddress]?
    package var allowsTutorialUsers = false
    package var selected = 0

    package init() {}
  }

  /// The card and its news go, what is open stays open.
  mutating func leave() { (card, problem) = (nil, nil) }

  /// The addresses to choose from. The one that is open remains even if the machine has lost it.
  package var addresses: [IPAddress] {
    let known = card?.survey ?? []
    guard let open = others?.address, !known.contains(open) else { return known }
    return [open] + known
  }

  package var rows: [Row] {
    let own: [Row] = [.machine] + addresses.map(Row.address)
    return own + (addresses.isEmpty ? [] : [.tutorialUsers]) + Text.all(others != nil).map(Row.text)
  }

  package var selectedRow: Row { rows[min(card?.selected ?? 0, rows.count - 1)] }

  package enum Row: Hashable, Sendable {
    case machine
    case address(IPAddress)
    case tutorialUsers
    /// Nothing to choose: the selection stops here so that every text can be read on a small screen.
    case text(Text)
  }

  package enum Text: Hashable, Sendable {
    case who, issuer, administration, users, trust, page, end

    static func all(_ isOpen: Bool) -> [Text] {
      isOpen ? [.page, .issuer, .administration, .end] : [.who, .issuer, .administration, .users, .trust, .end]
    }
  }
}

/// Who else reaches the server, in its own words.
package struct OtherReach: Hashable, Sendable {
  package var address: IPAddress
  /// The issuer for clients that ask at the address.
  package var issuer: String
  /// The page with the authority's certificate, and the certificate's SHA-256.
  package var authorityPage, fingerprint: String
  package var allowsTutorialUsers: Bool

  package init(
    address: IPAddress, issuer: String, authorityPage: String, fingerprint: String, allowsTutorialUsers: Bool
  ) {
    (self.address, self.issuer, self.authorityPage) = (address, issuer, authorityPage)
    (self.fingerprint, self.allowsTutorialUsers) = (fingerprint, allowsTutorialUsers)
  }
}

/// ``ReachAction/surveyed(_:)`` answers the first, ``ReachAction/changed(_:_:)`` the others.
package enum ReachOrder: Hashable, Sendable {
  case survey
  /// Another phone of this app may have changed it.
  case read
  case open(IPAddress, tutorialUsers: Bool)
  case close
}

package enum ReachAction: Hashable, Sendable {
  /// Opens the card, from anywhere.
  case ask
  case leave
  case select(Int)
  case toggleTutorialUsers
  case open(IPAddress)
  case close
  case surveyed(Result<[IPAddress], ServerProblem>)
  /// Who else reaches the server now, and why it is not what was wanted; `nil`: it is.
  case changed(OtherReach?, ServerProblem?)
}

extension Phone<ServerInsight> {
  mutating func reach(_ action: ReachAction) -> [Effect] {
    switch action {
    case .ask:
      guard state.settings.embeddedServer else { break }
      look(.tab(.server))
      focus(on: .panel)
      own.view.question = nil
      var card = ReachableBy.Card()
      card.allowsTutorialUsers = own.reach.others?.allowsTutorialUsers ?? false
      (own.reach.card, own.reach.problem) = (card, nil)
      return [.tool(ServerEffect.reach(.survey))]
    case .leave: own.reach.leave()
    case .select(let row):
      guard own.reach.rows.indices.contains(row) else { break }
      own.reach.card?.selected = row
      focus(on: .panel)
    case .toggleTutorialUsers: own.reach.card?.allowsTutorialUsers.toggle()
    case .open(let address):
      guard let card = own.reach.card, !own.reach.isChanging, state.flow == nil else { break }
      (own.reach.isChanging, own.reach.problem) = (true, nil)
      return [.tool(ServerEffect.reach(.open(address, tutorialUsers: card.allowsTutorialUsers)))]
    case .close:
      guard own.reach.others != nil, !own.reach.isChanging else { break }
      (own.reach.isChanging, own.reach.problem) = (true, nil)
      return [.tool(ServerEffect.reach(.close))]
    case .surveyed(.success(let survey)): own.reach.card?.survey = survey
    case .surveyed(.failure(let problem)):
      own.reach.card?.survey = []
      own.reach.problem = problem
    case .changed(let others, let problem):
      (own.reach.isChanging, own.reach.problem) = (false, problem)
      // The address of the page comes first now, or the list of addresses again.
      if own.reach.others?.address != others?.address { own.reach.card?.selected = 0 }
      own.reach.others = others
    }
    return []
  }

  mutating func moveReach(_ step: Int) {
    let reach = own.reach
    own.reach.card?.selected = reach.rows.place(step, from: reach.card?.selected ?? 0)
  }
}
