import AppState
import FoundationEssentials

/// An export of messages to a file; secrets are always masked.
package enum ExportKind: Hashable, Sendable {
  /// The request of the message with this number as a curl command; also copied to the clipboard.
  case curl(Int)
  /// The listed messages as an HTTP Archive.
  case archive
  /// The diagram as a picture and as text.
  case diagram
}

package struct ExportRequest: Hashable, Sendable {
  package var kind: ExportKind
  package var messages: MessageLog
  /// The numbers of the messages to export; `nil`: all.
  package var numbers: [Int]?
  package var issuer: String
  /// Whether the issuer is the embedded server, which has its own certificate authority.
  package var embeddedServer: Bool
  package var time: Date

  package init(
    _ kind: ExportKind, messages: MessageLog, numbers: [Int]? = nil, issuer: String, embeddedServer: Bool, time: Date
  ) {
    (self.kind, self.messages, self.numbers, self.issuer) = (kind, messages, numbers, issuer)
    (self.embeddedServer, self.time) = (embeddedServer, time)
  }

  package var listed: ListedMessages { ListedMessages(log: messages, numbers: numbers) }
}

extension MessageLog {
  /// A URL of the identity server that received a message, if the messages are not the phone's own.
  package var serverURL: String? {
    guard isInSteps else { return nil }
    for message in self {
      if case .exchange(let exchange) = message.content, message.to == .server { return exchange.request.url }
    }
    return nil
  }
}

package struct ExportReceipt: Hashable, Sendable {
  /// The full paths of the files.
  package var files: [String]
  /// Whether the terminal was asked to copy the text to the clipboard (OSC 52). Terminals do not report whether they
  /// did.
  package var isCopied: Bool

  package init(files: [String], isCopied: Bool = false) { (self.files, self.isCopied) = (files, isCopied) }
}

/// The outcome of the last export, until the user's next action.
package struct ExportReport: Hashable {
  package enum Outcome: Hashable { case pending, done(ExportReceipt), failed(FileProblem) }

  var outcome: Outcome
  var number: Int

  package init(_ outcome: Outcome, number: Int = 0) { (self.outcome, self.number) = (outcome, number) }
}

package enum MessagesEffect: ToolEffect {
  /// Searches the messages; ``MessagesAction/searched(_:_:)`` answers. A later search replaces it.
  case search(Int, MessageQuery)
  /// Writes a file; ``MessagesAction/exported(_:_:)`` answers.
  case export(Int, ExportRequest)

  package var name: String { if case .search = self { "search messages" } else { "export" } }
}

/// Actions of the panels **Messages** and **Sequence**, by the user and by the edge.
package enum MessagesAction: ToolAction {
  case open(Int)
  case close
  case nextParty
  case nextEndpoint
  case clearFilter
  case beginSearch
  case editSearch(TextChange)
  /// Keeps the text and returns the keys to the list.
  case endSearch
  case clearSearch
  /// Moves by this many matches from the selected message, wrapping around.
  case nextMatch(Int)
  /// Shows the phone's own messages, or again those that replaced them.
  case preferPhone(Bool)

  case export(ExportKind)
  case exported(Int, Result<ExportReceipt, FileProblem>)
  case searched(Int, [Int])
}

extension Action { package static func messages(_ action: MessagesAction) -> Action { .tool(AnyToolAction(action)) } }

/// The panels **Messages** and **Sequence**, with the log of this phone.
package struct MessagesTool: Tool {
  package var log = MessageLog()
  var lastExchanged = 0
  package var view = MessagesView()
  package var export: ExportReport?
  var lastSearch = 0
  var lastExport = 0

  package init() {}

  package static func observe(_ phone: inout Phone<Self>, _ change: PhoneChange) -> [Effect] {
    switch change.action {
    case .exchanged where phone.shownMessages.subject == nil:
      phone.own.view.recheck(phone.own.lastExchanged, in: phone.shownMessages, reveal: phone.revealsSecrets)
    // A search finds revealed secrets but not masked ones.
    case .view(.toggleSecrets) where !phone.settings.presenter: phone.own.searchAgain()
    default: break
    }
    phone.followMessages()
    return phone.searchMessages()
  }

  package mutating func receive(_ event: PhoneEvent) {
    switch event {
    case .passed(let message): log.append(message)
    case .exchanged(let number, let exchange, let leniencies):
      log.update(number, .exchange(exchange))
      log.note(number, leniencies)
      lastExchanged = number
    case .marked(let number, let faults): log.mark(number, faults)
    case .cleared: log.removeAll()
    }
  }

  package mutating func startOver() { (view, export) = (MessagesView(), nil) }

  package static var tabs: [PanelTab] { [.messages, .sequence] }
  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Self>) { phone.moveSelection(step) }

  package mutating func turnAway() {
    (view.showsDetail, export) = (false, nil)
    view.search?.edits = false
  }
}

extension PanelTab {
  package static let messages = PanelTab("messages", at: 1, .tabMessages, .keyMessages)
  package static let sequence = PanelTab("sequence", at: 2, .tabSequence, .keySequence)
}

extension Phone<MessagesTool> {
  mutating func beginExport(_ kind: ExportKind) -> [Effect] {
    if case .pending = own.export?.outcome { return [] }
    own.lastExport += 1
    own.export = ExportReport(.pending, number: own.lastExport)
    let request = ExportRequest(
      kind, messages: shownMessages, numbers: kind == .archive ? listedMessages.numbers : nil,
      issuer: state.settings.issuer.text, embeddedServer: state.settings.embeddedServer, time: state.now)
    return [.tool(MessagesEffect.export(own.lastExport, request))]
  }
}
