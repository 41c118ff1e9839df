import FoundationEssentials

/// Facts that a presentation depends on besides the flow, not judged yet.
struct StageFacts: Hashable, Sendable {
  struct Port: Hashable, Sendable {
    var name: String
    var number: Int
    var isTaken: Bool
  }

  /// `nil`: standard input or output is not a terminal.
  var terminal: LocalFacts.Terminal?
  var hasNoColours = false
  var language = Language.english
  var userAgent = UserAgentKind.inApp
  var isRegistered = false
  /// In the embedded server's database; `nil`: it does not exist yet.
  var clients: Int?
  var sessions = 0
  var ports: [Port] = []
}

/// Judges whether an audience will see what the scripts of docs/presenting.md describe.
package struct StageChecks {
  let facts: StageFacts

  package static func findings(
    _ configuration: Configuration?, _ data: DataDirectory, _ local: LocalFacts, _ environment: [String: String]
  ) async -> [Finding] { StageChecks(facts: await .gather(configuration, data, local, environment)).findings() }

  func findings() -> [Finding] { [size, colours, font, language, phone, clients, browser].compactMap(\.self) + ports }

  private func warning(_ check: String, _ what: String, _ hint: String) -> Finding {
    Finding(.stage, check, .warning, what, hint: hint)
  }

  private func ok(_ check: String, _ what: String) -> Finding { Finding(.stage, check, .ok, what) }

  private var size: Finding? {
    guard let terminal = facts.terminal else { return nil }
    let size = "\(terminal.columns)x\(terminal.rows)"
    if terminal.columns >= 110, terminal.rows >= 30 {
      return ok("stage_size", "\(size) shows phone and panels side by side, with captions below")
    }
    let isSmall = terminal.columns < 80 || terminal.rows < 24
    let what = isSmall ? "\(size) has no room for the captions" : "\(size) shows phone and panels one at a time (Tab)"
    return warning("stage_size", what, "make the window 110x30 or more, and then its font as large as it goes")
  }

  private var colours: Finding? {
    let check = "stage_colours"
    if facts.hasNoColours {
      return warning(check, "NO_COLOR is set, so nothing has colours", "unset NO_COLOR in this shell")
    }
    guard let colours = facts.terminal?.colours else { return nil }
    return colours < 256
      ? warning(
        check, "the terminal has \(colours) colours, so the app's are not its own",
        "set TERM to one with 256, e.g. xterm-256color, where the terminal has them")
      : ok(check, "\(colours) colours; --theme high-contrast is for a weak projector, light for a bright room")
  }

  /// A terminal does not reveal its font, so a person has to look.
  private var font: Finding? {
    guard let terminal = facts.terminal else { return nil }
    guard terminal.isUTF8 else {
      return warning("stage_font", "everything is drawn in ASCII", "set LANG to C.UTF-8 or another UTF-8 one")
    }
    return Finding(
      .stage, "stage_font", .note,
      "look: ╭─╮ ▗▟█▙▖ ● ○ ✓ ✗ ▸ … – the corners join, the blocks touch, and no box or question mark stands for a sign",
      hint: "if not: another font for the terminal (DejaVu Sans Mono has them all), or --ascii")
  }

  private var language: Finding {
    ok(
      "stage_language",
      "the app will speak \(facts.language.name); --lang en, de or sv, or Settings, choose another language")
  }

  private var phone: Finding {
    facts.isRegistered
      ? warning("stage_phone", "the phone is registered already", "press 0 in the app before the audience comes")
      : ok("stage_phone", "the phone is new, as the scripts begin")
  }

  private var clients: Finding? {
    guard let clients = facts.clients else { return nil }
    guard clients > 0 || facts.sessions > 0 else {
      return ok("stage_clients", "the embedded server has no client of an earlier show")
    }
    return warning(
      "stage_clients",
      "the embedded server still has clients of earlier shows (\(clients)) and login sessions (\(facts.sessions)): panel Server shows them",
      "dcr-terminal clients list and clients delete, or a data directory of the show's own: --data-dir FOLDER")
  }

  private var browser: Finding {
    facts.userAgent == .inApp
      ? ok("stage_browser", "the in-app browser shows the captions, too")
      : warning(
        "stage_browser",
        "the browser is “\(facts.userAgent.rawValue)”: no captions in it, and autoplay leaves the login to you",
        "leave the member browser out, or rehearse with it")
  }

  private var ports: [Finding] {
    facts.ports.map { port in
      let place = "port \(port.number) (\(port.name))"
      guard port.isTaken else { return ok("stage_ports", "\(place) is free") }
      return Finding(
        .stage, "stage_ports", .note,
        "something listens at \(place): this data directory's server, or a program that is in its way; Server says which"
      )
    }
  }
}

extension StageFacts {
  static func gather(
    _ configuration: Configuration?, _ data: DataDirectory, _ local: LocalFacts, _ environment: [String: String]
  ) async -> StageFacts {
    var facts = StageFacts(terminal: local.terminal)
    facts.hasNoColours = !environment["NO_COLOR", default: ""].isEmpty
    facts.language = PreferencesFile(directory: data.path).current.language ?? Language.ofEnvironment
    facts.isRegistered = local.keystore.isRegistered
    guard let configuration else { return facts }
    facts.userAgent = configuration.userAgent
    guard configuration.issuer.isEmbedded else { return facts }
    if data.hasServerDatabase {
      let answer = try? await ServerDatabase(path: data.serverDatabase).perform(DatabaseRequest(.totals, now: Date()))
      (facts.clients, facts.sessions) = (answer?.clientCount, answer?.sessionCount ?? 0)
    }
    facts.ports = ports(configuration, data)
    return facts
  }

  private static func ports(_ configuration: Configuration, _ data: DataDirectory) -> [Port] {
    let administration = configuration.embeddedServer.adminPort ?? (try? KeptPort.administration(data).read()) ?? 0
    let ports = [("the identity server", configuration.issuer.port), ("its administration", administration)]
    return ports.filter { $0.1 > 0 }.map { name, number in
      Port(name: name, number: number, isTaken: PortProbe.connect(host: "localhost", port: number) != .refused)
    }
  }
}
