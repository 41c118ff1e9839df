import SharedValues

/// What goes wrong. ``FaultEndpoint/allows(_:)`` says which endpoint can have which defect.
package enum FaultDefect: Hashable, Sendable {
  /// Everything works, but with this delay.
  case latency(milliseconds: Int)
  case connection(ConnectionDefect)
  case status(StatusDefect)
  case body(BodyDefect)
  case transfer(TransferDefect)
  case missingMember(String)
  case wrongMember(String, JSON)
  case idToken(IDTokenDefect)
  case client(ClientDefect)
  case redirect(RedirectDefect)
  /// The server responds with an error in the redirect (RFC 6749 §4.1.2.1) and shows no page.
  case errorRedirect(String, description: String? = nil)
  case browser(BrowserDefect)
  case disk(DiskDefect)
  case proof(ProofDefect)
  case nonce(NonceDefect)
  case request(RequestDefect)
  case element(ElementDefect)
}

package enum ConnectionDefect: String, Hashable, Sendable, CaseIterable {
  /// The host's address cannot be resolved: the phone has no network. Nothing is sent.
  case offline
  /// The connection is refused. Nothing is sent.
  case refused = "connection-refused"
  /// The server gets the request and responds; the response is lost.
  case reset = "connection-reset"
  /// Nothing is sent, and no response comes until the deadline has passed.
  case timeOut = "time-out"
  case tls = "tls-failure"
  case untrusted = "certificate-untrusted"
  case expired = "certificate-expired"
  case wrongHost = "certificate-wrong-host"

  package var failure: TransportFailure {
    let code: TransportFailure.Code =
      switch self {
      case .offline: .hostNotFound
      case .refused: .connectionRefused
      case .reset: .connectionLost
      case .timeOut: .timeout
      case .tls: .tlsFailure
      case .untrusted: .certificateUntrusted
      case .expired: .certificateExpired
      case .wrongHost: .certificateWrongHost
      }
    return TransportFailure(code, FaultDefect.onPurpose)
  }
}

/// A response that replaces the server's; no request is sent.
package struct StatusDefect: Hashable, Sendable {
  /// 300 to 599.
  package var status: Int
  /// `error` of an OAuth error body (RFC 6749 §5.2); `nil`: a page of text, as a proxy answers.
  package var error: String?
  package var description: String?
  package var retryAfter: Int?

  package init(_ status: Int, error: String? = nil, description: String? = nil, retryAfter: Int? = nil) {
    (self.status, self.error, self.description, self.retryAfter) = (status, error, description, retryAfter)
  }
}

/// The real response with a defect.
package enum BodyDefect: String, Hashable, Sendable, CaseIterable {
  /// `text/html` instead of JSON.
  case wrongContentType = "wrong-content-type"
  /// 200 with a page, as the network of a hotel answers before its guest has signed in there.
  case portal = "portal-page"
  case truncated = "truncated-body"
  /// More than the transport accepts.
  case oversized = "oversized-body"
}

/// The real response, sent in a way that is lawful and rare. Only a server can do it.
package enum TransferDefect: String, Hashable, Sendable, CaseIterable {
  /// The content is compressed, whether the client has asked for that or not (RFC 9110 §8.4.1.3).
  case gzip
  /// Version 1.0, and a body that ends with the connection (RFC 9112 §6.3).
  case oldHTTP = "http-1.0"
}

/// What happens to the app's own client at the server.
package enum ClientDefect: String, Hashable, Sendable, CaseIterable {
  case revoked = "client-revoked"
  case expired = "client-expired"
}

package enum RedirectDefect: String, Hashable, Sendable, CaseIterable {
  case wrongState = "wrong-state"
  case missingState = "missing-state"
  case wrongIss = "wrong-iss"
  case missingIss = "missing-iss"
  case missingCode = "missing-code"
  /// The redirect goes to another URI of the app's scheme.
  case otherURI = "wrong-redirect"
  case repeated = "repeated-parameter"
  /// The parameters are in a fragment, as in the implicit flow.
  case fragment = "parameters-in-fragment"
}

package enum BrowserDefect: String, Hashable, Sendable, CaseIterable {
  case closed
  case cannotStart = "cannot-start"
  case crashes
  /// The browser opens, and no redirect comes until the time limit for a visit.
  case neverReturns = "never-returns"
}

extension FaultDefect {
  /// The detail of every error that a fault causes, so that readers of the log do not look for another cause.
  package static let onPurpose = "a fault that was switched on in the fault menu"

  /// The name in a fault file.
  package var name: String {
    switch self {
    case .latency: "latency"
    case .connection(let defect): defect.rawValue
    case .status: "status"
    case .body(let defect): defect.rawValue
    case .transfer(let defect): defect.rawValue
    case .missingMember: "missing-member"
    case .wrongMember: "wrong-member"
    case .idToken: "id-token"
    case .client(let defect): defect.rawValue
    case .redirect(let defect): defect.rawValue
    case .errorRedirect: "error-redirect"
    case .browser(let defect): defect.rawValue
    case .disk(let defect): defect.rawValue
    case .proof(let defect): defect.rawValue
    case .nonce(let defect): defect.rawValue
    case .request(let defect): defect.rawValue
    case .element(let defect): defect.rawValue
    }
  }

  /// The defects that need only their name. Names are unique.
  static let byName: [FaultDefect] =
    ConnectionDefect.allCases.map(FaultDefect.connection) + BodyDefect.allCases.map(FaultDefect.body)
    + TransferDefect.allCases.map(FaultDefect.transfer) + ClientDefect.allCases.map(FaultDefect.client)
    + RedirectDefect.allCases.map(FaultDefect.redirect)
    + RequestDefect.allCases.map(FaultDefect.request) + ProofDefect.allCases.map(FaultDefect.proof)
    + NonceDefect.allCases.map(FaultDefect.nonce) + BrowserDefect.allCases.map(FaultDefect.browser)
    + DiskDefect.allCases.map(FaultDefect.disk) + ElementDefect.allCases.map(FaultDefect.element)

  /// The name with its details: `status 503`, `missing-member jwks_uri`.
  package var summary: String {
    switch self {
    case .latency(let milliseconds): "latency \(milliseconds) ms"
    case .status(let defect): "status \(defect.status)" + (defect.error.map { " \($0)" } ?? "")
    case .missingMember(let member): "missing-member \(member)"
    case .wrongMember(let member, _): "wrong-member \(member)"
    case .idToken(let defect): "id-token \(defect.rawValue)"
    case .errorRedirect(let error, _): "error-redirect \(error)"
    default: name
    }
  }

  /// Whether it changes the request itself before it is signed.
  package var isBeforeSigning: Bool {
    switch self {
    case .proof, .request: true
    default: false
    }
  }

  /// Whether it concerns this phone's own client, and not one that many phones share.
  var isOfOwnClient: Bool { if case .client = self { true } else { false } }

  /// Whether it adds to any other fault of the same request.
  package var isLatency: Bool { if case .latency = self { true } else { false } }
}
