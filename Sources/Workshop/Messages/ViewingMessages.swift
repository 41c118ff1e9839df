import AppState
import SharedValues

/// Navigation in the panel **Messages**: filter and search. Nothing here changes the messages.
extension MessagesAction {
  package func apply(to phone: inout Phone<MessagesTool>) -> [Effect] {
    switch self {
    case .export, .exported, .searched: break
    default: phone.own.export = nil
    }
    switch self {
    case .export(let kind): return phone.beginExport(kind)
    case .exported(let number, let result) where phone.own.export?.number == number:
      do { phone.own.export?.outcome = .done(try result.get()) } catch { phone.own.export?.outcome = .failed(error) }
    case .exported: break
    case .searched(let number, let matches): phone.searched(number, matches)
    case .open(let id):
      (phone.own.view.selected, phone.own.view.showsDetail) = (id, true)
      phone.scrollPanelToTop()
      // A click in the panel also gives it the keys.
      phone.focus(on: .panel)
    case .close:
      phone.own.view.showsDetail = false
      phone.scrollPanelToTop()
    case .nextParty:
      // The parties of this log that every phone has, and those that it contains.
      let present = Set(
        Lanes.ordered(phone.shownMessages.lifelines, ofPhone: !phone.shownMessages.isOfServer).map(\.party))
      phone.filterMessages { $0.party = next(after: $0.party, in: Party.allCases.filter(present.contains)) }
    case .nextEndpoint:
      // The endpoints that occur, in the order of a flow.
      let present = phone.shownMessages.endpoints
      phone.filterMessages { $0.endpoint = next(after: $0.endpoint, in: Endpoint.allCases.filter(present.contains)) }
    case .clearFilter: phone.filterMessages { $0 = MessageFilter() }
    case .beginSearch: phone.beginSearch()
    case .editSearch(let change): phone.own.editSearch(change)
    case .endSearch:
      phone.own.view.search?.edits = false
      if phone.own.view.search?.text.isEmpty == true { phone.own.view.search = nil }
    case .clearSearch: phone.own.view.search = nil
    case .nextMatch(let step): phone.goToMatch(step)
    case .preferPhone(let prefers): phone.own.view.prefersPhone = prefers
    }
    return []
  }

  /// Steps through these values and `nil`, which stands for all of them.
  private func next<Value: Equatable>(after value: Value?, in values: [Value]) -> Value? {
    let all = [nil] + values.map(Optional.some)
    return all[((all.firstIndex(of: value) ?? 0) + 1) % all.count]
  }
}

extension Phone<MessagesTool> {
  /// Follows the newest message until another one is selected, and again when the selection moves past the end.
  mutating func moveSelection(_ step: Int) {
    own.export = nil
    let listed = listedMessages
    guard let current = own.view.place(in: listed) else { return }
    let wanted = current + max(-listed.count, min(step, listed.count))
    own.view.selected = wanted >= listed.count ? nil : listed[max(0, wanted)].id
  }

  fileprivate mutating func filterMessages(_ change: (inout MessageFilter) -> Void) {
    let log = shownMessages
    change(&own.view.filter)
    own.view.listed = own.view.filter.passesAll ? nil : log.numbers(passing: own.view.filter.passes)
    own.view.seen = log.lastNumber
    own.searchAgain()
  }

  package mutating func followMessages() {
    turnToShownMessages()
    own.view.follow(shownMessages, reveal: state.revealsSecrets)
  }

  /// Filter, search and selection of one set of messages mean nothing in another.
  private mutating func turnToShownMessages() {
    let guest = guestMessages?.subject?.id
    if own.view.guest != guest { (own.view.guest, own.view.prefersPhone) = (guest, false) }
    let (subject, revision) = (shownMessages.subject?.id, shownMessages.revision)
    guard own.view.subject == subject else {
      let prefersPhone = own.view.prefersPhone
      (own.view, own.export) = (MessagesView(), nil)
      (own.view.guest, own.view.prefersPhone, own.view.subject) = (guest, prefersPhone, subject)
      own.view.revision = revision
      return
    }
    guard own.view.revision != revision else { return }
    own.view.revision = revision
    filterMessages { _ in }
  }

  fileprivate mutating func beginSearch() {
    if own.view.search == nil {
      own.lastSearch += 1
      own.view.search = MessageSearch(number: own.lastSearch)
    }
    let origin = selectedMessage?.id
    own.view.search?.edits = true
    own.view.search?.origin = origin
  }

  mutating func searchMessages() -> [Effect] {
    guard let search = own.view.search, search.isDue else { return [] }
    let log = shownMessages
    own.view.search?.isDue = false
    own.view.search?.seen = log.lastNumber
    let query = MessageQuery(text: search.text, messages: log, numbers: own.view.listed, reveal: state.revealsSecrets)
    return [.tool(MessagesEffect.search(search.number, query))]
  }

  mutating func searched(_ number: Int, _ matches: [Int]) {
    guard let search = own.view.search, search.number == number else { return }
    own.view.search?.matches = matches
    // Check the messages that came, changed or went while the search ran.
    let log = shownMessages
    let mayHaveChanged = log.subject == nil ? Array(state.openTraces.values) : []
    for message in Array(max(log.firstNumber, search.seen + 1)..<(log.lastNumber + 1)) + mayHaveChanged {
      own.view.recheck(message, in: log, reveal: state.revealsSecrets)
    }
    own.view.search?.seen = log.lastNumber
    followMessages()
    let origin = search.origin ?? selectedMessage?.id ?? 0
    guard let found = own.view.search?.matches, !found.isEmpty else { return }
    // The nearest match that is not newer; if there is none, the next.
    own.view.selected = found[max(0, found.firstPlace { $0 > origin } - 1)]
  }

  fileprivate mutating func goToMatch(_ step: Int) {
    guard let matches = own.view.search?.matches, !matches.isEmpty else { return }
    let current = selectedMessage?.id ?? 0
    let place = step > 0 ? matches.firstPlace { $0 > current } - 1 : matches.firstPlace { $0 >= current }
    let next = matches[(place + step % matches.count + matches.count) % matches.count]
    own.view.selected = next
    own.view.search?.origin = next
    scrollPanelToTop()
  }
}

extension MessagesView {
  /// Updates list and matches, reading only messages that are new since the last call.
  fileprivate mutating func follow(_ log: MessageLog, reveal: Bool) {
    let (first, last) = (log.firstNumber, log.lastNumber)
    if listed != nil, seen < last { listed? += log.numbers(passing: filter.passes, from: seen + 1) }
    if let listed, let oldest = listed.first, oldest < first {
      self.listed?.removeFirst(listed.firstPlace { $0 >= first })
    }
    if seen < last, let search, search.matches != nil {
      for number in max(first, search.seen + 1)..<(last + 1) { recheck(number, in: log, reveal: reveal) }
      self.search?.seen = last
    }
    seen = last
    if let matches = search?.matches, let oldest = matches.first, oldest < first {
      search?.matches?.removeFirst(matches.firstPlace { $0 >= first })
    }
  }

  /// A message is new or has changed, e.g. because its response arrived.
  mutating func recheck(_ number: Int, in log: MessageLog, reveal: Bool) {
    guard let search, let matches = search.matches, !search.text.isEmpty, let message = log.message(number) else {
      return
    }
    let place = matches.firstPlace { $0 >= number }
    let isKnown = search.holds(number)
    let isMatch = filter.passes(MessageTag(message)) && MessageText.has(search.text, in: message, reveal: reveal)
    if isMatch, !isKnown { self.search?.matches?.insert(number, at: place) }
    if !isMatch, isKnown { self.search?.matches?.remove(at: place) }
  }
}

extension MessagesTool {
  fileprivate mutating func editSearch(_ change: TextChange) {
    guard let search = view.search else { return }
    let text = change.applied(to: search.text, limit: MessageSearch.longest)
    guard text != search.text else { return }
    view.search?.text = text
    searchAgain()
  }

  /// Searches everything again because the text, the list or the masking has changed.
  mutating func searchAgain() {
    guard let search = view.search else { return }
    lastSearch += 1
    view.search?.number = lastSearch
    view.search?.matches = search.text.isEmpty ? [] : nil
    view.search?.isDue = !search.text.isEmpty
  }
}
