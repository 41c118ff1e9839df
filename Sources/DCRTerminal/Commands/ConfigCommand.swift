struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "config", subcommands: [Show.self, Init.self, Export.self], defaultSubcommand: Show.self)

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration("config show")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let configuration = try global.configuration()
      let report = ConfigurationReport(configuration, global, try global.dataDirectory(making: false))
      StandardOutput.line(json ? report.json.line : report.text)
      try configuration.judgeFiles()
    }
  }

  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration("config init")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let path = AbsolutePath.of(global.config ?? GlobalOptions.defaultConfig)
      guard !FileManager.default.fileExists(atPath: path) else { throw CommandError(.configExists, ["path": path]) }
      try SmallFile.replace(path, by: CommentedConfiguration.text, mode: 0o644, orThrow: .configUnwritable)
      StandardOutput.line(path)
    }
  }
}

struct ConfigurationReport {
  private let rows: [(name: String, value: String, source: String)]
  private let title: String

  init(_ configuration: Configuration, _ global: GlobalOptions, _ data: DataDirectory) {
    title = configuration.file ?? "There is no config.json: the configuration that comes with dcr-terminal counts."
    var rows = ConfigurationMember.all.map { member -> (String, String, String) in
      let said = member.name.split(scalar: ".").reduce(configuration.document as JSON?) { $0?[String($1)] }
      if member.name == "issuer", configuration.issuerIsOwn {
        return (member.name, configuration.issuer.text, "this data directory's port")
      }
      if member.name == "embeddedServer.adminPort", said == nil, let port = try? KeptPort.administration(data).read() {
        return (member.name, "\(port)", "this data directory's port")
      }
      guard let said else { return (member.name, member.byDefault ?? "", "default") }
      return (member.name, said.stringValue ?? said.compact, configuration.file == nil ? "comes with it" : "the file")
    }
    let place =
      global.dataDir != nil
      ? "--data-dir"
      : ProcessInfo.processInfo.environment["XDG_DATA_HOME"]?.hasPrefix(bytes: "/") == true
        ? "XDG_DATA_HOME" : "default"
    rows.append(("data directory", data.path, place))
    rows.append(("device", data.device, data.device == "phone" ? "default" : "--device"))
    self.rows = rows
  }

  var text: String { title + "\n\n" + Columns.text(rows.map { [$0.name, $0.value, $0.source] }) }

  var json: JSON {
    .object(rows.map { JSON.Member($0.name, ["value": .string($0.value), "source": .string($0.source)]) })
  }
}

/// A configuration file with the built-in values, and every other member in a comment.
enum CommentedConfiguration {
  static var text: String {
    let (inner, outer) = (members(inServer: true), members(inServer: false))
    let required = outer.filter { $0.byDefault == nil }
    var lines = ["// The configuration of DCR Terminal. `dcr-terminal docs configuration` has the whole story.", "{"]
    for member in required { lines += ["  // \(member.purpose)", "  \"\(member.name)\": \(member.example),"] }
    for member in outer where member.byDefault != nil { lines += commented(member, "  ") }
    lines += ["", "  // The embedded server.", "  \"embeddedServer\": {"]
    for member in inner where member.name != "administrator" { lines += commented(member, "    ") }
    for member in inner where member.name == "administrator" {
      lines += ["", "    // \(member.purpose)", "    \"\(member.name)\": \(member.example)"]
    }
    return (lines + ["  }", "}"]).joined(separator: "\n") + "\n"
  }

  private typealias Entry = (name: String, byDefault: String?, purpose: String, example: String)

  private static func members(inServer: Bool) -> [Entry] {
    ConfigurationMember.all.compactMap { member in
      let inner = member.name.without(prefix: "embeddedServer.").map(String.init)
      guard (inner != nil) == inServer else { return nil }
      return (inner ?? member.name, member.byDefault, member.purpose, member.example)
    }
  }

  private static func commented(_ member: Entry, _ indent: String) -> [String] {
    [
      "", "\(indent)// \(member.purpose) Default: \(member.byDefault ?? "none").",
      "\(indent)// \"\(member.name)\": \(member.example),",
    ]
  }
}
