import IdentityServer
import Programs

extension IdentityServerError.Code: ExitCode {
  package var status: ExitStatus {
    switch self {
    case .portInUse, .cannotListen: .unavailable
    case .directoryUnwritable: .cannotWrite
    case .databaseLocked: .tryLater
    default: .data
    }
  }
}

extension CommandError {
  init(_ error: IdentityServerError) {
    self.init(
      error.code, ["received": error.subject, "path": error.subject, "detail": error.detail, "member": error.member])
  }
}
