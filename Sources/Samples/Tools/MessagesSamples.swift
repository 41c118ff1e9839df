import AppState
import SharedValues
import Workshop

extension StateRegistry {
  static let messages: [Entry] = [
    messages("messages"),
    state("messages-growing", in: .messages) { $0.messages = Sample.underWay },
    messages("messages-failed", of: Sample.failing),
    messages("messages-selected", selected: 3),
    detail("message-metadata", 1),
    detail("message-authorization-request", 2),
    detail("message-observed", 4),
    detail("message-redirect", 6),
    detail("message-token", 7),
    detail("message-registration", 8),
    detail("message-registration-revealed", 8) { $0.view.revealsSecrets = true },
    detail("message-keystore", 9),
    detail("message-id-token", 13, scroll: 18),
    detail("message-failed", Sample.failing.lastNumber, of: Sample.failing),
  ]

  static let sequences: [Entry] = [
    messages("sequence-empty", of: MessageLog(), in: .sequence),
    state("sequence-registration", .registered) { $0.view.tab = .sequence },
    messages("sequence-complete", in: .sequence),
    state("sequence-signed-out", .registered, saying: .signedOut, in: .sequence),
    messages("sequence-selected", in: .sequence, selected: 4),
    messages("sequence-failed", of: Sample.failing, in: .sequence),
    messages("sequence-detail", in: .sequence) { $0.tools[MessagesTool.self].open(8) },
  ]

  /// Filter, search, exports and long logs.
  static let messagesViews: [Entry] = [
    pressed("messages-filtered", [.nextParty, .nextParty]),
    pressed("messages-filtered-endpoint", [.nextParty, .nextEndpoint, .nextEndpoint, .nextEndpoint]),
    pressed("messages-filtered-nothing", [.nextParty, .nextParty, .nextParty, .nextParty, .nextEndpoint]),
    pressed("messages-searching", searching("token", keeps: false)),
    pressed("messages-search-match", searching("demouser")),
    pressed("messages-search-nothing", searching("no such text")),
    messages("messages-copied", export: wrote(["request-7-2021-06-18T060621Z.sh"], isCopied: true)),
    messages("messages-archived", export: wrote(["messages-2021-06-18T060621Z.har"])),
    messages("messages-not-written", export: ExportReport(.failed(noSpace))),
    messages("messages-many", of: Sample.many),
    messages("messages-many-selected", of: Sample.many, selected: 5000),
    pressed("message-found", searching("Authorization")) { $0.tools[MessagesTool.self].open(8) },
    detail("message-id-token-claims", 13, scroll: 36),
    detail("message-let-go", 1, of: Sample.heavy),
    messages("sequence-exported", of: upToSignOut, in: .sequence, export: wrote(["sequence-1.svg", "sequence-1.mmd"])),
    messages("sequence-scrolled", of: upToSignOut, in: .sequence, selected: 10),
    messages("sequence-many", of: Sample.many, in: .sequence),
    messages("sequence-many-selected", of: Sample.many, in: .sequence, selected: 5000),
  ]

  static let proofs: [Entry] = [
    messages("messages-bound", of: Sample.bound),
    messages("sequence-bound", of: Sample.bound, in: .sequence),
    bound("message-key-made", 1),
    bound("message-key-signed", 4),
    bound("message-pushed-request", 5),
    bound("message-pushed-answer", 5, scroll: 96),
    bound("message-pushed-login", 6),
    bound("message-proof", 9),
    bound("message-proof-key", 9, scroll: 24),
    bound("message-assertion", 9, scroll: 80),
    bound("message-nonce-wanted", 8, scroll: 500),
    bound("message-bound-token", 10),
    bound("message-step-up", 11, scroll: 500),
    bound("message-resource-metadata", 12),
    bound("message-proof-damaged", 13, scroll: 500),
  ]

  static let evidence: [Entry] = [
    state("evidence-pending") { $0.tools[EvidenceTool.self].report = .pending },
    state("evidence-written", .signedIn) {
      $0.tools[EvidenceTool.self].report = .done(EvidenceFile(path: bundle, bytes: 1_234_567))
      $0.view.focus = .panel
    },
    state("evidence-no-space") {
      $0.tools[EvidenceTool.self].report = .failed(
        FileProblem(.exportNoSpace, path: bundle, detail: "no space left on device"))
    },
  ]

  private static let bundle = "/home/me/.local/share/dcr-terminal/exports/evidence-2026-11-21T225053Z.zip"
  private static let upToSignOut = Sample.messages(upTo: .signedOut)
  private static let noSpace = FileProblem(.exportNoSpace, path: "/home/demo/exports/messages.har", detail: "")

  private static func messages(
    _ name: String, of log: MessageLog = Sample.messages(upTo: .loggedIn), in tab: PanelTab = .messages,
    selected: Int? = nil, export: ExportReport? = nil, _ change: Setup = { _ in }
  ) -> Entry {
    state(name, .signedIn, in: tab) {
      $0.messages = log
      $0.tools[MessagesTool.self].view.selected = selected
      $0.tools[MessagesTool.self].export = export
      change(&$0)
    }
  }

  private static func detail(
    _ name: String, _ number: Int, of log: MessageLog = Sample.messages(upTo: .loggedIn), scroll: Int = 0,
    _ change: Setup = { _ in }
  ) -> Entry {
    messages(name, of: log) {
      $0.tools[MessagesTool.self].open(number)
      $0.view.panelScroll = scroll
      change(&$0)
    }
  }

  private static func bound(_ name: String, _ number: Int, scroll: Int = 0) -> Entry {
    detail(name, number, of: Sample.bound, scroll: scroll)
  }

  private static func pressed(_ name: String, _ actions: [MessagesAction], _ change: Setup = { _ in }) -> Entry {
    messages(name) {
      for action in actions {
        let orders = update(&$0, .messages(action), now: $0.now).compactMap { $0.of(MessagesEffect.self) }
        for case .search(let number, let query) in orders {
          _ = update(&$0, .messages(.searched(number, query.run())), now: $0.now)
        }
      }
      change(&$0)
    }
  }

  private static func searching(_ text: String, keeps: Bool = true) -> [MessagesAction] {
    [.beginSearch, .editSearch(.replace(text))] + (keeps ? [.endSearch] : [])
  }

  private static func wrote(_ names: [String], isCopied: Bool = false) -> ExportReport {
    let files = names.map { "/home/demo/.local/share/dcr-terminal/exports/" + $0 }
    return ExportReport(.done(ExportReceipt(files: files, isCopied: isCopied)))
  }
}

extension MessagesTool { mutating func open(_ message: Int) { (view.selected, view.showsDetail) = (message, true) } }

extension Sample {
  /// More messages than the log keeps.
  static let many: MessageLog = {
    var log = messages(upTo: .loggedIn)
    // All messages share one exchange, because the gallery holds them while the app runs.
    let exchange = Exchange(
      HTTPRequest("POST", base + "/oauth/v2/oauth-token", endpoint: .refresh),
      outcome: .success(json(200, ["token_type": "bearer"])), started: now, finished: now.addingTimeInterval(0.011))
    for number in 1...(MessageLog.capacity + 20) {
      let step: FlowStep = number % 40 == 0 ? .logout : .refresh
      log.append(Message(from: .app, to: .server, .exchange(exchange), at: now, step: step, flow: flow(of: step)))
    }
    return log
  }()

  /// Responses so large that the first bodies were discarded.
  static let heavy: MessageLog = {
    var log = MessageLog()
    let exchange = Exchange(
      HTTPRequest("GET", base + "/oauth/v2/oauth-userinfo", endpoint: .userinfo),
      outcome: .success(HTTPResponse(200, body: Array(repeating: 32, count: 1 << 20))), started: now, finished: now)
    for _ in 1...20 { log.append(Message(from: .app, to: .server, .exchange(exchange), at: now, step: .userinfo)) }
    return log
  }()
}
