import SharedValues

/// The user's roles, as the server states them: the claim `roles` (seeds/003), an array of strings.
///
/// The app shows and hides screens by roles, for the user's convenience. That protects nothing: a changed app can
/// change this check too, so the API behind a screen has to check the role itself.
public struct Roles: Hashable, Sendable {
  /// Each role once, in the server's order, compared exactly.
  public private(set) var names: [String] = []
  /// The claim `roles` is present but no array of strings; it then gives no role at all.
  public private(set) var isUnreadable = false

  init(_ claim: JSON?) {
    guard let claim, claim != .null else { return }
    guard let list = claim.stringArray else {
      isUnreadable = true
      return
    }
    var seen: Set<[UInt8]> = []
    names = list.filter { !$0.isEmpty && seen.insert(Array($0.utf8)).inserted }
  }

  func contains(_ role: String) -> Bool { names.contains { $0.utf8.elementsEqual(role.utf8) } }
}

extension Session {
  /// The roles in userinfo, which each refresh asks for again; those of the ID token where userinfo has none.
  public var roles: Roles { Roles(userinfo?.document["roles"] ?? claims?.document["roles"]) }
}

/// A screen that only users with a role get to see (seeds/003: `hasRole('Manager')`, `hasRole('IC')`).
public enum RoleScreen: String, Hashable, Sendable, CaseIterable {
  case manager = "Manager"
  case ic = "IC"

  public var role: String { rawValue }
}

extension AppState {
  /// The role screens that this user can open, in a fixed order; empty without a session.
  public var roleScreens: [RoleScreen] {
    guard let roles = session?.roles else { return [] }
    return RoleScreen.allCases.filter { roles.contains($0.role) }
  }

  /// Leaves the screen of a role that the user no longer has, and the API's screens once the session has ended.
  mutating func leaveClosedScreens() {
    let isClosed =
      switch view.route {
      case .role(let screen): !roleScreens.contains(screen)
      case .accounts: !canUseAPI && flow == nil
      case .payment: (!canUseAPI || api.payingAccount == nil) && flow == nil
      case .home, .profile, .settings, .appearance: false
      }
    guard isClosed else { return }
    view.route = .home
    settle()
  }
}
