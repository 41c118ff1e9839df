import ArgumentParser

/// `admin`: the address, name and password of the embedded server's administration.
struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Show the address, name and password of the embedded server's administration.",
    discussion: """
      Each data directory has a password of its own. "embeddedServer": {"administrator": "tutorial"} makes it Password1, as in the \
      tutorial, where it is certain that nobody else works on this machine; {"name": …, "passwordFile": …} is for anything else.
      """)

  @OptionGroup var global: GlobalOptions
  @Flag(help: "JSON for scripts.") var json = false

  func run() async throws {
    let configuration = try global.configuration()
    let data = try global.dataDirectory()
    let account = try Administrator(configuration.embeddedServer.administrator, data)
    let kept = KeptPort.administration(data)
    let port = try kept.read() ?? configuration.embeddedServer.adminPort ?? kept.candidates()[0]
    let page = ServerAdministration.page(port: port)
    let runs = PortProbe.connect(host: "localhost", port: port) == .open
    if json {
      let object: JSON = [
        "page": .string(page), "name": .string(account.name), "password": .string(account.password),
        "source": .string(account.source.rawValue), "listening": .bool(runs),
      ]
      return StandardOutput.line(object.line)
    }
    StandardOutput.line(Columns.text([["page", page], ["name", account.name], ["password", account.password]]))
    if account.isProtected {
      let doubt = SoleUser.doubt.map { ": \($0.sentence)" } ?? ""
      StandardOutput.line(
        "The tutorial's password does not count here, because others may reach this machine's loopback\(doubt).")
    }
    if !runs { StandardOutput.line("Nothing listens there now: start the app, or dcr-terminal serve.") }
  }
}

extension SoleUser.Doubt {
  fileprivate var sentence: String {
    switch self {
    case .accountsFromElsewhere: "accounts may come from more than /etc/passwd"
    case .unknownUser: "you have no account in /etc/passwd, so others may have none either"
    case .otherAccount: "there is another account that somebody may log in with"
    case .sharedNetwork: "from in here nobody can tell who else is on the machine's network"
    }
  }
}

extension ServerAdministration {
  static func page(port: Int) -> String { "https://localhost:\(port)/admin" }

  /// `nil`: the server has never started, or the password cannot be read.
  init?(_ options: EmbeddedServerOptions, _ data: DataDirectory) {
    guard let port = try? KeptPort.administration(data).read(),
      let account = try? Administrator(options.administrator, data)
    else { return nil }
    self.init(page: Self.page(port: port), name: account.name, password: Secret(account.password))
  }
}
