import AppState
import SharedValues

/// What a lab needs besides a server of its own.
public struct LabWorldSettings: Hashable, Sendable {
  /// Defences that the lab's server does without, as the configuration spells them.
  public var insecure: [String] = []
  /// `embeddedServer` of the lab's server: `lifetimes`, `limits` and `policies`.
  public var server = JSON.object([])
  /// What the configuration of the lab's phones has besides, by its own names.
  public var phone = JSON.object([])
  /// A second, hostile authorization server.
  public var hasRogue = false

  /// Members of a phone's configuration that a lesson may set. None of them names a file, a program or another server.
  public static let phoneMembers = [
    "api", "authorizationParameters", "clientAuthentication", "dpop", "postLogoutRedirectUri", "profile",
    "pushedAuthorization",
    "redirectUri", "registration", "registrationClientID", "scope", "silentStart", "softwareId", "userPresence",
  ]
  /// Policies that a lab's administrator may change while its world stands.
  public static let laterPolicies = [
    "accessTokens", "clientAuthentication", "clients", "dpop", "dpopNonce", "pushedAuthorization", "refreshTokens",
    "registration",
  ]
  public static let serverMembers = ["lifetimes", "limits", "policies"]
  public static let switches = ["withoutPKCE", "implicit", "withoutIss"]

  public init() {}

  /// The same with these policies in the place of those of the same names.
  public func changing(_ policies: JSON) -> LabWorldSettings {
    var settings = self
    let changed = (policies.objectValue ?? []).reduce(server["policies"] ?? [:]) { $0.setting($1.name, $1.value) }
    settings.server = server.setting("policies", changed)
    return settings
  }
}

/// One thing that a lab does, what has to come of it, and what that proves.
public struct LabDeed: Hashable, Sendable {
  /// What it means when it comes out as expected.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// A preparation, or the normal course of things.
    case normal
    /// The attack is refused.
    case defence
    /// The attack succeeds, because the defence is missing.
    case attack
    /// The attack succeeds although every defence that is told of is on.
    case despite
  }

  public var act: LabAct
  /// Facts that must come out so: name and value. An empty value means: there is one, whatever it is.
  public var expect: [LabPair]
  public var proves: Meaning
  /// Facts to remember for later deeds: name of the variable and of the fact.
  public var keep: [LabPair]
}

/// A name with a text.
public struct LabPair: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

/// The vocabulary of labs. Texts may hold variables in braces: `{code}`.
public enum LabAct: Hashable, Sendable {
  /// The real app, without a screen, until a step.
  case app(LabApp)
  /// A browser opened at an authorization request of the lesson's own, whose redirect goes to the app that took its scheme; or at a
  /// page, where it stays.
  case browser(LabBrowser)
  /// One HTTP request.
  case request(LabRequest)
  /// Files of one lab phone copied to another.
  case copy(from: String, to: String, files: [String])
  /// A lab phone's keystore, opened as the app opens it.
  case openKeystore(device: String, passphrase: String?)
  /// A lab phone's keystore put under a passphrase.
  case protectKeystore(device: String, passphrase: String)
  /// What the server's administrator can do.
  case revoke(client: String)
  case activate(client: String)
  /// All browser sessions of a user end, and with them what was granted in them.
  case endSessions(user: String)
  case changeTemplate(String, JSON)
  /// The server is started anew with these in the place of its policies of the same names.
  case changePolicies(JSON)
  /// What a phone's secure element holds, after it has made a key where one is asked for.
  case keys(device: String, sender: LabRequest.Sender, make: KeyUse?)
  /// The clocks of the lab are moved ahead, by seconds.
  case clock(LabClock, ahead: Int)
  /// The server's database: how many clients and sessions, and what is known of one client or user.
  case inspect(LabInspection)
  /// What the hostile server has got so far.
  case loot
}

/// Whose clock a lab moves.
public enum LabClock: String, Hashable, Sendable, CaseIterable { case server, app, both }

/// How the hostile server passes on the authorization request of a deed.
public struct LabRogue: Hashable, Sendable {
  /// Parameters that it puts others in the place of; with an empty value it leaves them out.
  public var rewrites: [LabPair] = []

  public init(rewrites: [LabPair] = []) { self.rewrites = rewrites }
}

public struct LabInspection: Hashable, Sendable {
  public var client: String?
  public var user: String?

  public init(client: String? = nil, user: String? = nil) { (self.client, self.user) = (client, user) }
}

public struct LabApp: Hashable, Sendable {
  /// Who gets the redirect.
  public enum Redirect: Hashable, Sendable {
    case app
    /// The malicious app, which has the same scheme.
    case stolen
    /// The app gets this forged one instead.
    case forged(String)
  }

  public var device: String
  public var until: FlowStep
  public var user: String
  public var softwareID: String?
  /// With the hostile server as its issuer.
  public var rogue: LabRogue?
  /// The browser starts with an empty jar and keeps nothing.
  public var isEphemeral: Bool
  public var redirect: Redirect
  /// Nobody is there to type a password.
  public var nobodyTypes: Bool
  /// What its configuration has besides, by its own names.
  public var phone: JSON
  /// Rules of a fault file.
  public var faults: JSON
}

public struct LabBrowser: Hashable, Sendable {
  /// What an app of the lesson's own looks at before it believes a redirect.
  public enum Check: String, Hashable, Sendable, CaseIterable { case state, iss }

  /// Whose browser it is.
  public var device: String
  /// Who asks.
  public var sender: LabRequest.Sender
  /// Who gets the redirect.
  public var receiver: LabRequest.Sender
  public var user: String
  /// What is typed; `nil`: the user's own.
  public var password: String?
  /// Of the authorization request, in order.
  public var parameters: [LabPair]
  /// The page of one of the lab's own servers that is opened instead of an authorization request.
  public var page: String?
  /// It is sent to the hostile server.
  public var rogue: LabRogue?
  /// The receiver gets this forged redirect instead.
  public var forged: String?
  public var checks: [Check]
  public var isEphemeral: Bool
  public var nobodyTypes: Bool
  /// No browser, but a page inside the asking app, which sees what is typed and keeps the cookies.
  public var isEmbedded: Bool
}

public struct LabRequest: Hashable, Sendable {
  /// `rogue`: the hostile server of a lab that has one.
  public enum Sender: String, Hashable, Sendable, CaseIterable { case attacker, app, rogue }
  public enum Body: Hashable, Sendable { case none, form([LabPair]), json(JSON) }

  public var sender: Sender
  public var method: String
  public var url: String
  public var bearer: String?
  /// A token that is presented as bound to a key (RFC 9449 §7.1).
  public var dpop: String?
  /// The proof of a key (RFC 9449 §4).
  public var proof: LabSigned?
  /// What the client signs in place of a secret (RFC 7523 §2.2).
  public var assertion: LabSigned?
  /// Client id and secret for HTTP Basic.
  public var basic: LabPair?
  public var body: Body
  /// What an app of the lesson's own has sent as `nonce`, and wants to find in the ID token of the answer; `nil`: it does not look.
  public var nonce: String?
  /// So many at once.
  public var copies: Int
  /// Somebody has it before it arrives: it is put together and signed, and not sent.
  public var isCaught: Bool
}
