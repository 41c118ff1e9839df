import AppState
import Catalogue
import Screens
import SharedValues

/// Why a message is sent: one or two sentences with the section that requires it.
enum Caption {
  static func text(_ message: Message, _ look: Look) -> String { look.catalogue(phrase(message)) }

  /// What the server has seen of a client may come from any program, so nothing in it is said to be the app's.
  static func phrase(_ message: Message) -> Phrase {
    let phrase = phraseOfApp(message)
    return message.record == nil ? phrase : ofClient[phrase] ?? phrase
  }

  private static let ofClient: [Phrase: Phrase] = [
    .captionMetadata: .captionClientMetadata,
    .captionOAuthMetadata: .captionClientSecondMetadata,
    .captionDevicePoll: .captionClientPoll,
    .captionTokenWithoutSecret: .captionClientTokenWithoutSecret,
    .captionApplication: .captionClientApplication,
    .captionRegister: .captionClientRegister,
    .captionRegistrationRead: .captionClientRegistrationRead,
    .captionUnregister: .captionClientUnregister,
    .captionPushedAuthorization: .captionClientPushedAuthorization,
    .captionDeviceAuthorization: .captionClientDeviceAuthorization,
    .captionAPI: .captionClientUseOfToken,
    .captionRevocation: .captionClientRevocation,
    .captionObserved: .captionClientBrowser,
    .captionOther: .captionClientOther,
  ]

  private static func phraseOfApp(_ message: Message) -> Phrase {
    if case .redirectDropped = message.content { return .captionDropped }
    if [.attacker, .rogue].contains(message.from) { return attack(message.content) }
    if message.from == .administrator { return .captionAdministrator }
    if message.to == .attacker {
      // Only a private-use scheme can be claimed by another app.
      guard case .redirect(let url) = message.content, !["https:", "http:"].contains(where: url.hasPrefix(bytes:))
      else { return .captionAttacker }
      return .captionStolen
    }
    if message.to == .rogue { return .captionRogue }
    switch message.content {
    case .exchange(let exchange):
      if case .failure = exchange.outcome { return .captionFailure }
      return request(exchange.request, message.step)
    case .userAgentOpened(let url): return opened(url, message)
    case .redirect(let url): return redirect(url, message.step)
    case .redirectDropped: return .captionDropped
    case .userAgentClosed: return .captionClosed
    case .keystoreSaved:
      // Signing out and revoking save a keystore without tokens.
      return [.register, .registrationToken, .update, .check].contains(message.step)
        ? .captionSavedRegistration : [.logout, .revoke].contains(message.step) ? .captionCleared : .captionSaved
    case .keystoreErased: return .captionErased
    case .keys(let operation): return operation.words.caption
    case .observed(let request): return request.usesSession ? .captionObservedSSO : .captionObserved
    }
  }

  private static func request(_ request: HTTPRequest, _ step: FlowStep?) -> Phrase {
    switch request.endpoint {
    case .api where request.isForResourceMetadata: return .captionResourceMetadata
    case .api where request.headers[first: "Authorization"] == nil: return .captionAPIProbe
    case .api where request.method == "POST": return .captionPayment
    case .metadata: return request.url.contains("/.well-known/oauth-") ? .captionOAuthMetadata : .captionMetadata
    case .token: return token(request, step)
    case .refresh where request.sendsAssertion: return .captionRefreshByKey
    case .refresh where !request.sendsSecret && request.sendsProof: return .captionRefreshWithProof
    case .refresh where !request.sendsSecret: return .captionRefreshWithoutSecret
    case .application where step == .signUp: return .captionSignUp
    case .registration where request.method == "POST" && request.headers[first: "Authorization"] == nil:
      return .captionRegisterOpen
    case .registration where request.method == "GET": return .captionRegistrationRead
    case .registration where request.method == "PUT": return .captionRegistrationUpdate
    case .registration where request.method == "DELETE": return .captionUnregister
    default: return request.endpoint.words.caption
    }
  }

  /// Depends on the grant type and on how the client authenticates.
  private static func token(_ request: HTTPRequest, _ step: FlowStep?) -> Phrase {
    if request.presentsDeviceCertificate { return .captionDeviceToken }
    if request.sendsDeviceCode { return .captionDevicePoll }
    guard request.formValue("grant_type") == "authorization_code" else { return .captionTokenOther }
    if request.formValue("code_verifier") == nil { return .captionTokenWithoutVerifier }
    if request.sendsAssertion { return .captionTokenByKey }
    if request.sendsSecret { return .captionToken }
    return step == .registrationToken ? .captionRegistrationToken : .captionTokenWithoutSecret
  }

  /// What another party's software does, or did.
  private static func attack(_ content: Message.Content) -> Phrase {
    guard case .exchange(let exchange) = content else { return .captionAttacker }
    let request = exchange.request
    switch (request.endpoint, request.method) {
    case (.token, _) where request.sendsDeviceCode: return .captionAttackerDevicePoll
    case (.token, _) where request.formValue("grant_type") == "authorization_code": return .captionAttackerCode
    case (.refresh, _): return .captionAttackerRefresh
    case (.userinfo, _): return .captionAttackerUserinfo
    case (.api, _) where request.headers[first: "Authorization"] != nil: return .captionAttackerAPI
    case (.registration, "POST"): return .captionAttackerRegister
    case (.registration, "GET"): return .captionAttackerRegistrationRead
    case (.registration, "PUT"): return .captionAttackerRegistrationUpdate
    case (.registration, "DELETE"): return .captionAttackerUnregister
    case (.revocation, _): return .captionAttackerRevocation
    case (.deviceAuthorization, _): return .captionAttackerDeviceAuthorization
    case (.pushedAuthorization, _): return .captionAttackerPush
    default: return .captionAttacker
    }
  }

  /// The app cannot know whether the browser has a session, only what the request asks for. The URL of a pushed request does not tell that either.
  private static func opened(_ url: String, _ message: Message) -> Phrase {
    let address = Address(url)
    let prompts = address.value("prompt")?.split(scalar: " ") ?? []
    switch message.endpoint {
    case .endSession: return .captionOpenLogout
    case .page: return address.value("user_code") == nil ? .captionOpenPage : .captionOpenCode
    default: break
    }
    if message.flow?.kind == .stepUp { return .captionOpenStepUp }
    if address.value("request_uri") != nil { return .captionOpenPushed }
    guard prompts.contains("login") else { return .captionOpenLogin }
    let registers = message.step == .registrationLogin && address.value("scope") == "dcr"
    return registers ? .captionOpenRegistration : .captionOpenForcedLogin
  }

  private static func redirect(_ url: String, _ step: FlowStep?) -> Phrase {
    let address = Address(url)
    if address.value("error") != nil { return .captionRedirectError }
    if address.value("access_token") != nil { return .captionRedirectToken }
    return step == .logout ? .captionRedirectLogout : .captionRedirect
  }
}

extension HTTPRequest {
  /// Whether it requests the API's metadata (RFC 9728 §3.1).
  var isForResourceMetadata: Bool {
    endpoint == .api && method == "GET" && headers[first: "Authorization"] == nil && !url.hasSuffix(bytes: "/accounts")
  }

  /// Whether it asks for the tokens of a login on another device (RFC 8628 §3.4).
  fileprivate var sendsDeviceCode: Bool { formValue("device_code") != nil }

  /// Whether the client authenticates with a secret, in the header or in the form.
  fileprivate var sendsSecret: Bool { headers[first: "Authorization"] != nil || formValue("client_secret") != nil }

  /// Whether the client authenticates with its key (RFC 7523 §2.2); the signature may still be missing.
  fileprivate var sendsAssertion: Bool {
    proofs.contains { $0.place == .form("client_assertion") } || formValue("client_assertion") != nil
  }

  /// Whether it proves possession of the key to which tokens are bound (RFC 9449 §4.1); the signature may still be missing.
  fileprivate var sendsProof: Bool { proofs.contains { $0.place == .header("DPoP") } || headers[first: "DPoP"] != nil }
}
