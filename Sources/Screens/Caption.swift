import AppState
import Catalogue
import SharedValues

/// Why a message is there: one or two sentences with the section that asks for it.
enum Caption {
  static func text(_ message: Message, _ look: Look) -> String { look.catalogue(phrase(message)) }

  static func phrase(_ message: Message) -> Phrase {
    switch message.content {
    case .exchange(let exchange):
      if case .failure = exchange.outcome { return .captionFailure }
      return endpoint(exchange.request.endpoint, message.step)
    case .userAgentOpened: return opened(message.step)
    case .redirect(let url): return redirect(url, message.step)
    case .userAgentClosed: return .captionClosed
    case .keystoreSaved:
      return [.register, .registrationToken].contains(message.step) ? .captionSavedRegistration : .captionSaved
    case .keystoreErased: return .captionErased
    case .observed(_, _, _, let note): return observed(note)
    }
  }

  private static func endpoint(_ endpoint: Endpoint, _ step: FlowStep?) -> Phrase {
    switch endpoint {
    case .metadata: .captionMetadata
    case .token: step == .registrationToken ? .captionRegistrationToken : .captionToken
    case .registration: step == .unregister ? .captionUnregister : .captionRegister
    case .refresh: .captionRefresh
    case .userinfo: .captionUserinfo
    case .jwks: .captionJWKS
    case .revocation: .captionRevocation
    case .application: .captionApplication
    case .authorization, .page: .captionObserved
    case .endSession: .captionLogout
    case .other: .captionOther
    }
  }

  private static func opened(_ step: FlowStep?) -> Phrase {
    switch step {
    case .registrationLogin: .captionOpenRegistration
    case .logout: .captionOpenLogout
    default: .captionOpenLogin
    }
  }

  private static func redirect(_ url: String, _ step: FlowStep?) -> Phrase {
    if Address(url).value("error") != nil { return .captionRedirectError }
    return step == .logout ? .captionRedirectLogout : .captionRedirect
  }

  private static func observed(_ note: String) -> Phrase {
    note.contains("session used") ? .captionObservedSSO : .captionObserved
  }
}
