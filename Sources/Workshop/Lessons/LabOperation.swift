import AppState
import SharedValues

/// What a lab needs besides its own server.
package struct LabWorldSettings: Hashable, Sendable {
  /// Defences that the lab's server leaves out, as the configuration spells them.
  package var insecure: [String] = []
  /// `embeddedServer` of the lab's server: `lifetimes`, `limits` and `policies`.
  package var server = JSON.object([])
  /// Additional configuration of the lab's phones, spelled as in configuration files.
  package var phone = JSON.object([])
  /// A second, hostile authorization server.
  package var hasRogue = false

  /// Members of a phone's configuration that a lesson may set. None of them can name a file, a program or another server.
  package static let phoneMembers = [
    "api", "authorizationParameters", "clientAuthentication", "dpop", "postLogoutRedirectUri", "profile",
    "pushedAuthorization",
    "redirectUri", "registration", "registrationClientID", "scope", "silentStart", "softwareId", "userPresence",
  ]
  /// Policies that a lab can change after its server has started.
  package static let laterPolicies = [
    "accessTokens", "clientAuthentication", "clients", "dpop", "dpopNonce", "pushedAuthorization", "refreshTokens",
    "registration",
  ]
  package static let serverMembers = ["lifetimes", "limits", "policies"]
  package static let switches = ["withoutPKCE", "implicit", "withoutIss"]

  /// The same settings with these policies replacing those of the same name.
  package func changing(_ policies: JSON) -> LabWorldSettings {
    var settings = self
    let changed = (policies.objectValue ?? []).reduce(server["policies"] ?? [:]) { $0.setting($1.name, $1.value) }
    settings.server = server.setting("policies", changed)
    return settings
  }
}

/// One thing that a lab does, the result that it must have, and what that proves: an *operation* in docs/lessons.md and in the lesson files.
package struct LabOperation: Hashable, Sendable {
  /// What an operation proves if it has the expected result.
  package enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// A preparation, or the normal course of events.
    case normal
    /// The attack is refused.
    case defence
    /// The attack succeeds, because the defence is missing.
    case attack
    /// The attack succeeds although every defence that the lesson explains is on.
    case despite
  }

  package var act: LabAct
  /// Facts that the result must contain, by name and value. An empty value means: any value.
  package var expect: [NamedValue]
  package var proves: Meaning
  /// Facts to store for later operations: name of the variable and of the fact.
  package var keep: [NamedValue]
}

/// The vocabulary of labs. Texts may contain variables in braces: `{code}`.
package enum LabAct: Hashable, Sendable {
  /// Runs the real app without a screen until a step.
  case app(LabApp)
  /// Opens a browser at the lesson's own authorization request, whose redirect goes to the app that claimed its scheme; or at a page, where it stays.
  case browser(LabBrowser)
  case request(LabRequest)
  case copy(from: String, to: String, files: [String])
  /// Opens a lab phone's keystore as the app would.
  case openKeystore(device: String, passphrase: String?)
  case protectKeystore(device: String, passphrase: String)
  /// What the server's administrator can do.
  case revoke(client: String)
  case activate(client: String)
  /// Ends all browser sessions of a user, and with them what was granted in them.
  case endSessions(user: String)
  case changeTemplate(String, JSON)
  /// Restarts the server with these policies replacing those of the same name.
  case changePolicies(JSON)
  /// Lists the keys of a phone's secure element, after making a key if `make` asks for one.
  case keys(device: String, sender: LabRequest.Sender, make: KeyUse?)
  /// Moves the lab's clocks ahead, by seconds.
  case clock(LabClock, ahead: Int)
  /// Counts clients and sessions in the server's database, and reads what it knows about one client or user.
  case inspect(client: String?, user: String?)
  /// Lists what the hostile server has captured so far.
  case loot
}

package enum LabClock: String, Hashable, Sendable, CaseIterable { case server, app, both }

package struct LabApp: Hashable, Sendable {
  package enum Redirect: Hashable, Sendable {
    case app
    /// The malicious app, which has the same scheme.
    case stolen
    /// The app gets this forged redirect instead.
    case forged(String)
  }

  package var device: String
  package var until: FlowStep
  package var user: String
  package var softwareID: String?
  /// The parameters of the authorization request that the hostile server replaces; an empty value removes one. `nil`: it is not the app's issuer.
  package var rogue: [NamedValue]?
  /// The browser starts without cookies and keeps none.
  package var isEphemeral: Bool
  package var redirect: Redirect
  /// The browser's user never types a password.
  package var nobodyTypes: Bool
  package var phone: JSON
  /// Rules of a fault file.
  package var faults: JSON
}

package struct LabBrowser: Hashable, Sendable {
  /// The parameters of the redirect that the lesson's own app checks before it accepts it.
  package enum Check: String, Hashable, Sendable, CaseIterable { case state, iss }

  /// The phone whose browser it is.
  package var device: String
  package var sender: LabRequest.Sender
  package var receiver: LabRequest.Sender
  package var user: String
  /// The password to type; `nil`: the user's own.
  package var password: String?
  package var parameters: [NamedValue]
  /// A page on one of the lab's servers, opened instead of an authorization request.
  package var page: String?
  /// Like ``LabApp/rogue``; `nil`: the hostile server does not get the request.
  package var rogue: [NamedValue]?
  /// The receiver gets this forged redirect instead.
  package var forged: String?
  package var checks: [Check]
  package var isEphemeral: Bool
  package var nobodyTypes: Bool
  /// A page inside the requesting app instead of a browser: the app sees what the user types and keeps the cookies.
  package var isEmbedded: Bool
}

package struct LabRequest: Hashable, Sendable {
  /// `rogue`: the hostile server of a lab that has one.
  package enum Sender: String, Hashable, Sendable, CaseIterable { case attacker, app, rogue }
  package enum Body: Hashable, Sendable { case none, form([NamedValue]), json(JSON) }

  package var sender: Sender
  package var method: String
  package var url: String
  package var bearer: String?
  /// A token that is sent as one bound to a key (RFC 9449 §7.1).
  package var dpop: String?
  /// The proof of possession (RFC 9449 §4).
  package var proof: LabSigned?
  /// The client assertion that replaces a secret (RFC 7523 §2.2).
  package var assertion: LabSigned?
  /// Client id and secret for HTTP Basic.
  package var basic: NamedValue?
  package var body: Body
  /// The `nonce` that the lesson's own app sent and expects in the ID token of the response; `nil`: it does not check.
  package var nonce: String?
  /// How many copies are sent at the same time.
  package var copies: Int
  /// An attacker intercepts the request: it is built and signed, but not sent.
  package var isCaught: Bool

  /// The phone whose secure element signs; `nil`: none does.
  package var signer: String? {
    for case .signed(let signature)? in [proof, assertion] { return signature.device }
    return nil
  }
}

/// A JWS that a lesson's own request carries.
package enum LabSigned: Hashable, Sendable {
  /// A JWS that was signed for another request, or a text that was never signed.
  case text(String)
  case signed(LabSignature)
}

/// A phone's secure element signs for this request.
package struct LabSignature: Hashable, Sendable {
  package var device: String
  /// For an assertion: the client that it is about.
  package var client: String
  /// Claims that replace the correct ones; an empty value removes the claim.
  package var claims: [NamedValue]
  /// How many seconds in the future it is dated.
  package var ahead: Int
}
