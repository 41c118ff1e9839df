import SharedValues

/// One phone on this machine, as far as the phone in view may know it.
public struct PhoneSummary: Hashable, Sendable {
  public enum Condition: Hashable, Sendable {
    /// The phone has no client of its own yet.
    case fresh
    case registered
    case signedIn
    /// The phone's folder holds a keystore that has not been opened in this run.
    case unopened
    case locked
    case damaged
  }

  public var name: String
  public var condition: Condition
  /// `nil` where the phone has no client, or where its keystore has not been opened in this run.
  public var clientID: String?

  public init(name: String, condition: Condition, clientID: String? = nil) {
    (self.name, self.condition, self.clientID) = (name, condition, clientID)
  }
}

/// The phones on this machine: each has its own folder, keystore and browser, and all share one identity server.
public struct Phones: Hashable, Sendable {
  /// The most phones that a sheet shows.
  static let most = 6

  /// Sorted by name, whichever is in view; at most ``most``, this phone always among them.
  public var all: [PhoneSummary] = []
  /// Whether the list lies over the phone's screen.
  public var isShown = false
  public var cloned: Clone?
  public var problem: PhoneProblem?

  public struct Clone: Hashable, Sendable {
    public var from: String
    public var to: String

    public init(from: String, to: String) { (self.from, self.to) = (from, to) }
  }

  public var hasRoom: Bool { all.count < Phones.most }
}

/// Why the app could not switch to, add or clone a phone; the catalogue has the words for `code`.
public struct PhoneProblem: WordedError, Hashable {
  public var code: ProblemCode
  public var values: [String: Term]

  public init(_ code: ProblemCode, _ values: [String: any TermConvertible] = [:]) {
    (self.code, self.values) = (code, values.mapValues(\.term))
  }
}

public enum PhonesAction: Hashable, Sendable {
  case show
  case close
  /// Switches to this phone; the previous one continues as it is.
  case switchTo(String)
  /// Adds a new phone, without any data.
  case add
  /// Adds a phone with a copy of this one's app data, as a restored backup would be.
  case clone
  case listed([PhoneSummary])
  case cloned(Phones.Clone, [PhoneSummary])
  case failed(PhoneProblem)
  /// This phone is in view now, and the user came from another.
  case arrived(Surroundings)
}

public enum PhonesEffect: Hashable, Sendable {
  case list
  case switchTo(String)
  case add
  case clone
}

/// State of the person and the terminal, not of a phone: it stays when the user switches phones.
public struct Surroundings: Hashable, Sendable {
  var tab: PanelTab?
  var presenter: Bool
  var preferences: Preferences
  var tools: Toolbox
}

extension AppState {
  public var surroundings: Surroundings {
    Surroundings(tab: view.tab, presenter: settings.presenter, preferences: preferences, tools: tools)
  }

  /// Whether the user may switch phones: a flow would go on unseen, and its browser would open over another phone.
  public var canLeavePhone: Bool { visibleFlow == nil }

  /// The name on the phone's case, which tells phones apart; `nil`: there is only one.
  public var nameOnPhone: String? { phones.all.count > 1 ? settings.device : nil }

  /// The other phones with this client, among those used in this run. A clone shares its client.
  public func otherPhones(withClient id: String) -> [String] {
    phones.all.filter { $0.clientID == id && $0.name != settings.device }.map(\.name)
  }

  mutating func phonesAnswered(_ action: PhonesAction) -> [Effect] {
    switch action {
    case .show:
      phones.isShown = true
      (phones.problem, phones.cloned) = (nil, nil)
      view.focus = .phone
      settle()
      // This phone is known before the others have been found.
      let condition: PhoneSummary.Condition = session != nil ? .signedIn : registration == nil ? .fresh : .registered
      let own = PhoneSummary(name: settings.device, condition: condition, clientID: registration?.credentials.clientID)
      list(phones.all.filter { $0.name != own.name } + [own])
      view.button = phones.all.firstIndex { $0.name == own.name } ?? 0
      return [.phones(.list)]
    case .close:
      phones.isShown = false
      settle()
    case .switchTo(let name):
      guard name != settings.device else { return phonesAnswered(.close) }
      guard canLeavePhone else { return refuse(.phoneIsBusy) }
      return [.phones(.switchTo(name))]
    case .add:
      guard phones.hasRoom else { return refuse(.tooManyPhones) }
      guard canLeavePhone else { return refuse(.phoneIsBusy) }
      return [.phones(.add)]
    case .clone:
      guard phones.hasRoom else { return refuse(.tooManyPhones) }
      // A save may be under way; and a flow that goes on would change only one of the two phones.
      guard flow == nil else { return refuse(.phoneIsBusy) }
      return [.phones(.clone)]
    case .listed(let all): list(all)
    case .cloned(let clone, let all):
      list(all)
      (phones.cloned, phones.problem) = (clone, nil)
      view.button = phones.all.firstIndex { $0.name == clone.to } ?? 0
    case .failed(let error): phones.problem = error
    case .arrived(let surroundings):
      adopt(surroundings)
      return [.phones(.list)]
    }
    return []
  }

  private mutating func refuse(_ code: ProblemCode) -> [Effect] {
    phones.problem = PhoneProblem(code, ["received": settings.device])
    phones.cloned = nil
    return []
  }

  private mutating func list(_ all: [PhoneSummary]) {
    let before = phones.all
    let own = all.filter { $0.name == settings.device }
    let others = all.filter { $0.name != settings.device }.sorted { $0.name < $1.name }
    phones.all = (own + others.prefix(Phones.most - own.count)).sorted { $0.name < $1.name }
    guard phones.isShown else { return }
    // The focus stays on the same button when the list above it has changed.
    if before.indices.contains(view.button) {
      view.button = phones.all.firstIndex { $0.name == before[view.button].name } ?? 0
    } else {
      view.button += phones.all.count - before.count
    }
  }

  private mutating func adopt(_ surroundings: Surroundings) {
    (view.tab, view.focus) = (surroundings.tab, .phone)
    (settings.presenter, preferences) = (surroundings.presenter, surroundings.preferences)
    tools.arrive(from: surroundings.tools)
    phones = Phones()
    if settings.presenter { view.revealsSecrets = false }
  }
}
