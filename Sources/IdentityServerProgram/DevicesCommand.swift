import ArgumentParser

/// `devices`: does for the embedded server's devices what device management does for phones.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.devices.command([List.self, Enroll.self, Revoke.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every enrolled device.")
    @OptionGroup var access: AdministrationAccess
    func run() async throws { try await DevicesCommand.list(access) }
  }

  struct Enroll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a certificate for a device and put it into the device's folder.")
    @OptionGroup var one: OneDevice
    func run() async throws {
      let folder = try one.global.dataDirectory().folder(ofDevice: one.name)
      try await one.administer("\(one.name) is enrolled; its certificate is in \(folder).") {
        try await $0.enroll(one.name, into: URL(fileURLWithPath: folder, isDirectory: true))
      }
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a device: its certificate and its unused tokens are refused.")
    @OptionGroup var one: OneDevice
    func run() async throws {
      try await one.administer("\(one.name) is revoked; its next request is refused.") { try await $0.revoke(one.name) }
    }
  }

  /// Works directly on the database, whether or not the server is running.
  static func administer<Answer>(
    _ global: GlobalOptions, _ work: (DeviceAdministration) async throws -> Answer
  ) async throws -> Answer {
    let data = try global.dataDirectory()
    return try await AdministrationAccess.logged(global, data.serverDatabase) {
      try await work(try DeviceAdministration(directory: URL(fileURLWithPath: data.serverPath)))
    }
  }

  fileprivate static func list(_ access: AdministrationAccess) async throws {
    let devices = try await administer(access.global) { try await $0.list() }
    access.list(
      devices, ["device", "status", "waiting", "push", "certificate until"],
      nothing: "No device has been enrolled yet."
    ) {
      [
        $0.name, $0.status, $0.isWaiting ? "yes" : "-", $0.hasPendingPush ? "yes" : "-",
        written($0.certificateExpires),
      ]
    }
  }
}

/// `push`: the administrator's side of the push channel, for the policy `administrator`.
struct PushCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.push.command([List.self, Send.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the devices, and which of them wait.")
    @OptionGroup var access: AdministrationAccess
    func run() async throws { try await DevicesCommand.list(access) }
  }

  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Send a registration token to a device; it gets it when it asks, within an hour.")
    @OptionGroup var one: OneDevice
    func run() async throws {
      try await one.administer("A registration token waits for \(one.name), for an hour.") {
        try await $0.push(to: one.name)
      }
    }
  }
}

struct OneDevice: ParsableArguments {
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The device's name.", completion: .devices) var name: String

  func administer(_ sentence: String, _ work: (DeviceAdministration) async throws -> Void) async throws {
    try await DevicesCommand.administer(global, work)
    StandardOutput.line(CommandError.line(sentence))
  }
}

extension EnrolledDevice: Reported {
  var report: JSON {
    [
      "device": .string(name), "status": .string(status), "waiting": .bool(isWaiting),
      "push_pending": .bool(hasPendingPush), "enrolled": .string(written(enrolled)),
      "certificate_expires": .string(written(certificateExpires)),
    ]
  }
}
