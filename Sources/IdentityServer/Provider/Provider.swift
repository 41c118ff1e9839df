import Foundation
import SharedValues

/// The authorization server: everything that its endpoints need, in one value. Each endpoint is an extension in its own file.
///
/// The provider does no networking; ``IdentityServer`` puts it behind sockets or calls it in process.
struct Provider: Sendable {
  var configuration: IdentityServerConfiguration
  var store: Store
  var keys: SigningKeys
  var passwords: PasswordChecker
  var administratorPassword: AdministratorPassword
  var seal: FormSeal
  var pages: Pages
  var events: EventLog
  /// The secret from which pairwise subjects are computed.
  var subjectKey: [UInt8]
  var throttle: LoginThrottle
  var loginQueue: LoginQueue
  /// A separate queue for browsers that are known for the account, so that guessers elsewhere cannot delay them.
  var knownLoginQueue: LoginQueue
  var knownBrowsers: KnownBrowsers
  /// Slows down the guessing of user codes (RFC 8628 §5.1); ``codeQueue`` takes the guesses one at a time.
  let codeThrottle = LoginThrottle()
  var codeQueue: LoginQueue
  /// This server's addresses; the ports may be known only once it listens.
  var addresses: Addresses
  var registrationRate = RegistrationRate()
  let newestPolls = NewestPolls()
  let assertions: ReplayMemory
  let proofs: ReplayMemory
  let nonces = DPoPNonces()
  /// The serialised metadata, which depend only on the ports. These are known once the server listens.
  let metadataDocument = VersionedCache<Int, [Int], ServerResponse>(capacity: 1)
  let metrics = Metrics()
  var connections: OpenConnections
  var started: Date

  var now: Date { configuration.time.now }
  var policy: ServerPolicies.Clients { configuration.policies.clients }
  var lifetimes: ServerLifetimes { configuration.lifetimes }
  var limits: ServerLimits { configuration.limits }

  func routes() -> RoutingTable {
    var table = RoutingTable()
    // RFC 8414's document is the same: it may have the OpenID members, and clients find what they need.
    for path in Addresses.openIDMetadataPaths + Addresses.oauthMetadataPaths {
      table.on(["GET"], path, as: .metadata, metadata)
    }
    table.on(["GET"], Addresses.keySetPath, as: .jwks, keySet)
    table.on(["GET", "POST"], Addresses.authorizationPath, as: .authorization, answersHead: false, authorize)
    table.on(["POST"], Addresses.pushedAuthorizationPath, as: .pushedAuthorization, pushAuthorization)
    table.on(["POST"], Addresses.loginPath, as: .authorization, fromOwnPage(login))
    table.on(["POST"], Addresses.consentPath, as: .authorization, fromOwnPage(consent))
    addDeviceGrant(&table)
    table.on(["POST"], Addresses.tokenPath, as: .token, token)
    table.on(["GET", "POST"], Addresses.userInfoPath, as: .userinfo, userInfo)
    table.on(["POST"], Addresses.revocationPath, as: .revocation, revocation)
    table.on(["POST"], Addresses.introspectionPath, as: .introspection, introspection)
    table.on(["GET", "POST"], Addresses.endSessionPath, as: .endSession, answersHead: false, endSession)
    table.on(["POST"], Addresses.endSessionConfirmationPath, as: .endSession, fromOwnPage(confirmedEndSession))
    table.on(["POST"], Addresses.registrationPath, as: .registration, register)
    table.on(["POST"], Addresses.tutorialRegistrationPath, as: .registration, register)
    table.on(["GET"], Addresses.registrationPath + "/*", as: .registration, readRegistration)
    table.on(["PUT"], Addresses.registrationPath + "/*", as: .registration, updateRegistration)
    table.on(["DELETE"], Addresses.registrationPath + "/*", as: .registration, deleteRegistration)
    addAPI(&table)
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    table.on(["GET"], Provider.healthPath, as: .other, health)
    table.on(["GET"], "/", welcome)
    table.on(["GET"], Addresses.termsPath, terms)
    addClaimedPages(&table)
    return table
  }

  @Sendable func stylesheet(_ request: ServerRequest) -> ServerResponse { pages.stylesheet }

  @Sendable func welcome(_ request: ServerRequest) -> ServerResponse {
    pages.message(.serverWelcomeTitle, pages.say(.serverWelcomeText, ["issuer": addresses.issuer]))
  }

  /// The terms of service (`op_tos_uri`, RFC 8414 §2), as plain text in the reader's language.
  @Sendable func terms(_ request: ServerRequest) -> ServerResponse {
    var response = ServerResponse.text(
      pages.say(.serverTerms) + "\n", "text/plain; charset=utf-8", note: "terms of service")
    response.headers.append(HTTPHeader("Content-Language", pages.catalogue.language.tag))
    return response
  }
}
