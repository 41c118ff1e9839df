import AppState
import FoundationEssentials
import SharedValues

/// An export of messages to a file; secrets are always masked.
public enum ExportKind: Hashable, Sendable {
  /// The request of the message with this number as a curl command; also copied to the clipboard.
  case curl(Int)
  /// The listed messages as an HTTP Archive.
  case archive
  /// The diagram as a picture and as text.
  case diagram
}

/// Everything that an export needs, as values.
public struct ExportRequest: Hashable, Sendable {
  public var kind: ExportKind
  public var messages: MessageLog
  /// The numbers of the messages to export; `nil`: all.
  public var numbers: [Int]?
  public var issuer: String
  /// Whether the issuer is the embedded server, which has its own certificate authority.
  public var embeddedServer: Bool
  public var time: Date

  public init(
    _ kind: ExportKind, messages: MessageLog, numbers: [Int]? = nil, issuer: String, embeddedServer: Bool, time: Date
  ) {
    (self.kind, self.messages, self.numbers, self.issuer) = (kind, messages, numbers, issuer)
    (self.embeddedServer, self.time) = (embeddedServer, time)
  }

  /// The messages to export, oldest first.
  public var listed: ListedMessages { ListedMessages(log: messages, numbers: numbers) }
}

extension MessageLog {
  /// A URL of the identity server that received a message, if the messages are not the phone's own.
  public var serverURL: String? {
    guard subject != nil else { return nil }
    for message in self {
      if case .exchange(let exchange) = message.content, message.to == .server { return exchange.request.url }
    }
    return nil
  }
}

/// The result of an export.
public struct ExportReceipt: Hashable, Sendable {
  /// The full paths of the files.
  public var files: [String]
  /// Whether the terminal was asked to copy the text to the clipboard (OSC 52). Terminals do not report whether they
  /// did.
  public var isCopied: Bool

  public init(files: [String], isCopied: Bool = false) {
    (self.files, self.isCopied) = (files, isCopied)
  }
}

/// The outcome of the last export, until the user's next action.
public struct ExportReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable { case pending, done(ExportReceipt), failed(ExportProblem) }

  public var kind: ExportKind
  public var outcome: Outcome
  var number: Int

  public init(_ kind: ExportKind, _ outcome: Outcome, number: Int = 0) {
    (self.kind, self.outcome, self.number) = (kind, outcome, number)
  }
}

extension AppState {
  mutating func beginExport(_ kind: ExportKind) -> [Effect] {
    if case .pending = export?.outcome { return [] }
    messagesTool.lastExport += 1
    export = ExportReport(kind, .pending, number: messagesTool.lastExport)
    let request = ExportRequest(
      kind, messages: shownMessages, numbers: kind == .archive ? listedMessages.numbers : nil,
      issuer: settings.issuer.text,
      embeddedServer: settings.embeddedServer, time: now)
    return [.messages(.export(messagesTool.lastExport, request))]
  }

  mutating func exported(_ number: Int, _ result: Result<ExportReceipt, ExportProblem>) {
    guard let report = export, report.number == number else { return }
    switch result {
    case .success(let receipt): export = ExportReport(report.kind, .done(receipt), number: number)
    case .failure(let problem): export = ExportReport(report.kind, .failed(problem), number: number)
    }
  }
}

/// Effects of the panels **Messages** and **Sequence**.
public enum MessagesEffect: ToolEffect {
  /// Searches the messages; ``MessagesAction/searched(_:_:)`` answers. A later search replaces it.
  case search(Int, MessageQuery)
  /// Writes a file; ``MessagesAction/exported(_:_:)`` answers.
  case export(Int, ExportRequest)

  public var name: String {
    switch self {
    case .search: "search messages"
    case .export: "export"
    }
  }
}

extension Effect { public static func messages(_ effect: MessagesEffect) -> Effect { .tool(AnyToolEffect(effect)) } }

/// Actions of the panels **Messages** and **Sequence**, by the user and by the edge.
public enum MessagesAction: ToolAction {
  /// Exports messages to a file.
  case export(ExportKind)
  /// The outcome of ``MessagesEffect/export(_:_:)``.
  case exported(Int, Result<ExportReceipt, ExportProblem>)
  /// The result of ``MessagesEffect/search(_:_:)`` with the same number.
  case searched(Int, [Int])

  public func apply(to app: inout AppState) -> [Effect] {
    switch self {
    case .export(let kind): return app.beginExport(kind)
    case .exported(let number, let result): app.exported(number, result)
    case .searched(let number, let matches): app.searched(number, matches)
    }
    return []
  }
}

extension Action { public static func messages(_ action: MessagesAction) -> Action { .tool(AnyToolAction(action)) } }

/// The panels **Messages** and **Sequence**. The phone keeps the messages themselves.
struct MessagesTool: Tool {
  var view = MessagesView()
  /// The outcome of the last export; `nil` after the user's next action.
  var export: ExportReport?
  /// Numbers of the last search and the last export.
  var lastSearch = 0
  var lastExport = 0

  static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    switch change.action {
    case .exchanged where app.shownMessages.subject == nil: app.recheck(app.lastRecorded)
    // A search finds revealed secrets but not masked ones.
    case .view(.toggleSecrets) where !app.settings.presenter: app.searchAgain()
    default: break
    }
    app.followMessages()
    return app.searchMessages()
  }

  mutating func startOver() { (view, export) = (MessagesView(), nil) }

  static var tabs: [PanelTab] { [.messages, .sequence] }
  static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) { app.moveSelection(step) }

  static func turnAway(_ app: inout AppState) {
    app.messagesView.showsDetail = false
    app.messagesView.search?.edits = false
    app.export = nil
  }
}

extension PanelTab {
  public static let messages = PanelTab("messages", at: 1, .tabMessages, .keyMessages)
  public static let sequence = PanelTab("sequence", at: 2, .tabSequence, .keySequence)
}

extension AppState {
  var messagesTool: MessagesTool {
    get { tools[MessagesTool.self] }
    set { tools[MessagesTool.self] = newValue }
  }

  /// Where the user is in the panels **Messages** and **Sequence**.
  public var messagesView: MessagesView {
    get { messagesTool.view }
    set { messagesTool.view = newValue }
  }

  /// The outcome of the last export; `nil` after the user's next action.
  public var export: ExportReport? {
    get { messagesTool.export }
    set { messagesTool.export = newValue }
  }
}
