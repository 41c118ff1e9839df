import AppState
import FoundationEssentials
import SharedValues

/// Lessons for the registry: short ones of each kind, read from the format that files have.
extension Sample {
  static let lessons: [Lesson] = [
    lesson("stolen-redirect", 10, "A malicious app takes the redirect", insecure: ["withoutPKCE"]),
    lesson("forged-state", 20, "A forged redirect reaches the waiting app"),
    lesson("one-secret", 40, "One secret for all, or one for each"),
  ]

  /// What passes between the parties while a redirect is stolen.
  static let robbery: MessageLog = {
    var log = MessageLog()
    let lab = FlowMark(1, .registration, started: now.addingTimeInterval(60))
    let redirect = "io.curity.dcrclient:/callback?code=Tk3xhB9sVYq0w1PzL8nFdQ&state=aXf"
    let endpoint = "https://localhost:8443/oauth/v2/oauth-authorize"
    log.append(
      from: .app, to: .browser, .userAgentOpened(url: endpoint + "?scope=dcr"), at: now, step: .registrationLogin,
      flow: lab)
    log.append(
      from: .browser, to: .server,
      .observed(
        ObservedRequest(
          method: "GET", path: "/oauth/v2/oauth-authorize", status: 200, note: "login form", endpoint: .authorization)),
      at: now, step: .registrationLogin, flow: lab)
    log.append(from: .browser, to: .attacker, .redirect(url: redirect), at: now, step: nil)
    let request = HTTPRequest(
      "POST", "https://localhost:8443/oauth/v2/oauth-token",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array("grant_type=authorization_code&code=Tk3xhB9sVYq0w1PzL8nFdQ".utf8), endpoint: .token)
    let response = HTTPResponse(
      400, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"error":"invalid_grant"}"#.utf8))
    log.append(
      from: .attacker, to: .server,
      .exchange(Exchange(request, outcome: .success(response), started: now, finished: now.addingTimeInterval(0.01))),
      at: now, step: nil)
    return log
  }()

  /// The same after the phone's own main job, and before its next refresh.
  static let robberyBetweenOwnFlows: MessageLog = {
    let own = messages(upTo: .refreshed)
    let first = own.firstIndex { $0.step == .refresh } ?? own.endIndex
    var log = MessageLog()
    for message in own[..<first] + Array(robbery) + own[first...] {
      log.append(
        from: message.from, to: message.to, message.content, at: message.time, step: message.step, flow: message.flow)
    }
    return log
  }()

  /// Captions over the main job.
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
      ], "explanation": "An app that is shipped to everybody cannot hold a secret.",
      "sources": [["name": "RFC 7591 section 3", "url": "https://www.rfc-editor.org/rfc/rfc7591#section-3"]],
    ]
    guard let lesson = try? LessonFile.read(Array(document.compact.utf8), name: "tour") else {
      preconditionFailure("the sample tour has to follow the format")
    }
    return lesson
  }()

  /// A file whose fault the list names.
  static let brokenLesson = DocumentProblem(
    file: "my-lab.json", line: 12, code: "wrong", member: "steps[0].do[1].request.method",
    expected: "GET, POST, PUT or DELETE")

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
      ],
    ]
    guard let lesson = try? LessonFile.read(Array(document.compact.utf8), name: id) else {
      preconditionFailure("a sample lesson has to follow the format")
    }
    return lesson
  }
}
