import FoundationEssentials

/// One header line. Names compare without case (RFC 9110 §5.1).
public struct HTTPHeader: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Whether the header has that name, in any case. Names are ASCII (RFC 9110 §5.6.2); other characters compare as they are.
  public func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { $0.lowercased == $1.lowercased }
  }
}

extension [HTTPHeader] {
  public subscript(first name: String) -> String? { first { $0.isNamed(name) }?.value }
  public subscript(all name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }

  /// Media type without parameters, lower case; empty when there is none.
  public var contentType: String {
    let value = self[first: "Content-Type"] ?? ""
    return value.prefix(whileScalar: { $0 != ";" }).withoutEdgeSpaces.lowercased()
  }
}

/// The purpose of a request. The message panel groups by it, and faults select by it.
public enum Endpoint: String, Hashable, Sendable, CaseIterable, Codable {
  case metadata, authorization, token, registration, refresh, userinfo, revocation, endSession, jwks, push, application,
    page, other
  case pushedAuthorization, deviceAuthorization, introspection, api
}

/// The names of a request's secret parts. Names compare without case.
public struct SecretParts: Hashable, Sendable {
  public static let none = SecretParts()

  public private(set) var headers: Set<String> = []
  public private(set) var body: Set<String> = []

  public init(headers: Set<String> = [], body: Set<String> = []) {
    self.headers = Set(headers.map { $0.lowercased() })
    self.body = Set(body.map { $0.lowercased() })
  }

  public func adding(headers: Set<String> = [], body: Set<String> = []) -> SecretParts {
    SecretParts(headers: self.headers.union(headers), body: self.body.union(body))
  }
}

/// A request as a value, which a protocol step builds and a transport sends.
public struct HTTPRequest: Hashable, Sendable {
  public var method: String
  /// Absolute URL, already percent-encoded.
  public var url: String
  public var headers: [HTTPHeader]
  public var body: [UInt8]
  public var endpoint: Endpoint
  /// The connection must present the device's certificate (RFC 8705). No other request uses such a connection.
  public var presentsDeviceCertificate = false
  /// Set by the code that builds the request. ``Redaction`` masks these parts, and any others whose names are those of secrets.
  public var secretParts: SecretParts
  /// The proofs to be signed and added before the request is sent.
  public var proofs: [KeyProof] = []

  public init(
    _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [], endpoint: Endpoint = .other,
    secretParts: SecretParts = .none
  ) {
    (self.method, self.url, self.headers, self.body, self.endpoint) = (method, url, headers, body, endpoint)
    self.secretParts = secretParts
  }
}

/// A response as a value. The transport limited the body (1 MiB); nothing in it has been judged.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: [UInt8]

  public init(_ status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  public var contentType: String { headers.contentType }
}

/// Why there was no response. `code` is stable and appears in `--json`, tests and logs.
public struct TransportFailure: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case connectionRefused = "connection_refused"
    case hostNotFound = "host_not_found"
    case connectTimeout = "connect_timeout"
    case timeout
    case connectionLost = "connection_lost"
    case certificateUntrusted = "certificate_untrusted"
    case certificateExpired = "certificate_expired"
    case certificateWrongHost = "certificate_wrong_host"
    /// The device's own certificate, which a request should present, is missing, unusable or expired.
    case deviceCertificateMissing = "device_certificate_missing"
    case deviceCertificateUnusable = "device_certificate_unusable"
    case deviceCertificateExpired = "device_certificate_expired"
    case tlsFailure = "tls_failure"
    case bodyTooLarge = "body_too_large"
    case malformedResponse = "malformed_response"
    /// The body's compression is unsupported, or the body is damaged.
    case contentUnreadable = "content_unreadable"
    /// The proxy before the server failed; the server was not reached.
    case proxyUnusable = "proxy_unusable"
    case invalidURL = "invalid_url"
    /// The program plays a file from a stranger, and this server is on another computer (``Confinement``).
    case hostNotAllowed = "host_not_allowed"
    case cancelled
  }

  public var code: Code
  /// The system's message, for the log and the details view; may be empty. Never holds a secret.
  public var detail: String

  public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

/// Sends requests. App and browser reach every server through it.
///
/// Guarantees: redirects are never followed, bodies over the cap end in ``TransportFailure/Code/bodyTooLarge``, the whole
/// exchange ends within the transport's deadline, and cancelling the task cancels the exchange.
public protocol Transport: Sendable { func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse }

public enum Party: String, Hashable, Sendable, CaseIterable, Codable {
  case app, browser, server, keystore
  /// Makes the phone's keys and signs with them, so that the app never holds a private key.
  case secureElement = "secure-element"
  /// A server of the app's vendor, which vouches for the app at the identity server.
  case application
  /// An API that accepts the identity server's tokens: a resource server (RFC 6749 §1.1).
  case api
  /// A client of the identity server that may be another than this app, as in the server's own list of exchanges.
  case client
  /// The person who administers the identity server.
  case administrator
  /// In a lesson: a malicious app, or the attacker who has its data.
  case attacker
  /// In a lesson: a hostile authorization server.
  case rogue

  /// Whether each phone has its own.
  public var isOfPhone: Bool { [.app, .browser, .keystore, .secureElement].contains(self) }
}

public struct Exchange: Hashable, Sendable {
  public var request: HTTPRequest
  /// `nil` while under way.
  public var outcome: Result<HTTPResponse, TransportFailure>?
  public var started: Date
  public var finished: Date?
  /// The faults injected into this exchange; empty: it is as it was on the wire.
  public var faults: [FaultMark] = []

  public init(
    _ request: HTTPRequest, outcome: Result<HTTPResponse, TransportFailure>? = nil, started: Date, finished: Date? = nil
  ) { (self.request, self.outcome, self.started, self.finished) = (request, outcome, started, finished) }

  public var milliseconds: Double? { finished.map { $0.timeIntervalSince(started) * 1000 } }
}

public struct FaultMark: Hashable, Sendable, ExpressibleByStringLiteral {
  /// In the words of fault files: `token: status 503`.
  public var words: String
  /// Whether the fault only delayed the message: such a fault only causes time-outs.
  public var isDelay: Bool

  public init(_ words: String, isDelay: Bool = false) { (self.words, self.isDelay) = (words, isDelay) }
  public init(stringLiteral words: String) { self.init(words) }
}
