import AppState
import Foundation
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Evidence
@testable import Labs
@testable import Samples
@testable import Workshop

/// Every message of every sample and every lab is described correctly. ``TestDevice`` checks the same for every flow that it runs.
@MainActor
struct TrueWordsTests {
  private static let base = "https://localhost:8443"
  /// As in the metadata of a lab's server.
  private static let published = [
    "issuer": base + "/oauth/v2/oauth-anonymous", "authorization_endpoint": base + "/oauth/v2/oauth-authorize",
    "token_endpoint": base + "/oauth/v2/oauth-token",
    "registration_endpoint": base + "/token-service/oauth-registration",
    "userinfo_endpoint": base + "/oauth/v2/oauth-userinfo", "revocation_endpoint": base + "/oauth/v2/oauth-revoke",
    "introspection_endpoint": base + "/oauth/v2/oauth-introspect", "jwks_uri": base + "/oauth/v2/oauth-anonymous/jwks",
    "pushed_authorization_request_endpoint": base + "/oauth/v2/oauth-authorize/par",
    "device_authorization_endpoint": base + "/oauth/v2/oauth-device-authorization",
    "end_session_endpoint": base + "/oauth/v2/oauth-session/logout", "api": base + "/api",
    "rogue": "http://127.0.0.1:9", "rogue_token_endpoint": "http://127.0.0.1:9/token",
    "rogue_authorization_endpoint": "http://127.0.0.1:9/authorize", "redirect_uri": LabWorld.redirectURI,
  ]

  @Test func everySampleIsDescribedCorrectly() {
    var count = 0
    for (name, state) in StateRegistry.all {
      for message in Array(state.messages) + state[Lessons.self].logs.values.flatMap(Array.init) {
        TrueWords.expect(message, name)
        count += 1
      }
    }
    for message in Sample.bound { TrueWords.expect(message, "bound") }
    #expect(count > 500)
  }

  @Test func everyMessageOfEveryLabIsDescribedCorrectly() {
    var requests = 0
    for lesson in LessonLibrary.read("/nowhere").lessons {
      var values = Self.published
      func filled(_ text: String) -> String { text.filled { values[$0] ?? "some-\($0)" } }
      for (number, step) in lesson.steps.enumerated() {
        for operation in step.operations {
          for message in messages(of: operation.act, filled) {
            TrueWords.expect(message, "\(lesson.id), step \(number + 1)")
            guard case .exchange(let exchange) = message.content else { continue }
            #expect((message.to == .api) == exchange.request.url.hasPrefix(Self.base + "/api"), "\(lesson.id)")
            requests += 1
          }
          for pair in operation.keep { values[pair.name] = kept(pair.value) }
        }
      }
    }
    #expect(requests > 150)
  }

  /// A possible value of the fact with that name.
  private func kept(_ fact: String) -> String {
    switch fact {
    case "registration_client_uri": Self.base + "/token-service/oauth-registration/87f1d9de"
    case "verification_uri", "verification_uri_complete": Self.base + "/device?user_code=WDJB-MJHT"
    default: Self.published[fact] ?? "kept-\(fact)"
    }
  }

  private func messages(of act: LabAct, _ filled: (String) -> String) -> [Message] {
    switch act {
    case .request(let request):
      let http = LabRequests.http(
        request, proof: request.proof.map { _ in "e30.e30.e30" },
        assertion: request.assertion.map { _ in "e30.e30.e30" }, filled: filled,
        addresses: { [$0, "rogue_" + $0].compactMap { Self.published[$0] } })
      let exchange = Exchange(http, outcome: .success(HTTPResponse(200)), started: Date(), finished: Date())
      return [message(request.sender.party, LabSender.receiver(exchange, Self.published["rogue"]), .exchange(exchange))]
    case .browser(let visit):
      let parameters = visit.parameters.map { (name: $0.name, value: filled($0.value)) }
      let place = visit.rogue == nil ? "{authorization_endpoint}" : "{rogue_authorization_endpoint}"
      let url = visit.page.map(filled) ?? filled(place) + "?" + PercentCoding.encode(parameters, .unreserved)
      let isImplicit = parameters.contains { $0 == ("response_type", "token") }
      let answer = isImplicit ? "#access_token=a&token_type=bearer" : "?code=c"
      return [
        message(visit.sender.party, .browser, .userAgentOpened(url: url)),
        message(.browser, visit.receiver.party, .redirect(url: LabWorld.redirectURI + answer)),
      ]
    default: return []
    }
  }

  private func message(_ from: Party, _ to: Party, _ content: Message.Content) -> Message {
    Message(id: 1, from: from, to: to, content: content, time: Date(), step: nil)
  }
}
