import FoundationEssentials
import Glibc
import SmallFiles

/// The facts, visible to every user, that decide whether other people can reach this machine's loopback.
package struct MachineFacts: Hashable, Sendable {
  package struct Account: Hashable, Sendable {
    package var id: uid_t
    package var shell: String

    package init(id: uid_t, shell: String) { (self.id, self.shell) = (id, shell) }
  }

  package var user: uid_t
  package var accounts: [Account]
  /// The system's sources of accounts, in order (nsswitch.conf(5)); `nil`: not known.
  package var passwordServices: [String]?
  /// Sources of accounts for the service `systemd`: homes of systemd-homed, records, and services that may have some (nss-systemd(8)).
  package var userRecords: [String]
  /// The accounts belong to the system whose loopback this is.
  package var hasOwnLoopback: Bool

  package init(
    user: uid_t, accounts: [Account], passwordServices: [String]?, userRecords: [String], hasOwnLoopback: Bool
  ) {
    (self.user, self.accounts, self.passwordServices) = (user, accounts, passwordServices)
    (self.userRecords, self.hasOwnLoopback) = (userRecords, hasOwnLoopback)
  }

  package static func read() -> MachineFacts {
    let configuration = SmallFile.whole("/etc/nsswitch.conf", limit: 1 << 16).map {
      String(decoding: $0, as: UTF8.self)
    }
    return MachineFacts(
      user: geteuid(), accounts: listedAccounts(), passwordServices: configuration.flatMap(passwordServices(in:)),
      userRecords: listedUserRecords(), hasOwnLoopback: LoopbackOwner.isThisSystem())
  }

  // MARK: Accounts

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

  // MARK: systemd's accounts

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
  /// The account's name; its number if it has no name.
  package static func of(_ user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}
