import Glibc

/// Whether it is certain that nobody else works on this machine: everybody who does reaches whatever listens on its loopback.
///
/// A list of what is good: what is not known counts as somebody (docs/decisions/0033-what-proves-that-nobody-else-is-here.md).
package enum SoleUser {
  /// Why it is not certain. Each is a reason by itself.
  package enum Doubt: String, Hashable, Sendable {
    /// The system's accounts come from more than the file /etc/passwd, and not all of them can be listed.
    case accountsFromElsewhere
    /// The user of this process has no account in that file; then others may have none, either.
    case unknownUser
    /// Another account is a person's, or has a shell to log in with.
    case otherAccount
    /// The loopback may belong to a system with accounts that cannot be seen from here, as in a container or a chroot.
    case sharedNetwork
  }

  /// Found out once, when it is first asked for. `nil`: this user is alone.
  package static let doubt = doubt(of: MachineFacts.read())
  package static var isProven: Bool { doubt == nil }

  package static func doubt(of machine: MachineFacts) -> Doubt? {
    guard let services = machine.passwordServices, services.contains("files"),
      services.allSatisfy({ $0 == "files" || $0 == "systemd" && machine.userRecords == [] })
    else { return .accountsFromElsewhere }
    guard machine.accounts.contains(where: { $0.id == machine.user }) else { return .unknownUser }
    // Root may do everything anyway.
    let others = machine.accounts.filter { $0.id != machine.user && $0.id != 0 }
    guard others.allSatisfy(isNobodys) else { return .otherAccount }
    return machine.hasOwnLoopback ? nil : .sharedNetwork
  }

  /// A service's account: its id is none of those that people get (Debian Policy Manual, "UID and GID classes"), and no shell lets
  /// anybody in. A person without a shell counts, because ssh forwards ports all the same.
  private static func isNobodys(_ account: MachineFacts.Account) -> Bool {
    !(1000..<60_000).contains(account.id) && shellsOfNobody.contains(account.shell)
  }

  /// An empty shell is /bin/sh (passwd(5)).
  private static let shellsOfNobody: Set<String> = Set(
    ["", "/usr"].flatMap { prefix in
      ["/sbin/nologin", "/bin/nologin", "/bin/false", "/bin/sync", "/sbin/shutdown", "/sbin/halt"].map { prefix + $0 }
    })
}
