import AppState
import SharedValues

/// Navigation in the panel **Messages**: filter and search. Nothing here changes the messages.
extension AppState {
  mutating func lookAtMessages(_ action: MessagesViewAction) {
    export = nil
    switch action {
    case .open(let id):
      (messagesView.selected, messagesView.showsDetail) = (id, true)
      // A click in the panel also gives it the keys.
      (view.panelScroll, view.focus) = (0, .panel)
    case .close:
      messagesView.showsDetail = false
      view.panelScroll = 0
    case .nextParty:
      // The parties of this log that every phone has, and those that it contains.
      let all =
        [nil]
        + Party.allCases.filter { party in
          Lanes.ordered(shownMessages.lifelines).contains { $0.party == party }
        }.map(Optional.some)
      let index = all.firstIndex(of: messagesView.filter.party) ?? 0
      filterMessages { $0.party = all[(index + 1) % all.count] }
    case .nextEndpoint:
      // The endpoints that occur, in the order of a flow.
      let all = [nil] + Endpoint.allCases.filter(shownMessages.endpoints.contains).map(Optional.some)
      let index = all.firstIndex(of: messagesView.filter.endpoint) ?? 0
      filterMessages { $0.endpoint = all[(index + 1) % all.count] }
    case .clearFilter: filterMessages { $0 = MessageFilter() }
    case .beginSearch: beginSearch()
    case .editSearch(let change): editSearch(change)
    case .endSearch:
      messagesView.search?.edits = false
      if messagesView.search?.text.isEmpty == true { messagesView.search = nil }
    case .clearSearch: messagesView.search = nil
    case .nextMatch(let step): goToMatch(step)
    case .preferPhone(let prefers): messagesView.prefersPhone = prefers
    }
  }

  /// Follows the newest message until another one is selected, and again when the selection moves past the end.
  mutating func moveSelection(_ step: Int) {
    export = nil
    let listed = listedMessages
    guard let current = selectedPlace else { return }
    let wanted = current + max(-listed.count, min(step, listed.count))
    messagesView.selected = wanted >= listed.count ? nil : listed[max(0, wanted)].id
  }

  // MARK: The filter

  private mutating func filterMessages(_ change: (inout MessageFilter) -> Void) {
    change(&messagesView.filter)
    let filter = messagesView.filter
    messagesView.listed = filter.passesAll ? nil : shownMessages.numbers(passing: filter)
    messagesView.seen = shownMessages.lastNumber
    searchAgain()
  }

  /// Updates list and matches, reading only messages that are new since the last call.
  package mutating func followMessages() {
    turnToShownMessages()
    if messagesView.listed != nil, messagesView.seen < shownMessages.lastNumber {
      let more = shownMessages.numbers(passing: messagesView.filter, from: messagesView.seen + 1)
      messagesView.listed? += more
    }
    let first = shownMessages.firstNumber
    if let listed = messagesView.listed, let oldest = listed.first, oldest < first {
      messagesView.listed?.removeFirst(listed.firstPlace { $0 >= first })
    }
    if messagesView.seen < shownMessages.lastNumber, let search = messagesView.search, search.matches != nil {
      for number in max(first, search.seen + 1)..<(shownMessages.lastNumber + 1) { recheck(number) }
      let last = shownMessages.lastNumber
      messagesView.search?.seen = last
    }
    messagesView.seen = shownMessages.lastNumber
    if let matches = messagesView.search?.matches, let oldest = matches.first, oldest < first {
      messagesView.search?.matches?.removeFirst(matches.firstPlace { $0 >= first })
    }
  }

  /// Filter, search and selection of one set of messages mean nothing in another.
  private mutating func turnToShownMessages() {
    let guest = guestMessages?.subject?.id
    if messagesView.guest != guest { (messagesView.guest, messagesView.prefersPhone) = (guest, false) }
    let subject = shownMessages.subject?.id
    guard messagesView.subject != subject else { return }
    let prefersPhone = messagesView.prefersPhone
    (messagesView, export) = (MessagesView(), nil)
    (messagesView.guest, messagesView.prefersPhone, messagesView.subject) = (guest, prefersPhone, subject)
  }

  /// A message is new or has changed, e.g. because its response arrived.
  mutating func recheck(_ number: Int) {
    guard let search = messagesView.search, let matches = search.matches, !search.text.isEmpty,
      let message = shownMessages.message(number)
    else { return }
    let place = matches.firstPlace { $0 >= number }
    let isKnown = matches.indices.contains(place) && matches[place] == number
    let isMatch =
      messagesView.filter.passes(MessageTag(message))
      && TextPattern(search.text).isIn(MessageText.of(message, reveal: revealsSecrets))
    if isMatch, !isKnown { messagesView.search?.matches?.insert(number, at: place) }
    if !isMatch, isKnown { messagesView.search?.matches?.remove(at: place) }
  }

  // MARK: The search

  private mutating func beginSearch() {
    if messagesView.search == nil {
      messagesTool.lastSearch += 1
      messagesView.search = MessageSearch(number: messagesTool.lastSearch)
    }
    let origin = selectedMessage?.id
    messagesView.search?.edits = true
    messagesView.search?.origin = origin
  }

  private mutating func editSearch(_ change: TextChange) {
    guard var text = messagesView.search?.text else { return }
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= MessageSearch.longest, text != messagesView.search?.text else { return }
    messagesView.search?.text = text
    searchAgain()
  }

  /// Searches everything again because the text, the list or the masking has changed.
  mutating func searchAgain() {
    guard let search = messagesView.search else { return }
    messagesTool.lastSearch += 1
    let number = messagesTool.lastSearch
    messagesView.search?.number = number
    messagesView.search?.matches = search.text.isEmpty ? [] : nil
    messagesView.search?.isDue = !search.text.isEmpty
  }

  /// The search that is due after an action, if any.
  mutating func searchMessages() -> [Effect] {
    guard let search = messagesView.search, search.isDue else { return [] }
    messagesView.search?.isDue = false
    let last = shownMessages.lastNumber
    messagesView.search?.seen = last
    let query = MessageQuery(
      text: search.text, messages: shownMessages, numbers: messagesView.listed, reveal: revealsSecrets)
    return [.messages(.search(search.number, query))]
  }

  mutating func searched(_ number: Int, _ matches: [Int]) {
    guard let search = messagesView.search, search.number == number else { return }
    messagesView.search?.matches = matches
    // Check the messages that came, changed or went while the search ran.
    for message in max(shownMessages.firstNumber, search.seen + 1)..<(shownMessages.lastNumber + 1) { recheck(message) }
    if shownMessages.subject == nil { for message in openTraces.values { recheck(message) } }
    let last = shownMessages.lastNumber
    messagesView.search?.seen = last
    followMessages()
    let origin = search.origin ?? selectedMessage?.id ?? 0
    guard let found = messagesView.search?.matches, !found.isEmpty else { return }
    // The nearest match that is not newer; if there is none, the next.
    messagesView.selected = found[max(0, found.firstPlace { $0 > origin } - 1)]
  }

  private mutating func goToMatch(_ step: Int) {
    guard let matches = messagesView.search?.matches, !matches.isEmpty else { return }
    let current = selectedMessage?.id ?? 0
    let place = step > 0 ? matches.firstPlace { $0 > current } - 1 : matches.firstPlace { $0 >= current }
    let next = matches[(place + step % matches.count + matches.count) % matches.count]
    messagesView.selected = next
    messagesView.search?.origin = next
    view.panelScroll = 0
  }
}
