import Programs
import AppConfiguration
import Edge
import Catalogue
import FoundationEssentials

extension StageFacts {
  /// Collects the facts that a presentation depends on. Changes nothing.
  package static func gather(
    _ configuration: Configuration?, _ data: DataDirectory, _ local: LocalFacts, _ environment: [String: String]
  ) async -> StageFacts {
    var facts = StageFacts(terminal: local.terminal)
    facts.hasNoColours = !environment["NO_COLOR", default: ""].isEmpty
    facts.language = PreferencesFile(directory: data.path).current.language ?? LookOptions.ofEnvironment
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
