import AgeFormat
import AppState
import HTTPTransport
import Keystore
import LocalSockets
import OAuthClient
import SharedValues
import Programs
import TerminalUI

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

  /// The exit status of our own browser program says more than the code.
  package init(_ code: UserAgentFailure.Code, exitCode: Int32?) {
    self.init(code, exitCode.flatMap(ExitStatus.init(rawValue:)))
  }
}

// MARK: - The codes of the rooms below

extension AgeError.Code: ExitCode {}
extension AppError.Code: ExitCode {}
extension AppError.OwnCode: ExitCode {}
extension ApplicationStateError.Code: ExitCode {}
extension KeyFailure.Code: ExitCode {}
extension KeystoreError.Code: ExitCode {}
extension ProtocolError.Code: ExitCode {}
extension SecureElementError.Code: ExitCode {}
extension TerminalError.Code: ExitCode {}
extension TransportFailure.Code: ExitCode {}
extension LocalSocketError.Code: ExitCode {}
extension UserAgentFailure.Code: ExitCode {}
