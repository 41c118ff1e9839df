import Faults

/// Whose exchanges a fault changes. Only what the server has recognised counts, never what a request claims.
package enum FaultTarget: Hashable, Sendable {
  case everybody
  case client(String)
  case user(String)
  /// The address that the connection comes from: a proxy's, where there is one.
  case address(IPAddress)
  /// Every client but those that only register others. No command and no page has it: a test of a client whose id is not known yet
  /// (``ClientTestRun``).
  case applications
  /// The clients that only register others, which ``applications`` leaves out. For the first login of an app that registers itself.
  case registrars

  var kind: String {
    switch self {
    case .everybody: "everybody"
    case .client: "client"
    case .user: "user"
    case .address: "address"
    case .applications: "applications"
    case .registrars: "registrars"
    }
  }

  /// The id, name or address; empty for everybody, for applications and for registrars.
  package var name: String {
    switch self {
    case .everybody, .applications, .registrars: ""
    case .client(let id): id
    case .user(let name): name
    case .address(let address): address.text
    }
  }

  /// `client c-1`, as lists show it.
  package var summary: String { name.isEmpty ? kind : "\(kind) \(name)" }

  /// `nil`: there is no such kind, a client or user has no name, the name is no address from which a request can come, or the fault is for
  /// everybody and yet has a name, so that one client was probably meant.
  init?(kind: String, name: String) {
    switch kind {
    case "everybody":
      guard name.isEmpty else { return nil }
      self = .everybody
    case "client" where !name.isEmpty: self = .client(name)
    case "user" where !name.isEmpty: self = .user(name)
    case "address":
      guard let address = IPAddress(name), !address.isAll else { return nil }
      self = .address(address)
    default: return nil
    }
  }

  func fits(_ parties: ExchangeParties, address: String) -> Bool {
    switch self {
    case .everybody: true
    case .client(let id): parties.clients.contains(id)
    case .user(let name): parties.users.contains(name)
    case .address(let wanted): IPAddress(address) == wanted
    case .applications: parties.clients.contains { !ConfiguredClients.registrars.contains($0) }
    case .registrars: parties.clients.contains(where: ConfiguredClients.registrars.contains)
    }
  }

  /// Whether the server has not recognised anybody of this kind yet.
  func isOpen(_ parties: ExchangeParties) -> Bool {
    switch self {
    case .everybody, .address: false
    case .client, .applications, .registrars: parties.clients.isEmpty
    case .user: parties.users.isEmpty
    }
  }
}

extension FaultRule {
  /// - Throws: `fault_not_at_server` for a fault that only an app can have, `fault_target_unknown` where the server does not know
  ///   whose a request is.
  func checkAtServer(for target: FaultTarget) throws(IdentityServerError) {
    guard isPossibleAtServer else { throw IdentityServerError(.faultNotAtServer, summary) }
    guard knows(target) else {
      throw IdentityServerError(.faultTargetUnknown, summaryAtServer, detail: target.summary)
    }
  }

  /// Whether the server can recognise the target in exchanges with the endpoint. Of a new connection it knows only the address.
  private func knows(_ target: FaultTarget) -> Bool {
    let nameless: [FaultEndpoint]
    switch target {
    case .everybody, .address: return true
    case .client: nameless = [.metadata, .jwks]
    // A registration names no client until it has made one.
    case .applications, .registrars: nameless = [.metadata, .jwks, .registration]
    case .user: nameless = [.metadata, .jwks, .pushedAuthorization, .deviceAuthorization, .revocation]
    }
    return !spoilsCertificate && !nameless.contains(endpoint)
  }
}

extension FaultEndpoint {
  /// The endpoint of a request to the server; `nil`: it has no faults.
  init?(_ endpoint: Endpoint, _ request: ServerRequest) {
    switch endpoint {
    case .token where (try? request.form())?["grant_type"] == "refresh_token": self = .refresh
    case .authorization: self = .authorize
    case .endSession: self = .logout
    default:
      guard let known = FaultEndpoint(endpoint) else { return nil }
      self = known
    }
  }
}
