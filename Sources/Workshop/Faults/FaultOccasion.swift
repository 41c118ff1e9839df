import AppState
import Catalogue
import Faults

/// An action of the phone at which a fault may happen.
enum FaultOccasion: CaseIterable {
  case login, registration, refresh, revocation, signOut, start

  var phrase: Phrase {
    switch self {
    case .registration: .faultAtRegistration
    case .login: .faultAtLogin
    case .refresh: .faultAtRefresh
    case .revocation: .faultAtRevocation
    case .signOut: .faultAtSignOut
    case .start: .faultAtStart
    }
  }
}

extension Phone<FaultsTool> {
  /// When the first of these faults would happen; `nil`: at the phone's next action. Impossible faults do not count.
  func occasion(of plan: FaultPlan) -> FaultOccasion? {
    let conditions = conditions
    let occasions = plan.rules.filter { $0.needs.isSubset(of: conditions) }.reduce(into: Set<FaultOccasion>()) {
      $0.formUnion(self.occasions(of: $1))
    }
    let next: [FaultOccasion] =
      state.session != nil ? [.refresh, .revocation, .signOut] : state.loginClient != nil ? [.login] : [.registration]
    return occasions.isDisjoint(with: next) ? FaultOccasion.allCases.first(where: occasions.contains) : nil
  }

  private func occasions(of rule: FaultRule) -> Set<FaultOccasion> {
    switch rule.endpoint {
    // Fetched once a run, and by each registration.
    case .metadata: state.metadata == nil ? [.registration, .login, .start] : [.registration, .start]
    case .pushedAuthorization, .deviceAuthorization, .authorize, .secureElement: [.registration, .login]
    case .token:
      switch rule.defect {
      // The first login uses another client than this phone's, which gets no ID token.
      case .client, .idToken: [.login]
      default: [.registration, .login]
      }
    case .browser: [.registration, .login, .signOut]
    case .registration: [.registration]
    case .userinfo, .jwks: [.login]
    case .refresh: [.refresh]
    case .revocation: [.revocation]
    case .logout: [.signOut]
    case .keystore:
      switch rule.defect {
      // A file that does not exist yet cannot be damaged.
      case .disk(let defect)
      where state.keystore == .empty && ![.full, .readOnly, .notDurable, .locked].contains(defect): [.login]
      default: [.registration, .login, .signOut]
      }
    }
  }

  /// Why all of these faults are impossible here; `nil`: at least one is possible.
  func obstacle(to plan: FaultPlan) -> Phrase? {
    guard !plan.isPossible(under: conditions) else { return nil }
    return plan.rules.first.flatMap(firstNeed).flatMap { PhrasesByName.faultNeeds[$0.rawValue] }
  }

  func obstacle(to row: FaultRow) -> Phrase? {
    if case .preset(let preset) = row, !own.server.isShown { obstacle(to: preset.plan) } else { nil }
  }

  /// The first condition of the fault that does not hold here.
  func firstNeed(of rule: FaultRule) -> FaultCondition? {
    let missing = rule.needs.subtracting(conditions)
    return FaultCondition.allCases.first(where: missing.contains)
  }
}
