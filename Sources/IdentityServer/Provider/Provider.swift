import Catalogue
import Foundation
import SharedValues

/// The authorization server itself: what every endpoint needs, in one value. Each endpoint is an extension in its own file.
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
  /// The events that the administrator's page shows.
  var events: EventLog
  /// Pairwise subjects are computed with it.
  var subjectKey: [UInt8]
  var throttle: LoginThrottle
  var loginQueue: LoginQueue
  /// The addresses under which this server is known; the ports may be known only once it listens.
  var addresses: Addresses
  var registrationRate = RegistrationRate()
  let pushTurns = PushTurns()
  var metadataDocument = MetadataDocument()
  let metrics = Metrics()
  var connections: OpenConnections
  var started: Date

  var now: Date { configuration.time.now }
  var policy: IdentityServerConfiguration.Policy { configuration.policy }
  var lifetimes: IdentityServerConfiguration.Lifetimes { configuration.lifetimes }
  var limits: IdentityServerConfiguration.Limits { configuration.limits }

  /// The protocol's routes (the outside contract).
  func routes() -> RoutingTable {
    var table = RoutingTable()
    for path in Addresses.openIDMetadataPaths { table.on(["GET"], path, openIDMetadata) }
    for path in Addresses.oauthMetadataPaths { table.on(["GET"], path, oauthMetadata) }
    table.on(["GET"], Addresses.keySetPath, keySet)
    table.on(["GET", "POST"], Addresses.authorizationPath, authorize)
    table.on(["POST"], Addresses.loginPath, fromOwnPage(login))
    table.on(["POST"], Addresses.consentPath, fromOwnPage(consent))
    table.on(["POST"], Addresses.tokenPath, token)
    table.on(["GET", "POST"], Addresses.userInfoPath, userInfo)
    table.on(["POST"], Addresses.revocationPath, revocation)
    table.on(["POST"], Addresses.introspectionPath, introspection)
    table.on(["GET", "POST"], Addresses.endSessionPath, endSession)
    table.on(["POST"], Addresses.endSessionConfirmationPath, fromOwnPage(confirmedEndSession))
    table.on(["POST"], Addresses.registrationPath, register)
    table.on(["POST"], Addresses.tutorialRegistrationPath, register)
    table.on(["GET"], Addresses.registrationPath + "/*", readRegistration)
    table.on(["PUT"], Addresses.registrationPath + "/*", updateRegistration)
    table.on(["DELETE"], Addresses.registrationPath + "/*", deleteRegistration)
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    table.on(["GET"], Provider.healthPath, health)
    table.on(["GET"], "/", welcome)
    addClaimedPages(&table)
    return table
  }

  @Sendable func stylesheet(_ request: ServerRequest) -> ServerResponse { pages.stylesheet }

  @Sendable func welcome(_ request: ServerRequest) -> ServerResponse {
    pages.message(.serverWelcomeTitle, pages.say(.serverWelcomeText, ["issuer": addresses.issuer]))
  }
}
