import AppState
import SharedValues
import Workshop

/// Short lessons of each kind for the registry, read from the format of lesson files.
extension Sample {
  static let lessons: [Lesson] = [
    lesson("stolen-redirect", 10, "A malicious app takes the redirect", insecure: ["withoutPKCE"]),
    lesson("forged-state", 20, "A forged redirect reaches the waiting app"),
    lesson("one-secret", 40, "One secret for all, or one for each"),
  ]

  /// The messages of a stolen redirect.
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

  /// A tour: captions over the main job.
  static let tour: Lesson = {
    let document: JSON = [
      "version": 1, "id": "tour", "order": 1, "kind": "tour", "title": "Guided tour of the main job",
      "setting": "A phone, a browser and an identity server, all on this machine.",
      "goal": "How an installed app becomes a client of its own.",
      "steps": [
        [
          "title": "Freshly installed", "stop": "registration-screen",
          "text": "The phone shows the app's first screen. Enter presses Start Registration.",
          "watch": "The bar at the foot of this panel, from the next stop on.",
        ],
        [
          "title": "The registration itself", "stop": "register",
          "text": "The app sends what it is, with the dcr token as its permission.",
        ],
        [
          "title": "A client of its own", "stop": "sign-in-screen",
          "text": "If this phone is lost, this client is revoked, and no other phone notices.",
          "whenForced": ["text": "The app was started anew, so its user types the password once more."],
        ],
      ], "explanation": "An app that is shipped to everybody cannot hold a secret.",
      "sources": [["name": "RFC 7591 section 3", "url": "https://www.rfc-editor.org/rfc/rfc7591#section-3"]],
    ]
    return made { try LessonFile.read(Array(document.compact.utf8), name: "tour") }
  }()

  /// A file whose error the list shows.
  static func brokenLesson(in file: String) -> DocumentProblem {
    DocumentProblem(
      file: file, line: 12, code: "wrong", member: "steps[0].do[1].request.method",
      expected: "GET, POST, PUT or DELETE")
  }

  private static func lesson(_ id: String, _ order: Int, _ title: String, insecure: [String] = []) -> Lesson {
    let document: JSON = [
      "version": 1, "id": .string(id), "order": .number("\(order)"), "kind": "lab", "title": .string(title),
      "setting":
        "The app's redirect URI has a private-use scheme. Nobody owns such a scheme: any other app on the same phone can register it too.",
      "goal": "Why a stolen authorization code is worth nothing with PKCE, and a whole account without it.",
      "world": ["insecure": .strings(insecure)],
      "steps": [
        [
          "title": "The redirect is stolen",
          "text": "The real app starts its registration. A malicious app has the same scheme and gets the redirect.",
          "watch": "Sequence: the redirect ends at the malicious app.",
          "do": [
            [
              "app": ["device": "phone-1", "until": "register", "stolen": true],
              "expect": ["result": "user_agent_closed", "code": ""], "keep": ["stolen": "code"],
            ]
          ], "afterwards": "The attacker holds a good code. The code_verifier has never left the real app.",
        ],
        [
          "title": "The code is redeemed",
          "text": "The malicious app sends the code to the token endpoint, without a verifier.",
          "predict": [
            "server": "It compares the hash of the verifier with the challenge.",
            "app": "The app has nothing to do with this request.",
            "nobody": "Without PKCE you would be right.",
          ],
          "do": [
            [
              "request": [
                "method": "POST", "url": "{token_endpoint}",
                "form": ["grant_type": "authorization_code", "code": "{stolen}", "code_verifier": "{verifier}"],
              ], "expect": ["status": 400, "error": "invalid_grant", "access_token": "-"], "proves": "defence",
            ],
            [
              "request": [
                "method": "POST", "url": "{token_endpoint}",
                "form": ["grant_type": "authorization_code", "code": "{stolen}"],
              ], "expect": ["status": 200, "access_token": ""], "proves": "attack",
            ],
          ], "afterwards": "Only the app that asked can know the verifier.",
        ],
      ],
      "explanation":
        "PKCE binds the code to the app that asked: the challenge travels with the request, the verifier only with the redemption, and a hash leads from the one to the other but not back.",
      "sources": [
        ["name": "RFC 7636 section 1", "url": "https://www.rfc-editor.org/rfc/rfc7636#section-1"],
        ["name": "RFC 8252 section 8.1", "url": "https://www.rfc-editor.org/rfc/rfc8252#section-8.1"],
      ],
      "goals": [
        [
          "text": "Get a token for jd's account without her password.", "user": "jd", "expect": ["access_tokens": 1],
          "reached": "One parameter of the second step was enough.",
        ]
      ],
      "question": [
        "text": "Why is it no help to the attacker to send a code_verifier of its own?",
        "choices": [
          "The server accepts a verifier only from the network address of the request",
          "Its SHA-256 is not the code_challenge that came with the request",
          "Verifiers are encrypted with the client secret",
        ], "right": 2, "why": "Finding a verifier that fits means inverting SHA-256.",
        "feedback": [
          "A phone changes its address when it leaves the house. Token requests come from wherever the app is.", "",
          "A public client has no secret to encrypt with. TLS hides the verifier on its way, and the server reads it as it is.",
        ],
      ],
    ]
    return made { try LessonFile.read(Array(document.compact.utf8), name: id) }
  }
}
