import Faults

/// Answers that only the server can make wrong or unusual, because it has to keep to them afterwards, or because one endpoint of faults
/// stands for several: for tests of clients.
enum CraftedAnswer: String, CaseIterable, Sendable {
  /// The secret of a registration has characters that stay the same only if they are form-encoded (RFC 6749 §2.3.1).
  case oddSecret = "odd-secret"
  /// The answer of the management has a new registration access token, and a new secret if the client has one (RFC 7592 §2.1, §2.2). The
  /// earlier ones are not valid any more.
  case newCredentials = "new-credentials"
  /// The metadata of the API are those of another resource (RFC 9728 §3.3). Those of the server stay right.
  case foreignResource = "foreign-resource"

  var endpoint: FaultEndpoint { self == .foreignResource ? .metadata : .registration }
  var times: FaultTimes { self == .foreignResource ? .always : .once }
}

/// What a test spoils otherwise than a fault file can say.
enum Crafted: Hashable, Sendable {
  case idToken(CraftedIDToken)
  case answer(CraftedAnswer)

  init?(_ name: String) {
    if let known = CraftedIDToken(rawValue: name) {
      self = .idToken(known)
    } else if let known = CraftedAnswer(rawValue: name) {
      self = .answer(known)
    } else {
      return nil
    }
  }

  /// Says where and how often it happens. Its own defect never does.
  var rule: FaultRule {
    switch self {
    case .idToken(let crafted): FaultRule(crafted.endpoint, .idToken(.wrongAud), .once)
    case .answer(let crafted): FaultRule(crafted.endpoint, .wrongMember("crafted", .null), crafted.times)
    }
  }

  /// As ``FaultRule/summary``.
  func summary(at endpoint: FaultEndpoint) -> String {
    switch self {
    case .idToken(let crafted): crafted.summary(at: endpoint)
    case .answer(let crafted): "\(endpoint.rawValue): \(crafted.rawValue)"
    }
  }
}

extension Answering {
  /// The crafted answer; `nil`: this request does not get it.
  func crafted(
    _ crafted: CraftedAnswer, _ response: ServerResponse, to request: ServerRequest
  ) async -> ServerResponse? {
    guard let json = try? JSON.parse(response.body) else { return nil }
    var answer = response
    switch crafted {
    case .oddSecret:
      guard request.method == "POST", response.status == 201, let id = json["client_id"]?.stringValue,
        json["client_secret"] != nil
      else { return nil }
      let secret = "+%:/ ".unicodeScalars.reduce(freshSecret()) { "\($0)\($1)x" }
      guard await keep(of: id, secret: secret) else { return nil }
      answer.body = Array(json.setting("client_secret", .string(secret)).compact.utf8)
    case .newCredentials:
      guard ["GET", "PUT"].contains(request.method), response.status == 200, let id = json["client_id"]?.stringValue,
        let client = try? provider.store.client(id)
      else { return nil }
      let (token, secret) = (freshSecret(), client.secretHash == nil ? nil : freshSecret())
      guard await keep(of: id, secret: secret, token: token) else { return nil }
      let changed = json.setting("registration_access_token", .string(token))
      answer.body = Array((secret.map { changed.setting("client_secret", .string($0)) } ?? changed).compact.utf8)
    case .foreignResource:
      guard SeenExchange.isOfAPI(request), response.status == 200 else { return nil }
      answer.body = Array(json.setting("resource", "https://evil.example/api").compact.utf8)
    }
    return answer
  }

  /// Stores what the answer gives; what is `nil` stays.
  /// - Returns: whether there is such a client.
  private func keep(of id: String, secret: String? = nil, token: String? = nil) async -> Bool {
    let values = (secret.map(digest), token.map(digest))
    let isKept = try? await provider.store.pool.write { database in
      try database.changesRow(
        """
        UPDATE dynamically_registered_clients SET secret_hash = coalesce(?, secret_hash),
        registration_token_hash = coalesce(?, registration_token_hash) WHERE client_id = ?
        """, values.0, values.1, id)
    }
    return isKept ?? false
  }
}

extension SeenExchange {
  /// Whether the request asks for the metadata of the API (RFC 9728 §3.1).
  static func isOfAPI(_ request: ServerRequest) -> Bool {
    request.path.hasPrefix(bytes: Addresses.resourceMetadataPath(of: Addresses.apiPath))
  }
}
