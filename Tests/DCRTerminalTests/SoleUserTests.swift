import Glibc
import Testing

@testable import Programs

/// The user is alone on the machine only if every fact proves it. An unknown fact counts as another user.
@Suite struct SoleUserTests {
  private typealias Account = MachineFacts.Account

  /// As an installed Debian has them.
  private static let services = [
    Account(id: 0, shell: "/bin/bash"), Account(id: 1, shell: "/usr/sbin/nologin"), Account(id: 4, shell: "/bin/sync"),
    Account(id: 107, shell: "/bin/false"), Account(id: 65_534, shell: "/usr/sbin/nologin"),
  ]
  private static let anna = Account(id: 1000, shell: "/bin/bash")

  /// One person's desktop, with the given change.
  private static func machine(_ change: (inout MachineFacts) -> Void = { _ in }) -> MachineFacts {
    var machine = MachineFacts(
      user: 1000, accounts: services + [anna], passwordServices: ["files", "systemd"], userRecords: [],
      hasOwnLoopback: true)
    change(&machine)
    return machine
  }

  @Test func aDesktopOfOnePersonAndAContainerOfRootAreProof() {
    #expect(SoleUser.doubt(of: SoleUserTests.machine()) == nil)
    let container = SoleUserTests.machine {
      $0.user = 0
      $0.accounts.removeLast()
      $0.passwordServices = ["files"]
    }
    #expect(SoleUser.doubt(of: container) == nil)
    // Without nss-systemd, its records are not consulted.
    #expect(
      SoleUser.doubt(
        of: SoleUserTests.machine { ($0.passwordServices, $0.userRecords) = (["files"], ["io.systemd.Home"]) }) == nil)
  }

  @Test(
    arguments: [
      nil, [], ["systemd"], ["files", "sss"], ["files", "systemd", "sss"], ["sss", "files"], ["files", "ldap"],
      ["files", "winbind"], ["compat"], ["files", "nis"], ["files", "[NOTFOUND=return]", "sss"],
      ["files", "extrausers"],
      ["files", "something-new"],
    ] as [[String]?])
  func directoriesOfUsersCannotBeListed(_ services: [String]?) {
    let machine = SoleUserTests.machine { $0.passwordServices = services }
    #expect(SoleUser.doubt(of: machine) == .accountsFromElsewhere)
    #expect(SoleUser.doubt(of: SoleUserTests.machine { ($0.passwordServices, $0.user) = (services, 0) }) != nil)
  }

  @Test(arguments: ["io.systemd.Home", "anna.identity", "io.systemd.Machine", "com.example.Accounts"])
  func aUserRecordOfSystemdCountsAsAnotherUser(_ record: String) {
    #expect(SoleUser.doubt(of: SoleUserTests.machine { $0.userRecords = [record] }) == .accountsFromElsewhere)
  }

  @Test(arguments: [
    (1001, "/bin/sh"), (1001, "/usr/bin/zsh"), (1001, ""), (1001, "/opt/nologin"), (101, "/bin/bash"), (999, "/bin/sh"),
    (60_001, "/bin/bash"), (70_000, "/bin/sh"), (1_234_567_890, "/bin/bash"), (65_534, "/bin/sh"),
    // A user without a shell can still forward ports with a key.
    (1001, "/usr/sbin/nologin"), (1001, "/bin/false"),
  ])
  func anotherAccountCountsAsAUser(_ id: Int, _ shell: String) {
    let other = Account(id: uid_t(id), shell: shell)
    #expect(SoleUser.doubt(of: SoleUserTests.machine { $0.accounts.append(other) }) == .otherAccount)
  }

  @Test func anyAccountIsAnotherUserBesideRoot() {
    #expect(SoleUser.doubt(of: SoleUserTests.machine { $0.user = 0 }) == .otherAccount)
  }

  /// As with a user from a directory service, or with `docker run --user`.
  @Test func aUserWithoutAnAccountIsNotAlone() {
    #expect(SoleUser.doubt(of: SoleUserTests.machine { $0.user = 70_000 }) == .unknownUser)
    let bare = SoleUserTests.machine { ($0.user, $0.accounts) = (70_000, SoleUserTests.services) }
    #expect(SoleUser.doubt(of: bare) == .unknownUser)
  }

  @Test func aNetworkThatMayBeAnothersIsNoProof() {
    #expect(SoleUser.doubt(of: SoleUserTests.machine { $0.hasOwnLoopback = false }) == .sharedNetwork)
  }

  @Test(arguments: [
    ("passwd: files systemd\n", ["files", "systemd"]), ("# passwd: sss\n passwd :\tfiles # sss\n", ["files"]),
    ("group: sss\npasswd:         files", ["files"]),
    ("passwd: files [!SUCCESS=merge] sss\r\n", ["files", "[!SUCCESS=merge]", "sss"]),
    ("passwd:\n", []),
  ])
  func servicesAreRead(_ text: String, _ expected: [String]) {
    #expect(MachineFacts.passwordServices(in: text) == expected)
  }

  @Test(arguments: ["", "group: files\n", "passwd files\n", "passwd: files\npasswd: sss\n", "#passwd: files\n"])
  func anUnclearFileCountsAsUnknown(_ text: String) {
    #expect(MachineFacts.passwordServices(in: text) == nil)
  }

  private static func link(_ name: String, _ number: Int, _ other: Int) -> LoopbackOwner.Link {
    LoopbackOwner.Link(name: name, number: number, other: other)
  }

  @Test func aContainersNetworkIsItsOwnWhereItHasOnlyLinksToAnother() {
    let (lo, link) = (Self.link("lo", 1, 1), Self.link)
    #expect(LoopbackOwner.isApart([lo, link("eth0", 7, 8)]))
    #expect(LoopbackOwner.isApart([lo, link("eth0", 2, 12), link("eth1", 3, 14)]))
    for links in [
      nil, [], [lo], [link("eth0", 7, 8)], [lo, link("eth0", 2, 2)], [lo, link("eth0", 7, 8), link("docker0", 3, 3)],
      [lo, link("tap0", 2, 2)], [lo, link("wg0", 4, 0)], [lo, link("eth0", 2, 2), link("eth0.5", 3, 2)],
      [lo, link("veth0", 5, 6), link("veth1", 6, 5)],
    ] as [[LoopbackOwner.Link]?] {
      #expect(!LoopbackOwner.isApart(links), "\(String(describing: links))")
    }
  }
}
