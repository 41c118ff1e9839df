import AppState
import Catalogue
import Screens
import TerminalUI

/// The panels **Messages** and **Sequence** in lines: a sentence for each message, and one message in full.
enum MessagesInLines {
  static func lines(_ tab: PanelTab, _ phone: Phone<MessagesTool>, _ look: Look) -> [StyledLine] {
    let subject = MessagesWords.subject(phone, look)
    let export = phone.own.export.map { MessagesWords.export($0, look).0 }
    let isList = phone.view.tab == .messages
    let filter = isList && !phone.own.view.filter.passesAll ? MessagesWords.place(phone, look) : nil
    let search = isList ? phone.own.view.search.flatMap { $0.text.isEmpty ? nil : $0 } : nil
    let found = search.map { "\($0.text): \(MessagesWords.found($0, selected: phone.selectedMessage?.id, look))" }
    let notes = [subject, filter, found, export]
    let head = notes.compactMap(\.self).map { StyledLine($0, Style(.text)) }
    let listed = phone.listedMessages
    guard let place = phone.own.view.place(in: listed) else {
      if listed.log.isEmpty, listed.log.isOfServer {
        return head + [StyledLine(MessagesWords.silence(phone, look), Style(.text))]
      }
      let none: Phrase = !listed.log.isEmpty ? .nothingListed : tab == .sequence ? .noSequence : .noMessages
      return head + [StyledLine(look.catalogue(none), Style(.text))]
    }
    guard !phone.own.view.showsDetail else {
      return MessageDetail(listed[place], reveal: phone.revealsSecrets, width: 10_000, look: look).lines + head
    }
    guard tab == .sequence else { return head + list(listed, place, phone.own.view.search, look) }
    return head + sequence(listed, place, reveal: phone.revealsSecrets, look)
  }

  private static func list(
    _ listed: ListedMessages, _ place: Int, _ search: MessageSearch?, _ look: Look
  ) -> [StyledLine] {
    let chosen = listed[place].id
    func rows(_ messages: some Sequence<Message>) -> [StyledLine] {
      messages.map { row($0, PlainText.line(for: $0, look: look), isChosen: $0.id == chosen, look) }
    }
    guard let search, !search.text.isEmpty else {
      let page = page(place, of: listed)
      return paged(rows(listed[page]), page, place, listed, look)
    }
    // Lists only matches; empty while the search runs.
    let found = search.matches ?? []
    let match = found.firstPlace { $0 >= chosen }
    let page = PagedRows.page(of: match, in: found.count)
    return PagedRows.lines(
      rows(found[page].compactMap(listed.log.message)), hasBefore: page.lowerBound > 0,
      hasAfter: page.upperBound < found.count, look
    ) { .messages(.nextMatch($0 < 0 ? page.lowerBound - 1 - match : page.upperBound - match)) }
  }

  private static func sequence(_ listed: ListedMessages, _ place: Int, reveal: Bool, _ look: Look) -> [StyledLine] {
    let all = SequenceRows(listed.log)
    let page = page(place, of: listed)
    let chosen = listed[place].id
    var start = all.row(of: listed[page.lowerBound].id)
    if start > 0, all[start - 1].isHeading { start -= 1 }
    let rows = all[start...all.row(of: listed[page.upperBound].id)].map { line -> StyledLine in
      switch line {
      case .heading(let part): return StyledLine(part.heading(look), Style(.heading))
      case .arrow(let message, _):
        return row(message, sentence(message, reveal: reveal, look), isChosen: message.id == chosen, look)
      }
    }
    return paged(rows, page, place, listed, look)
  }

  /// The newest messages, or those up to the selected one.
  private static func page(_ place: Int, of listed: ListedMessages) -> ClosedRange<Int> {
    let end = listed.count - place <= PagedRows.most ? listed.count - 1 : place
    return max(0, end + 1 - PagedRows.most)...end
  }

  private static func paged(
    _ rows: [StyledLine], _ page: ClosedRange<Int>, _ place: Int, _ listed: ListedMessages, _ look: Look
  ) -> [StyledLine] {
    let last = listed.count - 1
    return PagedRows.lines(rows, hasBefore: page.lowerBound > 0, hasAfter: page.upperBound < last, look) {
      .view(.moveSelection(($0 < 0 ? page.lowerBound - 1 : min(last, page.upperBound + $0)) - place))
    }
  }

  private static func sentence(_ message: Message, reveal: Bool, _ look: Look) -> String {
    let words = ArrowText(message, reveal: reveal, look)
    let isAnswered = if case .exchange = message.content { !message.isPending } else { false }
    let values = [
      "from": message.ends.from.fullName(look), "to": message.ends.to.fullName(look), "what": words.name.text,
      "result": words.result,
    ]
    return look.catalogue(isAnswered ? .sequenceAnswered : words.result.isEmpty ? .sequenceSent : .sequenceTold, values)
  }

  private static func row(_ message: Message, _ text: String, isChosen: Bool, _ look: Look) -> StyledLine {
    let mark = isChosen ? look.catalogue(.markChosen) + " " : ""
    return StyledLine(mark + text, Style(.text), action: .messages(.open(message.id)))
  }
}

extension PlainText {
  /// One line about a message, for a running commentary: parties, request, result.
  package static func line(for message: Message, look: Look) -> String {
    let summary = MessageSummary(message, look)
    let parties =
      "\(look.catalogue(message.from.fullName)) \(look.catalogue(.plainTo)) \(look.catalogue(message.to.fullName))"
    let text = [summary.name.text, summary.object, summary.status].filter { !$0.isEmpty }.joined(separator: " ")
    let touched = message.faultsInWords(look).map { " (\($0))" } ?? ""
    return TextLayout.clip("\(parties): \(text)\(touched)", to: Int.max)
  }
}
