import AppState
import Catalogue
import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import Screens
@testable import Workshop

/// Sentences that are true in one way of registering and wrong in another depend on it.
struct TrueSentencesTests {
  private let look = Look()

  private func opened(_ parameters: String, _ step: FlowStep = .login) -> Message {
    Message(
      id: 1, from: .app, to: .browser, content: .userAgentOpened(url: "https://server/authorize?" + parameters),
      time: Sample.now, step: step)
  }

  private func token(_ body: String, _ headers: [HTTPHeader] = [], _ endpoint: Endpoint = .token) -> Message {
    let request = HTTPRequest(
      "POST", "https://server/token", headers: headers, body: Array(body.utf8), endpoint: endpoint)
    return Message(
      id: 1, from: .app, to: .server, content: .exchange(Exchange(request, started: Sample.now)), time: Sample.now,
      step: endpoint == .refresh ? .refresh : .token)
  }

  /// A client that sends no secret is not said to prove itself with one.
  @Test(arguments: [Endpoint.token, .refresh])
  func onlyWhoSendsASecretIsSaidToHaveOne(_ endpoint: Endpoint) {
    let open = Caption.phrase(token("grant_type=x&client_id=rn-expo-app", [], endpoint))
    let basic = Caption.phrase(token("grant_type=x", [HTTPHeader("Authorization", "Basic YTpi")], endpoint))
    let post = Caption.phrase(token("grant_type=x&client_id=a&client_secret=b", [], endpoint))
    #expect(basic == post && basic != open)
    #expect(open.english.contains("no secret"))
  }

  /// With prompt=login the server asks for the password, whatever session the browser has.
  @Test func aForcedLoginIsNotSaidToBeSilent() {
    let forced = Caption.phrase(opened("client_id=a&prompt=login"))
    let free = Caption.phrase(opened("client_id=a"))
    #expect(forced != free)
    #expect(forced.english.contains("prompt=login"))
    #expect(!free.english.contains("still holds"), "the app cannot know what the browser holds")
  }

  /// A token in the redirect is no code, and no verifier protects it.
  @Test func aTokenInTheRedirectIsNotSaidToBeACode() {
    func caption(_ parameters: String) -> String {
      Caption.phrase(
        Message(
          id: 1, from: .browser, to: .app, content: .redirect(url: "app:/callback" + parameters), time: Sample.now,
          step: .login)
      ).english
    }
    #expect(caption("?code=a&state=b").contains("verifier"))
    #expect(
      caption("#access_token=a&state=b").contains("access token") && !caption("#access_token=a").contains("verifier"))
  }

  @Test func theMetadataStepCitesThePlaceThatItAsks() {
    func caption(_ path: String) -> String {
      let request = HTTPRequest("GET", "https://server" + path, endpoint: .metadata)
      return Caption.text(
        Message(
          id: 1, from: .app, to: .server, content: .exchange(Exchange(request, started: Sample.now)), time: Sample.now,
          step: .discovery), look)
    }
    #expect(caption("/issuer/.well-known/openid-configuration").hasPrefix("OpenID Connect Discovery 1.0 §4.1"))
    #expect(caption("/.well-known/oauth-authorization-server/issuer").hasPrefix("RFC 8414 §3.1"))
  }

  /// Where nobody has logged in to register, the first login of the app shows a form.
  @Test(arguments: RegistrationMode.allCases)
  func theLoginOfAPresentationIsSilentOnlyAfterALogin(_ mode: RegistrationMode) {
    for wasThere in [true, false] {
      let state = StateRegistry.state {
        $0.settings.registration = mode
        $0.flow = StateRegistry.flow(.authentication, .login)
        $0.expectsSSO = wasThere
      }
      let text = StopCaption(state).text.english
      // A static client is everybody's: a server asks for consent, whatever session there is.
      #expect(text.contains("session") == (wasThere && mode.registers), "\(mode), \(wasThere): \(text)")
    }
  }
}
