import ForeignText
import Glibc

/// Whether more than one person can log in on this machine: they reach everything that listens on its loopback.
package enum OtherPeople {
  package struct Account: Hashable, Sendable {
    package let id: uid_t
    package let shell: String

    package init(id: uid_t, shell: String) { (self.id, self.shell) = (id, shell) }
  }

  package static let canLogIn = areAmong(accounts(), beside: geteuid())

  /// Of the account, whatever HOME says.
  package static var homeOfUser: String? { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } }

  /// People have the user ids that Debian gives to them (1000 to 59999) and a shell. Root is nobody of their number.
  package static func areAmong(_ accounts: [Account], beside user: uid_t) -> Bool {
    let people = accounts.filter { (1000..<60_000).contains($0.id) && !isNoShell($0.shell) }.map(\.id)
    return Set(people).union(user == 0 ? [] : [user]).count > 1
  }

  private static func isNoShell(_ path: String) -> Bool {
    ["nologin", "false", "sync"].contains(path.split(scalar: "/").last ?? "false")
  }

  private static func accounts() -> [Account] {
    setpwent()
    defer { endpwent() }
    var found: [Account] = []
    while let entry = getpwent()?.pointee {
      found.append(Account(id: entry.pw_uid, shell: entry.pw_shell.map { String(cString: $0) } ?? ""))
    }
    return found
  }
}
