import Programs
import AppState
import Catalogue
import OAuthClient

/// How this device gets the right to register: `registration` and related members.
package struct RegistrationOptions: Hashable, Sendable {
  package var mode = RegistrationMode.user
  /// The template's identifier in a templatized registration.
  package var softwareID: String?
  /// Absolute; read only when it is used.
  package var tokenFile: String?
  package var deviceClientID = RegistrationOptions.embeddedDeviceClientID
  /// PEM files, absolute; `nil`: the files that the embedded server's device management puts into the device's folder.
  package var deviceCertificate: String?
  package var deviceKey: String?
  /// A client that is already registered; `nil`: the client of the first login.
  package var clientID: String?
  /// The file of its secret, absolute, or the thumbprint of its key in the secure element; with neither, the client is
  /// public.
  package var clientSecretFile: String?
  package var clientKey: String?

  /// The client that all devices use at the embedded server.
  static let embeddedDeviceClientID = "mobile-dcr-device-client"
}

enum RegistrationReader {
  static func read(_ reader: inout MemberReader, _ issuer: Issuer) throws(CommandError) -> RegistrationOptions {
    // The app does not register if there is an application server.
    if reader.has("registration"), reader.has("applicationServer") {
      throw reader.excludes("registration", "applicationServer", .registrationOrApplicationServer)
    }
    var options = RegistrationOptions()
    if let mode = try reader.choice("registration").flatMap(RegistrationMode.init) { options.mode = mode }
    options.softwareID = try reader.optionalString("softwareId", ValueRule.clientID)
    options.tokenFile = try reader.optionalPath("initialAccessTokenFile")
    try readDevice(&reader, &options, issuer)
    try readStaticClient(&reader, &options)
    if options.mode == .initialAccessToken, options.tokenFile == nil {
      throw reader.missing("initialAccessTokenFile", example: "dcr.token")
    }
    warnOfIdleMembers(&reader, options)
    return options
  }

  /// Certificate and key belong together. Servers other than the embedded one have no device management that installs
  /// them, and have their own name for the client.
  private static func readDevice(
    _ reader: inout MemberReader, _ options: inout RegistrationOptions, _ issuer: Issuer
  ) throws(CommandError) {
    let client = try reader.optionalString("deviceClientID", ValueRule.clientID)
    if let client { options.deviceClientID = client }
    options.deviceCertificate = try reader.optionalPath("deviceCertificate")
    options.deviceKey = try reader.optionalPath("deviceKey")
    let isForeign = [.device, .push].contains(options.mode) && !issuer.isEmbedded
    if options.deviceCertificate == nil, options.deviceKey != nil || isForeign {
      throw reader.missing("deviceCertificate", example: "device-certificate.pem")
    }
    if options.deviceKey == nil, options.deviceCertificate != nil {
      throw reader.missing("deviceKey", example: "device-certificate-key.pem")
    }
    if isForeign, client == nil {
      throw reader.missing("deviceClientID", example: RegistrationOptions.embeddedDeviceClientID)
    }
  }

  private static func readStaticClient(
    _ reader: inout MemberReader, _ options: inout RegistrationOptions
  ) throws(CommandError) {
    options.clientID = try reader.optionalString("clientID", ValueRule.clientID)
    options.clientSecretFile = try reader.optionalPath("clientSecretFile")
    options.clientKey = try reader.optionalString("clientKey", ValueRule.clientID)
    if options.clientKey != nil, options.clientSecretFile != nil {
      throw reader.excludes("clientKey", "clientSecretFile", .secretOrKey)
    }
  }

  private static func warnOfIdleMembers(_ reader: inout MemberReader, _ options: RegistrationOptions) {
    let registersNothing = reader.has("applicationServer")
    let isStatic = options.mode == .staticClient && !registersNothing
    let members = [
      ("softwareId", options.mode.registers && !registersNothing),
      ("initialAccessTokenFile", options.mode == .initialAccessToken),
      ("deviceCertificate", [.device, .push].contains(options.mode)), ("clientID", isStatic),
      ("clientSecretFile", isStatic), ("clientKey", isStatic),
    ]
    for (name, isUsed) in members where reader.has(name) && !isUsed {
      reader.warnings.append(
        registersNothing
          ? Catalogue()(.idleBesideApplicationServer, ["path": reader.file, "member": name])
          : Catalogue()(.idleMember, ["path": reader.file, "member": name, "mode": options.mode.rawValue]))
    }
  }
}
