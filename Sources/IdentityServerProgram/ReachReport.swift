/// Who can reach the server that `serve` starts, for its ready line, and what is worth a warning about it.
struct ReachReport: Sendable {
  let reach: ServerReach
  let authority: String
  /// The authority's certificate before the start.
  private let known: [UInt8]?

  init(_ reach: ServerReach, _ data: DataDirectory) {
    (self.reach, authority) = (reach, data.serverAuthority)
    known = SmallFile.whole(authority, limit: 1 << 20)
  }

  /// Refuses to let others use passwords that everybody may know, and warns if everybody may register.
  /// - Throws: `tutorial_users_reachable`.
  static func judge(_ configuration: IdentityServerConfiguration) throws(CommandError) {
    guard configuration.reach.isBeyondLoopback else { return }
    if !configuration.reach.allowsTutorialUsers, let account = configuration.tutorialAccounts.first {
      throw CommandError(.tutorialUsersReachable, ["received": account])
    }
    if configuration.policies.registration == .open {
      StandardError.warn(
        "whoever can reach this server may register clients: embeddedServer.policies.registration is open")
    }
  }

  private var circle: String {
    reach.publicOrigin != nil ? "public" : reach.isInNetwork ? "network" : "machine"
  }

  /// For people, in one line.
  var who: String {
    var circles: [String] = []
    if let origin = reach.publicOrigin { circles.append("everybody who can open \(origin.text)") }
    if reach.isInNetwork {
      let addresses = reach.addresses.map(\.text).joined(separator: ", ")
      circles.append(
        addresses.isEmpty
          ? "every network that this machine joins"
          : "every device in the network\(reach.addresses.count == 1 ? "" : "s") of \(addresses)")
    }
    return circles.isEmpty ? "this machine only" : circles.joined(separator: ", and ")
  }

  /// The line before the code of the page: a phone that reads `localhost` from it would ask itself.
  func whereToGetTheAuthority(_ page: String) -> String {
    reach.isInNetwork
      ? "Other devices get the CA at \(page)"
      : "The CA is at \(page), for this machine and devices that reach this port of it (adb reverse)"
  }

  /// For scripts: `reachable_by` is `machine`, `network` or `public`; `listening` has the addresses of the server's port.
  func ready(_ server: IdentityServer) -> JSON {
    let members: JSON = [
      "issuer": .string(server.issuer), "admin": .string(server.adminURL), "ca": .string(authority),
      "reachable_by": .string(circle), "listening": .strings(server.listening),
    ]
    let others = server.otherIssuers
    return members.setting("authority_page", server.authorityPage.map { .string($0) })
      .setting(
        "authority_fingerprint", server.authorityPage.flatMap { _ in server.authorityFingerprint.map { .string($0) } }
      )
      .setting("other_issuers", others.isEmpty ? nil : .strings(others))
  }

  /// Warns of certificates at once, and of names that cannot be looked up when that is known: the system may take long.
  func warn(_ server: IdentityServer) {
    if let files = reach.certificate, !server.uncertifiedHosts.isEmpty {
      let hosts = server.uncertifiedHosts.joined(separator: " or ")
      StandardError.warn("the certificate in \(files.certificate) does not name \(hosts), so clients will refuse it")
    }
    if let files = reach.certificate, server.isCertificateOutdated {
      StandardError.warn("the certificate in \(files.certificate) is not valid at this time, so clients will refuse it")
    }
    if let known, SmallFile.whole(authority, limit: 1 << 20) != known {
      StandardError.warn(
        "the certificate of the authority is new: whoever trusts the one before has to trust \(authority) instead")
    }
    guard !reach.names.isEmpty else { return }
    Thread.detachNewThread { [names = reach.names] in
      for name in names where !ReachReport.resolves(name) {
        StandardError.warn("this machine finds no address of \(name); others have to")
      }
    }
  }

  private static func resolves(_ name: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(name, nil, nil, &found) == 0
  }
}
