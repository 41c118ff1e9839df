import Foundation
import HTTPTransport
import SharedValues
import Synchronization
import TestSupport

/// The client's connections to the hostile servers, kept for the run, as an app keeps them for its life. The sessions use them one
/// after another.
final class HostileWires: Sendable {
  static let made = Result { try HostileWires() }

  /// The deadline in tests that do not wait for the real one.
  static let patience = Duration.milliseconds(300)

  let patient: HTTPClientTransport
  let hurried: HTTPClientTransport
  let browser: HTTPClientTransport
  private let folder: TemporaryFolder
  private let heard: Heard

  private final class Heard: Sendable {
    let by = Mutex<(@Sendable (TraceEvent, Int) -> Void)?>(nil)
    func tell(_ event: TraceEvent, _ generation: Int) { by.withLock { $0 }?(event, generation) }
  }

  private init() throws {
    let folder = TemporaryFolder()
    let trusted = try ServerIdentity.trusted.get()
    let authority = try trusted.writePEM(in: folder)
    let device = try trusted.client()
    let files = DeviceCertificateFiles(
      certificate: folder.write("device.pem", device.certificate), key: folder.write("device-key.pem", device.key))
    let heard = Heard()
    patient = HTTPClientTransport(
      trustedCertificates: [authority], deviceCertificate: files, deadlines: .ofTests
    ) { heard.tell($0, 1) }
    hurried = HTTPClientTransport(
      trustedCertificates: [authority], deviceCertificate: files, deadlines: Deadlines(exchange: HostileWires.patience)
    ) { heard.tell($0, 2) }
    browser = HTTPClientTransport(trustedCertificates: [authority], deadlines: .ofTests)
    (self.folder, self.heard) = (folder, heard)
    // Objects that live as long as the run are not deallocated by themselves.
    atexit { if case .success(let wires) = HostileWires.made { wires.clearAway() } }
  }

  private func clearAway() { try? FileManager.default.removeItem(atPath: folder.path) }

  func hear(_ listener: @escaping @Sendable (TraceEvent, Int) -> Void) { heard.by.withLock { $0 = listener } }
}
