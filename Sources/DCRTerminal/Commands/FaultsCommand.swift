struct FaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "faults", subcommands: [List.self, Show.self, Check.self, On.self, Off.self, Active.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults list")

    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      if json { return StandardOutput.line(FaultReport.json.line) }
      let catalogue = Catalogue(.english)
      StandardOutput.line(catalogue(.faultPresets))
      StandardOutput.line(
        Columns.text(
          FaultPresets.all.map {
            ["  " + $0.name, $0.plan.sides.map(\.rawValue).joined(separator: ", "), $0.plan.title ?? ""]
          }))
      StandardOutput.line("")
      StandardOutput.line(catalogue(.faultsByEndpoint))
      for endpoint in FaultEndpoint.allCases {
        StandardOutput.line("  \(endpoint.rawValue)")
        for defect in endpoint.offers { StandardOutput.line("    \(defect.summary)") }
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults show")

    @Argument(help: "Name of a preset.", completion: .faultPresets) var preset: String

    func run() async throws {
      StandardOutput.write(String(decoding: try FaultSource.preset(preset).bytes, as: UTF8.self))
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration("faults check")

    @Argument(help: "A fault file.", completion: .file()) var file: String

    func run() async throws {
      for rule in try FaultSource.file(AbsolutePath.of(file)).rules { StandardOutput.line(FaultReport.line(rule)) }
    }
  }
}

enum FaultReport {
  static func line(_ rule: FaultRule) -> String {
    let catalogue = Catalogue(.english)
    var parts = [rule.summary]
    switch rule.times {
    case .always: parts.append(catalogue(.faultAlways))
    case .times(1): parts.append(catalogue(.faultOnce))
    case .times(let number): parts.append(catalogue(.faultTimes, ["count": "\(number)"]))
    }
    if rule.after > 0 { parts.append(catalogue(.faultAfter, ["count": "\(rule.after)"])) }
    return CommandError.line(parts.joined(separator: ", "))
  }

  static func json(_ active: ActiveFaults) -> JSON {
    .array(active.entries.map { $0.rule.json.setting("struck", .number("\($0.hits)")) })
  }

  static var json: JSON {
    let presets = FaultPresets.all.map { preset in
      let own: [JSON.Member] = [
        JSON.Member("name", .string(preset.name)),
        JSON.Member("at", .array(preset.plan.sides.map { .string($0.rawValue) })),
      ]
      return JSON.object(own + (preset.plan.json.objectValue ?? []))
    }
    let endpoints = FaultEndpoint.allCases.map { endpoint -> JSON.Member in
      let offers = endpoint.offers.map { FaultRule(endpoint, $0).json.setting("endpoint", nil).setting("times", nil) }
      return JSON.Member(endpoint.rawValue, .array(offers))
    }
    return ["presets": .array(presets), "endpoints": .object(endpoints)]
  }
}
