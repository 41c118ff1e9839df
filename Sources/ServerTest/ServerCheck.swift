import CheckRuns
import SharedValues

/// One thing that an authorization server has to do right, as `Checks/server-checks.json` describes it.
///
/// The texts are English: they name members of messages and standards, and scripts read them, too.
package struct ServerCheck: Hashable, Sendable {
  package enum ID: String, CaseIterable, Sendable {
    case issuer = "s-md-issuer"
    case httpsEndpoints = "s-md-https"
    case publicKeys = "s-jwks"
    case registrationShape = "s-rg-shape"
    case tokenTwice = "s-rg-twice"
    case withoutToken = "s-rg-anon"
    case junkToken = "s-rg-junk"
    case fragment = "s-rg-frag"
    case scriptRedirect = "s-rg-js"
    case foreignHTTP = "s-rg-http"
    case noRedirect = "s-rg-noredir"
    case extraMembers = "s-rg-extra"
    case unsignedStatement = "s-rg-stmt"
    case inwardFetch = "s-rg-fetch"
    case managementToken = "s-rm-none"
    case managementCross = "s-rm-cross"
    case managementID = "s-rm-id"
    case ownSecret = "s-rm-secret"
    case badUpdate = "s-rm-bad"
    case deletedClient = "s-rm-gone"
    case otherRedirect = "s-az-other"
    case nearRedirect = "s-az-near"
    case otherPort = "s-az-port"
    case noChallenge = "s-az-nopkce"
    case plainChallenge = "s-az-plain"
    case implicit = "s-az-token"
    case state = "s-az-state"
    case issuerInRedirect = "s-az-iss"
    case framing = "s-az-frame"
    case repeatedPassword = "s-az-307"
    case wrongVerifier = "s-tk-verif"
    case noVerifier = "s-tk-noverif"
    case downgrade = "s-tk-downgr"
    case codeTwice = "s-tk-twice"
    case foreignCode = "s-tk-client"
    case otherRegisteredRedirect = "s-tk-redir"
    case wrongSecret = "s-tk-wrong"
    case passwordGrant = "s-tk-ropc"
    case foreignRefresh = "s-rf-client"
    case widerScope = "s-rf-wide"
    case refreshReuse = "s-rf-reuse"
    case revoked = "s-rv-dead"
    case foreignRevocation = "s-rv-other"
    case anonymousIntrospection = "s-in-anon"
    case idTokenAtUserinfo = "s-ui-id"
    case idToken = "s-id-token"
    case assertionAlgorithm = "s-ca-alg"
    case assertionAudience = "s-ca-aud"
    case assertionExpiry = "s-ca-exp"
    case assertionTwice = "s-ca-jti"
    case badProof = "s-dp-bad"
    case otherKey = "s-dp-key"
    case foreignPush = "s-pa-other"
    case pushTwice = "s-pa-again"
    case logoutHint = "s-lo-hint"
    case logoutRedirect = "s-lo-uri"
  }

  /// What bringing it about does at the server.
  package enum Trait: String, Sendable {
    case reads = "R"
    /// Makes clients.
    case registers = "C"
    /// Logs in as the given user.
    case logsIn = "L"
    /// Spends wrong credentials of clients that the run made itself.
    case spendsCredentials = "W"
    /// Can do more than show itself: needs `--deep`.
    case isDeep = "D"
  }

  package enum Group: String, Sendable {
    case metadata, registration, management, authorization, token, keys
    case signOut = "sign-out"
  }

  /// To which servers, and to which runs, the check applies: ``ServerTester/excuse(_:)`` says what each takes.
  package enum Condition: String, Sendable {
    case remote, loopback, openid, dynamic, token, management, native, `public`, secret, second
    case refresh, revocation, introspection, userinfo, unchallenged, assertion, dpop, pushed, logout
  }

  package let id: ID
  package let group: Group
  package let traits: [Trait]
  /// All must be true.
  package let conditions: [Condition]
  /// What to do if nothing was seen.
  package let help: String
  let definition: CheckedVerdict.Definition

  /// In the order in which they run: rows that end sessions come last.
  package static let all: [ServerCheck] = {
    let document = Embedded.checks["server-checks.json"].flatMap { try? JSON.parse($0) }
    return (document?["checks"]?.arrayValue ?? []).compactMap(ServerCheck.init)
  }()

  package static func of(_ id: ID) -> ServerCheck? { all.first { $0.id == id } }

  /// `nil` if a member is missing or unknown.
  private init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[name]?.stringValue }
    guard let id = text("id").flatMap(ID.init), let group = text("group").flatMap(Group.init),
      let level = text("level").flatMap(CheckedVerdict.Level.init), let about = text("about"),
      let letters = json["do"]?.stringArray, let names = json["when"]?.stringArray, let sent = text("sent"),
      let careful = text("careful"), let careless = text("careless"), let help = text("help")
    else { return nil }
    (self.id, self.group, self.help) = (id, group, help)
    (traits, conditions) = (letters.compactMap(Trait.init), names.compactMap(Condition.init))
    definition = CheckedVerdict.Definition(
      about: about, group: group.rawValue, kind: letters.joined(separator: ","), level: level, source: text("source"),
      how: sent, careful: careful, careless: careless)
    guard traits.count == letters.count, conditions.count == names.count else { return nil }
  }

  package func verdict(_ finding: Finding) -> CheckedVerdict {
    CheckedVerdict(
      id.rawValue, definition, finding.outcome(at: definition.level), finding.evidence, exchanges: finding.exchanges)
  }
}
