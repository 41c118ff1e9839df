import AppState
import HTTPTransport
import Keystore
import OAuthClient
import Programs
import SharedValues
import TerminalUI

extension CommandError {
  /// Known facts as members for scripts: the expected and received values, the server's own words, and the source of the rule.
  var facts: [JSON.Member] {
    // For the browser's errors, `expected` is advice that the hint already contains.
    let isBrowsers = [.loginRefused, .passwordNotTyped, .browserFailed].contains(
      UserAgentFailure.Code(rawValue: code.rawValue))
    return (isBrowsers ? [] : ["field", "expected", "received", "description", "source"]).compactMap { name in
      values[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }
}

// MARK: - Errors of the rooms below

extension CommandError {
  init(_ error: KeystoreError) {
    self.init(error.code, ["path": error.path, "detail": error.detail])
    if error.isSimulated { advice = .simulatedKeystore }
  }

  init(_ error: ProtocolError) {
    let values = [
      "field": error.field, "expected": error.expected, "received": error.received,
      "description": error.serverDescription, "source": error.source,
    ]
    self.init(Code(error.code, error.consequence), values.compactMapValues { $0 })
    if error.quotesReceived { theirs = ["received"] }
  }

  init(_ failure: TransportFailure, url: String) { self.init(failure.code, ["url": url, "detail": failure.detail]) }

  /// - Parameter thumbprint: the requested key's.
  init(_ error: SecureElementError, thumbprint: String? = nil) {
    let detail = error.code == .presenceDemanded ? "" : error.detail
    self.init(error.code, ["received": thumbprint, "detail": detail].compactMapValues(\.self))
  }

  init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  init(_ error: ApplicationStateError) {
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

  init(_ error: AppError) {
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

  init(_ failure: UserAgentFailure) { self.init(Code(failure.code, exitCode: failure.exitCode), failure.values) }
}
