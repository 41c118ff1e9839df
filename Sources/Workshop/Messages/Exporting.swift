import AppState
import FoundationEssentials
import SharedValues

/// Something of the messages that is written to a file, always masked.
public enum ExportKind: Hashable, Sendable {
  /// The request of the message with this number as a curl command; copied as well.
  case curl(Int)
  /// The listed messages as an HTTP Archive.
  case archive
  /// The diagram as a picture and as text.
  case diagram
}

/// What is to be written: everything that it takes, as values.
public struct ExportOrder: Hashable, Sendable {
  public var kind: ExportKind
  public var messages: MessageLog
  /// Only these; `nil`: all.
  public var numbers: [Int]?
  public var issuer: String
  /// The issuer is the embedded server, whose certificate authority is its own.
  public var embeddedServer: Bool
  public var time: Date

  public init(
    _ kind: ExportKind, messages: MessageLog, numbers: [Int]? = nil, issuer: String, embeddedServer: Bool, time: Date
  ) {
    (self.kind, self.messages, self.numbers, self.issuer) = (kind, messages, numbers, issuer)
    (self.embeddedServer, self.time) = (embeddedServer, time)
  }

  /// The messages that are meant, oldest first.
  public var listed: ListedMessages { ListedMessages(log: messages, numbers: numbers) }
}

extension MessageLog {
  /// A URL of the identity server that has got a message, where the messages are not the phone's.
  public var serverURL: String? {
    guard subject != nil else { return nil }
    for message in self {
      if case .exchange(let exchange) = message.content, message.to == .server { return exchange.request.url }
    }
    return nil
  }
}

/// What was written.
public struct ExportReceipt: Hashable, Sendable {
  /// The files, with their whole paths.
  public var files: [String]
  /// Whether the terminal was asked to put it on the clipboard (OSC 52). Whether it did nobody is told.
  public var isCopied: Bool

  public init(files: [String], isCopied: Bool = false) {
    (self.files, self.isCopied) = (files, isCopied)
  }
}

/// What came of the last export, until the user goes on.
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
    let order = ExportOrder(
      kind, messages: shownMessages, numbers: kind == .archive ? listedMessages.numbers : nil,
      issuer: settings.issuer.text,
      embeddedServer: settings.embeddedServer, time: now)
    return [.messages(.export(messagesTool.lastExport, order))]
  }

  mutating func exported(_ number: Int, _ result: Result<ExportReceipt, ExportProblem>) {
    guard let report = export, report.number == number else { return }
    switch result {
    case .success(let receipt): export = ExportReport(report.kind, .done(receipt), number: number)
    case .failure(let problem): export = ExportReport(report.kind, .failed(problem), number: number)
    }
  }
}

/// What the panels **Messages** and **Sequence** want done.
public enum MessagesEffect: ToolEffect {
  /// Look through the messages; answered by ``MessagesAction/searched(_:_:)``. A later search replaces it.
  case search(Int, MessageQuery)
  /// Write a file; answered by ``MessagesAction/exported(_:_:)``.
  case export(Int, ExportOrder)

  public var name: String {
    switch self {
    case .search: "search messages"
    case .export: "export"
    }
  }
}

extension Effect { public static func messages(_ effect: MessagesEffect) -> Effect { .tool(ToolOrder(effect)) } }

/// What happens in the panels **Messages** and **Sequence**, from both sides.
public enum MessagesAction: ToolAction {
  /// Write something of the messages to a file.
  case export(ExportKind)
  /// What came of ``MessagesEffect/export(_:_:)``.
  case exported(Int, Result<ExportReceipt, ExportProblem>)
  /// What ``MessagesEffect/search(_:_:)`` found; the number is that of the effect.
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

extension Action { public static func messages(_ action: MessagesAction) -> Action { .tool(ToolEvent(action)) } }

/// The panels **Messages** and **Sequence**. The messages themselves are the phone's.
struct MessagesTool: Tool {
  var view = MessagesView()
  /// What came of the last export; `nil` once the user has gone on.
  var export: ExportReport?
  /// Numbers of the last search and the last export.
  var lastSearch = 0
  var lastExport = 0

  static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    switch change.action {
    case .exchanged where app.shownMessages.subject == nil: app.recheck(app.lastRecorded)
    // What is masked cannot be found, and what is revealed can.
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

  /// What came of the last export; `nil` once the user has gone on.
  public var export: ExportReport? {
    get { messagesTool.export }
    set { messagesTool.export = newValue }
  }
}
