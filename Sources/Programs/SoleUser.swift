import Glibc

/// Whether this user is certainly alone on this machine: every other user could reach the programs that listen on its loopback.
///
/// Only known facts count; anything unknown counts as another user (docs/decisions/0033-what-proves-that-nobody-else-is-here.md).
package enum SoleUser {
  /// Why it is not certain. Each is sufficient.
  package enum Doubt: String, Hashable, Sendable {
    /// The system has other sources of accounts than the file /etc/passwd, and not all their accounts can be listed.
    case accountsFromElsewhere
    /// The user of this process has no account in that file, so there may be others without one.
    case unknownUser
    /// Another account belongs to a person or has a shell to log in with.
    case otherAccount
    /// The loopback may belong to a system whose accounts are not visible here, as in a container or a chroot.
    case sharedNetwork
  }

  /// Determined at the first use. `nil`: this user is alone.
  package static let doubt = doubt(of: MachineFacts.read())
  package static var isProven: Bool { doubt == nil }

  package static func doubt(of machine: MachineFacts) -> Doubt? {
    guard let services = machine.passwordServices, services.contains("files"),
      services.allSatisfy({ $0 == "files" || $0 == "systemd" && machine.userRecords == [] })
    else { return .accountsFromElsewhere }
    guard machine.accounts.contains(where: { $0.id == machine.user }) else { return .unknownUser }
    // Root can do everything anyway.
    let others = machine.accounts.filter { $0.id != machine.user && $0.id != 0 }
    guard others.allSatisfy(isNobodys) else { return .otherAccount }
    return machine.hasOwnLoopback ? nil : .sharedNetwork
  }

  /// Whether the account is a service's: its id is not in the range for people (Debian Policy Manual, "UID and GID classes"), and its shell allows no
  /// login. A person without a shell still counts, because ssh forwards ports.
  private static func isNobodys(_ account: MachineFacts.Account) -> Bool {
    !(1000..<60_000).contains(account.id) && shellsOfNobody.contains(account.shell)
  }

  /// An empty shell is /bin/sh (passwd(5)).
  private static let shellsOfNobody: Set<String> = Set(
    ["", "/usr"].flatMap { prefix in
      ["/sbin/nologin", "/bin/nologin", "/bin/false", "/bin/sync", "/sbin/shutdown", "/sbin/halt"].map { prefix + $0 }
    })
}
