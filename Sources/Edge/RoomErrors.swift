import AgeFormat
import AppState
import ForeignText
import Catalogue
import HTTPTransport
import Keystore
import OAuthClient
import Programs
import SharedValues
import TerminalUI
import Workshop

extension CommandError {
  /// Known facts as members for scripts: the expected and received values, the server's own words, and the source of the rule.
  package var facts: [JSON.Member] {
    // For the browser's errors, `expected` is advice that the hint already contains.
    let isBrowsers = [.loginRefused, .passwordNotTyped, .browserFailed].contains(
      UserAgentFailure.Code(rawValue: code.rawValue))
    return (isBrowsers ? [] : ["field", "expected", "received", "description", "source"]).compactMap { name in
      self[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }
}

extension CommandError {
  /// The result of a flow that ended with this error.
  package func result(at step: FlowStep?) -> JSON {
    var members = [JSON.Member("result", "error")]
    if let step { members.append(JSON.Member("step", .string(step.rawValue))) }
    members.append(JSON.Member("error", .string(code.rawValue)))
    members.append(JSON.Member("title", .string(title(Catalogue(.english)))))
    members.append(JSON.Member("hint", .string(hint(Catalogue(.english)))))
    return .object(members + facts)
  }
}

// MARK: - Errors of the rooms below

extension CommandError {
  package init(_ error: KeystoreError) {
    self.init(error.code, error.values)
    if error.isSimulated { advice = .simulatedKeystore }
  }

  package init(_ error: ProtocolError) { self.init(Code(error.code), error.values) }

  package init(_ failure: TransportFailure, url: String) {
    self.init(failure, ["url": url])
  }

  package init(_ error: ApplicationStateError) {
    self.init(AppError(code: error.code, step: nil, cause: .storedState(error)))
  }

  package init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  package init(_ error: AppError) {
    self.init(error.code, error.values)
    textCode = error.circumstance?.rawValue
    if error.isSimulated { advice = .simulatedKeystore }
    switch error.cause {
    case .server(let refusal): code = Code(refusal.code)
    case .userAgent(let failure): code = Code(failure.code, exitCode: failure.exitCode)
    default: break
    }
  }

  package init(_ failure: UserAgentFailure) {
    self.init(Code(failure.code, exitCode: failure.exitCode), failure.values)
  }
}

extension CommandError {
  /// - Returns: exit code 77 for a wrong key, 73 if the output cannot be written, 65 for a wrong file.
  package init(_ error: AgeError) { self.init(error.code, ["path": error.path, "detail": error.detail]) }
}

extension ExportProblem {
  package init(_ error: CommandError) {
    self.init(ProblemCode(error.code), path: error["path"] ?? "", detail: error["detail"] ?? "")
  }
}
