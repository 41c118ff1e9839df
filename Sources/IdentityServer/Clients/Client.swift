import Foundation

/// A client as it is at this moment.
struct Client: Sendable {
  enum Kind: String, Sendable {
    /// Configured by hand, known to everybody: `mobile-dcr-client`.
    case configured = "static"
    /// A pattern for instances. It authenticates no request itself.
    case template
    /// Registered by an instance of an app.
    case dynamic
  }

  var id: String
  var kind: Kind
  var metadata: ClientMetadata
  var status = Client.active
  /// The user who registered the instance. Nobody else can use it.
  var owner: String?
  var templateID: String?
  var secretHash: Data?
  /// Seconds since 1970; 0 never.
  var secretExpires = 0
  var created = 0
  var registrationTokenExpires = 0
  /// Its registration access token has added a redirect URI.
  var redirectsChanged = false

  /// The only status that lives; everything else is revoked.
  static let active = "active"

  /// The client's name on pages: the name that it gave itself, which nobody has checked; `nil` when it has no visible name.
  var shownName: String? {
    metadata.clientName.map(PlainText.shownName).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// RFC 6749 §2.1: a client without a secret or a key of its own is public.
  var isPublic: Bool { metadata.authMethod == .none }
  /// Any app that knows the client id can send people here in its name: public clients, and those of an application server.
  var isAnybodys: Bool { isPublic || kind == .configured }
  /// An instance that was registered without a user: by a device, a push, an administrator's token, or at an open server.
  var isWithoutOwner: Bool { kind == .dynamic && owner == nil }
  var requiresConsent: Bool { metadata.requiresConsent ?? false }
  /// Whether each user has to act for it once, as it is now: it is nobody's, or its answers go to other addresses than before.
  var needsAnAct: Bool { isWithoutOwner || redirectsChanged }
  /// Whether what its users allowed counts the next time. Never for a client that anybody can pretend to be.
  var remembersApprovals: Bool { !isAnybodys && (requiresConsent || needsAnAct) }
  /// The public client whose only token is the right to register.
  var onlyRegisters: Bool { isPublic && metadata.scope == [ConfiguredClients.registrationScope] }
  var isLive: Bool { status == Client.active && kind != .template }

  /// RFC 8252 §6 and §8.1: PKCE for native and public clients; the strict policy and FAPI 2.0 want it of all.
  func requiresPKCE(
    _ policy: IdentityServerConfiguration.Policy, _ insecure: InsecureSwitches = .none, _ demands: KeyDemands = .none
  ) -> Bool {
    guard !insecure.withoutPKCE else { return false }
    return isPublic || metadata.applicationType == .native || metadata.requiresProofKey || policy == .strict
      || demands.fapi
  }

  /// Whether its tokens have to be bound to a key (RFC 9449 §5.2).
  func mustProveKey(_ demands: KeyDemands) -> Bool { demands.dpop || metadata.bindsAccessTokens }

  func mayUse(_ grant: String) -> Bool { metadata.grantTypes.contains(grant) }
}

/// The clients that exist from the first start.
enum ConfiguredClients {
  /// The client and the template of the Curity tutorial.
  static let all = [registration, template, staticLogin, device]

  /// `mobile-dcr-client`, member for member as the tutorial's XML configures it; and phones without a browser may register, too (RFC
  /// 8628).
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

  /// The template of the demo app, for registrations that only name a `software_id`.
  static let template = app(
    "mobile-dcr-template-client", .template, grants: ["authorization_code", "refresh_token", DeviceGrant.type],
    ["openid", "profile"])

  /// `rn-expo-app` of the Keycloak tutorial (seeds/003): one public client for every instance of an app that does not
  /// register. PKCE is all that ties its codes to who asked for them.
  static let staticLogin = app(
    "rn-expo-app", .configured, grants: ["authorization_code", "refresh_token", DeviceGrant.type],
    ["openid", "profile", "email"]
  ) {
    $0.authMethod = .none
    $0.requiresProofKey = true
  }

  /// The client of all devices that the server trusts: known by their certificates (RFC 8705), with client credentials for
  /// the scope `dcr` and nothing else.
  static let device = app(
    "mobile-dcr-device-client", .configured, grants: ["client_credentials"], [registrationScope]
  ) {
    $0.authMethod = .certificate
    ($0.redirectURIs, $0.postLogoutRedirectURIs) = ([], [])
  }

  /// The scope that buys one registration. No other client can get it.
  static let registrationScope = "dcr"

  /// A native client of the tutorials' app, and what sets it apart.
  private static func app(
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
