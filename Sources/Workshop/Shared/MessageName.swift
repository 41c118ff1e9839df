import AppState
import Catalogue
import Screens
import SharedValues

/// The name of a message in every panel and export: `POST register`, `redirect code`, `save`.
struct MessageName: Hashable {
  /// `POST`, or the event if no request was sent.
  var verb: String
  /// The purpose of the request in one short word, often that of the protocol; may be empty.
  var subject: String
  private let isRequest: Bool

  init(_ message: Message, _ look: Look) {
    let text = look.catalogue
    (verb, subject, isRequest) =
      switch message.content {
      case .exchange(let exchange): (exchange.request.method, MessageName.subject(exchange.request, look), true)
      // The path ends in an id; the server's note says what was done.
      case .observed(let request) where message.from == .administrator:
        request.method.isEmpty
          ? MessageName.administratorChange(text.serverNote(request.note))
          : (request.method, text.serverNote(request.note), true)
      case .observed(let request):
        (request.method, MessageName.subject(request.endpoint, request.method, request.path, look), true)
      case .userAgentOpened(let url): (text(.messageOpen), MessageName.lastPart(Address(url).path), false)
      case .redirect(let url), .redirectDropped(let url):
        (
          text(.messageRedirect), Address(url).parameters.first { ["code", "error"].contains($0.name) }?.name ?? "",
          true
        )
      case .userAgentClosed: (text(.messageClosed), "", false)
      case .keystoreSaved: (text(.messageSave), "", false)
      case .keystoreErased: (text(.messageErase), "", false)
      case .keys(let operation): (text(operation.words.verb), text(operation.words.use), false)
      }
  }

  var text: String { subject.isEmpty ? verb : "\(verb) \(subject)" }

  /// The whole name, or if it does not fit the more specific part: `POST token`, `token`; `open authorize`, `open`.
  func text(in room: Int) -> String {
    guard text.count > room, !subject.isEmpty else { return text }
    return isRequest ? subject : verb
  }

  /// Splits `client revoked`, so that a narrow column can show only `revoked`.
  private static func administratorChange(_ note: String) -> (String, String, Bool) {
    let words = note.split(scalar: " ", maxSplits: 1).map(String.init)
    return (words.first ?? "", words.dropFirst().first ?? "", true)
  }

  private static func subject(_ request: HTTPRequest, _ look: Look) -> String {
    if request.isForResourceMetadata { return look.catalogue(.arrowMetadata) }
    return subject(request.endpoint, request.method, Address(request.url).path, look)
  }

  /// The purpose of a request: the endpoint's word, or for a page the end of its path.
  static func subject(_ endpoint: Endpoint, _ method: String, _ path: @autoclosure () -> String, _ look: Look) -> String
  {
    if endpoint == .registration { return look.catalogue(method == "POST" ? .arrowRegister : .arrowClient) }
    return endpoint.words.arrow.map { look.catalogue($0) } ?? lastPart(path())
  }

  private static func lastPart(_ path: String) -> String {
    let last = path.split(scalar: "/").last ?? path[...]
    return String(last.without(prefix: "oauth-") ?? last)
  }
}

extension KeyOperation {
  var thumbprint: String {
    switch self {
    case .made(_, let thumbprint), .signed(_, let thumbprint): thumbprint
    }
  }

  /// Stable, for exports.
  var name: String {
    switch self {
    case .made(let use, _): "made key for \(use.rawValue)"
    case .signed(let use, _): "signed for \(use.rawValue)"
    }
  }

  var words: (verb: Phrase, use: Phrase, sentence: Phrase, caption: Phrase) {
    switch self {
    case .made(.clientAuthentication, _): (.messageMakeKey, .messageClientKey, .detailKeyMade, .captionClientKeyMade)
    case .made(.dpop, _): (.messageMakeKey, .messageDPoPKey, .detailKeyMade, .captionDPoPKeyMade)
    case .signed(.clientAuthentication, _): (.messageSign, .messageAssertion, .detailKeySigned, .captionAssertionSigned)
    case .signed(.dpop, _): (.messageSign, .messageProof, .detailKeySigned, .captionProofSigned)
    }
  }
}

extension Endpoint {
  /// Its name in the filter; the word on an arrow (`nil`: the end of the path); and why it is asked, where it has no more specific use.
  var words: (name: Phrase, arrow: Phrase?, caption: Phrase) {
    switch self {
    case .metadata: (.endpointMetadata, .arrowMetadata, .captionMetadata)
    case .authorization: (.endpointAuthorization, nil, .captionObserved)
    case .token: (.endpointToken, .arrowToken, .captionTokenOther)
    case .registration: (.endpointRegistration, .arrowRegister, .captionRegister)
    case .refresh: (.endpointRefresh, .arrowToken, .captionRefresh)
    case .userinfo: (.endpointUserinfo, .arrowUserinfo, .captionUserinfo)
    case .revocation: (.endpointRevocation, .arrowRevoke, .captionRevocation)
    case .endSession: (.endpointEndSession, nil, .captionLogout)
    case .jwks: (.endpointJWKS, .arrowKeys, .captionJWKS)
    case .push: (.endpointPush, .arrowPush, .captionPush)
    case .application: (.endpointApplication, nil, .captionApplication)
    case .pushedAuthorization: (.endpointPushedAuthorization, .arrowPushedAuthorization, .captionPushedAuthorization)
    case .deviceAuthorization: (.endpointDeviceAuthorization, .arrowDeviceAuthorization, .captionDeviceAuthorization)
    case .api: (.endpointAPI, nil, .captionAPI)
    case .introspection: (.endpointIntrospection, nil, .captionIntrospection)
    case .page: (.endpointPage, nil, .captionObserved)
    case .other: (.endpointOther, nil, .captionOther)
    }
  }
}
