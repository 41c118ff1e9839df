/// The API that this server protects with its own tokens, as a resource server would (RFC 6750, RFC 8707, RFC 9470, RFC 9728).
enum ProtectedResource {
  /// The scopes that the API's endpoints require (RFC 6749 §3.3).
  enum Scope: String, Sendable, CaseIterable {
    case accounts, payments
  }

  static let scopes = Scope.allCases.map(\.rawValue)

  /// The whole API, or one of its URLs: a client may only know the one that refused it (RFC 9728 §3.3).
  static let parts: [(path: String, scopes: [Scope])] = [
    (Addresses.apiPath, Scope.allCases), (Addresses.accountsPath, [.accounts]), (Addresses.paymentsPath, [.payments]),
  ]

  /// The resources that a request names (RFC 8707 §2), without duplicates. Any other is `invalid_target`.
  static func named(in parameters: FormParameters, among known: [String]) throws(OAuthError) -> [String] {
    let asked = parameters.values("resource")
    guard asked.allSatisfy({ RedirectURIRules.isAmong(known, $0) }) else {
      throw OAuthError(.invalidTarget, "resource is none that a token of this grant may be for")
    }
    return known.filter { RedirectURIRules.isAmong(asked, $0) }
  }

  static func areOwn(_ resource: [String], among own: [String]) -> Bool {
    resource.allSatisfy { RedirectURIRules.isAmong(own, $0) }
  }

  /// Refuses one access token for both this server's API and another server, which could use the token here (RFC 8707 §3).
  static func checkUnmixed(_ resource: [String], own: [String]) throws(OAuthError) {
    guard !areOwn(resource, among: own), resource.contains(where: { RedirectURIRules.isAmong(own, $0) }) else { return }
    throw OAuthError(
      .invalidTarget, "no token is for the API of this server and for another one: name one of them as resource")
  }
}

extension Addresses {
  static let apiPath = "/api"
  static let accountsPath = apiPath + "/accounts"
  static let paymentsPath = apiPath + "/payments"

  /// The path, with the prefix that RFC 9728 §3.1 inserts before the path of the resource.
  static func resourceMetadataPath(of path: String) -> String { "/.well-known/oauth-protected-resource" + path }
}

extension Provider {
  /// Every resource that a token may be for (RFC 8707 §2): this API's, and the external ones from the configuration.
  var resources: [String] { RedirectURIRules.union(ownResources, configuration.resources.map(\.identifier)) }
  var ownResources: [String] { ProtectedResource.parts.map { addresses.url($0.path) } }

  /// The resources of an access token: those that the token request names, or else all that were granted (RFC 8707 §2.2).
  func target(of form: FormParameters, granted: [String]) throws(OAuthError) -> [String] {
    let named = try ProtectedResource.named(in: form, among: granted)
    let target = named.isEmpty ? granted : named
    try ProtectedResource.checkUnmixed(target, own: ownResources)
    return target
  }

  func addAPI(_ table: inout RoutingTable) {
    for part in ProtectedResource.parts {
      table.on(["GET"], Addresses.resourceMetadataPath(of: part.path), as: .metadata) { _ in
        resourceMetadata(part.path, part.scopes)
      }
    }
    table.on(["GET"], Addresses.accountsPath, as: .api, protected(.accounts, accounts))
    table.on(["GET"], Addresses.paymentsPath, as: .api, protected(.payments, payments))
    table.on(["POST"], Addresses.paymentsPath, as: .api, protected(.payments, pay))
  }

  /// The metadata of RFC 9728 §2. `resource` is exactly the URL into which the well-known path was inserted (§3.3).
  private func resourceMetadata(_ path: String, _ scopes: [ProtectedResource.Scope]) -> ServerResponse {
    // §2.1: one name without a language tag, and one for each other language that the server speaks.
    let names = Language.spoken.map { language in
      JSON.Member(
        language == .english ? "resource_name" : "resource_name#" + language.tag,
        .string(Catalogue(language)(.apiName)))
    }
    let members: [JSON.Member] = [
      .init("resource", .string(addresses.url(path))), .init("authorization_servers", .strings([addresses.issuer])),
      .init("scopes_supported", .strings(scopes.map(\.rawValue))), .init("bearer_methods_supported", ["header"]),
      .init("dpop_signing_alg_values_supported", .strings(algorithmNames)),
      .init("dpop_bound_access_tokens_required", .bool(configuration.demands.dpop)),
    ]
    return .publicJSON(.object(members + names), note: "resource metadata")
  }

  /// Requires a token for this audience with the scope. Challenges name the requested URL's metadata (RFC 9728 §3.3, §5.1).
  private func protected(
    _ scope: ProtectedResource.Scope,
    _ handler: @escaping @Sendable (PresentedAccess, ServerRequest) async throws -> ServerResponse
  ) -> RoutingTable.Handler {
    { request in
      let presented = try presentedAccess(
        request, resourceMetadata: addresses.url(Addresses.resourceMetadataPath(of: request.path)))
      let audiences = [Addresses.apiPath, request.path].map(addresses.url)
      guard presented.record.resource.contains(where: { RedirectURIRules.isAmong(audiences, $0) }) else {
        // RFC 9068 §4.
        throw presented.challenge.refusal(.invalidToken, "the token is for another audience: ask for it with resource")
      }
      try presented.require(scope.rawValue)
      return try await handler(presented, request)
    }
  }

  @Sendable func accounts(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    let accounts = try store.balances(of: presented.record.grant.user).map { account, balance in
      JSON.object([
        .init("id", .string(account.id)), .init("kind", .string(account.kind.rawValue)),
        .init("number", .string(account.number)), .init("balance", balance.json),
      ])
    }
    return .json(["accounts": .array(accounts)], note: "accounts")
  }

  @Sendable func payments(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    .json(["payments": .array(try store.payments(of: presented.record.grant.user).map(\.json))], note: "payments")
  }

  /// The user must have just signed in for it (RFC 9470): a token from an older login or a session is refused.
  @Sendable func pay(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    let grant = presented.record.grant
    guard grant.context == .freshLogin, seconds(now) - grant.authenticated <= Int(lifetimes.paymentLogin) else {
      throw presented.challenge.refusal(
        .insufficientUserAuthentication, "a payment needs a login for this very purpose",
        [
          ("acr_values", AuthenticationContext.freshLogin.rawValue),
          ("max_age", String(Int(lifetimes.paymentLogin))),
        ])
    }
    let (order, account) = try PaymentOrder.judge(
      try request.json(refusing: .invalidPayment), from: BankAccount.accounts(of: grant.user))
    let payment = try await store.pay(order, from: account, presented.access, limit: limits.paymentsPerDay, now: now)
    return .json(payment.json, status: 201, note: "payment made")
  }
}
