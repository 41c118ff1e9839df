import Catalogue
import Foundation
import HTTPTransport
import SharedValues

/// Reads and judges `config.json`. The first wrong member ends it: file, member and reason are named, exit code 65.
enum ConfigurationFile {
  /// What the product ships; also the hint when there is no file.
  static let shipped: JSON = [
    "issuer": "https://localhost:8443/oauth/v2/oauth-anonymous",
    "registrationClientID": "mobile-dcr-client",
    "redirectUri": "io.curity.dcrclient:/callback",
    "postLogoutRedirectUri": "io.curity.dcrclient:/logoutcallback",
    "scope": "openid profile",
  ]

  /// More than any configuration needs.
  static let largest = 1 << 20

  static func read(_ path: String) throws(CommandError) -> Configuration {
    let file = AbsolutePath.of(path)
    return try judge(try bytes(of: file), file: file)
  }

  private static func bytes(of file: String) throws(CommandError) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = errno
      if reason == ENOENT { throw CommandError("config_missing", ["path": file, "expected": shipped.compact]) }
      throw CommandError("config_unreadable", ["path": file, "detail": String(cString: strerror(reason))])
    }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= largest else {
      throw CommandError("config_unreadable", ["path": file, "detail": Phrase.notAConfigFile.english])
    }
    let data = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    guard let content = try? data.read(upToCount: largest) else {
      return []
    }
    return [UInt8](content)
  }

  /// - Parameter file: absolute; only for messages and for the paths in it.
  static func judge(_ bytes: [UInt8], file: String) throws(CommandError) -> Configuration {
    let document: JSON
    do {
      document = try JSON.parse(bytes)
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      let member = error.member.map { " “\($0)”" } ?? ""
      throw CommandError(
        "config_not_json",
        [
          "path": file,
          "detail": Catalogue()(.jsonReason, ["reason": error.reason.rawValue + member, "line": "\(line)"]),
        ])
    }
    guard document.objectValue != nil else {
      throw CommandError("config_not_json", ["path": file, "detail": Phrase.notAnObject.english])
    }
    var reader = MemberReader(document, file: file, prefix: "")
    let configuration = try configuration(&reader)
    return configuration
  }

  private static func configuration(_ reader: inout MemberReader) throws(CommandError) -> Configuration {
    let plain = try reader.flag("allowPlainHTTPLoopback") ?? false
    let issuerText = try reader.string("issuer")
    let issuer = try reader.judged("issuer", issuerText) { text throws(WrongValue) in
      try Issuer(text, allowPlainHTTPLoopback: plain)
    }
    let client = try reader.string("registrationClientID", ValueRule.clientID)
    let redirect = try reader.string("redirectUri", ValueRule.privateUseURI)
    let postLogout = try reader.string("postLogoutRedirectUri", ValueRule.privateUseURI)
    let scope = try reader.string("scope", ValueRule.scope)
    try reader.onlySupported("registration", "user", outOf: registrations)
    for name in ["softwareId", "initialAccessTokenFile", "applicationServer"] { try reader.notSupported(name) }
    var configuration = Configuration(
      file: reader.file, issuer: issuer, registrationClientID: client, redirectURI: redirect,
      postLogoutRedirectURI: postLogout, scope: scope)
    try reader.onlySupported("browser", "in-app", outOf: ["in-app", "system", "manual", "command"])
    configuration.trustedCertificates = try reader.paths("trustedCertificates")
    configuration.deadlines = try deadlines(&reader)
    configuration.authorizationParameters = try AuthorizationParametersReader.read(&reader)
    configuration.embeddedServer = try EmbeddedServerReader.read(&reader)
    reader.ignoreRest()
    configuration.warnings = reader.warnings
    return configuration
  }

  private static let registrations = ["user", "static-client", "initial-access-token", "device", "push", "open"]

  private static func deadlines(_ reader: inout MemberReader) throws(CommandError) -> Deadlines {
    var deadlines = Deadlines()
    guard var inner = try reader.object("deadlines") else { return deadlines }
    if let seconds = try inner.seconds("connect", 1...300) { deadlines.connect = .seconds(seconds) }
    if let seconds = try inner.seconds("exchange", 1...300) { deadlines.exchange = .seconds(seconds) }
    inner.ignoreRest()
    reader.warnings += inner.warnings
    return deadlines
  }
}

/// `embeddedServer`: who can sign in, how long things live, how strict it is.
enum EmbeddedServerReader {
  /// The names that `lifetimes` may hold.
  static let lifetimes = [
    "code", "accessToken", "registrationToken", "refreshToken", "idToken", "session", "registrationAccessToken",
    "clientSecret", "form",
  ]

  static func read(_ reader: inout MemberReader) throws(CommandError) -> EmbeddedServerOptions {
    var options = EmbeddedServerOptions()
    guard var inner = try reader.object("embeddedServer") else { return options }
    if var times = try inner.object("lifetimes") {
      for name in lifetimes { options.lifetimes[name] = try times.seconds(name, 0...315_360_000) }
      times.ignoreRest()
      inner.warnings += times.warnings
    }
    if var policies = try inner.object("policies") {
      let clients = try policies.choice("clients", ["lenient", "strict"])
      options.isStrict = clients == "strict"
      policies.ignoreRest()
      inner.warnings += policies.warnings
    }
    options.adminPort = try inner.seconds("adminPort", 0...65535)
    if var users = try inner.objects("users") {
      var read: [EmbeddedServerOptions.User] = []
      for index in users.indices {
        read.append(try user(&users[index]))
        inner.warnings += users[index].warnings
      }
      options.users = read
    }
    inner.ignoreRest()
    reader.warnings += inner.warnings
    return options
  }

  private static func user(_ reader: inout MemberReader) throws(CommandError) -> EmbeddedServerOptions.User {
    let name = try reader.string("name", ValueRule.clientID)
    let user = EmbeddedServerOptions.User(
      name: name, passwordFile: try reader.path("passwordFile"),
      givenName: try reader.optionalString("givenName") ?? name,
      familyName: try reader.optionalString("familyName") ?? "",
      email: try reader.optionalString("email") ?? "", roles: try reader.strings("roles") ?? [])
    reader.ignoreRest()
    return user
  }
}
