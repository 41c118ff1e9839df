import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// What the server has seen of another client, a program that somebody is writing.
extension StateRegistry {
  static let serverMessages: [Entry] = [
    seen("messages-of-everybody", .everybody),
    seen("messages-of-client", .client(Sample.program)),
    seen("message-of-client", .client(Sample.program)) { $0.tools[MessagesTool.self].open(3) },
    seen("sequence-of-everybody", .everybody, in: .sequence),
    seen("sequence-of-client", .client(Sample.program), in: .sequence),
    seen("messages-of-nobody", .everybody, []),
  ]

  private static func seen(
    _ name: String, _ source: MessageSource, _ messages: [Message] = Sample.seenMessages, in tab: PanelTab = .messages,
    _ change: Setup = { _ in }
  ) -> Entry {
    state(name, .registered, in: tab) {
      _ = update(&$0, .serverMessages(.choose(source)), now: $0.now)
      let own = messages.filter { source == .everybody || $0.record?.clients.contains(Sample.program) == true }
      let news = SeenMessages(
        reading: $0[ServerMessages.self].reading, from: 1, messages: own, hasMore: false,
        clients: messages.isEmpty ? [] : [Sample.program, Sample.clientID])
      _ = update(&$0, .serverMessages(.seen(news)), now: $0.now)
      change(&$0)
    }
  }
}

extension Sample {
  static let program = "invoice-checker"

  /// As the server masks them. The program redeems its code a second time.
  static let seenMessages: [Message] = [
    seen(1, HTTPRequest("GET", base + "/oauth/v2/oauth-anonymous/jwks", endpoint: .jwks), json(200, ["keys": []])),
    seen(
      2, from: .browser,
      HTTPRequest(
        "GET", base + "/oauth/v2/oauth-authorize?response_type=code&client_id=\(program)&state=Xy7••••&scope=openid",
        endpoint: .authorization), HTTPResponse(200), of: program, "login form"),
    seen(
      3, from: .browser, form("/oauth/v2/oauth-authorize/login", "username=jd&password=••••", endpoint: .authorization),
      HTTPResponse(303, headers: [HTTPHeader("Location", "http://127.0.0.1:9999/callback?code=Tk3xhB9s••••")]),
      of: program, "signed in"),
    seen(4, redemption, json(200, ["access_token": "14757ddb-••••", "token_type": "bearer"]), of: program, "tokens"),
    seen(
      5, redemption, json(400, ["error": "invalid_grant"]), of: program, "invalid_grant",
      detail: "the code has been redeemed before"),
    seen(
      6, form("/oauth/v2/oauth-token", "grant_type=refresh_token&refresh_token=671eb77b-••••", endpoint: .refresh),
      json(200, ["access_token": "25a3ee8e-••••", "token_type": "bearer"]), of: clientID, "tokens"),
  ]

  private static let redemption = form(
    "/oauth/v2/oauth-token", "grant_type=authorization_code&code=Tk3xhB9s••••&client_id=\(program)", endpoint: .token)

  private static func seen(
    _ number: Int, from: Party = .client, _ request: HTTPRequest, _ response: HTTPResponse, of client: String? = nil,
    _ note: String = "", detail: String = ""
  ) -> Message {
    var record = ExchangeRecord(number: number)
    record.clients = client.map { [$0] } ?? []
    (record.users, record.sessions) = from == .browser ? (["jd"], ["5f2c91d0"]) : ([], [])
    (record.address, record.note, record.detail) = ("127.0.0.1", note, detail)
    (record.requestBytes, record.responseBytes) = (request.body.count, response.body.count)
    let started = now.addingTimeInterval(Double(number))
    let exchange = Exchange(
      request, outcome: .success(response), started: started, finished: started.addingTimeInterval(0.004))
    return Message(from: from, to: .server, .exchange(exchange), at: started, record: record)
  }
}
