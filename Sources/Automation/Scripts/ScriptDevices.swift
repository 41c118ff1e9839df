import AppConfiguration
import Programs
import Edge
import Glibc
import Workshop
import FoundationEssentials
import SharedValues

/// Makes the devices that scripts start with: each kind is made once by the program's own commands and then copied.
///
/// All devices use one identity server at one port, because a registration belongs to its issuer; so only one script is played at a time. Everything
/// lies in one folder that only this user can read and that ``remove()`` deletes.
@MainActor
package final class ScriptDevices {
  /// Name and password of the demo user, which every embedded server has.
  package static let user = "demouser"
  package static let password = "Password1"
  /// The passphrase of a `locked` device's keystore.
  package nonisolated static let passphrase = "correct horse battery staple"

  private let folder: String
  private let observer: any ScriptTerminalObserver
  /// The port is held so that no other run takes it while the server is down.
  private let held: HeldPort
  private var port: Int { held.port }
  private var stock: [String: String] = [:]
  private var count = 0

  /// - Parameter observer: keeps the person's terminal up to date while a device is made.
  /// - Throws: `script_folder_unwritable`.
  package init(observer: any ScriptTerminalObserver = NoObserver()) throws(CommandError) {
    self.observer = observer
    // The name is short because the path of a Unix socket may have at most 107 bytes.
    var template = Array((FileManager.default.temporaryDirectory.path + "/dcr-script-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(
        .scriptFolderUnwritable,
        ["path": FileManager.default.temporaryDirectory.path, "detail": String(cString: strerror(errno))])
    }
    folder = AbsolutePath.of(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    let data = try DataDirectory(path: folder, device: "phone", making: false)
    guard let held = HeldPort.first(of: KeptPort.issuer(data).candidates(alone: false)) else {
      throw CommandError(.scriptDeviceFailed, ["detail": String(cString: strerror(EADDRINUSE))])
    }
    held.letServerIn()
    self.held = held
  }

  package func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Makes the device of one script.
  /// - Throws: `script_device_failed` when the product cannot make it.
  package func device(_ setup: ScriptSetup) async throws(CommandError) -> ScriptDevice {
    let source = try await stock(of: setup.device)
    count += 1
    let device = ScriptDevice(folder: "\(folder)/\(count)", port: port)
    try make(device.folder)
    try copy(source, to: device.data)
    var configuration = ScriptDevices.configuration(port)
    if setup.device == .signedIn { configuration = configuration.setting("silentStart", true) }
    for (path, value) in setup.configuration.sorted(by: { $0.key < $1.key }) {
      configuration = device.with(path, value, in: configuration)
    }
    try write(configuration.pretty + "\n", to: device.configuration)
    return device
  }

  // MARK: Making each kind

  private func stock(of kind: ScriptSetup.Device) async throws(CommandError) -> String {
    if let made = stock[kind.rawValue] { return made }
    let device = ScriptDevice(folder: "\(folder)/stock-\(kind.rawValue)", port: port)
    try make(device.folder)
    let isSilent = kind == .signedIn
    var configuration = ScriptDevices.configuration(port)
    if isSilent { configuration = configuration.setting("silentStart", true) }
    try write(configuration.pretty + "\n", to: device.configuration)
    switch kind {
    case .fresh:
      // The server makes its keys, certificates and users at its first start.
      try await device.run("flow", ["--until", "discovery"], observer)
      try? FileManager.default.removeItem(atPath: device.data + "/devices")
    case .registered:
      try copy(try await stock(of: .fresh), to: device.data)
      try await flow(device, [])
    case .signedIn:
      try copy(try await stock(of: .fresh), to: device.data)
      try await flow(device, ["--until", "userinfo"])
    case .locked:
      try copy(try await stock(of: .registered), to: device.data)
      try write(ScriptDevices.passphrase + "\n", to: device.folder + "/passphrase")
      try await device.run("keystore passphrase", ["--new-passphrase-file", device.folder + "/passphrase"], observer)
    case .damaged:
      try copy(try await stock(of: .registered), to: device.data)
      let keystore = device.data + "/devices/phone/keystore.age"
      guard truncate(keystore, 200) == 0 else { throw failure(keystore) }
    }
    stock[kind.rawValue] = device.data
    return device.data
  }

  private func flow(_ device: ScriptDevice, _ more: [String]) async throws(CommandError) {
    let file = device.folder + "/password"
    try write(ScriptDevices.password + "\n", to: file)
    try await device.run("flow", ["--username", ScriptDevices.user, "--password-file", file] + more, observer)
  }

  // MARK: Configuration

  /// The configuration that every script starts with. The server chooses a free port for the administrator's page at each start.
  package nonisolated static func configuration(_ port: Int) -> JSON {
    ConfigurationFile.shipped.setting("issuer", .string("https://localhost:\(port)/oauth/v2/oauth-anonymous"))
      .setting("embeddedServer", ["adminPort": 0])
  }

  // MARK: Files

  private func make(_ path: String) throws(CommandError) { guard mkdir(path, 0o700) == 0 else { throw failure(path) } }

  private func write(_ text: String, to path: String) throws(CommandError) {
    do throws(ExportProblem) { try ExportWriter.save(text, to: path) } catch { throw failure(path, error.detail) }
  }

  private func copy(_ from: String, to target: String) throws(CommandError) {
    do { try FileManager.default.copyItem(atPath: from, toPath: target) } catch {
      throw failure(target, AbsolutePath.reason(of: error))
    }
  }

  private func failure(_ path: String, _ detail: String = String(cString: strerror(errno))) -> CommandError {
    CommandError(.scriptFolderUnwritable, ["path": path, "detail": detail])
  }
}
