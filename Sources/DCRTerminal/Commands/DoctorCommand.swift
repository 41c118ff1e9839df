import Doctor
import Glibc

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("doctor")

  @OptionGroup var global: GlobalOptions
  @Argument(help: .of("doctor", "url")) var url: String?
  @Flag(help: "One JSON object a line, for scripts.") var json = false
  @Flag(help: "Start the embedded server for the check if nothing listens there.") var start = false
  @Flag(help: .of("doctor", "presenter")) var presenter = false

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let data = try global.dataDirectory(making: false)
    let issuer = try await issuerOfURL()
    let (configuration, findings) = readConfiguration(issuer)
    var facts = await LocalFacts.gather(
      configuration, data, environment: environment, tools: LessonEffectHandler.findings(in: data),
      log: try global.logger("doctor"))
    if url != nil { facts.leaveOut(registrationsBut: configuration?.issuer.text) }
    let (server, looked) = try await look(
      configuration, data, facts.keystore.isRegistered, because: findings.first?.error)
    if let configuration { facts.visitMeans(configuration, data, server) }
    let isColoured =
      isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    let stage = presenter ? try await self.stage(configuration, data, facts, environment) : []
    let report = DoctorReport(
      findings: facts.findings(configuration, findings, server, looked) + stage, isColoured: isColoured,
      width: isatty(STDOUT_FILENO) == 1 ? facts.terminal?.columns : nil)
    if json {
      for object in report.objects { StandardOutput.line(object.line) }
    } else {
      for line in report.lines { StandardOutput.writeSequences(line + "\n") }
    }
    if let failure = report.failure { throw failure.status }
  }

  private func stage(
    _ configuration: Configuration?, _ data: DataDirectory, _ facts: LocalFacts, _ environment: [String: String]
  ) async throws -> [Finding] {
    let known = await StageChecks.findings(configuration, data, facts, environment)
    let size = facts.terminal.map { Size(max(40, $0.columns), max(15, $0.rows)) } ?? Size(110, 30)
    ScriptCommand.settle(.whole, live: false)
    let rehearsed = try await Rehearsal(size: size, configuration: configuration).findings { title in
      if !json { StandardError.write("dcr-terminal: rehearsing \(title)…\n") }
    }
    if Interruption.hasCome { throw Interruption.status }
    return known + rehearsed
  }

  private func readConfiguration(_ issuer: String?) -> (Configuration?, [Finding]) {
    let configuration: Configuration
    let api: String?
    do throws(CommandError) {
      configuration = try global.configurationWithWarnings(issuer: issuer)
      api = if let url, issuer != url { url } else { configuration.issuerIsOfAPI ? configuration.api : nil }
    } catch { return (nil, [Finding(.configuration, "configuration", error)]) }
    let way =
      configuration.applicationServer.map { "application server \($0)" }
      ?? "registration \(configuration.registration.mode.rawValue)"
      + (configuration.registration.softwareID.map { ", template \($0)" } ?? "")
    let what =
      "\(configuration.file ?? "no config.json, so the one that comes with dcr-terminal"): issuer \(configuration.issuer.text), client \(configuration.registrationClientID), "
      + "scope \(configuration.scope), \(way)"
    let ignored = configuration.warnings.map {
      Finding(
        .configuration, "ignored_member", .warning, $0,
        hint: "correct it, or leave it out; `dcr-terminal docs configuration` describes the members")
    }
    let named = api.map { Finding(.server, "api", .ok, "\($0) leaves logins to \(configuration.issuer.text)") }
    let first = [Finding(.configuration, "configuration", .ok, what), named].compactMap(\.self)
    let last = [faults(configuration), localhost(configuration), proxy(configuration)].compactMap(\.self)
    return (configuration, first + ignored + last)
  }

  /// The server that an API names for its logins (RFC 9728); any other address is taken for an issuer.
  private func issuerOfURL() async throws -> String? {
    guard let url else { return nil }
    let known = try? global.configurationWithWarnings(issuer: url)
    let api = IssuerOfAPI(
      api: url, allowPlainHTTPLoopback: known.map { !$0.issuer.isTLS } ?? false,
      trustedCertificates: known?.trustedCertificates ?? [], deadlines: known?.deadlines ?? Deadlines(),
      proxies: known?.proxies ?? .ofThisProgram)
    if let issuer = try? await api.ask() { return issuer.text }
    // Whether plain HTTP is allowed on loopback is the configuration's to say.
    do { _ = try Issuer(judging: url, allowPlainHTTPLoopback: true) } catch {
      throw ValidationError("“\(url)” is not the https address of a server, without query, fragment and user name")
    }
    return url
  }

  /// Warns of a named weakening as long as it is in use.
  private func localhost(_ configuration: Configuration) -> Finding? {
    configuration.localhostRedirects.first.map {
      Finding(
        .configuration, "localhost_redirect", .warning,
        "\($0.text) names localhost, which RFC 8252 §8.3 advises against: name resolution decides where it leads",
        hint:
          "use http://127.0.0.1/callback where the server takes it; allowLocalhostRedirect is for servers that do not")
    }
  }

  /// Reports a proxy between this computer and the server, which may explain unexpected answers.
  private func proxy(_ configuration: Configuration) -> Finding? {
    let source = configuration.proxy == nil ? "the environment" : "config.json"
    do {
      guard let proxy = try configuration.proxies.proxy(for: configuration.issuer.text) else { return nil }
      let what = "\(configuration.issuer.text) is asked through the proxy \(proxy), as \(source) says"
      return Finding(.configuration, "proxy", .note, what)
    } catch { return Finding(.configuration, "proxy", CommandError(error, url: configuration.issuer.text)) }
  }

  /// Warns of configured faults, so that their effects are not blamed on something else.
  private func faults(_ configuration: Configuration) -> Finding? {
    guard let faults = configuration.faults else { return nil }
    do throws(CommandError) {
      _ = try FaultSource.plan(faults, in: configuration.folder, issuer: configuration.issuer)
      return Finding(
        .configuration, "faults", .warning, "things go wrong on purpose: \(faults)",
        hint: "leave the member faults out when you have seen enough")
    } catch { return Finding(.configuration, "faults", error) }
  }

  /// Contacts the server, after starting it if the option asks for that. `error` says why there is no configuration.
  private func look(
    _ configuration: Configuration?, _ data: DataDirectory, _ isRegistered: Bool, because error: CommandError?
  ) async throws -> (FlowForecast.Server, [Finding]) {
    guard let configuration else { return (.unknown(error ?? CommandError(.configUnreadable)), []) }
    let issuer = configuration.issuer
    guard issuer.isEmbedded else { return await visit(configuration, data, isRegistered) }
    guard PortProbe.connect(host: issuer.host, port: issuer.port) == .refused else {
      let seen = await visit(configuration, data, isRegistered)
      guard case .judged(.failure(let error), _) = seen.0,
        error.code == CommandError.Code(TransportFailure.Code.connectionRefused),
        let reason = EmbeddedServerKeeper.onlyListener(issuer)
      else { return seen }
      return DoctorCommand.failure(starting: reason, nil)
    }
    guard start else {
      if let error = configuration.wrongCertificates {
        let finding = Finding(.configuration, "trusted_certificates", error)
        return (.judged(metadata: .failure(error), findings: []), [finding])
      }
      let finding = Finding(
        .server, "embedded_server", .note,
        "nothing listens at \(issuer.text); the app would start the embedded server there",
        hint: "use --start to start it for this check")
      return (.embedded, [finding])
    }
    let keeper = try AppSetup(global).server
    let (conditions, tell) = AsyncStream.makeStream(of: ServerCondition.self)
    await keeper.ensure { action in if case .server(let condition) = action { tell.yield(condition) } }
    tell.finish()
    let last = await conditions.reduce(ServerCondition.unknown) { $1 }
    if case .failed(let reason, let exitCode) = last { return DoctorCommand.failure(starting: reason, exitCode) }
    let seen = await visit(configuration, data, isRegistered)
    await keeper.stop()
    return seen
  }

  private static func failure(starting reason: String, _ exitCode: Int32?) -> (FlowForecast.Server, [Finding]) {
    let error = CommandError(
      AppError(.embeddedServerFailed, step: nil, cause: .embeddedServer(reason, exitCode: exitCode)))
    return (.judged(metadata: .failure(error), findings: []), [Finding(.server, "embedded_server", error)])
  }

  private func visit(
    _ configuration: Configuration, _ data: DataDirectory, _ isRegistered: Bool
  ) async -> (FlowForecast.Server, [Finding]) {
    await ServerVisit.judged(configuration, data, needsRegistration: configuration.registers && !isRegistered)
  }
}
