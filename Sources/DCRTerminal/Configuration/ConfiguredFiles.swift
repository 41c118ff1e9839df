import HTTPTransport
import Programs

/// The files that a configuration names, which are read when they are needed.
extension Configuration {
  /// Reads those without which the app, or the server that it starts, would not begin. What a registration needs once is `doctor`'s to
  /// look for.
  func judgeFiles() throws(CommandError) {
    if let wrongCertificates { throw wrongCertificates }
    if let faults { _ = try FaultSource.plan(faults, in: folder, issuer: issuer) }
    if let path = registration.clientSecretFile, !registers { _ = try Configuration.clientSecret(in: path) }
    guard issuer.isEmbedded else { return }
    for user in embeddedServer.users ?? [] { _ = try PasswordFile.read(user.passwordFile) }
    if case .named(_, let passwordFile) = embeddedServer.administrator { _ = try PasswordFile.read(passwordFile) }
  }

  /// As the first request would say it; `nil`: all of ``trustedCertificates`` can be used.
  var wrongCertificates: CommandError? {
    do { _ = try TrustedCertificates(files: trustedCertificates) } catch {
      return CommandError(error, url: issuer.text)
    }
    return nil
  }

  /// - Throws: `client_secret_file_unreadable`.
  static func clientSecret(in path: String) throws(CommandError) -> String {
    guard let secret = try? PasswordFile.read(path) else {
      throw CommandError(.clientSecretFileUnreadable, ["path": path])
    }
    return secret
  }
}
