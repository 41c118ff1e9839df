import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// The messages of the states, told by `Documents/messages.json`.
extension Sample {
  /// A first start with the embedded server, in parts, so that a state can stop in between.
  enum Part: String, CaseIterable { case discovery, registrationLogin, registered, loggedIn, refreshed, signedOut }

  /// The messages up to and including this part.
  static func messages(upTo last: Part) -> MessageLog { logs[last] ?? MessageLog() }

  /// Created once: hundreds of states share them, and the gallery holds all states.
  private static let logs: [Part: MessageLog] = {
    var log = SampleLog()
    return Part.allCases.reduce(into: [:]) { logs, part in
      log.add(part: part.rawValue)
      logs[part] = log.messages
    }
  }()

  /// The browser is open, and the token request is pending.
  static let underWay = log("discovery", "registrationLogin", "underWay")
  /// The server closes the connection during the registration.
  static let failing = log("discovery", "registrationLogin", "failing")
  static let openedByHand = log("discovery", "openedByHand")
  /// A login of an instance with its own key: pushed request, assertions, proofs of possession, and a step-up for the API.
  static let bound = log("bound")

  static func log(_ parts: String..., about lab: MessageLog.Subject? = nil) -> MessageLog {
    var log = SampleLog(about: lab)
    for part in parts { log.add(part: part) }
    return log.messages
  }

  /// The flow in which a step belongs in the main job, where the metadata are read only once.
  static func flow(of step: FlowStep) -> FlowMark {
    switch step {
    case .discovery, .registrationLogin, .registrationToken, .register: FlowMark(1, .registration, started: now)
    case .login, .token, .userinfo: FlowMark(2, .authentication, started: now)
    case .refresh: FlowMark(3, .refresh, started: now)
    case .logout: FlowMark(4, .signOut, started: now)
    case .unregister: FlowMark(5, .forgetDevice, started: now)
    case .signUp: FlowMark(6, .signUp, started: now)
    case .accounts: FlowMark(7, .accounts, started: now)
    case .payment: FlowMark(8, .payment, started: now)
    case .revoke: FlowMark(7, .revokeTokens, started: now)
    case .update, .check: FlowMark(8, .updateRegistration, started: now)
    }
  }
}

/// Builds a log, a little later with every message.
struct SampleLog {
  private(set) var messages: MessageLog
  private var time: Date
  private let pace: Double

  /// - Parameter lab: its messages all happen at the same time; `nil`: the phone's.
  init(about lab: MessageLog.Subject? = nil) {
    (messages, pace) = (MessageLog(about: lab), lab == nil ? 1 : 0)
    time = lab == nil ? Sample.now - 60 : Sample.now
  }

  mutating func add(part: String) {
    for item in Sample.story[part]?.arrayValue ?? [] { add(item) }
  }

  private mutating func add(_ item: JSON) {
    if let number = item["part"]?.intValue { return messages.begin(number, item.text("title")) }
    time += pace * (item["after"]?.doubleValue ?? (item["send"] == nil ? 0.4 : 0.2))
    let (from, to, content) = Sample.message(item, at: time)
    let step = FlowStep(rawValue: item.text("step"))
    messages.append(
      Message(
        from: item.party("from") ?? from, to: item.party("to") ?? to, content, at: time, step: step,
        flow: step.map(Sample.flow), phone: item["phone"]?.stringValue))
  }
}

extension JSON {
  fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
  fileprivate func party(_ name: String) -> Party? { Party(rawValue: text(name)) }
  fileprivate var endpoint: Endpoint? { Endpoint(rawValue: text("endpoint")) }

  fileprivate func headers(_ name: String) -> [HTTPHeader] {
    (self[name]?.objectValue ?? []).map { HTTPHeader($0.name, $0.value.stringValue ?? "") }
  }

  /// `GET /path`, in two.
  fileprivate func line(_ name: String) -> (method: String, url: String) {
    let parts = text(name).split(scalar: " ", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }
}

extension Sample {
  /// The messages of `messages.json`, by part. Of `answer` and `body`, a text is the name of another document.
  static let story = filled("messages")

  /// A request that is held back, or a page that is not opened yet.
  static func held(_ name: String) -> JSON { story["held"]?[name] ?? [:] }

  fileprivate static func message(_ item: JSON, at time: Date) -> (from: Party, to: Party, Message.Content) {
    if item["send"] != nil { return (.app, .server, .exchange(exchange(item, started: time))) }
    if let url = item["open"]?.stringValue { return (.app, .browser, .userAgentOpened(url: url)) }
    if let url = item["redirect"]?.stringValue { return (.browser, .app, .redirect(url: url)) }
    if let url = item["drop"]?.stringValue { return (.browser, .app, .redirectDropped(url: url)) }
    if let file = item["save"]?.stringValue { return (.app, .keystore, .keystoreSaved(file: file)) }
    if let use = KeyUse(rawValue: item.text("key")) {
      let (key, isMade) = (item.text("thumbprint"), item["made"] == true)
      return (.app, .secureElement, .keys(isMade ? .made(use, thumbprint: key) : .signed(use, thumbprint: key)))
    }
    let (method, path) = item.line("see")
    return (
      .browser, .server,
      .observed(
        ObservedRequest(
          method: method, path: path, status: item["status"]?.intValue ?? 0, note: item.text("note"),
          endpoint: item.endpoint ?? .authorization, usesSession: item["usesSession"]?.boolValue ?? false,
          server: item.party("to") ?? .server))
    )
  }

  static func request(_ item: JSON) -> HTTPRequest {
    let (method, url) = item.line("send")
    let form = item["form"]?.stringValue
    let type = form == nil ? [] : [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    return HTTPRequest(
      method, url, headers: type + item.headers("headers"),
      body: Array((form ?? item["body"].map { document(in: $0).compact } ?? "").utf8),
      endpoint: item.endpoint ?? .other)
  }

  /// Without a status and a failure, it is pending.
  private static func exchange(_ item: JSON, started: Date) -> Exchange {
    var outcome: Result<HTTPResponse, TransportFailure>?
    if let status = item["status"]?.intValue {
      var response = item["answer"].map { json(status, document(in: $0)) } ?? HTTPResponse(status)
      response.headers += item.headers("answerHeaders")
      outcome = .success(response)
    } else if let code = TransportFailure.Code(rawValue: item.text("failure")) {
      outcome = .failure(TransportFailure(code, item.text("detail")))
    }
    let finished = outcome.map { _ in started.addingTimeInterval((item["took"]?.doubleValue ?? 14) / 1000) }
    return Exchange(request(item), outcome: outcome, started: started, finished: finished)
  }

  private static func document(in item: JSON) -> JSON { item.stringValue.map(filled) ?? item }

  static let program = "invoice-checker"

  /// What the server has seen, as it masks it. The program redeems its code a second time.
  static let seenMessages: [Message] = (story["seen"]?.arrayValue ?? []).enumerated().map { index, item in
    let from = item.party("from") ?? .client
    let started = now.addingTimeInterval(Double(index + 1))
    let exchange = exchange(item.setting("took", 4), started: started)
    var record = ExchangeRecord(number: index + 1)
    record.clients = item["client"]?.stringValue.map { [$0] } ?? []
    (record.users, record.sessions) = from == .browser ? (["jd"], ["5f2c91d0"]) : ([], [])
    (record.address, record.note, record.detail) = ("127.0.0.1", item.text("note"), item.text("reason"))
    record.requestBytes = exchange.request.body.count
    record.responseBytes = (try? exchange.outcome?.get())?.body.count ?? 0
    return Message(from: from, to: .server, .exchange(exchange), at: started, record: record)
  }

  /// A document in which names in braces stand for values.
  static func filled(_ name: String) -> JSON {
    let text = values.reduce(String(decoding: bytes(name), as: UTF8.self)) {
      $0.replacingBytes(of: "{\($1.key)}", with: $1.value)
    }
    return made { try JSON.parse(text) }
  }

  private static let values: [String: String] = [
    "issuer": issuer, "base": base, "clientID": clientID, "otherClientID": otherClientID, "program": program,
    "dcrToken": dcrToken, "accessToken": accessToken, "refreshToken": refreshToken, "idToken": idToken,
    "requestURI": requestURI, "boundAccessToken": boundAccessToken, "clientThumbprint": key(clientKey).thumbprint,
    "proofThumbprint": key(proofKey).thumbprint, "pushedAssertion": assertion("aWn2L8"),
    "tokenAssertion": assertion("bQ7xT4"), "nonceAssertion": assertion("cR8yU5"),
    "pushedProof": proof("POST", "/oauth/v2/oauth-authorize/par", "e1j3V_bK"),
    "tokenProof": proof("POST", "/oauth/v2/oauth-token", "m4Kd0sWq"),
    "nonceProof": proof("POST", "/oauth/v2/oauth-token", "p9Lf1tXr", ["nonce": "eXVOS7kF9aPq"]),
    "userinfoProof": proof("GET", "/oauth/v2/oauth-userinfo", "q2Mg7uYs", accessTokenHash),
    "paymentProof": proof("POST", "/api/payments", "r5Nh3vZt", accessTokenHash),
  ]

  private static let accessTokenHash: JSON = ["ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"]
}

extension AppState {
  /// The log of this phone. A new one also becomes what the phone itself remembers.
  package var messages: MessageLog {
    get { self[MessagesTool.self].log }
    set {
      tools[MessagesTool.self].log = newValue
      (recentMessages, lastMessage) = (Array(newValue.suffix(8)), newValue.lastNumber)
    }
  }
}
