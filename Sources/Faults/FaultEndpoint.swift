import SharedValues

/// Where a fault can happen: an endpoint of the identity server, or what the app stands on. The raw values are those of fault
/// files.
public enum FaultEndpoint: String, Hashable, Sendable, CaseIterable {
  case metadata
  /// Where authorization requests are pushed to (RFC 9126).
  case pushedAuthorization = "par"
  /// Where an app without a browser asks for the codes of a login elsewhere (RFC 8628).
  case deviceAuthorization = "device-authorization"
  case authorize, token, registration, userinfo, refresh, revocation, logout, jwks
  /// The encrypted file on the disk.
  case keystore
  /// What keeps the phone's keys, and signs with them.
  case secureElement = "secure-element"
  /// The external user agent as a program.
  case browser

  /// The endpoint of a request that the app sends itself; `nil`: nothing can be spoiled there.
  public init?(_ endpoint: Endpoint) {
    switch endpoint {
    case .metadata: self = .metadata
    case .token: self = .token
    case .registration: self = .registration
    case .userinfo: self = .userinfo
    case .refresh: self = .refresh
    case .revocation: self = .revocation
    case .jwks: self = .jwks
    case .pushedAuthorization: self = .pushedAuthorization
    case .deviceAuthorization: self = .deviceAuthorization
    case .authorization, .endSession, .push, .application, .page, .api, .introspection, .other: return nil
    }
  }

  /// The app asks it over HTTP; the others are met by the browser, or are on this machine.
  public var isAsked: Bool {
    switch self {
    case .metadata, .pushedAuthorization, .deviceAuthorization, .token, .registration, .userinfo, .refresh, .revocation,
      .jwks:
      true
    case .authorize, .logout, .keystore, .secureElement, .browser: false
    }
  }

  /// A page that the browser opens and that ends in a redirect.
  public var isVisited: Bool { self == .authorize || self == .logout }

  /// Whether the endpoint's answer is a JSON document that the app reads. Of a revocation the status alone counts (RFC 7009 §2.2).
  public var answersJSON: Bool { isAsked && self != .revocation }
}
