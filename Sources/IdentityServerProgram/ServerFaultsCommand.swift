import ArgumentParser

/// `server-faults`: what goes wrong at the server on purpose. `dcr-terminal faults` has read the fault file and passes it on.
struct ServerFaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-faults", abstract: "Faults that the server commits.", shouldDisplay: false,
    subcommands: [On.self, Off.self, Active.self])

  struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch faults on.")
    @OptionGroup var access: AdministrationAccess
    @Argument(help: "A fault file's content.") var file: String
    @Option(help: "The preset's name, or the file's title.") var name: String
    @Option(help: "Only this client's.") var client: String?
    @Option(help: "Only this user's.") var user: String?
    @Option(help: "Only this address's.") var address: String?
    @Option(help: "How often each fault happens.") var times: Int?

    func run() async throws {
      let target = try await access.administer { administration in
        let target = try FaultOrder.target(client: client, user: user, address: address)
        try await administration.switchOn(FaultOrder(file, name: name, for: target, times: times))
        return target
      }
      access.report(
        "\(name) is on for \(target.summary). A running server begins within a second.",
        ["name": .string(name), "target": .string(target.summary), "on": true])
    }
  }

  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch faults off.")
    @OptionGroup var access: AdministrationAccess
    @Argument(help: "Name or number; left out: all.") var id: String?

    func run() async throws {
      let count = try await access.administer { try await $0.switchOff(id) }
      access.report(
        count == 0 ? "No fault was on." : "\(id ?? "Every fault") is off.", ["rules_off": .count(count)])
    }
  }

  struct Active: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the faults that are on.")
    @OptionGroup var access: AdministrationAccess

    func run() async throws {
      let faults = try await access.administer { try await $0.faults() }
      access.list(
        faults, ["number", "name", "target", "fault", "happened", "left"], nothing: "No fault is on."
      ) {
        ["\($0.batch)", $0.name, $0.target.summary, $0.summary, "\($0.hits)", $0.left.map { "\($0)" } ?? "always"]
      }
    }
  }
}

extension ServerFault: Reported {
  var report: JSON {
    [
      "number": .count(batch), "name": .string(name), "target": .string(target.summary), "fault": .string(summary),
      "struck": .count(hits), "left": left.map(JSON.count) ?? .null, "ends_with_server": .bool(endsWithServer),
    ]
  }
}
