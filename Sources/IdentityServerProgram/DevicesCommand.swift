import ArgumentParser
import FoundationEssentials
import IdentityServer
import Programs
import SharedValues

/// `devices`: does for the embedded server's devices what device management does for phones.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Enroll and administer the devices that the embedded server trusts.",
    subcommands: [List.self, Enroll.self, Revoke.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List every enrolled device.")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws { try await DeviceReport.printList(global, json: json) }
  }

  struct Enroll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "enroll", abstract: "Make a certificate for a device and put it into the device's folder.")
    @OptionGroup var global: GlobalOptions
    @Argument(help: "The device's name.", completion: .devices) var name: String

    func run() async throws {
      let folder = try global.dataDirectory().folder(ofDevice: name)
      try await DevicesCommand.administer(global) {
        try await $0.enroll(name, into: URL(fileURLWithPath: folder, isDirectory: true))
      }
      StandardOutput.line(CommandError.line("\(name) is enrolled; its certificate is in \(folder)."))
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Revoke a device: its certificate and its unused tokens are refused.")
    @OptionGroup var global: GlobalOptions
    @Argument(help: "The device's name.", completion: .devices) var name: String

    func run() async throws {
      try await DevicesCommand.administer(global) { try await $0.revoke(name) }
      StandardOutput.line(CommandError.line("\(name) is revoked; its next request is refused."))
    }
  }

  /// Works directly on the database, whether or not the server is running.
  static func administer<Answer>(
    _ global: GlobalOptions, _ work: (DeviceAdministration) async throws -> Answer
  ) async throws -> Answer {
    let data = try global.dataDirectory()
    return try await AdministrationAccess.translated(data.serverDatabase) {
      try await work(try DeviceAdministration(directory: URL(fileURLWithPath: data.serverPath)))
    }
  }
}

/// `push`: the administrator's side of the push channel, for the policy `administrator`.
struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Push registration tokens to devices that wait for one.",
    subcommands: [List.self, Send.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the devices, and which of them wait.")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws { try await DeviceReport.printList(global, json: json) }
  }

  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send a registration token to a device; it gets it when it asks, within an hour.")
    @OptionGroup var global: GlobalOptions
    @Argument(help: "The device's name.", completion: .devices) var name: String

    func run() async throws {
      try await DevicesCommand.administer(global) { try await $0.push(to: name) }
      StandardOutput.line(CommandError.line("A registration token waits for \(name), for an hour."))
    }
  }
}

/// Enrolled devices for people and for scripts.
private enum DeviceReport {
  static func printList(_ global: GlobalOptions, json: Bool) async throws {
    let devices = try await DevicesCommand.administer(global) { try await $0.list() }
    if json { return StandardOutput.line(JSON.array(devices.map(object)).line) }
    guard !devices.isEmpty else { return StandardOutput.line("No device has been enrolled yet.") }
    let head = ["device", "status", "waiting", "push", "certificate until"]
    let rows = devices.map { device in
      [
        device.name, device.status, device.isWaiting ? "yes" : "-", device.hasPendingPush ? "yes" : "-",
        ClientReport.time(device.certificateExpires),
      ]
    }
    StandardOutput.line(Columns.text([head] + rows))
  }

  private static func object(_ device: EnrolledDevice) -> JSON {
    [
      "device": .string(device.name), "status": .string(device.status), "waiting": .bool(device.isWaiting),
      "push_pending": .bool(device.hasPendingPush), "enrolled": .string(ClientReport.time(device.enrolled)),
      "certificate_expires": .string(ClientReport.time(device.certificateExpires)),
    ]
  }
}
