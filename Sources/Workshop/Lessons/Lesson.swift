import AppState
import SharedValues

/// One lesson as its file describes it, judged (docs/lessons.md has the format).
public struct Lesson: Hashable, Sendable, Identifiable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case tour, lab }

  /// Where a claim can be looked up.
  public struct Source: Hashable, Sendable {
    public var name: String
    public var url: String
  }

  public struct Question: Hashable, Sendable {
    public var text: String
    /// Two to four.
    public var choices: [String]
    /// Index of the right one.
    public var right: Int
    public var why: String
  }

  /// One thing to try, and what it shows.
  public struct Step: Hashable, Sendable {
    public var title: String
    /// What is tried.
    public var text: String
    /// What to look at meanwhile.
    public var watch: String
    /// What is done, in order; empty: only to be read.
    public var deeds: [LabDeed]
    /// Said once it has been done.
    public var afterwards: String
    /// Of a tour: what of the main job this stop stands at.
    public var stop: TourStop?
  }

  public var id: String
  /// Where it stands in the list.
  public var order: Int
  public var kind: Kind
  public var title: String
  public var setting: String
  public var goal: String
  public var world: LabWorldSettings
  public var steps: [Step]
  public var explanation: String
  public var sources: [Source]
  public var question: Question?
  /// The file that it comes from; `nil`: it came with the program.
  public var file: String?

  /// What a lesson file may hold.
  public static let fileLimit = 128 << 10
}

/// What a lab needs besides a server of its own.
public struct LabWorldSettings: Hashable, Sendable {
  /// Defences that the lab's server does without, as the configuration spells them.
  public var insecure: [String] = []
  /// A second, hostile authorization server.
  public var rogue = false

  public init() {}
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
  /// A browser opened at an authorization request of the lesson's own; the app that took the redirect's scheme gets it.
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
  case changeTemplate(String, JSON)
  /// The server's database: how many clients, sessions and, of one client, what is known.
  case inspect(client: String?)
  /// What the hostile server has got so far.
  case loot
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
  public var usesRogue: Bool
  /// The browser starts with an empty jar and keeps nothing.
  public var isEphemeral: Bool
  public var redirect: Redirect
  /// Nobody is there to type a password.
  public var nobodyTypes: Bool
}

public struct LabBrowser: Hashable, Sendable {
  /// Whose browser it is.
  public var device: String
  /// Who asked for it and gets the redirect.
  public var receiver: LabRequest.Sender
  public var user: String
  /// Of the authorization request, in order.
  public var parameters: [LabPair]
  public var isEphemeral: Bool
}

public struct LabRequest: Hashable, Sendable {
  public enum Sender: String, Hashable, Sendable, CaseIterable { case attacker, app }
  public enum Body: Hashable, Sendable { case none, form([LabPair]), json(JSON) }

  public var sender: Sender
  public var method: String
  public var url: String
  public var bearer: String?
  /// Client id and secret for HTTP Basic.
  public var basic: LabPair?
  public var body: Body
}
