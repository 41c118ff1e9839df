import HTTPTransport
import Programs

/// The files that a configuration names, read when they are needed.
extension Configuration {
  /// Reads the files that the app, or the server that it starts, needs from the beginning. `doctor` checks the files that only a registration needs.
  package func judgeFiles() throws(CommandError) {
    if let wrongCertificates { throw wrongCertificates }
    if let faults { _ = try FaultSource.plan(faults, in: folder, issuer: issuer) }
    if let path = registration.clientSecretFile, !registers { _ = try Configuration.clientSecret(in: path) }
    guard issuer.isEmbedded else { return }
    for user in embeddedServer.users ?? [] { _ = try PasswordFile.read(user.passwordFile) }
    if case .named(_, let passwordFile) = embeddedServer.administrator { _ = try PasswordFile.read(passwordFile) }
  }

  /// The error that the first request would report; `nil`: all ``trustedCertificates`` can be used.
  package var wrongCertificates: CommandError? {
    do { _ = try TrustedCertificates(files: trustedCertificates) } catch {
      return CommandError(error, url: issuer.text)
    }
    return nil
  }

  /// - Throws: `client_secret_file_unreadable`.
  package static func clientSecret(in path: String) throws(CommandError) -> String {
    guard let secret = try? PasswordFile.read(path) else {
      throw CommandError(.clientSecretFileUnreadable, ["path": path])
    }
    return secret
  }
}
