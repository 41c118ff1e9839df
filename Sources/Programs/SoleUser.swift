import FoundationEssentials
import Glibc
import SmallFiles

/// Whether this user is certainly alone on this machine: every other user could reach the programs that listen on its loopback.
///
/// Only known facts count; anything unknown counts as another user (docs/decisions/0033-the-only-user-of-a-machine.md).
package enum SoleUser {
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

/// The facts, visible to every user, that decide whether other people can reach this machine's loopback.
package struct MachineFacts: Hashable, Sendable {
  package struct Account: Hashable, Sendable {
    package var id: uid_t
    package var shell: String
  }

  package var user: uid_t
  package var accounts: [Account]
  /// The system's sources of accounts, in order (nsswitch.conf(5)); `nil`: not known.
  package var passwordServices: [String]?
  /// Sources of accounts for the service `systemd`: homes of systemd-homed, records, and services that may have some (nss-systemd(8)).
  package var userRecords: [String]
  /// The accounts belong to the system whose loopback this is.
  package var hasOwnLoopback: Bool

  package static func read() -> MachineFacts {
    let services = SmallFile.whole("/etc/nsswitch.conf", limit: 1 << 16).flatMap {
      passwordServices(in: String(decoding: $0, as: UTF8.self))
    }
    return MachineFacts(
      user: geteuid(), accounts: listedAccounts(), passwordServices: services, userRecords: listedUserRecords(),
      hasOwnLoopback: LoopbackOwner.isThisSystem())
  }

  /// - Returns: `nil`: there is no line for `passwd`, or more than one.
  package static func passwordServices(in configuration: String) -> [String]? {
    let lines = configuration.utf8.split(separator: 0x0A).map { $0.prefix { $0 != 0x23 } }
    let words = lines.compactMap { line -> [String]? in
      let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, blankSeparated(parts[0]) == ["passwd"] else { return nil }
      return blankSeparated(parts[1])
    }
    return words.count == 1 ? words[0] : nil
  }

  private static func blankSeparated(_ text: Substring.UTF8View) -> [String] {
    text.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map { String(Substring($0)) }
  }

  private static func listedAccounts() -> [Account] {
    setpwent()
    defer { endpwent() }
    var found: [Account] = []
    while let entry = getpwent()?.pointee {
      found.append(Account(id: entry.pw_uid, shell: entry.pw_shell.map { String(cString: $0) } ?? ""))
    }
    return found
  }

  /// Services whose accounts people do not log in with, or that only pass on the accounts of others.
  private static let harmlessServices: Set<String> = [
    "io.systemd.DynamicUser", "io.systemd.NameServiceSwitch", "io.systemd.Multiplexer", "io.systemd.DropIn",
  ]

  private static func listedUserRecords() -> [String] {
    let records =
      ["/etc/userdb", "/run/userdb", "/run/host/userdb", "/usr/local/lib/userdb", "/usr/lib/userdb"]
      + ["/var/lib/systemd/home"]
    let services = names(in: "/run/systemd/userdb").filter { !harmlessServices.contains($0) }
    return records.flatMap(names(in:)) + services
  }

  /// A folder that cannot be read counts as not empty.
  private static func names(in folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      return access(folder, F_OK) != 0 && errno == ENOENT ? [] : [folder]
    }
  }
}

package enum AccountName {
  package static func of(_ user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}

/// Whether the loopback interface belongs to the system whose files are visible here, and not to another one, as in a container or a chroot.
package enum LoopbackOwner {
  /// The id of the first pid namespace, which the kernel fixes (`PROC_PID_INIT_INO`).
  private static let firstProcessNamespace = "pid:[4026531836]"

  static func isThisSystem() -> Bool {
    let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    return namespace == firstProcessNamespace && isRootOfTheMachine || isApart(networkLinks())
  }

  /// For root: whether its root folder is that of the first process. Other users may not look at that process; for them, the system has to have been
  /// started by systemd, whose folder is missing in a chroot.
  private static var isRootOfTheMachine: Bool {
    guard geteuid() == 0 else { return access("/run/systemd/system", F_OK) == 0 }
    var first = stat()
    var own = stat()
    return stat("/proc/1/root/.", &first) == 0 && stat("/.", &own) == 0
      && (first.st_dev, first.st_ino) == (own.st_dev, own.st_ino)
  }

  /// A network interface: its number, and the number of its other end (`iflink`), which is the same if there is no other end.
  package struct Link: Hashable, Sendable {
    package var name: String
    package var number: Int
    package var other: Int
  }

  /// Whether this is a separate network, as container engines make them: besides the loopback it only has links whose other ends are in another
  /// network. A machine's own network has a device or a bridge.
  /// - Parameter links: `nil`: not known.
  package static func isApart(_ links: [Link]?) -> Bool {
    guard let links, links.contains(where: { $0.name == "lo" }) else { return false }
    let others = links.filter { $0.name != "lo" }
    let numbers = Set(links.map(\.number))
    return !others.isEmpty && others.allSatisfy { $0.other > 0 && !numbers.contains($0.other) }
  }

  private static func networkLinks() -> [Link]? {
    let folder = "/sys/class/net"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    var links: [Link] = []
    for name in names {
      guard let number = index(in: "\(folder)/\(name)/ifindex"), let other = index(in: "\(folder)/\(name)/iflink")
      else { return nil }
      links.append(Link(name: name, number: number, other: other))
    }
    return links
  }

  private static func index(in file: String) -> Int? {
    SmallFile.whole(file, limit: 1 << 16).flatMap { Int(String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self)) }
  }
}
