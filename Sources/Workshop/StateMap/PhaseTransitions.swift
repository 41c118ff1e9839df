import AppState

/// One edge of the state machine.
struct PhaseTransition: Hashable, Sendable {
  var from: Phase
  var to: Phase

  init(_ from: Phase, _ to: Phase) { (self.from, self.to) = (from, to) }
}

/// Every transition that ``update(_:_:now:)`` makes, in the one table that the panel draws. A test compares it with the app's
/// behaviour in both directions.
enum PhaseTransitions {
  static let table: [Phase: Set<Phase>] = [
    .opening: [.noClient, .unauthenticated, .locked, .unusable, .refreshing, .deadRegistration],
    .locked: [.opening, .forgetting],
    .unusable: [.opening, .forgetting],
    .noClient: [.registering],
    .registering: [.unauthenticated, .failed, .cancelled, .authenticated],
    .unauthenticated: [.loggingIn, .registering, .signingOut, .managing, .forgetting, .deadRegistration],
    .pushing: [.loggingIn, .failed, .cancelled],
    .loggingIn: [.pushing, .fetchingToken, .authenticated, .failed, .cancelled, .deadRegistration],
    .fetchingToken: [.authenticated, .callingAPI, .failed, .cancelled, .deadRegistration],
    .authenticated: [
      .refreshing, .loggingIn, .callingAPI, .signingOut, .managing, .forgetting, .registering, .deadRegistration,
    ],
    .callingAPI: [.authenticated, .failed],
    .refreshing: [
      .authenticated, .unauthenticated, .failed, .cancelled, .signingOut, .forgetting, .managing, .registering,
      .deadRegistration,
    ],
    .signingOut: [.unauthenticated, .authenticated, .cancelled],
    .managing: [.unauthenticated, .authenticated, .failed, .cancelled, .deadRegistration],
    .forgetting: [.noClient, .authenticated, .failed, .cancelled, .unusable, .locked],
    .failed: [.noClient, .unauthenticated, .registering, .loggingIn, .managing, .forgetting, .deadRegistration],
    .cancelled: [.registering, .loggingIn, .managing, .forgetting, .deadRegistration],
    .deadRegistration: [.registering, .unauthenticated, .authenticated],
  ]

  static var all: Set<PhaseTransition> {
    Set(table.flatMap { from, ends in ends.map { PhaseTransition(from, $0) } })
  }

  /// The phases that can follow this one, in the order of ``Phase``.
  static func from(_ phase: Phase) -> [Phase] {
    Phase.allCases.filter { table[phase]?.contains($0) == true }
  }
}
