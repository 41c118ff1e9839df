import SharedValues

/// Moves of the eye in the panel **Messages**: filter and search. None of them touches the messages.
extension AppState {
  mutating func lookAtMessages(_ action: MessagesViewAction) {
    export = nil
    switch action {
    case .nextParty:
      let all: [Party?] = [nil, .app, .browser, .server, .keystore]
      let index = all.firstIndex(of: view.messages.filter.party) ?? 0
      filterMessages { $0.party = all[(index + 1) % all.count] }
    case .nextEndpoint:
      // Those that were asked, in the order of a flow.
      let all = [nil] + Endpoint.allCases.filter(messages.endpoints.contains).map(Optional.some)
      let index = all.firstIndex(of: view.messages.filter.endpoint) ?? 0
      filterMessages { $0.endpoint = all[(index + 1) % all.count] }
    case .clearFilter: filterMessages { $0 = MessageFilter() }
    case .beginSearch: beginSearch()
    case .editSearch(let change): editSearch(change)
    case .endSearch:
      view.messages.search?.edits = false
      if view.messages.search?.text.isEmpty == true { view.messages.search = nil }
    case .clearSearch: view.messages.search = nil
    case .nextMatch(let step): goToMatch(step)
    }
  }

  // MARK: The filter

  private mutating func filterMessages(_ change: (inout MessageFilter) -> Void) {
    change(&view.messages.filter)
    let filter = view.messages.filter
    view.messages.listed = filter.passesAll ? nil : messages.numbers(passing: filter)
    view.messages.seen = messages.lastNumber
    searchAgain()
  }

  /// Brings list and matches up to the log: only what has come since the last look is looked at.
  mutating func followMessages() {
    if view.messages.listed != nil, view.messages.seen < messages.lastNumber {
      let more = messages.numbers(passing: view.messages.filter, from: view.messages.seen + 1)
      view.messages.listed? += more
    }
    let first = messages.firstNumber
    if let listed = view.messages.listed, let oldest = listed.first, oldest < first {
      view.messages.listed?.removeFirst(listed.firstPlace { $0 >= first })
    }
    if view.messages.seen < messages.lastNumber, let search = view.messages.search, search.matches != nil {
      for number in max(first, search.seen + 1)..<(messages.lastNumber + 1) { recheck(number) }
      view.messages.search?.seen = messages.lastNumber
    }
    view.messages.seen = messages.lastNumber
    if let matches = view.messages.search?.matches, let oldest = matches.first, oldest < first {
      view.messages.search?.matches?.removeFirst(matches.firstPlace { $0 >= first })
    }
  }

  /// A message is new or has changed, e.g. because its answer came.
  mutating func recheck(_ number: Int) {
    guard let search = view.messages.search, let matches = search.matches, !search.text.isEmpty,
      let message = messages.message(number)
    else { return }
    let place = matches.firstPlace { $0 >= number }
    let isKnown = matches.indices.contains(place) && matches[place] == number
    let isMatch =
      view.messages.filter.passes(MessageTag(message))
      && TextPattern(search.text).isIn(MessageText.of(message, reveal: revealsSecrets))
    if isMatch, !isKnown { view.messages.search?.matches?.insert(number, at: place) }
    if !isMatch, isKnown { view.messages.search?.matches?.remove(at: place) }
  }

  // MARK: The search

  private mutating func beginSearch() {
    if view.messages.search == nil {
      messagesTool.lastSearch += 1
      view.messages.search = MessageSearch(number: messagesTool.lastSearch)
    }
    let origin = selectedMessage?.id
    view.messages.search?.edits = true
    view.messages.search?.origin = origin
  }

  private mutating func editSearch(_ change: TextChange) {
    guard var text = view.messages.search?.text else { return }
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= MessageSearch.longest, text != view.messages.search?.text else { return }
    view.messages.search?.text = text
    searchAgain()
  }

  /// Looks through everything once more: the text, the list or what is masked has changed.
  mutating func searchAgain() {
    guard let search = view.messages.search else { return }
    messagesTool.lastSearch += 1
    let number = messagesTool.lastSearch
    view.messages.search?.number = number
    view.messages.search?.matches = search.text.isEmpty ? [] : nil
    view.messages.search?.isDue = !search.text.isEmpty
  }

  /// What is to be looked through after an action, if anything.
  mutating func searchMessages() -> [Effect] {
    guard let search = view.messages.search, search.isDue else { return [] }
    view.messages.search?.isDue = false
    view.messages.search?.seen = messages.lastNumber
    let query = MessageQuery(
      text: search.text, messages: messages, numbers: view.messages.listed, reveal: revealsSecrets)
    return [.messages(.search(search.number, query))]
  }

  mutating func searched(_ number: Int, _ matches: [Int]) {
    guard let search = view.messages.search, search.number == number else { return }
    view.messages.search?.matches = matches
    // What has come, changed or gone meanwhile.
    for message in max(messages.firstNumber, search.seen + 1)..<(messages.lastNumber + 1) { recheck(message) }
    for message in openTraces.values { recheck(message) }
    view.messages.search?.seen = messages.lastNumber
    followMessages()
    let origin = search.origin ?? selectedMessage?.id ?? 0
    guard let found = view.messages.search?.matches, !found.isEmpty else { return }
    // The nearest one that is not newer; only where there is none, the next.
    view.selectedMessage = found[max(0, found.firstPlace { $0 > origin } - 1)]
  }

  private mutating func goToMatch(_ step: Int) {
    guard let matches = view.messages.search?.matches, !matches.isEmpty else { return }
    let current = selectedMessage?.id ?? 0
    let next =
      step > 0
      ? matches.firstPlace { $0 > current } % matches.count
      : (matches.firstPlace { $0 >= current } - 1 + matches.count) % matches.count
    view.selectedMessage = matches[next]
    view.messages.search?.origin = matches[next]
    view.panelScroll = 0
  }
}
