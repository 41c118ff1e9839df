import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// Filter, search, exports and long logs of the panels **Messages** and **Sequence**.
extension StateRegistry {
  static let messagesViews: [Entry] = [
    ("messages-filtered", messages([.nextParty, .nextParty])),
    ("messages-filtered-endpoint", messages([.nextParty, .nextEndpoint, .nextEndpoint, .nextEndpoint])),
    ("messages-filtered-nothing", messages([.nextParty, .nextParty, .nextParty, .nextParty, .nextEndpoint])),
    ("messages-searching", messages(searching("token", keeps: false))),
    ("messages-search-match", messages(searching("demouser"))),
    ("messages-search-nothing", messages(searching("no such text"))),
    ("messages-copied", messages(export: wrote(["request-7-2021-06-18T060621Z.sh"], isCopied: true))),
    ("messages-archived", messages(export: wrote(["messages-2021-06-18T060621Z.har"]))),
    (
      "messages-not-written",
      messages(
        export: ExportReport(
          .failed(ExportProblem(.exportNoSpace, path: "/home/demo/exports/messages.har", detail: ""))))
    ),
    ("messages-many", messages { $0.messages = Sample.many }),
    (
      "messages-many-selected",
      messages {
        $0.messages = Sample.many
        $0.tools[MessagesTool.self].view.selected = 5000
      }
    ),
    ("message-found", messages(searching("Authorization")) { $0.tools[MessagesTool.self].open(8) }),
    (
      "message-id-token-claims",
      messages {
        $0.tools[MessagesTool.self].open(13)
        $0.view.panelScroll = 36
      }
    ),
    (
      "message-let-go",
      messages {
        $0.messages = Sample.heavy
        $0.tools[MessagesTool.self].open(1)
      }
    ),
    ("sequence-exported", diagram(export: wrote(["sequence-1.svg", "sequence-1.mmd"]))),
    ("sequence-scrolled", diagram { $0.tools[MessagesTool.self].view.selected = 10 }),
    ("sequence-many", diagram { $0.messages = Sample.many }),
    (
      "sequence-many-selected",
      diagram {
        $0.messages = Sample.many
        $0.tools[MessagesTool.self].view.selected = 5000
      }
    ),
  ]

  /// - Parameter actions: those of the keys that were pressed.
  private static func messages(
    _ actions: [MessagesViewAction] = [], export: ExportReport? = nil, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(signedIn: true) {
      $0.view.focus = .panel
      for action in actions {
        let orders = update(&$0, .messagesView(action), now: $0.now).compactMap { $0.of(MessagesEffect.self) }
        for case .search(let number, let query) in orders {
          _ = update(&$0, .messages(.searched(number, query.run())), now: $0.now)
        }
      }
      $0.tools[MessagesTool.self].export = export
      change(&$0)
    }
  }

  private static func diagram(
    export: ExportReport? = nil, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(signedIn: true, saying: .signedOut) {
      $0.view.focus = .panel
      $0.view.tab = .sequence
      $0.tools[MessagesTool.self].export = export
      change(&$0)
    }
  }

  private static func searching(_ text: String, keeps: Bool = true) -> [MessagesViewAction] {
    [.beginSearch, .editSearch(.replace(text))] + (keeps ? [.endSearch] : [])
  }

  private static func wrote(_ names: [String], isCopied: Bool = false) -> ExportReport {
    let files = names.map { "/home/demo/.local/share/dcr-terminal/exports/" + $0 }
    return ExportReport(.done(ExportReceipt(files: files, isCopied: isCopied)))
  }
}

extension MessagesTool {
  mutating func open(_ message: Int) { (view.selected, view.showsDetail) = (message, true) }
}

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
      log.append(from: .app, to: .server, .exchange(exchange), at: now, step: step, flow: flow(of: step))
    }
    return log
  }()

  /// Responses so large that the first bodies were discarded.
  static let heavy: MessageLog = {
    var log = MessageLog()
    let exchange = Exchange(
      HTTPRequest("GET", base + "/oauth/v2/oauth-userinfo", endpoint: .userinfo),
      outcome: .success(HTTPResponse(200, body: Array(repeating: 32, count: 1 << 20))), started: now, finished: now)
    for _ in 1...20 {
      log.append(from: .app, to: .server, .exchange(exchange), at: now, step: .userinfo)
    }
    return log
  }()
}
