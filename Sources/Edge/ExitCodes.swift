import AgeFormat
import AppState
import HTTPTransport
import Keystore
import OAuthClient
import SharedValues
import Programs
import TerminalUI
import URIDispatch

/// A code whose exit status depends on more than the code.
private struct JudgedCode: ExitCode {
  let rawValue: String
  let status: ExitStatus
}

extension CommandError.Code {
  /// The status depends on the consequence of the server's answer, too.
  package init(_ code: ProtocolError.Code, _ consequence: ProtocolError.Consequence) {
    let status: ExitStatus =
      switch consequence {
      case .refused: .refused
      case .invalidResponse: .unavailable
      case .tryLater: .tryLater
      case .configuration: .data
      }
    self.init(JudgedCode(rawValue: code.rawValue, status: status))
  }

  /// The exit status of our own browser program says more than the code.
  package init(_ code: UserAgentFailure.Code, exitCode: Int32?) {
    let status = exitCode.flatMap(ExitStatus.init(rawValue:)) ?? code.status
    self.init(JudgedCode(rawValue: code.rawValue, status: status))
  }
}

// MARK: - The codes of the rooms below

extension AppError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .own(let code): code.status
    case .server(let code): code.status
    case .transport(let code): code.status
    case .keystore(let code): code.status
    case .userAgent(let code): code.status
    case .key(let code): code.status
    case .secureElement(let code): code.status
    case .storedState(let code): code.status
    }
  }
}

extension AppError.OwnCode: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .tokenFileMissing, .tokenFileUnreadable, .tokenFileEmpty, .tokenFileTooLarge: .data
    case .embeddedServerFailed, .registrationAnswerLost, .updateAnswerLost, .paymentAnswerLost: .unavailable
    case .pushTimedOut: .tryLater
    case .noRefreshToken: .refused
    }
  }
}

/// For a code without an answer.
extension ProtocolError.Code: ExitCode {
  package var status: ExitStatus { self == .clientSecretExpired ? .refused : .unavailable }
}

extension UserAgentFailure.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .loginRefused, .passwordNotTyped: .refused
    case .timeout, .socketInUse, .redirectPortInUse: .tryLater
    case .failed, .inputEnded, .browserMissing, .browserNotStarted, .browserFailed, .programNotStarted, .socketUnusable,
      .redirectCannotListen:
      .unavailable
    }
  }
}

extension KeyFailure.Code: ExitCode { package var status: ExitStatus { .data } }

extension ApplicationStateError.Code: ExitCode { package var status: ExitStatus { .data } }

/// A wrong device key is wrong local data; a wrong passphrase is a refusal.
extension KeystoreError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .unwritable, .noSpace: .cannotWrite
    case .locked: .tryLater
    case .passphraseNeeded, .wrongPassphrase: .refused
    default: .data
    }
  }
}

/// A missing key is wrong local data; a key that its user or owner does not allow is a refusal.
extension SecureElementError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .unavailable, .protocolBroken: .unavailable
    case .damaged, .noSuchKey: .data
    case .unwritable, .full: .cannotWrite
    case .presenceTimedOut: .tryLater
    case .keyOfAnotherApp, .presenceDemanded, .presenceRefused, .presenceCancelled: .refused
    }
  }
}

/// The device's certificate is a local file; a cancelled exchange was interrupted by the user.
extension TransportFailure.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired: .data
    case .cancelled: .interrupted
    default: .unavailable
    }
  }
}

extension TerminalError.Code: ExitCode {
  package var status: ExitStatus { self == .alreadyOpen ? .unavailable : .usage }
}

extension URIDispatchError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .tooLong: .usage
    case .refused: .refused
    case .nobodyListening, .unreachable, .inUse, .unsafeDirectory, .cannotListen: .unavailable
    }
  }
}

/// `age` is a separate tool, which refuses a wrong key as it refuses a wrong passphrase.
extension AgeError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .wrongKey, .wrongPassphrase, .passphraseNeeded, .identityNeeded: .refused
    case .unwritable, .noSpace: .cannotWrite
    case .invalidRecipient, .noRecipient: .usage
    case .notEnoughMemory: .tryLater
    default: .data
    }
  }
}
