import AppConfiguration
import Programs
import Edge
import Glibc
import SmallFiles
import FoundationEssentials
import SharedValues

/// Makes the devices that scripts start with: each kind is made once by the program's own commands and then copied.
///
/// All devices use one identity server at one port, because a registration belongs to its issuer; so only one script is played at a time. Everything
/// lies in one folder that only this user can read and that ``remove()`` deletes.
@MainActor package final class ScriptDevices {
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
  private var stock: [ScriptSetup.Device: String] = [:]
  private var count = 0

  /// - Parameter observer: keeps the person's terminal up to date while a device is made.
  /// - Throws: `script_folder_unwritable`.
  package init(observer: any ScriptTerminalObserver = NoObserver()) throws(CommandError) {
    self.observer = observer
    // The name is short because the path of a Unix socket may have at most 107 bytes.
    do { folder = AbsolutePath.of(try TemporaryPlace.makeFolder("dcr-script")) } catch {
      throw CommandError(.scriptFolderUnwritable, path: TemporaryPlace.shown, error)
    }
    let data = try DataDirectory(path: folder, device: "phone", making: false)
    guard let held = HeldPort.first(of: KeptPort.issuer(data).candidates(alone: false)) else {
      throw CommandError(.scriptDeviceFailed, ["detail": SystemError(number: EADDRINUSE)])
    }
    held.letServerIn()
    self.held = held
  }

  package func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// - Throws: `script_device_failed` when the product cannot make it.
  package func device(_ setup: ScriptSetup) async throws(CommandError) -> ScriptDevice {
    let source = try await stock(of: setup.device)
    count += 1
    let device = ScriptDevice(folder: "\(folder)/\(count)", port: port)
    try make(device.folder)
    try copy(source, to: device.data)
    var configuration = ScriptDevices.configuration(port, setup.device)
    for (path, value) in setup.configuration.sorted(by: { $0.key < $1.key }) {
      configuration = device.with(path, value, in: configuration)
    }
    try write(configuration.pretty + "\n", to: device.configuration)
    return device
  }

  private func stock(of kind: ScriptSetup.Device) async throws(CommandError) -> String {
    if let made = stock[kind] { return made }
    let device = ScriptDevice(folder: "\(folder)/stock-\(kind.rawValue)", port: port)
    try make(device.folder)
    try write(ScriptDevices.configuration(port, kind).pretty + "\n", to: device.configuration)
    switch kind {
    case .fresh:
      // The server makes its keys, certificates and users at its first start.
      try await device.run("flow", ["--until", "discovery"], observer)
      try? FileManager.default.removeItem(atPath: device.data + "/devices")
    case .registered, .signedIn:
      try copy(try await stock(of: .fresh), to: device.data)
      let file = device.folder + "/password"
      try write(ScriptDevices.password + "\n", to: file)
      let login = ["--username", ScriptDevices.user, "--password-file", file]
      try await device.run("flow", login + (kind == .signedIn ? ["--until", "userinfo"] : []), observer)
    case .locked:
      try copy(try await stock(of: .registered), to: device.data)
      try write(ScriptDevices.passphrase + "\n", to: device.folder + "/passphrase")
      try await device.run("keystore passphrase", ["--new-passphrase-file", device.folder + "/passphrase"], observer)
    case .damaged:
      try copy(try await stock(of: .registered), to: device.data)
      let keystore = device.data + "/devices/phone/keystore.age"
      if truncate(keystore, 200) != 0 { throw CommandError(.scriptFolderUnwritable, path: keystore) }
    }
    stock[kind] = device.data
    return device.data
  }

  /// The configuration that every script starts with. The server chooses a free port for the administrator's page at each start.
  package nonisolated static func configuration(_ port: Int, _ kind: ScriptSetup.Device = .fresh) -> JSON {
    ConfigurationFile.shipped.setting("issuer", .string("https://localhost:\(port)/oauth/v2/oauth-anonymous"))
      .setting("embeddedServer", ["adminPort": 0]).setting("silentStart", kind == .signedIn ? true : nil)
  }

  private func make(_ path: String) throws(CommandError) {
    if mkdir(path, 0o700) != 0 { throw CommandError(.scriptFolderUnwritable, path: path) }
  }

  private func write(_ text: String, to path: String) throws(CommandError) {
    try SmallFile.replace(path, by: text, orThrow: .scriptFolderUnwritable)
  }

  private func copy(_ from: String, to target: String) throws(CommandError) {
    do { try FileManager.default.copyItem(atPath: from, toPath: target) } catch {
      throw CommandError(.scriptFolderUnwritable, path: target, AbsolutePath.reason(of: error))
    }
  }
}
