import SharedValues

/// Where a fault can happen: an endpoint of the identity server, or a part that the app depends on. The raw values are the names in fault files.
package enum FaultEndpoint: String, Hashable, Sendable, CaseIterable {
  case metadata
  /// The endpoint for pushed authorization requests (RFC 9126).
  case pushedAuthorization = "par"
  /// The endpoint at which an app requests the codes of a login on another device (RFC 8628).
  case deviceAuthorization = "device-authorization"
  case authorize, token, registration, userinfo, refresh, revocation, logout, jwks
  /// The encrypted file on disk.
  case keystore
  /// The store that keeps the phone's keys and signs with them.
  case secureElement = "secure-element"
  /// The program that is the external user agent.
  case browser

  /// The endpoint of a request that the app sends itself; `nil`: it has no faults.
  package init?(_ endpoint: Endpoint) {
    guard let own = FaultEndpoint.asked[endpoint] else { return nil }
    self = own
  }

  private static let asked: [Endpoint: FaultEndpoint] = [
    .metadata: .metadata, .token: .token, .registration: .registration, .userinfo: .userinfo, .refresh: .refresh,
    .revocation: .revocation, .jwks: .jwks, .pushedAuthorization: .pushedAuthorization,
    .deviceAuthorization: .deviceAuthorization,
  ]

  /// Whether the app sends HTTP requests to it; the browser visits the others, or they are on this machine.
  package var isAsked: Bool { FaultEndpoint.asked.values.contains(self) }

  /// Whether it is a page that the browser opens and that ends in a redirect.
  package var isVisited: Bool { self == .authorize || self == .logout }

  /// Whether its response is a JSON document that the app reads. For a revocation only the status counts (RFC 7009 §2.2).
  package var answersJSON: Bool { isAsked && self != .revocation }
}
