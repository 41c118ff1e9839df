import AppState
import ArgumentParser
import Catalogue
import Foundation

/// `flow`: the app's own state machine without a screen; a script presses the buttons and reports each step.
struct FlowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flow", abstract: Phrase.flowAbstract.english, discussion: Phrase.flowDiscussion.english)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var userAgent: UserAgentOptions
  @OptionGroup var unlock: KeystoreUnlock

  @Option(help: ArgumentHelp(Phrase.optionUsername.english, valueName: "name"))
  var username: String

  @Option(help: ArgumentHelp(Phrase.optionPasswordFile.english, valueName: "file"))
  var passwordFile: String

  @Flag(help: ArgumentHelp(Phrase.optionJSONLines.english))
  var json = false

  @Option(help: ArgumentHelp(Phrase.optionUntil.english, valueName: "step"))
  var until: FlowStep?

  @Flag(help: ArgumentHelp(Phrase.optionReveal.english))
  var reveal = false

  @Flag(help: ArgumentHelp(Phrase.optionRegisterAgain.english))
  var registerAgain = false

  @MainActor
  func run() async throws {
    let report = FlowReport(json: json, reveals: reveal)
    do {
      try await go(report)
    } catch let error as CommandError {
      if json { StandardOutput.line(FlowReport.result(error, at: nil).line) }
      throw error
    }
  }

  @MainActor
  private func go(_ report: FlowReport) async throws {
    try userAgent.judge()
    var setup = try AppSetup(global)
    setup.passphrase = try unlock.passphrase(of: setup.data.devicePath)
    var browser = try setup.browserOptions()
    browser.unattended = InAppBrowser.Unattended(
      username: username, passwordFile: AbsolutePath.of(passwordFile))
    browser.isEphemeral = userAgent.ephemeral
    let session = AppSession(setup, browser: browser, quit: {})
    let signals = TerminationSignals { [session] _ in session.store.close() }
    let script = FlowScript(until: until, registersAgain: registerAgain) { [userAgent = session.userAgent] in
      userAgent.failure
    }
    let run = FlowRun(session.store, script)
    let ending = await run.finish { StandardOutput.line(report.text($0)) }
    await session.stop()
    if let received = signals.received { throw ExitStatus(rawValue: 128 + received) ?? .interrupted }
    guard let ending else { throw ExitStatus.interrupted }
    let last = report.text(ending)
    if !last.isEmpty { StandardOutput.line(last) }
    guard case .failed(_, let error) = ending else { return }
    StandardError.write(error.report())
    throw error.status
  }
}

extension FlowStep: ExpressibleByArgument {
  public init?(argument: String) {
    guard let step = FlowStep(rawValue: argument), step != .unregister else { return nil }
    self = step
  }

  public static var allValueStrings: [String] { allCases.filter { $0 != .unregister }.map(\.rawValue) }
}
