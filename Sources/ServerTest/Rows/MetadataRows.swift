import OAuthClient
import SharedValues

enum MetadataJudge {
  static func issuer(_ facts: ServerFacts) -> Finding {
    guard let named = facts.document["issuer"]?.stringValue else {
      return Finding(.careless, "the metadata has no issuer")
    }
    return named.isExactly(facts.issuer)
      ? Finding(.careful, "the issuer is its own") : Finding(.careless, "the metadata names another issuer")
  }

  static func https(_ facts: ServerFacts) -> Finding {
    let wrong = ServerFacts.Endpoint.allCases.filter { endpoint in
      facts.document[endpoint.rawValue]?.stringValue.map { AbsoluteURL($0)?.scheme != "https" } ?? false
    }
    return wrong.isEmpty
      ? Finding(.careful, "every endpoint is an https URL")
      : Finding(.careless, "no https URL: " + wrong.map(\.rawValue).joined(separator: ", "))
  }

  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  static func keys(_ keySet: JSON?) -> Finding {
    guard let keys = keySet?["keys"]?.arrayValue, !keys.isEmpty else {
      return .disturbed("no key set came")
    }
    // Some servers write absent members as null.
    let found = privateMembers.filter { name in keys.contains { ($0[name] ?? JSON.null) != JSON.null } }
    return found.isEmpty
      ? Finding(.careful, keys.count == 1 ? "the key has no private part" : "no key has a private part")
      : Finding(.careless, "the key set has private parts: " + found.joined(separator: ", "))
  }
}

extension ServerTester {
  /// Why a row is left out; `nil`: the condition holds.
  func excuse(_ condition: ServerCheck.Condition) async throws(TestStop) -> Finding? {
    func unless(_ holds: Bool, _ why: String) -> Finding? { holds ? nil : .notApplicable(why) }
    if let endpoint = ServerTester.endpoints[condition], isLeftOut(endpoint),
      endpoint != .registration || !clients.isGiven
    {
      return .notSeen("\(endpoint.rawValue) is left out, as the plan says")
    }
    switch condition {
    case .remote: return unless(!facts.isLoopback, "the server is on the loopback interface")
    case .loopback: return unless(facts.isLoopback, "the server is not on the loopback interface")
    case .openid: return unless(facts.isOpenID, "the server does not offer OpenID Connect")
    case .dynamic: return unless(clients.registers, "the server registers no clients, or this run registers none")
    case .token: return unless(clients.needsToken, "this run registers clients without a token")
    case .introspection: return unless(facts[.introspection] != nil, "the metadata names no introspection endpoint")
    case .revocation: return unless(facts[.revocation] != nil, "the metadata names no revocation endpoint")
    case .userinfo: return unless(facts[.userinfo] != nil, "the metadata names no userinfo endpoint")
    case .pushed: return unless(facts[.pushed] != nil, "the metadata names no endpoint for pushed requests")
    case .logout: return unless(facts[.endSession] != nil, "the metadata names no end of the session")
    case .assertion:
      return unless(facts.takesAssertions, "the metadata offers no private_key_jwt with ES256")
        ?? unless(clients.registers, "this run registers no clients")
    case .dpop: return unless(facts.takesProofs, "the metadata offers no DPoP with ES256")
    case .unchallenged: return unless(givesWithoutChallenge, "the server gave no code without a challenge")
    case .management, .native, .public, .secret, .second, .refresh: return try await excuseOfClients(condition)
    }
  }

  /// What a condition is about.
  private static let endpoints: [ServerCheck.Condition: ServerFacts.Endpoint] = [
    .dynamic: .registration, .management: .registration, .introspection: .introspection, .revocation: .revocation,
    .userinfo: .userinfo, .pushed: .pushed, .logout: .endSession,
  ]

  /// Whether the server has this endpoint, and the run may not ask it.
  func isLeftOut(_ endpoint: ServerFacts.Endpoint) -> Bool { facts.leftOut.contains { $0.member == endpoint.rawValue } }

  private func excuseOfClients(_ condition: ServerCheck.Condition) async throws(TestStop) -> Finding? {
    try await clients.prepare()
    guard let a = await clients.a else {
      return clients.registers || isLeftOut(.registration) ? .noClient : .notApplicable("there is no client")
    }
    switch condition {
    case .management:
      guard clients.registers else { return .notApplicable("this run registers no clients") }
      guard a.registrationToken != nil, a.document["registration_client_uri"]?.stringValue?.isEmpty == false else {
        return .notApplicable("the server has no management of registrations")
      }
      return a.registrationURI == nil
        ? .notSeen("registration_client_uri is no URL at the origin of the registration endpoint") : nil
    case .native:
      return clients.registers
        ? nil : .notApplicable("the client's redirect URI is not known to be on the loopback interface")
    case .public: return a.method == .unauthenticated ? nil : .notApplicable("the client is not public")
    case .secret: return await clients.confidential == nil ? .notApplicable("no client has a secret") : nil
    case .second: return await clients.b == nil ? .oneClient : nil
    case .refresh:
      guard logins.browser != nil else { return .notSeen("this check needs a login") }
      guard let grant = try await grants.firstGrant(a) else { return await noGrant }
      return grant.refresh == nil ? .notApplicable("the server gives no refresh tokens") : nil
    default: return nil
    }
  }

  func row(_ check: ServerCheck) async throws(TestStop) -> Finding {
    switch (check.group, check.id) {
    case (.metadata, .issuer): return MetadataJudge.issuer(facts)
    case (.metadata, .httpsEndpoints): return MetadataJudge.https(facts)
    case (.metadata, _): return MetadataJudge.keys(try await grants.keys())
    case (.registration, let id): return try await registrationRow(id)
    case (_, .framing): return try await framing()
    default: break
    }
    guard let a = await clients.a else { return .noClient }
    return switch check.group {
    case .management: try await managementRow(check.id, a)
    case .authorization: try await authorizationRow(check.id, a)
    case .keys: try await keyRow(check.id, a)
    case .signOut: try await signOutRow(check.id, a)
    case .token, .metadata, .registration: try await tokenRow(check.id, a)
    }
  }

  /// Judges an offence beside a good request, which is sent only if the offence was refused.
  func finding(
    _ offence: Judged, _ what: String, beside twin: @autoclosure () async throws(TestStop) -> Judged?
  ) async throws(TestStop) -> Finding {
    guard case .refused = offence.outcome else { return TwinJudgement.finding(offence, twin: nil, what) }
    return TwinJudgement.finding(offence, twin: try await twin(), what)
  }
}
