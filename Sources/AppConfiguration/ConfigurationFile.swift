import UserAgents
import Edge
import Glibc
import AppState
import Catalogue
import FoundationEssentials
import HTTPTransport
import Programs
import SharedValues
import SmallFiles

/// Sources of the issuer for a `config.json` that does not name it.
package struct IssuerSources {
  /// The port of the embedded server, for an issuer with port 0.
  var ownPort: () throws(CommandError) -> Int = { () throws(CommandError) in OwnIssuer.usualPort }
  /// Replaces the file's issuer; the file's API is then ignored.
  package var instead: String?
  /// The server that handles logins for an API; `nil`: the file has to name its issuer.
  var ofAPI: ((IssuerOfAPI) throws(CommandError) -> String)?
}

/// Reads and judges `config.json`. The first wrong member ends it with file, member and reason, exit code 65.
package enum ConfigurationFile {
  /// The configuration that the product ships, used where there is no file.
  package static let shipped: JSON = [
    "issuer": .string(OwnIssuer.url(port: 8443)),
    "registrationClientID": "mobile-dcr-client",
    "redirectUri": "io.curity.dcrclient:/callback",
    "postLogoutRedirectUri": "io.curity.dcrclient:/logoutcallback",
    "scope": "openid profile",
    "embeddedServer": ["administrator": "tutorial"],
  ]

  /// The configuration without a file.
  /// - Parameter issuers: the source of the embedded server's port.
  static func withoutFile(_ issuers: IssuerSources) throws(CommandError) -> Configuration {
    let document = shipped.setting("issuer", .string(OwnIssuer.url(port: 0)))
    var configuration = try judge(
      Array(document.compact.utf8), file: AbsolutePath.of(GlobalOptions.defaultConfig), issuers)
    configuration.file = nil
    return configuration
  }

  /// Bytes; larger than any configuration.
  package static let largest = 1 << 20

  /// - Parameters:
  ///   - isNamed: whether the user named the file. One that is merely found in the working directory has to belong to the user: see ``FileTrust``.
  ///   - issuers: sources of the issuer for a file that does not name it.
  package static func read(
    _ path: String, isNamed: Bool = true, _ issuers: IssuerSources = IssuerSources()
  ) throws(CommandError) -> Configuration {
    let file = AbsolutePath.of(path)
    return try judge(try bytes(of: file, isNamed: isNamed), file: file, issuers)
  }

  private static func bytes(of file: String, isNamed: Bool) throws(CommandError) -> [UInt8] {
    let unusable = CommandError(.configUnreadable, ["path": file, "detail": Phrase.notAConfigFile.english])
    let opened: RegularFile
    do { opened = try RegularFile.open(file, follows: true) } catch {
      switch error {
      case .unopened(SystemError(number: ENOENT)):
        throw CommandError(.configMissing, ["path": file, "expected": shipped.compact])
      case .unopened(let reason):
        throw CommandError(.configUnreadable, ["path": file, "detail": String(cString: strerror(reason.number))])
      case .notRegular: throw unusable
      }
    }
    guard opened.status.st_size <= largest else { throw unusable }
    if !isNamed, let objection = FileTrust.objection(to: file, open: opened.descriptor) {
      throw CommandError(.configNotTrusted, ["path": file, "detail": objection])
    }
    return (try? opened.bytes(upTo: largest)) ?? []
  }

  /// - Parameter file: absolute; used in messages and to resolve relative paths.
  package static func judge(
    _ bytes: [UInt8], file: String, _ issuers: IssuerSources = IssuerSources()
  ) throws(CommandError) -> Configuration {
    let written: JSON
    do {
      written = try JSON.parse(CommentedJSON.withoutComments(bytes))
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      let member = error.member.map { " “\($0)”" } ?? ""
      let reason = Catalogue().term(error.reason.rawValue) + member
      throw CommandError(
        .configNotJSON, ["path": file, "detail": Catalogue()(.jsonReason, ["reason": reason, "line": "\(line)"])])
    }
    guard written.objectValue != nil else {
      throw CommandError(.configNotJSON, ["path": file, "detail": Phrase.notAnObject.english])
    }
    let document =
      if let instead = issuers.instead {
        ["applicationServer", "api"].reduce(written.setting("issuer", .string(instead))) { $0.setting($1, nil) }
      } else { written }
    let isOwn = document["issuer"]?.stringValue == OwnIssuer.url(port: 0)
    let filled = isOwn ? document.setting("issuer", .string(OwnIssuer.url(port: try issuers.ownPort()))) : document
    var reader = MemberReader(filled, file: file, prefix: "")
    var configuration = try configuration(&reader, issuers)
    (configuration.issuerIsOwn, configuration.document) = (isOwn, document)
    return configuration
  }

  private static func configuration(
    _ reader: inout MemberReader, _ issuers: IssuerSources
  ) throws(CommandError) -> Configuration {
    let plain = try reader.flag("allowPlainHTTPLoopback") ?? false
    let trusted = try reader.paths("trustedCertificates")
    let deadlines = try deadlines(&reader)
    let proxy = try reader.optionalString("proxy")
    if let proxy { try reader.judged("proxy", proxy, ValueRule.proxy) }
    let api = reader.has("issuer") ? nil : try APIReader.readAlone(&reader, plain: plain)
    // These secrets belong to an unknown server: the API may name any, so the file has to name the issuer.
    for secret in ["clientSecretFile", "initialAccessTokenFile"] where api != nil && reader.has(secret) {
      throw reader.missing("issuer", example: "https://login.example.com")
    }
    let issuerText: String
    if let api, let find = issuers.ofAPI {
      issuerText = try find(
        IssuerOfAPI(
          api: api, allowPlainHTTPLoopback: plain, trustedCertificates: trusted, deadlines: deadlines,
          proxies: proxy.flatMap { Proxies($0) } ?? .ofThisProgram))
    } else {
      issuerText = try reader.string("issuer")
    }
    let issuer = try reader.judged("issuer", issuerText) { text throws(WrongValue) in
      try ValueRule.issuer(text, plain: plain)
    }
    let client = try reader.string("registrationClientID", ValueRule.clientID)
    let localhost = try reader.flag("allowLocalhostRedirect") ?? false
    let redirect = try reader.redirectURI("redirectUri", of: issuer, allowsLocalhost: localhost)
    let postLogout = try reader.redirectURI("postLogoutRedirectUri", of: issuer, allowsLocalhost: localhost)
    let scope = try reader.string("scope", ValueRule.scope)
    let registration = try RegistrationReader.read(&reader, issuer)
    var configuration = Configuration(
      file: reader.file, issuer: issuer, registrationClientID: client, redirectURI: redirect,
      postLogoutRedirectURI: postLogout, scope: scope, registration: registration)
    let userAgentMember = reader.has("userAgent") ? "userAgent" : "browser"
    try UserAgentReader.read(&reader, into: &configuration)
    (configuration.trustedCertificates, configuration.deadlines, configuration.proxy) = (trusted, deadlines, proxy)
    configuration.issuerIsOfAPI = api != nil
    try KeysReader.read(&reader, into: &configuration)
    configuration.silentStart = try reader.flag("silentStart") ?? false
    configuration.faults = try reader.optionalString("faults")
    if let path = try reader.optionalPath("brand") { configuration.brand = try BrandFile.read(path) }
    configuration.applicationServer = try ApplicationServerReader.read(&reader, configuration, plain: plain)
    configuration.api = try APIReader.read(&reader, configuration, plain: plain)
    configuration.authorizationParameters = try AuthorizationParametersReader.read(&reader)
    configuration.embeddedServer = try EmbeddedServerReader.read(&reader, isFAPI: configuration.isFAPI)
    if configuration.isFAPI { configuration.embeddedServer.demandFAPI() }
    if configuration.userAgent == .deviceCode { try configuration.judgeDeviceCode(named: userAgentMember) }
    reader.ignoreRest()
    (configuration.warnings, configuration.unknownMembers) = (reader.warnings, reader.unknownMembers)
    if registration.mode == .open, issuer.isEmbedded, !configuration.embeddedServer.registrationIsOpen {
      configuration.warnings.append(Catalogue()(.embeddedServerIsNotOpen, ["path": reader.file]))
    }
    return configuration
  }

  private static func deadlines(_ reader: inout MemberReader) throws(CommandError) -> Deadlines {
    var deadlines = Deadlines()
    guard var inner = try reader.object("deadlines") else { return deadlines }
    if let seconds = try inner.seconds("connect", 1...300) { deadlines.connect = .seconds(seconds) }
    if let seconds = try inner.seconds("exchange", 1...300) { deadlines.exchange = .seconds(seconds) }
    reader.finish(&inner)
    return deadlines
  }
}

/// Reads which external user agent opens pages.
enum UserAgentReader {
  static func read(_ reader: inout MemberReader, into configuration: inout Configuration) throws(CommandError) {
    let kinds = UserAgentKind.allCases.map(\.rawValue)
    let (browser, agent) = (try reader.choice("browser", kinds), try reader.choice("userAgent", kinds))
    if let browser, let agent, browser != agent { throw reader.excludes("userAgent", "browser", .oneUserAgent) }
    configuration.userAgent = (agent ?? browser).flatMap(UserAgentKind.init) ?? .inApp
    configuration.browserTakesTerminal = try reader.flag("browserTakesTerminal") ?? false
    if let id = try reader.optionalString("appID") {
      try reader.judged("appID", id, ValueRule.clientID)
      configuration.appID = id
    }
    configuration.browserCommand = try reader.optionalString("browserCommand")
    if let command = configuration.browserCommand {
      try reader.judged("browserCommand", command) { text throws(WrongValue) in try CommandLineWords(text) }
    } else if configuration.userAgent == .command {
      throw CommandError(
        .configMemberMissing,
        ["path": reader.file, "field": "browserCommand", "expected": JSON.string("chromium %u").compact])
    }
  }
}

/// `embeddedServer`: the users, lifetimes and policies of the embedded server.
enum EmbeddedServerReader {
  /// The names that `lifetimes` may hold.
  static let lifetimes = [
    "code", "accessToken", "registrationToken", "refreshToken", "idToken", "session", "registrationAccessToken",
    "clientSecret", "form", "pushedRequest", "paymentLogin", "refreshGrace", "deviceCode", "deviceInterval",
  ]

  /// The names that `limits` may hold.
  static let limits = [
    "clientsPerUser", "registrationsPerMinute", "metadataBytes", "clientsWithoutOwner", "pushedRequests",
    "deviceAuthorizations", "paymentsPerDay",
  ]

  /// The policies about keys and refresh tokens: the value that demands nothing, and the values that demand something.
  private static let keyRequirements:
    [(name: String, usual: String, demands: [String: EmbeddedServerOptions.KeyRequirement])] = [
      ("dpop", "optional", ["required": .dpop]), ("dpopNonce", "never", ["always": .dpopNonce]),
      ("pushedAuthorization", "optional", ["required": .pushedAuthorization]),
      ("clientAuthentication", "any", ["private-key": .privateKey]),
      ("refreshTokens", "rotating", ["grace": .refreshGrace, "lasting": .lastingRefreshTokens]),
    ]

  /// - Parameter isFAPI: whether `profile` is set; no value here may weaken it.
  static func read(_ reader: inout MemberReader, isFAPI: Bool) throws(CommandError) -> EmbeddedServerOptions {
    var options = EmbeddedServerOptions()
    guard var inner = try reader.object("embeddedServer") else { return options }
    if var times = try inner.object("lifetimes") {
      for name in lifetimes { options.lifetimes[name] = try times.seconds(name, 0...315_360_000) }
      for (name, longest) in EmbeddedServerOptions.fapiLifetimes
      where isFAPI && options.lifetimes[name] ?? 0 > longest {
        throw times.excludes(name, "profile", .profileOfServer)
      }
      inner.finish(&times)
    }
    if var policies = try inner.object("policies") {
      let clients = try policies.choice("clients", ["lenient", "strict"])
      options.isStrict = clients == "strict"
      options.registrationIsOpen = try policies.choice("registration", ["token", "open"]) == "open"
      options.pushNeedsAdministrator =
        try policies.choice("push", ["automatic", "administrator"]) == "administrator"
      options.subjects = try policies.choice("subjects", EmbeddedServerOptions.SubjectPolicy.allCases.map(\.rawValue))
        .flatMap(EmbeddedServerOptions.SubjectPolicy.init)
      options.accessTokens = try policies.choice(
        "accessTokens", EmbeddedServerOptions.AccessTokenFormat.allCases.map(\.rawValue)
      )
      .flatMap(EmbeddedServerOptions.AccessTokenFormat.init)
      for (name, usual, demands) in keyRequirements {
        let value = try policies.choice(name, [usual] + demands.keys.sorted())
        let demand = value.flatMap { demands[$0] }
        guard !isFAPI || value == nil || EmbeddedServerOptions.fitsFAPI(demand, of: demands.values) else {
          throw policies.excludes(name, "profile", .profileOfServer)
        }
        if let demand { options.demands.append(demand) }
      }
      if var insecure = try policies.object("insecure") {
        for defence in EmbeddedServerOptions.InsecureSwitch.allCases where try insecure.flag(defence.rawValue) ?? false
        {
          guard !isFAPI else { throw insecure.excludes(defence.rawValue, "profile", .profileOfServer) }
          options.insecure.append(defence)
        }
        policies.finish(&insecure)
      }
      inner.finish(&policies)
    }
    if var limits = try inner.object("limits") {
      for name in EmbeddedServerReader.limits { options.limits[name] = try limits.seconds(name, 0...1_000_000) }
      inner.finish(&limits)
    }
    try OtherClientsReader.read(&inner, into: &options)
    options.adminPort = try inner.seconds("adminPort", 0...65535)
    options.administrator = try administrator(&inner)
    options.devicePort = try inner.seconds("devicePort", 0...65535)
    for text in try inner.strings("appFingerprints") ?? [] {
      options.appFingerprints.append(try inner.judged("appFingerprints", text, ValueRule.fingerprint))
    }
    if var users = try inner.objects("users") {
      var read: [EmbeddedServerOptions.User] = []
      for index in users.indices {
        read.append(try user(&users[index]))
        inner.finish(&users[index])
      }
      options.users = read
    }
    reader.finish(&inner)
    return options
  }

  private static func administrator(
    _ reader: inout MemberReader
  ) throws(CommandError) -> EmbeddedServerOptions.Administrator {
    guard reader.isObject("administrator") else {
      return try reader.choice("administrator", ["tutorial"]) == nil ? .own : .tutorial
    }
    guard var inner = try reader.object("administrator") else { return .own }
    let name = try inner.optionalString("name") ?? "admin"
    try inner.judged("name", name, ValueRule.clientID)
    let file = try inner.path("passwordFile")
    reader.finish(&inner)
    return .named(name, passwordFile: file)
  }

  private static func user(_ reader: inout MemberReader) throws(CommandError) -> EmbeddedServerOptions.User {
    let name = try reader.string("name", ValueRule.clientID)
    var user = EmbeddedServerOptions.User(
      name: name, passwordFile: try reader.path("passwordFile"),
      givenName: try reader.optionalString("givenName") ?? name,
      familyName: try reader.optionalString("familyName") ?? "",
      email: try reader.optionalString("email") ?? "", roles: try reader.strings("roles") ?? [])
    let claims = try reader.members("claims") ?? []
    for claim in claims where UserClaim.further[claim.name]?.fits(claim.value) != true {
      throw reader.refusal(of: "claims", .expectedClaims, .object([claim]))
    }
    user.claims = JSON.object(claims).compact
    return user
  }
}
