import Programs
import AppConfiguration
import Faults
import SharedValues
import Workshop

/// The configurations of a lab's server and phones, made from the lesson.
enum LabConfiguration {
  /// Default lifetimes in seconds: long enough for a code or token to be valid in the next step, though a person reads in between.
  private static let lifetimes: JSON = ["code": 600, "accessToken": 1800, "registrationToken": 1800]

  static func server(_ settings: LabWorldSettings) -> JSON {
    var server = settings.server.setting("adminPort", 0)
    // The profile limits codes to a minute.
    let usual = settings.phone["profile"] == nil ? lifetimes : lifetimes.setting("code", nil)
    server = server.setting("lifetimes", usual.merging(server["lifetimes"] ?? [:]))
    let insecure = JSON.object(settings.insecure.map { JSON.Member($0, true) })
    server = server.setting("policies", (server["policies"] ?? .object([])).setting("insecure", insecure))
    // The server's public client accepts the redirects of the phones' app.
    return phone(settings.phone, issuer: OwnIssuer.url(port: 8443)).setting("embeddedServer", server)
  }

  static func phone(_ members: JSON, issuer: String) -> JSON {
    ConfigurationFile.shipped.setting("issuer", .string(issuer)).merging(members)
  }

  /// Judges the lesson's settings for its server and phones as the configuration is judged.
  static func check(_ world: LabWorldSettings) throws(CommandError) {
    let configuration = try ConfigurationFile.judge(Array(server(world).compact.utf8), file: "world")
    if let unknown = configuration.unknownMembers.first(where: { $0.hasPrefix(bytes: "embeddedServer.") }) {
      throw CommandError(.configMemberWrong, ["field": unknown, "expected": "left out, because nobody knows it"])
    }
    try check([:], world)
  }

  static func check(_ phone: JSON, _ world: LabWorldSettings) throws(CommandError) {
    let whole = self.phone(world.phone, issuer: OwnIssuer.url(port: 8443)).merging(phone)
    let configuration = try ConfigurationFile.judge(Array(whole.compact.utf8), file: "phone")
    // The app sends tokens to this address.
    guard whole["api"].map({ $0 == "/api" }) ?? true else {
      throw CommandError(.configMemberWrong, ["field": "api", "expected": "/api, which is that of the lab's server"])
    }
    // The other modes need files that a lab's phone does not have.
    guard [.user, .open, .staticClient].contains(configuration.registration.mode) else {
      throw CommandError(.configMemberWrong, ["field": "registration", "expected": "user, open or static-client"])
    }
  }

  static func plan(_ rules: JSON) throws(CommandError) -> FaultPlan {
    guard rules.arrayValue?.isEmpty == false else { return .none }
    let file = Array((["version": 1, "faults": rules] as JSON).compact.utf8)
    do { return try FaultFile.read(file, name: "faults") } catch { throw CommandError(.faultFileWrong, error) }
  }
}
