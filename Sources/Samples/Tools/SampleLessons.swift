import AppState
import SharedValues
import Workshop

/// Short lessons of each kind for the registry, read from the format of lesson files.
extension Sample {
  static let lessons: [Lesson] = [
    lab("stolen-redirect", 10, "A malicious app takes the redirect", insecure: ["withoutPKCE"]),
    lab("forged-state", 20, "A forged redirect reaches the waiting app"),
    lab("one-secret", 40, "One secret for all, or one for each"),
  ]

  static let robbery: MessageLog = {
    var log = MessageLog(about: labSubject)
    let flow = FlowMark(1, .registration, started: now.addingTimeInterval(60))
    log.begin(1, "The redirect is stolen")
    append(
      .app, .browser, .userAgentOpened(url: authorize + "?scope=dcr"), "phone-1", .registrationLogin, flow, to: &log)
    append(.browser, .server, .observed(visit()), "phone-1", .registrationLogin, flow, to: &log)
    append(.browser, .attacker, .redirect(url: stolenRedirect), "phone-1", to: &log)
    log.begin(2, "The code is redeemed")
    append(.attacker, .server, redemption(at: "https://localhost:8443/oauth/v2/oauth-token"), nil, to: &log)
    return log
  }()

  /// With every possible party: two phones, a malicious app and a hostile server.
  static let crowd: MessageLog = {
    var log = robbery
    log.begin(3, "Everybody at once")
    for phone in ["phone-1", "thief-phone"] {
      append(.app, .keystore, .keystoreSaved(file: "keystore.age"), phone, to: &log)
      append(.app, .browser, .userAgentOpened(url: "http://127.0.0.1:9/authorize?scope=dcr"), phone, to: &log)
      append(.browser, .rogue, .observed(visit(by: .rogue)), phone, to: &log)
      append(.browser, .server, .observed(visit()), phone, to: &log)
    }
    append(.attacker, .app, .redirectDropped(url: stolenRedirect), "phone-1", to: &log)
    append(.app, .rogue, redemption(at: "http://127.0.0.1:9/token"), "phone-1", to: &log)
    return log
  }()

  private static let labSubject = MessageLog.Subject(
    id: "stolen-redirect.1", name: "stolen-redirect", title: "A malicious app takes the redirect")
  private static let authorize = "https://localhost:8443/oauth/v2/oauth-authorize"
  private static let stolenRedirect = "io.curity.dcrclient:/callback?code=Tk3xhB9sVYq0w1PzL8nFdQ&state=aXf"

  private static func visit(by server: Party = .server) -> ObservedRequest {
    ObservedRequest(
      method: "GET", path: server == .rogue ? "/authorize" : "/oauth/v2/oauth-authorize",
      status: server == .rogue ? 302 : 200,
      note: server == .rogue ? "sent on to the honest server" : "login form", endpoint: .authorization, server: server)
  }

  private static func redemption(at url: String) -> Message.Content {
    let request = HTTPRequest(
      "POST", url, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array("grant_type=authorization_code&code=Tk3xhB9sVYq0w1PzL8nFdQ".utf8), endpoint: .token)
    let response = HTTPResponse(
      400, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"error":"invalid_grant"}"#.utf8))
    return .exchange(
      Exchange(request, outcome: .success(response), started: now, finished: now.addingTimeInterval(0.01)))
  }

  private static func append(
    _ from: Party, _ to: Party, _ content: Message.Content, _ phone: String?, _ step: FlowStep? = nil,
    _ flow: FlowMark? = nil, to log: inout MessageLog
  ) { log.append(Message(from: from, to: to, content, at: now, step: step, flow: flow, phone: phone)) }

  static let tour = lesson(document("tour"), "tour")

  static func brokenLesson(in file: String) -> DocumentProblem {
    DocumentProblem(
      file: file, line: 12, code: "wrong", member: "steps[0].do[1].request.method",
      expected: "GET, POST, PUT or DELETE")
  }

  private static func lab(_ id: String, _ order: Int, _ title: String, insecure: [String] = []) -> Lesson {
    let own = document("lab").setting("id", .string(id)).setting("order", .number("\(order)"))
    return lesson(own.setting("title", .string(title)).setting("world", ["insecure": .strings(insecure)]), id)
  }

  private static func lesson(_ document: JSON, _ id: String) -> Lesson {
    made { try LessonFile.read(Array(document.compact.utf8), name: id) }
  }
}
