import AgeFormat
import AppState
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
      values[name].map { JSON.Member(name, .string(CommandError.line($0))) }
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
    self.init(error.code, ["path": error.path, "detail": error.detail])
    if error.isSimulated { advice = .simulatedKeystore }
  }

  package init(_ error: ProtocolError) {
    let values = [
      "field": error.field, "expected": error.expected, "received": error.received,
      "description": error.serverDescription, "source": error.source,
    ]
    self.init(Code(error.code, error.consequence), values.compactMapValues { $0 })
    if error.quotesReceived { theirs = ["received"] }
  }

  package init(_ failure: TransportFailure, url: String) {
    self.init(failure.code, ["url": url, "detail": failure.detail])
  }

  /// - Parameter thumbprint: the requested key's.
  package init(_ error: SecureElementError, thumbprint: String? = nil) {
    let detail = error.code == .presenceDemanded ? "" : error.detail
    self.init(error.code, ["received": thumbprint, "detail": detail].compactMapValues(\.self))
  }

  package init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  package init(_ error: ApplicationStateError) {
    switch error {
    case .keystore(let error): self.init(error)
    case .otherIssuer(let stored, let configured): self.init(error.code, ["received": stored, "expected": configured])
    case .registered(let clientID): self.init(error.code, ["received": clientID])
    case .unusable(let refusal):
      let cause = CommandError(refusal)
      self.init(error.code, cause.values.merging(["detail": refusal.code.rawValue]) { $1 })
      theirs = cause.theirs
    }
  }

  package init(_ error: AppError) {
    switch error.cause {
    case .server(let refusal):
      self.init(refusal)
      textCode = error.circumstance?.rawValue
    // Some failures of a connection have their own consequences and codes.
    case .transport(let failure, let url): self.init(error.code, ["url": url, "detail": failure.detail])
    case .keystore(let failure): self.init(failure)
    case .storedState(let failure): self.init(failure)
    case .file(let path, let detail): self.init(error.code, ["path": path, "detail": detail])
    case .userAgent(let failure): self.init(failure)
    case .key(let failure): self.init(error.code, ["detail": failure.detail])
    case .embeddedServer(let reason): self.init(error.code, ["detail": reason])
    case .app(let detail): self.init(error.code, ["detail": detail])
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
    self.init(ProblemCode(error.code), path: error.values["path"] ?? "", detail: error.values["detail"] ?? "")
  }
}
