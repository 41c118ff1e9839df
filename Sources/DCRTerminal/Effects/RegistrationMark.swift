import Glibc
import SmallFiles

/// A file in the device's folder while a client may exist at the server that is not saved here. It outlives a program that is killed, so that
/// the next one can say so.
struct RegistrationMark: Sendable {
  private let path: String

  init(in folder: String) { path = folder + "/registering" }

  func begin(at url: String) { try? SmallFile.replace(path, by: Array(url.utf8)) }
  func end() { unlink(path) }

  /// Where the registration was sent that nobody saw the end of, told once; `nil`: there was none.
  func taken() -> String? {
    guard let bytes = SmallFile.whole(path, limit: 4096, follows: false) else { return nil }
    end()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension AppSetup {
  /// Warns once, in the app as well, of a registration during which the last run was killed.
  mutating func warnOfInterruptedRegistration() {
    guard let url = RegistrationMark(in: data.devicePath).taken() else { return }
    let warning = Catalogue()(.registrationInterrupted, ["url": Redaction().url(url)])
    StandardError.warn(warning)
    configuration.warnings.append(warning)
  }
}
