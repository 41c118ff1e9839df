import ArgumentParser

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
    let server = words.first == "list" ? nil : try global.configuration().embeddedServer
    let scopes = server?.resources.flatMap(\.scopes) ?? []
    try ServerProgram.become(
      [Self._commandName] + words + (server?.policies?.clients == .strict ? ["--strict-policy"] : [])
        + scopes.map { "--resource-scope=" + $0 })
  }

  /// The option that names the configuration, with its value.
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
