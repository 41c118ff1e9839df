struct Client: Sendable {
  enum Kind: String, Sendable {
    /// Configured by hand, under a public client id: `mobile-dcr-client`.
    case configured = "static"
    /// A pattern for instances. It cannot authenticate itself.
    case template
    /// Registered by an instance of an app.
    case dynamic
  }

  var id: String
  var kind: Kind
  var metadata: ClientMetadata
  var status = RegisteredClient.active
  /// The user who registered the instance, and the only one who can use it.
  var owner: String?
  var templateID: String?
  var secretHash: Data?
  /// Seconds since 1970; 0: never.
  var secretExpires = 0
  var created = 0
  var registrationTokenExpires = 0
  /// An update with its registration access token has added a redirect URI.
  var redirectsChanged = false
  /// Seconds that its access tokens are valid at most; `nil`: as all others.
  var accessTokenLifetime: Int?

  /// The client's name for pages: self-declared and unverified; `nil` when it has no visible name.
  var shownName: String? {
    metadata.clientName.map(PlainText.shownName).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// RFC 6749 §2.1: a client without a secret or a key is public.
  var isPublic: Bool { metadata.authMethod == .none }
  /// Whether any app that knows the client id can act as this client: true for public clients and those of an application server.
  var isAnybodys: Bool { isPublic || kind == .configured }
  /// An instance that was registered without a user: by a device, a push, an administrator's token, or at an open server.
  var isWithoutOwner: Bool { kind == .dynamic && owner == nil }
  var requiresConsent: Bool { metadata.requiresConsent ?? false }
  /// Whether each user must act for it once: it has no owner, or its redirect URIs have changed.
  var needsAnAct: Bool { isWithoutOwner || redirectsChanged }
  /// Whether approvals count the next time; never for a client that any app can pretend to be.
  var remembersApprovals: Bool { !isAnybodys && (requiresConsent || needsAnAct) }
  var onlyRegisters: Bool { isPublic && metadata.scope == [ConfiguredClients.registrationScope] }
  var isLive: Bool { status == RegisteredClient.active && kind != .template }

  /// RFC 8252 §6 and §8.1: PKCE for native and public clients; the strict policy and FAPI 2.0 require it of all.
  func requiresPKCE(
    _ policy: ServerPolicies.Clients, _ insecure: InsecureSwitches = .none,
    _ demands: KeyRequirements = .none
  ) -> Bool {
    guard !insecure.withoutPKCE else { return false }
    return isPublic || metadata.applicationType == .native || metadata.requiresProofKey || policy == .strict
      || demands.fapi
  }

  /// Whether its tokens must be bound to a key (RFC 9449 §5.2).
  func mustProveKey(_ demands: KeyRequirements) -> Bool { demands.dpop || metadata.bindsAccessTokens }
  /// Whether its authorization requests must be pushed (RFC 9126 §5 and §6).
  func mustPush(_ demands: KeyRequirements) -> Bool { demands.pushedAuthorization || metadata.requiresPushedRequests }
  func mayUse(_ grant: String) -> Bool { metadata.grantTypes.contains(grant) }
}

enum ConfiguredClients {
  /// The clients and the template of the tutorials, and the client of all devices.
  static let all = [registration, template, staticLogin, device]

  /// `mobile-dcr-client` with the tutorial's members, and the device grant for phones without a browser (RFC 8628).
  static let registration = app(
    "mobile-dcr-client", .configured, grants: ["authorization_code", DeviceGrant.type], [registrationScope]
  ) {
    $0.authMethod = .none
    $0.subjectType = .pairwise
    $0.sectorIdentifier = "mobile-dcr-client"
    $0.requiresProofKey = true
    $0.validatesLoopbackPort = true
    $0.refreshTokenLifetime = 0
  }

  /// The template of the demo app, for registrations that name only a `software_id`.
  static let template = app(
    "mobile-dcr-template-client", .template, grants: ["authorization_code", "refresh_token", DeviceGrant.type],
    ["openid", "profile"])

  /// `rn-expo-app` of the Keycloak tutorial (seeds/003): one public client for every instance of an app that does not
  /// register. Only PKCE ties its codes to the instance that requested them.
  static let staticLogin = app(
    "rn-expo-app", .configured, grants: ["authorization_code", "refresh_token", DeviceGrant.type],
    ["openid", "profile", "email"]
  ) {
    $0.authMethod = .none
    $0.requiresProofKey = true
  }

  /// Of all trusted devices: certificates authenticate them (RFC 8705), client credentials give them only the scope `dcr`.
  static let device = app(
    "mobile-dcr-device-client", .configured, grants: ["client_credentials"], [registrationScope]
  ) {
    $0.authMethod = .certificate
    ($0.redirectURIs, $0.postLogoutRedirectURIs) = ([], [])
  }

  /// The scope of one registration. Only configured clients have it.
  static let registrationScope = "dcr"

  /// The ids of the clients that register others and do nothing else.
  static let registrars = Set(all.filter { $0.metadata.scope == [registrationScope] }.map(\.id))

  /// A native client with the tutorials' redirect URIs.
  static func app(
    _ id: String, _ kind: Client.Kind, grants: [String], _ scope: [String],
    _ adjust: (inout ClientMetadata) -> Void = { _ in }
  ) -> Client {
    var metadata = ClientMetadata()
    metadata.applicationType = .native
    metadata.redirectURIs = ["io.curity.dcrclient:/callback"]
    metadata.postLogoutRedirectURIs = ["io.curity.dcrclient:/logoutcallback"]
    metadata.grantTypes = grants
    metadata.scope = scope
    metadata.description = [.init("client_name", .string(id))]
    adjust(&metadata)
    return Client(id: id, kind: kind, metadata: metadata)
  }
}
