import AppState
import ForeignText
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
      self[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }
}

// MARK: - Errors of the rooms below

extension CommandError {
  init(_ error: KeystoreError) {
    self.init(error.code, error.values)
    if error.isSimulated { advice = .simulatedKeystore }
  }

  init(_ error: ProtocolError) { self.init(Code(error.code, error.consequence), error.values) }

  init(_ failure: TransportFailure, url: String) { self.init(failure, ["url": url]) }

  init(_ error: ApplicationStateError) {
    self.init(AppError(code: error.code, step: nil, cause: .storedState(error)))
  }

  init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  init(_ error: AppError) {
    self.init(error.code, error.values)
    textCode = error.circumstance?.rawValue
    if error.isSimulated { advice = .simulatedKeystore }
    switch error.cause {
    case .server(let refusal): code = Code(refusal.code, refusal.consequence)
    case .userAgent(let failure): code = Code(failure.code, exitCode: failure.exitCode)
    default: break
    }
  }

  init(_ failure: UserAgentFailure) { self.init(Code(failure.code, exitCode: failure.exitCode), failure.values) }
}
