/// The options of `serve` that let others reach the server. Without them only this machine does.
struct ReachOptions: ParsableArguments {
  @Option(help: .of("ReachOptions", "listen")) var listen: String?
  @Option(help: .of("ReachOptions", "name")) var name: [String] = []
  @Option(help: .of("ReachOptions", "certificate"), completion: .file()) var certificate: String?
  @Option(help: .of("ReachOptions", "key"), completion: .file()) var key: String?
  @Option(help: .of("ReachOptions", "publicURL")) var publicURL: String?
  @Flag(help: .of("ReachOptions", "tutorialUsers")) var tutorialUsers = false
  @Option(defaultAsFlag: ReachOptions.usualAuthorityPort, parsing: .next, help: .of("ReachOptions", "authorityPage"))
  var authorityPage: String? = nil

  // Text, because the parser takes a number that it cannot read in `--authority-page=x` for none.
  static let usualAuthorityPort = "8442"

  func validate() throws {
    if let authorityPage { try ReachOptions.validate(port: Int(authorityPage)) }
  }

  /// Refuses what is no port, and one port for two options.
  /// - Parameter source: what names the server's port.
  func validate(port: Int?, of source: String = "--port", adminPort: Int?) throws(ValidationError) {
    for case let port? in [port, adminPort] { try ReachOptions.validate(port: port) }
    let ports = [
      (source, port), ("--admin-port", adminPort), ("--authority-page", authorityPage.flatMap { Int($0) }),
    ]
    for (index, (option, port)) in ports.enumerated() {
      guard let port, port != 0, let (other, _) = ports[..<index].first(where: { $0.1 == port }) else { continue }
      throw ValidationError("\(other) and \(option) name the same port, \(port); give each its own")
    }
  }

  /// - Parameter port: `nil`: the text is no number.
  static func validate(port: Int?) throws(ValidationError) {
    guard let port, (0...65535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
  }

  /// - Throws: `listen_address_foreign`, `server_name_unfit`, `public_url_unfit`, `option_missing`, `port_reserved`.
  func judged(_ machine: [IPAddress] = MachineAddresses.read()) throws(CommandError) -> ServerReach {
    var reach = ServerReach()
    if let listen {
      reach.listen = try ReachOptions.address(listen, machine)
      // Each of the two stands for those that a socket bound to it takes.
      if reach.listen?.isAll == true { reach.machine = machine.filter { reach.listen == .all6 || !$0.isIPv6 } }
    } else if !name.isEmpty {
      throw CommandError(.optionMissing, ["field": "--name", "expected": "--listen"])
    }
    for text in name {
      guard let host = HostName.judged(text) else { throw CommandError(.serverNameUnfit, ["received": text]) }
      if !reach.names.contains(host) { reach.names.append(host) }
    }
    if let publicURL {
      guard let origin = PublicOrigin(publicURL) else { throw CommandError(.publicURLUnfit, ["received": publicURL]) }
      reach.publicOrigin = origin
    }
    reach.certificate = try certificateFiles()
    reach.allowsTutorialUsers = tutorialUsers
    if let port = authorityPage.flatMap({ Int($0) }) {
      reach.authorityPage = try ReachOptions.port(port, "--authority-page")
    }
    return reach
  }

  private static func address(_ text: String, _ machine: [IPAddress]) throws(CommandError) -> IPAddress {
    guard let address = IPAddress(text), address.isAll || address.isLoopback || machine.contains(address) else {
      let known = (machine + [.loopback4]).map(\.text).joined(separator: ", ")
      throw CommandError(.listenAddressForeign, ["received": text, "expected": known])
    }
    return address
  }

  private func certificateFiles() throws(CommandError) -> ServerReach.CertificateFiles? {
    switch (certificate, key) {
    case (nil, nil): return nil
    case let (certificate?, key?):
      return .init(certificate: AbsolutePath.of(certificate), key: AbsolutePath.of(key))
    case (_?, nil): throw CommandError(.optionMissing, ["field": "--certificate", "expected": "--key"])
    case (nil, _?): throw CommandError(.optionMissing, ["field": "--key", "expected": "--certificate"])
    }
  }

  /// Ports below 1024 would need the rights of root, which this server should not have.
  /// - Throws: `port_reserved`.
  static func port(_ port: Int, _ option: String) throws(CommandError) -> Int {
    guard !(1..<1024).contains(port) else {
      throw CommandError(.portReserved, ["field": option, "received": String(port)])
    }
    return port
  }
}
