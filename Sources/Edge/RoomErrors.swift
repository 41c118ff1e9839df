import AgeFormat
import AppState
import Catalogue
import Keystore
import LocalSockets
import OAuthClient
import TerminalUI

extension CommandError {
  /// Known facts as members for scripts: the expected and received values, the server's own words, and the source of the rule.
  package var facts: [JSON.Member] {
    // For the browser's errors, `expected` is advice that the hint already contains.
    let isBrowsers = [.loginRefused, .passwordNotTyped, .browserFailed].contains(
      UserAgentFailure.Code(rawValue: code.rawValue))
    let names = ["address", "field", "expected", "received", "description", "source"]
    return (isBrowsers ? [] : names).compactMap { name in
      self[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }

  package func result(at step: FlowStep?) -> JSON {
    let known: [(String, String?)] = [
      ("result", "error"), ("step", step?.rawValue), ("error", code.rawValue), ("title", title(Catalogue(.english))),
      ("hint", hint(Catalogue(.english))),
    ]
    return .object(known.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } } + facts)
  }

  package init(_ error: KeystoreError) {
    self.init(error.code, error.values)
    if error.isSimulated { advice = .simulatedKeystore }
  }

  package init(_ error: ProtocolError) { self.init(Code(error.code), error.values) }

  /// With the address of an answer without its proper form, which says nothing about whose it is. Absent metadata were looked for at two.
  package init(_ error: ProtocolError, at url: String) {
    self.init(error)
    guard error.code.castsDoubtOnMetadata || error.isOfStatus, error.code != .metadataNotFound else { return }
    values["address"] = .value(Redaction().url(url))
  }

  package init(_ failure: TransportFailure, url: String) { self.init(failure, ["url": url]) }

  package init(_ error: ApplicationStateError) {
    self.init(AppError(code: error.code, step: nil, cause: .storedState(error)))
  }

  package init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  package init(_ error: AppError) {
    self.init(error.code, error.values)
    textCode = error.circumstance?.rawValue
    advice = error.advice
    switch error.cause {
    case .server(let refusal):
      code = Code(refusal.code)
      values["address"] = error.url.flatMap { CommandError(refusal, at: $0).values["address"] }
    case .userAgent(let failure): code = Code(failure.code, exitCode: failure.exitCode)
    case .embeddedServer(_, let exitCode): code = Code(error.code, exitCode: exitCode)
    default: break
    }
  }

  package init(_ failure: UserAgentFailure) {
    self.init(Code(failure.code, exitCode: failure.exitCode), failure.values)
  }

  /// - Returns: exit code 77 for a wrong key, 73 if the output cannot be written, 65 for a wrong file.
  package init(_ error: AgeError) { self.init(error.code, ["path": error.path, "detail": error.detail]) }
}

extension FileProblem {
  package init(_ error: CommandError) {
    self.init(ProblemCode(error.code), path: error["path"] ?? "", detail: error.values["detail"] ?? "")
  }
}

extension CommandError.Code {
  /// The status depends on the consequence of the server's answer, too.
  package init(_ code: ProtocolError.Code) {
    let status: ExitStatus =
      switch code.consequence {
      case .refused: .refused
      case .invalidResponse: .unavailable
      case .tryLater: .tryLater
      case .configuration: .data
      }
    self.init(code, status)
  }

  /// The exit status of our own program, browser or server, says more than the code.
  package init(_ code: some ExitCode, exitCode: Int32?) {
    self.init(code, exitCode.flatMap(ExitStatus.init(rawValue:)))
  }
}

extension AgeError.Code: ExitCode {}
extension AppError.Code: ExitCode {}
extension AppError.OwnCode: ExitCode {}
extension ApplicationStateError.Code: ExitCode {}
extension KeyFailure.Code: ExitCode {}
extension KeystoreError.Code: ExitCode {}
extension ProblemCode: ExitCode {}
extension ProtocolError.Code: ExitCode {}
extension SecureElementError.Code: ExitCode {}
extension TerminalError.Code: ExitCode {}
extension TransportFailure.Code: ExitCode {}
extension LocalSocketError.Code: ExitCode {}
extension UserAgentFailure.Code: ExitCode {}

/// The value that was expected in place of a wrong one.
package struct WrongValue: Error, Hashable {
  package var expected: Phrase

  package init(_ expected: Phrase) { self.expected = expected }
}
