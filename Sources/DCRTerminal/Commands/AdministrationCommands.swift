/// An administration command: the server's program runs it with the same arguments.
protocol AdministrationCommand: ParsableCommand { var words: [String] { get set } }

extension AdministrationCommand { func run() throws { try ServerProgram.become([Self._commandName] + words) } }

enum AdministrationCommands {
  static let all: [any AdministrationCommand.Type] = [
    ClientsCommand.self, UsersCommand.self, SessionsCommand.self, TemplatesCommand.self, DevicesCommand.self,
    PushCommand.self,
  ]
}

/// `help clients …`: the server's program knows the options of its commands.
struct AdministrationHelp: AdministrationCommand {
  static let configuration = CommandConfiguration(commandName: "help", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct ClientsCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.clients.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("clients")) var words: [String] = []
}

struct UsersCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.users.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("users")) var words: [String] = []
}

struct SessionsCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.sessions.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("sessions")) var words: [String] = []
}

struct TemplatesCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.templates.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("templates")) var words: [String] = []

  /// Judges metadata as the server of this configuration would.
  func run() throws {
    let global = try GlobalOptions.parse(configured)
    var words = words
    if ["add", "change"].contains(words.first) {
      let options = try global.configuration().embeddedServer
      words += ["--server-options", options.asJSON()]
    }
    try ServerProgram.become([Self._commandName] + words)
  }

  private var configured: [String] {
    if let place = words.firstIndex(of: "--config") { return Array(words[place...].prefix(2)) }
    return words.first { $0.hasPrefix(bytes: "--config=") }.map { [$0] } ?? []
  }
}

struct DevicesCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.devices.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("devices")) var words: [String] = []
}

struct PushCommand: AdministrationCommand {
  static let configuration = AdministrationTopic.push.command()
  @Argument(parsing: .captureForPassthrough, completion: .administration("push")) var words: [String] = []
}

struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("admin")

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
