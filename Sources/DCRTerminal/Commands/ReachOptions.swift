import ArgumentParser

/// The options of `serve` that let others reach the server. Without them only this machine does.
struct ReachOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Listen at this IP address of the machine as well; 0.0.0.0 and :: stand for all. (default: only this machine reaches the server)",
      valueName: "address"))
  var listen: String?
  @Option(
    help: ArgumentHelp(
      "With --listen: a host name of the server. The first is the issuer's. May be repeated.", valueName: "host"))
  var name: [String] = []
  @Option(
    help: ArgumentHelp(
      "A certificate for the server's port, with those between it and its authority (PEM). (default: one of the server's own authority)",
      valueName: "file"), completion: .file())
  var certificate: String?
  @Option(help: ArgumentHelp("The key of --certificate (PEM).", valueName: "file"), completion: .file())
  var key: String?
  @Option(
    help: ArgumentHelp(
      "The https address at which a tunnel or a proxy on this machine publishes the server.", valueName: "url"))
  var publicURL: String?
  @Flag(help: "Allow the passwords that the tutorials print, although others can reach the server.")
  var tutorialUsers = false
  @Option(
    defaultAsFlag: ReachOptions.usualAuthorityPort, parsing: .next,
    help: ArgumentHelp(
      "Show other devices the server's certificate authority on a page of its own, over plain HTTP, at this port (default: 8442); 0 takes any.",
      valueName: "port"))
  var authorityPage: String? = nil

  // Text, because the parser takes a number that it cannot read in `--authority-page=x` for none.
  static let usualAuthorityPort = "8442"

  func validate() throws {
    if let authorityPage { try ReachOptions.validate(port: Int(authorityPage)) }
  }

  /// Refuses what is no port, and one port for two options.
  func validate(port: Int?, adminPort: Int?) throws(ValidationError) {
    for case let port? in [port, adminPort] { try ReachOptions.validate(port: port) }
    let ports = [
      ("--port", port), ("--admin-port", adminPort), ("--authority-page", authorityPage.flatMap { Int($0) }),
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
