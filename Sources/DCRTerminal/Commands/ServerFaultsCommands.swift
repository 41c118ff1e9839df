/// `faults on`, `off` and `active`: faults that the embedded server commits, for any client. The server's program runs them, on the database.
extension FaultsCommand {
  struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults on")

    @OptionGroup var global: GlobalOptions
    @Argument(help: .of("faults on", "faults"), completion: .faultPresets) var faults: String
    @Option(help: ArgumentHelp("Only in exchanges with this client.", valueName: "id")) var client: String?
    @Option(help: ArgumentHelp("Only where the server has recognised this user.", valueName: "name")) var user: String?
    @Option(help: ArgumentHelp("Only for requests from this IP address.", valueName: "address")) var address: String?
    @Option(help: .of("faults on", "times")) var times: Int?
    @Flag(help: "JSON for scripts.") var json = false

    func validate() throws {
      guard [client, user, address].count(where: { $0 != nil }) <= 1 else {
        throw ValidationError("give one of --client, --user and --address")
      }
      if let times, !(1...FaultTimes.most).contains(times) {
        throw ValidationError("--times is a number from 1 to \(FaultTimes.most)")
      }
    }

    func run() async throws {
      let order = try ServerFaultsOption.order(faults, try global.configuration())
      var words = ["on", order.file, "--name=" + order.name]
      let named = [("client", client), ("user", user), ("address", address), ("times", times.map { "\($0)" })]
      for case (let option, let value?) in named { words.append("--\(option)=\(value)") }
      try ServerProgram.become([ServerFaultsOption.command] + words + global.forServer(json: json))
    }
  }

  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults off")

    @OptionGroup var global: GlobalOptions
    @Argument(help: .of("faults off", "id")) var id: String?
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      try ServerProgram.become(
        [ServerFaultsOption.command, "off"] + global.forServer(json: json) + (id.map { ["--", $0] } ?? []))
    }
  }

  struct Active: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults active")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      try ServerProgram.become([ServerFaultsOption.command, "active"] + global.forServer(json: json))
    }
  }
}

/// Faults for the server's program, which gets them in an argument because only this program reads fault files.
enum ServerFaultsOption {
  static let command = "server-faults"
  /// Below the kernel's limit of one argument (`MAX_ARG_STRLEN`, 128 KiB).
  private static let limit = 100 << 10

  static func order(_ text: String, _ configuration: Configuration) throws -> ServerSettings.Faults {
    let plan = try FaultSource.plan(text, issuer: configuration.issuer)
    let file = plan.json.compact
    guard file.utf8.count <= limit else {
      throw ValidationError("the faults are too large for the server, which takes \(limit >> 10) KiB")
    }
    return ServerSettings.Faults(name: FaultPresets.named(text) == nil ? plan.title ?? text : text, file: file)
  }
}

extension GlobalOptions {
  fileprivate func forServer(json: Bool) throws -> [String] {
    ["--data-dir", try dataDirectory(making: false).path, "--device", device] + (json ? ["--json"] : [])
  }
}
