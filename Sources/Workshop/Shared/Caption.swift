import ForeignText
import AppState
import Catalogue
import Screens
import SharedValues

/// Why a message is there: one or two sentences with the section that asks for it.
enum Caption {
  static func text(_ message: Message, _ look: Look) -> String { look.catalogue(phrase(message)) }

  static func phrase(_ message: Message) -> Phrase {
    if case .redirectDropped = message.content { return .captionDropped }
    if [.attacker, .rogue].contains(message.from) { return .captionAttacker }
    if message.from == .administrator { return .captionAdministrator }
    if message.to == .attacker { return .captionStolen }
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
      return [.register, .registrationToken, .update, .check].contains(message.step)
        ? .captionSavedRegistration : endsTokens(message.step) ? .captionCleared : .captionSaved
    case .keystoreErased: return .captionErased
    case .keys(let deed): return deed.caption
    case .observed(let request): return request.usesSession ? .captionObservedSSO : .captionObserved
    }
  }

  /// Whether what is saved then is that the tokens are gone.
  private static func endsTokens(_ step: FlowStep?) -> Bool { step == .logout || step == .revoke }

  /// The same endpoint is used in different ways to a token.
  private static func request(_ request: HTTPRequest, _ step: FlowStep?) -> Phrase {
    switch request.endpoint {
    case .api where request.isForResourceMetadata: return .captionResourceMetadata
    case .api where request.headers[first: "Authorization"] == nil: return .captionAPIProbe
    case .api where request.method == "POST": return .captionPayment
    case .metadata: return request.url.contains("/.well-known/oauth-") ? .captionOAuthMetadata : .captionMetadata
    case .token where request.presentsDeviceCertificate: return .captionDeviceToken
    case .token where request.sendsDeviceCode: return .captionDevicePoll
    case .token where request.sendsAssertion: return .captionTokenByKey
    case .refresh where request.sendsAssertion: return .captionRefreshByKey
    case .token where step != .registrationToken && !request.sendsSecret: return .captionTokenWithoutSecret
    case .refresh where !request.sendsSecret && request.sendsProof: return .captionRefreshWithProof
    case .refresh where !request.sendsSecret: return .captionRefreshWithoutSecret
    default: break
    }
    guard request.endpoint == .registration else { return endpoint(request.endpoint, step) }
    let isOpen = request.method == "POST" && request.headers[first: "Authorization"] == nil
    return isOpen ? .captionRegisterOpen : registration(request.method)
  }

  private static func endpoint(_ endpoint: Endpoint, _ step: FlowStep?) -> Phrase {
    switch endpoint {
    case .metadata: .captionMetadata
    case .token: step == .registrationToken ? .captionRegistrationToken : .captionToken
    case .registration: .captionRegister
    case .push: .captionPush
    case .pushedAuthorization: .captionPushedAuthorization
    case .deviceAuthorization: .captionDeviceAuthorization
    case .api: .captionAPI
    case .refresh: .captionRefresh
    case .userinfo: .captionUserinfo
    case .jwks: .captionJWKS
    case .revocation: .captionRevocation
    case .application: step == .signUp ? .captionSignUp : .captionApplication
    case .authorization, .page: .captionObserved
    case .endSession: .captionLogout
    case .other: .captionOther
    }
  }

  /// RFC 7591 has one method, RFC 7592 the other three.
  private static func registration(_ method: String) -> Phrase {
    switch method {
    case "GET": .captionRegistrationRead
    case "PUT": .captionRegistrationUpdate
    case "DELETE": .captionUnregister
    default: .captionRegister
    }
  }

  /// Whether the browser has a session the app cannot know; what it asked for it does. The address of a pushed request does not
  /// say it.
  private static func opened(_ url: String, _ message: Message) -> Phrase {
    switch message.step {
    case .registrationLogin: return .captionOpenRegistration
    case .logout: return .captionOpenLogout
    case _ where message.flow?.kind == .stepUp: return .captionOpenStepUp
    default:
      let address = Address(url)
      if address.value("request_uri") != nil { return .captionOpenPushed }
      let prompts = address.value("prompt")?.split(scalar: " ") ?? []
      return prompts.contains("login") ? .captionOpenForcedLogin : .captionOpenLogin
    }
  }

  private static func redirect(_ url: String, _ step: FlowStep?) -> Phrase {
    let address = Address(url)
    if address.value("error") != nil { return .captionRedirectError }
    if address.value("access_token") != nil { return .captionRedirectToken }
    return step == .logout ? .captionRedirectLogout : .captionRedirect
  }
}

extension HTTPRequest {
  /// Whether it asks an API what that says of itself (RFC 9728 §3.1).
  var isForResourceMetadata: Bool {
    endpoint == .api && method == "GET" && headers[first: "Authorization"] == nil && !url.hasSuffix(bytes: "/accounts")
  }

  /// Whether it asks for the tokens of a login elsewhere (RFC 8628 §3.4).
  fileprivate var sendsDeviceCode: Bool { form.contains { $0.name == "device_code" } }

  /// Whether the client proves itself with a secret, in the header or in the form.
  fileprivate var sendsSecret: Bool {
    headers[first: "Authorization"] != nil || form.contains { $0.name == "client_secret" }
  }

  /// Whether it proves itself with its key (RFC 7523 §2.2), which may not have signed yet.
  fileprivate var sendsAssertion: Bool {
    proofs.contains { $0.place == .form("client_assertion") } || form.contains { $0.name == "client_assertion" }
  }

  /// Whether it shows the key that tokens are bound to (RFC 9449 §4.1), which may not have signed yet.
  fileprivate var sendsProof: Bool {
    proofs.contains { $0.place == .header("DPoP") } || headers[first: "DPoP"] != nil
  }

  private var form: [Address.Parameter] { Address.form(String(decoding: body, as: UTF8.self)) }
}
