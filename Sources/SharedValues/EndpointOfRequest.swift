/// Finds the purpose of a request that was built elsewhere.
extension Endpoint {
  /// By the address, and at a token endpoint by the grant: a refresh (RFC 6749 §6) goes to the same address as a code.
  /// - Parameter addresses: the known addresses for a name of ``addressNames``; more than one where there are several servers.
  public init(of request: HTTPRequest, addresses: (String) -> [String]) {
    let address = request.url.prefix(whileScalar: { $0 != "?" && $0 != "#" })
    func isBelow(_ name: String) -> Bool {
      addresses(name).contains { address == $0 || address.hasPrefix(bytes: $0 + "/") }
    }
    let named = Endpoint.names.first { addresses($0.name).contains(String(address)) }?.endpoint
    switch named {
    case .token? where request.formValue("grant_type") == "refresh_token": self = .refresh
    case let named?: self = named
    // A registration has its own address (RFC 7592 §3), which may be any; at known servers it lies below the endpoint.
    case nil where isBelow("registration_endpoint"): self = .registration
    case nil where isBelow("api"): self = .api
    case nil where address.byteRange(of: "/.well-known/oauth-protected-resource") != nil: self = .api
    case nil where address.byteRange(of: "/.well-known/") != nil: self = .metadata
    case nil: self = .other
    }
  }

  /// Members of a server's metadata (RFC 8414 §2) that are addresses of requests, and `api`.
  public static var addressNames: [String] { names.map(\.name) + ["api"] }

  private static let names: [(name: String, endpoint: Endpoint)] = [
    ("authorization_endpoint", .authorization), ("token_endpoint", .token), ("registration_endpoint", .registration),
    ("userinfo_endpoint", .userinfo), ("revocation_endpoint", .revocation), ("introspection_endpoint", .introspection),
    ("end_session_endpoint", .endSession), ("jwks_uri", .jwks),
    ("pushed_authorization_request_endpoint", .pushedAuthorization),
    ("device_authorization_endpoint", .deviceAuthorization),
  ]
}

extension HTTPRequest {
  /// The first parameter of this name in a form; `nil`: there is none.
  public func formValue(_ name: String) -> String? {
    for pair in String(decoding: body, as: UTF8.self).split(scalar: "&") {
      let halves = pair.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard PercentCoding.repaired(halves[0].utf8) == name else { continue }
      return PercentCoding.repaired((halves.count > 1 ? halves[1] : "").utf8)
    }
    return nil
  }
}
