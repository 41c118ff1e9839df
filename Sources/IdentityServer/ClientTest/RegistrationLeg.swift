/// Checks of redirects and token requests, repeated in the login that registers the client.
///
/// An app that registers itself signs in twice: as a configured client with the scope `dcr`, whose token registers it, then as itself. It
/// may be careful in only one of these logins. Each row of the list that can be repeated gets a second row, `ID@reg`.
enum RegistrationLeg {
  static let suffix = "@reg"

  /// The further rows, in the order of the list.
  static func rows(of checks: [JSON]) -> [JSON] { checks.compactMap(row) }

  private static let groups: Set = ["redirect", "token"]

  /// `nil`: the check is not repeated.
  private static func row(_ check: JSON) -> JSON? {
    guard let id = check["id"]?.stringValue, let about = check["about"]?.stringValue,
      groups.contains(check["group"]?.stringValue ?? ""), check["kind"] != "person"
    else { return nil }
    var row = check.setting("id", .string(id + suffix)).setting("about", .string(about + ", in the login to register"))
    // Each of them makes the client register anew.
    row = row.setting("group", .string(ClientCheck.Group.registration.rawValue)).setting("core", false)
    return row.setting("trial", check["trial"].map(trial))
  }

  /// The client has to register again. What the first login is for is the only use of its token.
  private static func trial(_ trial: JSON) -> JSON {
    let logins = trial["actions"]?.stringArray?.filter { $0 == ClientTestStep.login.rawValue } ?? []
    let needs = trial["needs"]?.stringArray ?? []
    let code = SeenExchange.Kind.code.rawValue
    let needed = needs.contains(code) ? code : SeenExchange.Kind.registration.rawValue
    return trial.setting("actions", .strings([ClientTestStep.forget.rawValue] + logins))
      .setting("needs", .strings([needed])).setting("before", nil).setting("after", nil)
  }
}

extension TestedClient {
  /// Whether it belongs to the login that registers a client. Registrations bring the token of that login.
  static func registers(_ exchange: SeenExchange) -> Bool {
    guard exchange.kind != .registration else { return true }
    guard let id = exchange.claimed ?? exchange.parties.clients.first else { return false }
    return ConfiguredClients.registrars.contains(id)
  }
}

extension ClientTestRun {
  /// The exchanges that a check is about.
  func seen(for check: ClientCheck, after number: Int = 0) -> [SeenExchange] {
    check.leg == .own ? own(after: number) : provider.trace.seen(after: number).filter(TestedClient.registers)
  }

  func target(of check: ClientCheck) -> FaultTarget { check.leg == .own ? tested.target : .registrars }

  /// What the baseline showed of the login that a check is about. For the one that registers, the client is made to register until that has
  /// shown twice: less is no sign.
  func shown(for check: ClientCheck, _ baseline: Baseline) async -> [SeenExchange.Kind: Int] {
    guard check.leg == .registration else { return baseline.counts }
    for _ in 0..<2 where firstLegs[.code, default: 0] < 2 && !isStopped {
      let isWithout = firstLegs[.registration, default: 0] > 0 && firstLegs[.code, default: 0] == 0
      guard !isWithout, await act(.forget, check, .baseline) != .impossible else { break }
      await act(.login, check, .baseline)
    }
    return firstLegs
  }

  /// What good logins that register have shown so far.
  private var firstLegs: [SeenExchange.Kind: Int] {
    let seen = provider.trace.seen().filter { TestedClient.registers($0) && $0.isAccepted }
    return Dictionary(seen.map { ($0.kind, 1) }, uniquingKeysWith: +)
  }

  /// The history of the configured client with which the client under test has signed in to register; `nil`: it has not.
  private var registrar: ClientHistory? {
    let all = provider.trace.seen()
    let id = all.last { $0.kind == .code && $0.isAccepted && TestedClient.registers($0) }?.claimed
    return history(of: id, all)
  }

  /// `nil`: the check applies to the login that registers, or that is not known yet.
  func inapplicableToRegistration(_ check: ClientCheck) -> CheckVerdict? {
    if let registrar { return registrar.inapplicable(check) }
    let all = provider.trace.seen()
    if let client = client(tested.id(in: all)), client.kind != .dynamic {
      return CheckVerdict(check, Finding(.inapplicable, "The client was configured and does not register."))
    }
    let registrations = all.filter { $0.kind == .registration && $0.isAccepted }
    return registrations.isEmpty
      ? nil
      : CheckVerdict(check, Finding(.inapplicable, "The client registers without a login before it.", registrations))
  }

  /// The verdict of a check that only looks on.
  func verdictOnRegistration(_ check: ClientCheck) -> CheckVerdict {
    inapplicableToRegistration(check) ?? registrar?.verdict(check) ?? CheckVerdict(check, .unseen)
  }
}
