import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// Filter, search, exports and long logs of the panels **Messages** and **Sequence**.
extension StateRegistry {
  static let messagesViews: [Entry] = [
    ("messages-filtered", messages { $0.press(.nextParty, .nextParty) }),
    ("messages-filtered-endpoint", messages { $0.press(.nextParty, .nextEndpoint, .nextEndpoint, .nextEndpoint) }),
    ("messages-filtered-nothing", messages { $0.press(.nextParty, .nextParty, .nextParty, .nextParty, .nextEndpoint) }),
    ("messages-searching", messages { $0.search("token", keeps: false) }),
    ("messages-search-match", messages { $0.search("demouser") }),
    ("messages-search-nothing", messages { $0.search("no such text") }),
    ("messages-copied", messages { $0.write(.curl(7), ["request-7-2021-06-18T060621Z.sh"], isCopied: true) }),
    ("messages-archived", messages { $0.write(.archive, ["messages-2021-06-18T060621Z.har"]) }),
    (
      "messages-not-written",
      messages {
        $0.export = ExportReport(
          .archive, .failed(ExportProblem(.exportNoSpace, path: "/home/demo/exports/messages.har", detail: "")))
      }
    ),
    ("messages-many", messages { $0.messages = Sample.many }),
    (
      "messages-many-selected",
      messages {
        $0.messages = Sample.many
        $0.messagesView.selected = 5000
      }
    ),
    (
      "message-found",
      messages {
        $0.search("Authorization")
        $0.open(8)
      }
    ),
    (
      "message-id-token-claims",
      messages {
        $0.open(13)
        $0.view.panelScroll = 36
      }
    ),
    (
      "message-let-go",
      messages {
        $0.messages = Sample.heavy
        $0.open(1)
      }
    ),
    ("sequence-exported", diagram { $0.write(.diagram, ["sequence-1.svg", "sequence-1.mmd"]) }),
    ("sequence-scrolled", diagram { $0.messagesView.selected = 10 }),
    ("sequence-many", diagram { $0.messages = Sample.many }),
    (
      "sequence-many-selected",
      diagram {
        $0.messages = Sample.many
        $0.messagesView.selected = 5000
      }
    ),
  ]

  private static func messages(_ change: (inout AppState) -> Void) -> AppState {
    state(signedIn: true) {
      $0.view.focus = .panel
      change(&$0)
    }
  }

  private static func diagram(_ change: (inout AppState) -> Void) -> AppState {
    state(signedIn: true, saying: .signedOut) {
      $0.view.focus = .panel
      $0.view.tab = .sequence
      change(&$0)
    }
  }
}

extension AppState {
  /// Does what these keys would do.
  fileprivate mutating func press(_ actions: MessagesViewAction...) {
    for action in actions {
      let time = now
      let orders = update(&self, .messagesView(action), now: time).compactMap { $0.of(MessagesEffect.self) }
      for case .search(let number, let query) in orders {
        _ = update(&self, .messages(.searched(number, query.run())), now: time)
      }
    }
  }

  fileprivate mutating func search(_ text: String, keeps: Bool = true) {
    press(.beginSearch, .editSearch(.replace(text)))
    if keeps { press(.endSearch) }
  }

  fileprivate mutating func open(_ message: Int) {
    messagesView.selected = message
    messagesView.showsDetail = true
  }

  fileprivate mutating func write(_ kind: ExportKind, _ names: [String], isCopied: Bool = false) {
    let files = names.map { "/home/demo/.local/share/dcr-terminal/exports/" + $0 }
    export = ExportReport(kind, .done(ExportReceipt(files: files, isCopied: isCopied)))
  }
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
