import Glibc
import OAuthClient
import SmallFiles

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
  /// The file of its secret, absolute, or the thumbprint of its key in the secure element; with neither, the client is public.
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
    options.clientID = try reader.optionalString("clientID", ValueRule.clientID)
    options.clientSecretFile = try reader.optionalPath("clientSecretFile")
    options.clientKey = try reader.optionalString("clientKey", ValueRule.clientID)
    if options.clientKey != nil, options.clientSecretFile != nil {
      throw reader.excludes("clientKey", "clientSecretFile", .secretOrKey)
    }
    if options.mode == .initialAccessToken, options.tokenFile == nil {
      throw reader.missing("initialAccessTokenFile", example: "dcr.token")
    }
    warnOfIdleMembers(&reader, options)
    return options
  }

  /// Certificate and key belong together. Other servers have no device management that installs them, and their own name for the client.
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

/// The file that `initialAccessTokenFile` names: read when the registration needs it, for that one request, never for the log or the keystore.
package enum InitialAccessTokenFile {
  /// Bytes; longer than any token, so a larger file is a wrong one.
  static let largest = 16 * 1024

  package static func read(_ path: String) -> Result<Secret, AppError> {
    let content: [UInt8]
    do { content = try SmallFile.read(path, upTo: largest + 1) } catch {
      let code: AppError.OwnCode =
        error == .unopened(SystemError(number: ENOENT)) ? .tokenFileMissing : .tokenFileUnreadable
      return .failure(failure(code, path, error.reason(notRegular: Phrase.notARegularFile.term)))
    }
    guard content.count <= largest else { return .failure(failure(.tokenFileTooLarge, path, "\(largest) bytes")) }
    let token = String(decoding: content, as: UTF8.self).withoutEdgeLines
    return token.isEmpty ? .failure(failure(.tokenFileEmpty, path, "")) : .success(Secret(token))
  }

  /// A warning if others can read the token: they could register in its owner's name.
  package static func warning(_ path: String) -> String? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & 0o077 != 0 else { return nil }
    return Catalogue()(.tokenFileOpenToOthers, ["path": path])
  }

  private static func failure(_ code: AppError.OwnCode, _ path: String, _ detail: Term) -> AppError {
    AppError(code, step: .registrationToken, cause: .file(path: path, detail: detail))
  }
}

/// `authorizationParameters`, which the deployment adds to authorization requests. A wrong one is refused at the start, never dropped silently.
enum AuthorizationParametersReader {
  static func read(_ reader: inout MemberReader) throws(CommandError) -> AuthorizationParameters {
    guard let members = try reader.members("authorizationParameters") else { return .none }
    do { return try AuthorizationParameters(members) } catch {
      let value = members.first { $0.name == error.name }?.value ?? .null
      throw reader.wrong("authorizationParameters." + error.name, expected(error.rule), value)
    }
  }

  private static func expected(_ rule: AuthorizationParameterError.Rule) -> Phrase {
    switch rule {
    case .ownedByProtocol: .expectedOtherParameter
    case .name: .expectedParameterName
    case .text: .expectedParameterText
    case .seconds: .expectedSeconds
    case .languages: .expectedLanguages
    case .list: .expectedWords
    case .display: .expectedDisplay
    }
  }
}
