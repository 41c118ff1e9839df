import IdentityServer
import Programs

extension IdentityServerError.Code: ExitCode {}

extension CommandError {
  init(_ error: IdentityServerError) {
    self.init(
      error.code, ["received": error.subject, "path": error.subject, "detail": error.detail, "member": error.member])
  }
}
