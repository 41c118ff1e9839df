import AppState
import Catalogue
import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// Sentences that would be wrong for another way of registering depend on the registration.
struct TrueSentencesTests {
  private let look = Look()

  private func opened(_ parameters: String, _ kind: Flow.Kind = .authentication) -> Message {
    Message(
      id: 1, from: .app, to: .browser, content: .userAgentOpened(url: "https://server/authorize?" + parameters),
      time: Sample.now, step: .login, flow: FlowMark(1, kind, started: Sample.now))
  }

  private func token(_ body: String, _ headers: [HTTPHeader] = [], _ endpoint: Endpoint = .token) -> Message {
    let request = HTTPRequest(
      "POST", "https://server/token", headers: headers, body: Array(body.utf8), endpoint: endpoint)
    return Message(
      id: 1, from: .app, to: .server, content: .exchange(Exchange(request, started: Sample.now)), time: Sample.now,
      step: endpoint == .refresh ? .refresh : .token)
  }

  /// The secret of an active client may have expired, and a client may have none.
  @Test func anActiveClientIsNotSaidToHaveASecret() {
    #expect(!Phrase.clientIsActive.english.contains("secret"))
  }

  /// A client that sends no secret is not said to authenticate with one.
  @Test(arguments: [Endpoint.token, .refresh])
  func onlyAClientThatSendsASecretIsSaidToHaveOne(_ endpoint: Endpoint) {
    let grant = "grant_type=authorization_code&code=c&code_verifier=v"
    let open = Caption.phrase(token(grant + "&client_id=rn-expo-app", [], endpoint))
    let basic = Caption.phrase(token(grant, [HTTPHeader("Authorization", "Basic YTpi")], endpoint))
    let post = Caption.phrase(token(grant + "&client_id=a&client_secret=b", [], endpoint))
    #expect(basic == post && basic != open)
    #expect(open.english.contains("no secret"))
  }

  /// A refresh token that is bound to a key need not be replaced at each use (RFC 9700 §2.2.2).
  @Test func aClientWithAProofIsNotSaidToReplaceItsRefreshToken() {
    let form = "grant_type=refresh_token&client_id=rn-expo-app"
    let plain = Caption.phrase(token(form, [], .refresh)).english
    let proved = Caption.phrase(token(form, [HTTPHeader("DPoP", "e30.e30.e30")], .refresh)).english
    #expect(plain.contains("replaced"))
    #expect(proved.contains("bound to a key") && !proved.contains("replaced"))
    let secret = token(form, [HTTPHeader("Authorization", "Basic YTpi"), HTTPHeader("DPoP", "e30.e30.e30")], .refresh)
    #expect(Caption.phrase(secret).english.contains("with its secret"))
  }

  /// An instance with a key has no secret, so no text says that it has one.
  @Test(arguments: [(Flow.Kind.registration, FlowStep.register), (.authentication, .token), (.refresh, .refresh)])
  func anInstanceWithAKeyIsNotSaidToHaveASecret(_ kind: Flow.Kind, _ step: FlowStep) {
    func text(_ isKeyed: Bool) -> String {
      let state = StateRegistry.state(kind == .registration ? .fresh : .registered) {
        $0.settings.keys.privateKey = isKeyed
        if isKeyed, kind != .registration { $0.registration = Sample.keyRegistration }
        $0.flow = StateRegistry.flow(kind, step)
      }
      return StopCaption(state).text.english
    }
    #expect(text(false).contains("secret") && text(false) != text(true))
    #expect(text(true).contains("key") && !text(true).contains("own secret") && !text(true).contains("a secret"))
  }

  @Test func theCodeIsRedeemedWithTheClientsSecretOrKey() {
    func text(_ registration: ClientRegistration) -> String {
      let flow = StateRegistry.flow(.authentication, .token)
      let state = StateRegistry.state(.registered) { ($0.registration, $0.flow) = (registration, flow) }
      return ProgressScreen.now(flow, state).english
    }
    #expect(text(Sample.registration).contains("secret"))
    #expect(text(Sample.keyRegistration).contains("key") && !text(Sample.keyRegistration).contains("secret"))
  }

  @Test func aClientWhoseKeyIsLostIsNotSaidToHaveASecret() {
    let state = StateRegistry.state(.registered) {
      $0.settings.keys.privateKey = true
      $0.registration = Sample.keyRegistration
      var banner = Banner(
        error: AppError(code: .key(.clientKeyLost), step: .login, cause: .key(.clientKeyLost)), retry: nil)
      banner.registrationIsDead = true
      $0.banner = banner
    }
    #expect(StopCaption(state).text.english.contains("its key"))
  }

  /// A public client's refresh token is bound to a key or replaced at each use.
  @Test(arguments: [true, false])
  func aPresentationSaysWhatProtectsARefreshToken(_ isBound: Bool) {
    let state = StateRegistry.state(.signedIn) {
      $0.settings.registration = .staticClient
      var session = Sample.session
      session.tokens.key = isBound ? P256PublicKey(jwk: Sample.proofKey) : nil
      $0.auth = .authorized(session, refreshing: false)
      $0.flow = StateRegistry.flow(.refresh, .refresh)
    }
    let text = StopCaption(state).text.english
    #expect(text.contains("bound to a key") == isBound && text.contains("replace") != isBound, "\(text)")
  }

  /// A login that an API demands is not part of the main job, even if there is a session.
  @Test func aPresentationTellsALoginForTheAPIFromTheSecondOne() {
    let state = StateRegistry.state(.signedIn) {
      $0.expectsSSO = true
      $0.flow = StateRegistry.flow(.stepUp, .login)
    }
    let caption = StopCaption(state)
    #expect(caption.number == nil && caption.text.english.contains("API"), "\(caption.text.english)")
  }

  /// With prompt=login the server asks for the password, even if the browser has a session.
  @Test func aForcedLoginIsNotSaidToBeSilent() {
    let forced = Caption.phrase(opened("client_id=a&prompt=login"))
    let free = Caption.phrase(opened("client_id=a"))
    #expect(forced != free)
    #expect(forced.english.contains("prompt=login"))
    #expect(!free.english.contains("still holds"), "claims that the browser still holds a session")
  }

  /// The address of a pushed request does not show whether its login is forced.
  @Test func aPushedLoginIsNotSaidToBeSilent() {
    let pushed = Caption.phrase(opened("client_id=a&request_uri=urn%3Aexample%3A1")).english
    #expect(pushed.contains("pushed") && !pushed.contains("nobody has to type"))
  }

  /// Every login may request an `acr`; only the flow knows which one the API demands.
  @Test(arguments: ["client_id=a&resource=https%3A%2F%2Fapi&max_age=60", "client_id=a&request_uri=urn%3Aexample%3A1"])
  func onlyTheDemandedLoginIsSaidToBeDemanded(_ parameters: String) {
    #expect(Caption.phrase(opened(parameters, .stepUp)).english.contains("the API demands"))
    #expect(!Caption.phrase(opened(parameters)).english.contains("the API demands"))
  }

  @Test func aHeldLoginIsDescribedLikeASentOne() throws {
    let flow = StateRegistry.flow(.stepUp, .login)
    let effect = Effect.openUserAgent(
      flow.id, .inApp, .logIn(scope: "payments"), url: "https://server/authorize?client_id=a",
      redirectURI: Sample.redirectURI)
    let held = try #require(HeldMessage(effect, of: flow))
    #expect(StepWords(held, reveal: false, look).why.contains("the API demands"))
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

  /// What the server has seen of a client is said to be the client's, and it cites the section that the app's own message cites.
  @Test(arguments: Endpoint.allCases, ["GET", "POST", "PUT", "DELETE"])
  func anotherClientIsNotCalledTheApp(_ endpoint: Endpoint, _ method: String) {
    let bodies = ["", "device_code=a", "grant_type=authorization_code&code=a&code_verifier=b", "refresh_token=a"]
    for (body, path) in bodies.flatMap({ body in ["/x", "/.well-known/oauth-y"].map { (body, $0) } }) {
      let headers = method == "GET" ? [] : [HTTPHeader("Authorization", "Bearer a")]
      let request = HTTPRequest(
        method, "https://server" + path, headers: headers, body: Array(body.utf8), endpoint: endpoint)
      var message = Message(
        id: 1, from: .client, to: .server, content: .exchange(Exchange(request, started: Sample.now)),
        time: Sample.now, step: nil)
      let own = Caption.phrase(message).english
      message.record = ExchangeRecord(number: 1)
      let seen = Caption.phrase(message).english
      #expect(!seen.contains("app ") && !seen.contains("app'"), "\(endpoint) \(method): \(seen)")
      #expect(seen.split(separator: "·")[0] == own.split(separator: "·")[0])
    }
  }

  @Test func theMetadataStepCitesTheSectionOfItsAddress() {
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

  /// Without a login at the registration, the app's first login shows a form.
  @Test(arguments: RegistrationMode.allCases)
  func theLoginOfAPresentationIsSilentOnlyAfterALogin(_ mode: RegistrationMode) {
    for wasThere in [true, false] {
      let state = StateRegistry.state {
        $0.settings.registration = mode
        $0.flow = StateRegistry.flow(.authentication, .login)
        $0.expectsSSO = wasThere
      }
      let text = StopCaption(state).text.english
      // A static client is shared, so the server asks for consent even if there is a session.
      #expect(text.contains("session") == (wasThere && mode.registers), "\(mode), \(wasThere): \(text)")
    }
  }
}
