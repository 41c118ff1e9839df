import SharedValues

/// One thing that a client has to do right, as `ClientChecks/checks.json` describes it.
///
/// The texts are English: they name members of messages and standards, and scripts read them, too.
struct ClientCheck: Hashable, Sendable {
  enum ID: String, CaseIterable, Sendable {
    case login = "base-login"
    case renewal = "base-refresh"
    case metadataPlace = "md-place"
    case safeRedirects = "rg-redirects"
    case oneRegistration = "rg-once"
    case initialToken = "rg-token"
    case codeAlone = "az-code"
    case proofKey = "az-pkce"
    case freshValues = "az-fresh"
    case state = "az-state"
    case browser = "az-browser"
    case noSecret = "az-secret"
    case nativeRedirect = "az-redirect"
    case nonce = "az-nonce"
    case sameResource = "az-resource"
    case sameRedirect = "tk-redirect"
    case oneAuthentication = "tk-auth"
    case tokenInHeader = "ui-header"
    case revocation = "lo-revoke"
    case logoutHint = "lo-hint"
    case dpopProof = "dp-proof"
    case assertion = "ca-jwt"
    case pushedAlone = "pa-only"
    // Those of the active checks have no code of their own: their trials say everything.
    case wrongState = "cb-state"
    case missingState = "cb-no-state"
    case wrongIssuer = "cb-iss"
    case missingIssuer = "cb-no-iss"
    case denied = "cb-denied"
    case unknownError = "cb-odd"
    case unaskedRedirect = "cb-unasked"
    case doubledParameter = "cb-double"
    case answerAgain = "cb-again"
    case staleAnswer = "cb-stale"
    case lostTokens = "tk-lost"
    case refusedCode = "tk-refused"
    case unknownTokenType = "tk-type"
    case tokenTypeCase = "tk-case"
    case noLifetime = "tk-no-exp"
    case noIDToken = "id-none"
    case tokenIssuer = "id-iss"
    case audience = "id-aud"
    case furtherAudience = "id-aud2"
    case expiredToken = "id-exp"
    case noSubject = "id-no-sub"
    case tokenNonce = "id-nonce"
    case noNonce = "id-no-nonce"
    case unsigned = "id-unsigned"
    case signature = "id-sig"
    case publicKeyAsSecret = "id-hs"
    case keyInHeader = "id-jwk"
    case unknownKey = "id-kid"
    case newKey = "id-rotate"
    case clockAhead = "id-skew"
    case otherProfile = "ui-sub"
    case deadToken = "ui-401"
    case newRefreshToken = "rf-rotate"
    case keptRefreshToken = "rf-keep"
    case refreshRace = "rf-race"
    case lostRefresh = "rf-lost"
    case deadRefreshToken = "rf-dead"
    case outage = "rf-down"
    case refreshedSubject = "rf-sub"
    case noRefreshedIDToken = "rf-no-id"
    case revokedGrant = "en-grant"
    case deletedClient = "en-client"
    case unknownClientPage = "en-page"
    case tokensAfterSignOut = "lo-tokens"
    case authenticationAge = "az-maxage"
    case nonceDemand = "dp-nonce"
    case bearerToken = "dp-bearer"
    case refusedPush = "pa-refused"
    case refusedRegistration = "rg-refused"
    case registrationLater = "rg-later"
    case changedRedirect = "rg-redirect"
    case metadataIssuer = "md-issuer"
    case plainChallenges = "md-pkce"
    case portalPage = "md-html"
    case firstNonce = "rf-nonce"
    case echoedMethod = "rg-echo"
    case expiredSecret = "en-secret"
    case silentLogin = "az-silent"
    case unknownAuthority = "tls-ca"
    case wrongHost = "tls-host"
    case expiredCertificate = "tls-date"
    case encodedSecret = "tk-basic"
    case newCredentials = "rm-rotate"
    case managementOrigin = "rm-origin"
    case clearTokenEndpoint = "md-http"
    case foreignResource = "rs-resource"
    case hangingRequest = "net-slow"
  }

  /// What the verdict takes: looking on, a spoiled answer, or a person, without whom nothing can be said.
  enum Kind: String, Sendable { case passive, active, person }

  /// How strongly the source demands it.
  enum Level: String, Sendable { case must, should, may }

  /// In the order of a test.
  enum Group: String, CaseIterable, Sendable {
    case baseline, authorization, redirect, token
    case idToken = "id-token"
    case api, refresh, ended
    case signOut = "sign-out"
    case keys, registration, discovery, tls
  }

  /// To which clients the check applies.
  enum Condition: String, Sendable {
    /// It registered itself.
    case dynamic
    case native
    /// It uses OpenID Connect.
    case openid
    /// It gets refresh tokens.
    case refresh
    case dpop
    /// It authenticates with signed assertions.
    case assertion
    /// It pushes its authorization requests.
    case pushed
    /// Its access tokens are not bound to a key.
    case bearer
    /// It sends a state.
    case state
    /// It sends a nonce.
    case nonce
    /// It sends `max_age`.
    case maxAge = "max-age"
    /// It asks for logins without the user (`prompt=none`).
    case promptNone = "prompt-none"
    /// It has a secret.
    case secret
    /// It reads the key set.
    case keySet = "key-set"
    /// It reads the metadata.
    case metadata
    /// It reads the metadata of the API.
    case resourceMetadata = "resource-metadata"
    /// It is registered for `client_secret_basic`.
    case basic
    /// It names the API for which it wants tokens (RFC 8707 §2).
    case resource
  }

  /// Which of the logins of a client that registers itself.
  enum Leg: Sendable { case own, registration }

  let id: ID
  let leg: Leg
  let group: Group
  let kind: Kind
  let level: Level
  /// Whether what is seen of a careless client has no other explanation. Otherwise the verdict is a warning at most.
  let isCertain: Bool
  let about: String
  /// The standard and its section; `nil`: good practice.
  let source: String?
  /// All must be true.
  let conditions: [Condition]
  /// How the server brings it about.
  let how: String
  let careful: String
  let careless: String
  /// What to do if nothing was seen.
  let help: String
  /// Whether it belongs to the short run.
  let isCore: Bool
  /// Of all that do not only look on.
  let trial: Trial?
  /// What a person is asked; `nil`: the requests say everything.
  let question: PersonQuestion?

  /// As lists and scripts name it.
  var name: String { id.rawValue + (leg == .own ? "" : RegistrationLeg.suffix) }

  /// In the order in which they are shown.
  static let all: [ClientCheck] = ClientCheckList.rows.compactMap(ClientCheck.init)
  /// The same, and those that a test repeats in the login that registers the client.
  static let tested = all + RegistrationLeg.rows(of: ClientCheckList.rows).compactMap(ClientCheck.init)

  /// `nil` if a member is missing or unknown.
  private init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[name]?.stringValue }
    let name = text("id") ?? ""
    let own = name.without(suffix: RegistrationLeg.suffix)
    leg = own == nil ? .own : .registration
    guard let id = ID(rawValue: own.map(String.init) ?? name), let group = text("group").flatMap(Group.init),
      let kind = text("kind").flatMap(Kind.init), let level = text("level").flatMap(Level.init),
      let about = text("about"), let names = json["when"]?.stringArray, let how = text("how"),
      let careful = text("careful"), let careless = text("careless"), let help = text("help")
    else { return nil }
    let conditions = names.compactMap(Condition.init)
    guard conditions.count == names.count else { return nil }
    (self.id, self.group, self.kind, self.level, self.about) = (id, group, kind, level, about)
    (self.conditions, self.how, self.careful, self.careless, self.help) = (conditions, how, careful, careless, help)
    trial = json["trial"].flatMap(Trial.init)
    guard (trial == nil) == (kind == .passive), (trial == nil) == (json["trial"] == nil) else { return nil }
    question = json["question"].flatMap(PersonQuestion.init)
    guard (question == nil) == (json["question"] == nil), question != nil || kind != .person else { return nil }
    isCore = json["core"]?.boolValue ?? (kind == .passive)
    source = text("source")
    isCertain = json["certain"]?.boolValue ?? true
  }
}
