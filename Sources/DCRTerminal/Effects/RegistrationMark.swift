import AppState
import Glibc
import Keystore
import OAuthClient
import SharedValues
import SmallFiles

/// Files in the device's folder while it is not known here what the server has: `registering`, a client that is not saved, and `updating`, a change
/// of the saved one. They outlive a program that is killed, so that the next one can say so.
struct RegistrationMark: Sendable {
  private let folder: String
  private var registering: String { folder + "/registering" }
  private var updating: String { folder + "/updating" }

  init(in folder: String) { self.folder = folder }

  func sends(_ reply: Reply, to url: String) {
    switch reply {
    case .registration: try? SmallFile.replace(registering, by: Array(url.utf8))
    case .registrationUpdate: try? SmallFile.replace(updating, by: Array(url.utf8))
    default: break
    }
  }

  func answered(_ reply: Reply, _ result: Result<HTTPResponse, TransportFailure>) {
    let isDone = (try? result.get()).map { (200..<300).contains($0.status) } ?? false
    switch reply {
    // The app tells of an answer that got lost.
    case .registration where !isDone, .unregistration: unlink(registering)
    case .registrationUpdate where !isDone:
      if case .failure(let failure) = result, failure.mayHaveArrived || failure.code == .cancelled { return }
      unlink(updating)
    case .registrationRead where isDone: unlink(updating)
    default: break
    }
  }

  func saved() {
    ended()
    unlink(updating)
  }

  /// The user quits, and was told what a registration may have left.
  func ended() { unlink(registering) }

  /// Where the registration was sent that nobody saw the end of, told once; `nil`: there was none.
  func taken() -> String? {
    defer { ended() }
    return RegistrationMark.url(in: registering)
  }

  /// Where an update was sent whose outcome is not known; `nil`: there was none, or its registration has been erased.
  var update: String? {
    access(folder + "/" + FileKeystore.fileName, F_OK) == 0 ? RegistrationMark.url(in: updating) : nil
  }

  private static func url(in path: String) -> String? {
    SmallFile.whole(path, limit: 4096, follows: false).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension AppSetup {
  /// Warns of a registration or an update during which the last run was killed; the app's first screen says so, too.
  mutating func warnOfInterruptedRegistration() {
    let mark = RegistrationMark(in: data.devicePath)
    if let url = mark.taken() {
      wasRegistering = true
      warn(.registrationInterrupted, url)
    }
    if let url = mark.update { warn(.updateUnconfirmed, url) }
  }

  private func warn(_ phrase: Phrase, _ url: String) {
    StandardError.warn(Catalogue()(phrase, ["url": Redaction().url(url)]))
  }
}
