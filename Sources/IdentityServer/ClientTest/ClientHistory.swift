/// What the kept exchanges say about one client, ready to be judged. It holds secrets and stays inside of the trace
/// (``ExchangeTrace``).
struct ClientHistory: Sendable {
  /// As it is registered now.
  let client: Client
  let addresses: Addresses
  /// All kept exchanges.
  let all: [SeenExchange]
  /// Those of the client and its browser. What names another client is not here, such as the login that registered it.
  let own: [SeenExchange]
  let logins: [SeenLogin]
  /// The client's access tokens.
  let accessTokens: Set<String>
  let refreshTokens: Set<String>
  private let parameters: [Int: FormParameters]
  /// By the numbers of the token requests with a code of it.
  private let loginsOfCodes: [Int: SeenLogin]

  init(of client: Client, _ addresses: Addresses, _ all: [SeenExchange]) {
    (self.client, self.addresses, self.all) = (client, addresses, all)
    own = all.filter { $0.parties.clients.contains(client.id) && ($0.claimed ?? client.id) == client.id }
    logins = SeenLogin.all(in: own)
    parameters = Dictionary(logins.map { ($0.request.number, $0.parameters) }, uniquingKeysWith: { $1 })
    loginsOfCodes = Dictionary(
      logins.flatMap { login in login.redemptions.map { ($0.number, login) } }, uniquingKeysWith: { $1 })
    let answers = own.filter { [.code, .refresh, .otherGrant].contains($0.kind) && $0.isAccepted }.map(\.answer)
    accessTokens = Set(answers.compactMap { $0["access_token"]?.stringValue })
    refreshTokens = Set(answers.compactMap { $0["refresh_token"]?.stringValue })
  }

  func own(_ kinds: SeenExchange.Kind...) -> [SeenExchange] { own.filter { kinds.contains($0.kind) } }

  /// The registration that made the client; `nil`: it is not kept, or the client was configured.
  var registration: SeenExchange? {
    own(.registration).last { $0.passage.status == 201 && $0.answer["client_id"]?.stringValue == client.id }
  }

  /// The authorization request whose code a token request has; `nil`: it is not kept.
  func login(of redemption: SeenExchange) -> SeenLogin? { loginsOfCodes[redemption.number] }

  /// The parameters of an authorization request: the pushed ones, if it refers to some.
  func parameters(of request: SeenExchange) -> FormParameters { parameters[request.number] ?? request.parameters }

  /// The authorization requests that say what the client wants, themselves or by what was pushed.
  var authorizations: [SeenExchange] {
    own(.authorization).filter { parameters(of: $0)["response_type"] != nil }
  }

  /// Requests at userinfo and the API with a token of the client's.
  var uses: [SeenExchange] {
    all.filter { exchange in
      guard [.userInfo, .api].contains(exchange.kind) else { return false }
      let presented = exchange.accessTokens
      return presented.contains(where: accessTokens.contains)
        || (!presented.isEmpty && exchange.parties.clients == [client.id])
    }
  }

  // MARK: To whom a check applies

  /// Whether it has tried to sign in, or asked for a token: a registration alone says little about its other requests.
  var hasAsked: Bool { !own(.authorization, .push, .code, .refresh, .otherGrant).isEmpty }

  /// `nil`: the condition is true.
  func reason(against condition: ClientCheck.Condition) -> StaticString? {
    let metadata = client.metadata
    return switch condition {
    case .dynamic: client.kind == .dynamic ? nil : "The client was configured and does not register."
    case .native: metadata.applicationType == .native ? nil : "The client is registered as a web application."
    case .openid:
      metadata.scope.contains("openid") ? nil : "The client does not have the scope openid."
    case .refresh:
      !refreshTokens.isEmpty || metadata.grantTypes.contains("refresh_token")
        ? nil : "The client got no refresh token."
    case .dpop:
      metadata.bindsAccessTokens || own.contains { $0.request.headers[first: "DPoP"] != nil }
        ? nil : "The client does not use DPoP."
    case .assertion:
      metadata.authMethod == .privateKey || own.contains { $0.form["client_assertion"] != nil }
        ? nil : "The client does not authenticate with assertions."
    case .pushed:
      metadata.requiresPushedRequests || !own(.push).isEmpty ? nil : "The client does not push its requests."
    case .bearer:
      reason(against: .dpop) == nil ? "The client's access tokens are bound to a key." : nil
    case .state: sends("state") ? nil : "The client sends no state."
    case .nonce: sends("nonce") ? nil : "The client sends no nonce."
    case .pkce: sends("code_challenge") ? nil : "The client does not use PKCE."
    case .promptNone:
      authorizations.contains { parameters(of: $0)["prompt"] == "none" } ? nil : "The client does not send prompt=none."
    case .secret: [.basic, .post].contains(metadata.authMethod) ? nil : "The client has no secret."
    case .maxAge: sends("max_age") ? nil : "The client does not send max_age."
    case .keySet:
      all.contains { $0.kind == .keySet } ? nil : "The client does not read the key set: it verifies no signature."
    case .metadata: all.contains { $0.kind == .metadata } ? nil : "The client does not read the metadata."
    case .resourceMetadata:
      all.contains { $0.kind == .metadata && SeenExchange.isOfAPI($0.request) }
        ? nil : "The client does not read the metadata of the API."
    case .basic: metadata.authMethod == .basic ? nil : "The client does not authenticate with client_secret_basic."
    case .resource:
      sends("resource") || own(.code).contains { $0.form["resource"] != nil }
        ? nil : "The client does not name the API for which it wants tokens."
    }
  }
}

extension ClientCheck.Condition {
  /// Whether only the client's requests show it, and not what it has registered.
  var showsInRequests: Bool {
    switch self {
    case .dynamic, .native, .openid, .refresh, .bearer, .secret, .basic: false
    case .dpop, .assertion, .pushed, .state, .nonce, .pkce, .promptNone, .maxAge, .keySet, .metadata, .resourceMetadata,
      .resource:
      true
    }
  }
}

extension ClientHistory {
  private func sends(_ name: String) -> Bool { authorizations.contains { parameters(of: $0)[name] != nil } }
}

/// An authorization request and what followed from it.
struct SeenLogin: Sendable {
  let request: SeenExchange
  /// The pushed ones, if the request refers to some.
  let parameters: FormParameters
  /// Whether the browser was sent back with a code. A reload of the page is not.
  fileprivate(set) var isAnswered = false
  /// The token requests with a code of this login.
  fileprivate(set) var redemptions: [SeenExchange] = []

  /// Joined by what the server gave: the seals of forms, then codes.
  fileprivate static func all(in own: [SeenExchange]) -> [SeenLogin] {
    var logins: [SeenLogin] = []
    var places: [ExchangeKey: Int] = [:]
    var pushed: [String: SeenExchange] = [:]
    for exchange in own {
      let place: Int
      switch exchange.kind {
      case .push:
        if let reference = exchange.answer["request_uri"]?.stringValue { pushed[reference] = exchange }
        continue
      case .authorization:
        let reference = exchange.parameters["request_uri"].flatMap { pushed[$0] }
        place = logins.count
        logins.append(SeenLogin(request: exchange, parameters: reference?.form ?? exchange.parameters))
      case .page:
        guard let known = exchange.presented.lazy.compactMap({ places[$0] }).first else { continue }
        place = known
      case .code:
        let known = exchange.presented.lazy.compactMap { places[$0] }.first
        if let known { logins[known].redemptions.append(exchange) }
        continue
      default: continue
      }
      for key in exchange.given {
        places[key] = place
        if key.kind == .code { logins[place].isAnswered = true }
      }
    }
    return logins
  }
}
