import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The edges of the panels **Messages** and **Sequence**: whose messages they are, and a foot with search, filter and exports.
extension Picture {
  /// Says whose messages these are, if others could be shown. Returns the rows it took.
  mutating func drawSubject(_ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    guard let words = MessagesWords.subject(phone, look) else { return 0 }
    canvas.put(
      TextLayout.clip(words, to: rect.width, ellipsis: look.marks.ellipsis, ofData: true), at: Point(rect.x, rect.y),
      Style(.heading, bold: true), width: rect.width)
    return 1
  }

  /// Why there are no messages, or how to make some.
  mutating func drawNoMessages(_ phrase: Phrase, _ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    guard phone.shownMessages.isOfServer else { return emptyPanel(phrase, beginner: phone.state, in: rect) }
    return drawPanelText(look.catalogue(.nothingSeen), MessagesWords.silence(phone, look), in: rect)
  }

  /// Returns the rows it took.
  mutating func drawMessagesFoot(_ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    let own = phone.own
    if let report = own.export { return drawExport(report, in: rect) }
    let rows = own.view.showsDetail ? 1 : 2
    if let search = own.view.search { drawSearch(search, phone, in: Rect(rect.x, rect.maxY - rows, rect.width, 1)) }
    guard !own.view.showsDetail else { return own.view.search == nil ? 0 : 1 }
    canvas.put(MessagesWords.place(phone, look), at: Point(rect.x, rect.maxY - 1), Style(.secondary), width: rect.width)
    return 2
  }

  private mutating func drawSearch(_ search: MessageSearch, _ phone: Phone<MessagesTool>, in rect: Rect) {
    let found = MessagesWords.found(search, selected: phone.selectedMessage?.id, look)
    let field = drawSearchRow(found, begin: .messages(.beginSearch), in: rect)
    if search.edits {
      canvas.textField(TextEditor(search.text), in: field, focused: true, placeholder: look.catalogue(.searchHint))
    } else {
      canvas.put(search.text, at: Point(field.x, field.y), Style(.text, bold: true), width: field.width)
    }
  }

  mutating func drawExport(_ report: ExportReport, in rect: Rect) -> Int {
    let (text, style) = MessagesWords.export(report, look)
    let lines = TextLayout.wrap(text, width: rect.width).prefix(max(1, rect.height / 2))
    put(lines, style, in: Rect(rect.x, rect.maxY - lines.count, rect.width, lines.count))
    return lines.count + 1
  }

  mutating func markMatch(of search: MessageSearch, in rect: Rect) {
    guard !search.text.isEmpty else { return }
    let wanted = search.text.map { $0.lowercased() }
    let area = rect.intersection(canvas.bounds)
    for y in area.y..<area.maxY {
      // The right half of a wide character has no text.
      let cells = (area.x..<area.maxX).map { (x: $0, text: canvas[$0, y].text.lowercased()) }.filter {
        !$0.text.isEmpty
      }
      var start = 0
      while start + wanted.count <= cells.count {
        guard zip(cells[start...], wanted).allSatisfy({ $0.text == $1 }) else {
          start += 1
          continue
        }
        let first = cells[start].x
        let end = start + wanted.count < cells.count ? cells[start + wanted.count].x : area.maxX
        canvas.restyle(Rect(first, y, end - first, 1), Style(.highlight, bold: true, underline: true, reverse: true))
        start += wanted.count
      }
    }
  }
}

extension MessageSearch {
  func holds(_ number: Int) -> Bool {
    guard let matches else { return false }
    let place = matches.firstPlace { $0 >= number }
    return matches.indices.contains(place) && matches[place] == number
  }
}

enum MessagesWords {
  /// `Browser · token`
  static func filter(_ filter: MessageFilter, _ look: Look) -> String {
    [filter.party.map { look.catalogue($0.shortName) }, filter.endpoint.map { look.catalogue($0.words.name) }]
      .compactMap { $0 }.joined(separator: " \(look.marks.separator) ")
  }

  /// Whose messages are shown, if there are others; `nil`: there are none.
  static func subject(_ phone: Phone<MessagesTool>, _ look: Look) -> String? {
    phone.guestMessages?.subject.map { guest in
      phone.own.view.prefersPhone ? look.catalogue(.messagesOfPhone) : title(guest, look)
    }
  }

  static func title(_ subject: MessageLog.Subject, _ look: Look) -> String {
    switch subject.kind {
    case .lab: look.catalogue(.messagesOfLab, ["title": subject.title])
    case .client: look.catalogue(.messagesOfClient, ["client": subject.title])
    case .everybody: look.catalogue(.messagesOfEverybody)
    }
  }

  /// Why the server has nothing to show yet.
  static func silence(_ phone: Phone<MessagesTool>, _ look: Look) -> String {
    if let reason = Workshop.messageChoice(phone.state).reason { return look.catalogue(reason) }
    return switch phone.server {
    case .failed(let reason, _): reason
    case .ready: look.catalogue(.nothingSeenYet)
    case .unknown, .starting, .external: look.catalogue(.serverStarting)
    }
  }

  static func place(_ phone: Phone<MessagesTool>, _ look: Look) -> String {
    let (listed, view) = (phone.listedMessages, phone.own.view)
    let values = [
      "number": String((view.place(in: listed) ?? -1) + 1), "count": String(listed.count),
      "all": String(listed.log.count), "filter": MessagesWords.filter(view.filter, look),
    ]
    if !view.filter.passesAll { return look.catalogue(.messagesFiltered, values) }
    if listed.log.isEmpty { return "" }
    return look.catalogue(view.selected != nil ? .messagesNumber : .messagesFollowed, values)
  }

  static func found(_ search: MessageSearch, selected: Int?, _ look: Look) -> String {
    guard !search.text.isEmpty else { return "" }
    guard let matches = search.matches else { return look.catalogue(.searching) }
    if matches.isEmpty { return look.catalogue(.searchFindsNothing) }
    let place = matches.firstPlace { $0 >= selected ?? 0 }
    let phrase: Phrase = selected.map(search.holds) ?? false ? .searchMatch : .searchMatches
    return look.catalogue(phrase, ["number": String(place + 1), "count": String(matches.count)])
  }

  static func export(_ report: ExportReport, _ look: Look) -> (String, Style) {
    switch report.outcome {
    case .pending: return (look.catalogue(.exportPending), Style(.secondary))
    case .done(let receipt):
      // All files are in one folder, which is named only once.
      let names = receipt.files.dropFirst().map { $0.split(scalar: "/").last.map(String.init) ?? $0 }
      let files = (receipt.files.prefix(1) + names).joined(separator: ", ")
      let text = look.catalogue(receipt.isCopied ? .exportCopied : .exportDone, ["files": files])
      return ("\(look.marks.done) \(text)", Style(.success))
    case .failed(let problem):
      let words = look.catalogue.words(problem.code.rawValue, problem.values, for: look.reader)
      let text = "\(words.title): \(words.explanation); \(words.hint)"
      return ("\(look.marks.warning) \(text)", Style(.error, bold: true))
    }
  }
}
