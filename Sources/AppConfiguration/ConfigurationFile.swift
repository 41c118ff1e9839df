import Glibc
import HTTPTransport
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
  package static var shipped: JSON { MemberRule.shipped }

  static func withoutFile(_ issuers: IssuerSources) throws(CommandError) -> Configuration {
    let document = Array(shipped.setting("issuer", .string(OwnIssuer.url(port: 0))).compact.utf8)
    var configuration = try judge(document, file: AbsolutePath.of(GlobalOptions.defaultConfig), issuers)
    configuration.file = nil
    return configuration
  }

  /// Bytes; larger than any configuration.
  package static let largest = 1 << 20

  /// - Parameter isNamed: whether the user named the file. One that is merely found has to belong to the user: see ``FileTrust``.
  package static func read(
    _ path: String, isNamed: Bool = true, _ issuers: IssuerSources = IssuerSources()
  ) throws(CommandError) -> Configuration {
    let file = AbsolutePath.of(path)
    return try judge(try bytes(of: file, isNamed: isNamed), file: file, issuers)
  }

  private static func bytes(of file: String, isNamed: Bool) throws(CommandError) -> [UInt8] {
    let opened: RegularFile
    do { opened = try RegularFile.open(file, follows: true) } catch .unopened(SystemError(number: ENOENT)) {
      throw CommandError(.configMissing, ["path": file, "expected": shipped.compact])
    } catch { throw CommandError(.configUnreadable, path: file, error.reason(notRegular: Phrase.notAConfigFile.term)) }
    guard opened.status.st_size <= largest else {
      throw CommandError(.configUnreadable, path: file, Phrase.notAConfigFile)
    }
    if !isNamed, let objection = FileTrust.objection(to: file, open: opened.descriptor) {
      throw CommandError(.configNotTrusted, path: file, objection)
    }
    return (try? opened.bytes(upTo: largest)) ?? []
  }

  /// - Parameter file: absolute; used in messages and to resolve relative paths.
  package static func judge(
    _ bytes: [UInt8], file: String, _ issuers: IssuerSources = IssuerSources()
  ) throws(CommandError) -> Configuration {
    let written: JSON
    do { written = try JSON.parse(CommentedJSON.withoutComments(bytes)) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      let why = Term.english(error.reason.rawValue)
      let reason = error.member.map { "\(why) “\($0)”" } ?? why
      throw CommandError(.configNotJSON, path: file, Phrase.jsonReason.term(["reason": reason, "line": line]))
    }
    guard written.objectValue != nil else { throw CommandError(.configNotJSON, path: file, Phrase.notAnObject) }
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
    var deadlines = Deadlines()
    if var inner = try reader.object("deadlines") {
      if let seconds = try inner.number("connect") { deadlines.connect = .seconds(seconds) }
      if let seconds = try inner.number("exchange") { deadlines.exchange = .seconds(seconds) }
      reader.finish(&inner)
    }
    let proxy = try reader.optionalString("proxy", ValueRule.proxy)
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
    if configuration.userAgent == .deviceCode { try configuration.judgeDeviceCode(named: userAgentMember) }
    reader.ignoreRest()
    (configuration.warnings, configuration.unknownMembers) = (reader.warnings, reader.unknownMembers)
    if registration.mode == .open, issuer.isEmbedded, configuration.embeddedServer.policies?.registration != .open {
      configuration.warnings.append(Catalogue()(.embeddedServerIsNotOpen, ["path": reader.file]))
    }
    return configuration
  }
}

/// JSON with comments: `//` to the end of the line, outside strings. Only the configuration may have them.
enum CommentedJSON {
  /// The same bytes with comments replaced by spaces, so that offsets and lines stay the same.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var isInString = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "/") where !isInString && bytes[index...].dropFirst().first == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
          result[index] = UInt8(ascii: " ")
          index += 1
        }
      // A string never continues in the next line.
      case UInt8(ascii: "\n"): isInString = false
      default: break
      }
      index += 1
    }
    return result
  }
}

/// Whether a file that the user did not name may be used.
///
/// The file decides which program is started and which server is trusted. So it has to belong to the user or to root, and only its owner may write to
/// it. A group with the user as its only member, as Debian and its descendants make for each user, may write as well.
enum FileTrust {
  /// Why the file may not be used; `nil`: it may.
  /// - Parameter path: where it was found. A symbolic link there has to belong to the user or to root as well.
  static func objection(to path: String, open descriptor: Int32) -> String? {
    var info = stat()
    var link = stat()
    guard fstat(descriptor, &info) == 0, lstat(path, &link) == 0 else {
      return Catalogue()(SystemError.last.term)
    }
    let user = geteuid()
    for owner in [link.st_uid, info.st_uid] where owner != user && owner != 0 {
      return Catalogue()(.fileOfAnother, ["user": AccountName.of(owner)])
    }
    let groupMayWrite = info.st_mode & S_IWGRP != 0 && !isPrivate(info.st_gid, of: user)
    return info.st_mode & S_IWOTH != 0 || groupMayWrite ? Catalogue()(.fileOthersMayWrite) : nil
  }

  /// Whether it is the user's own group, with the user's name and no other member.
  private static func isPrivate(_ group: gid_t, of user: uid_t) -> Bool {
    guard let account = getpwuid(user)?.pointee, account.pw_gid == group, let entry = getgrgid(group)?.pointee else {
      return false
    }
    let own = String(cString: account.pw_name)
    guard String(cString: entry.gr_name) == own else { return false }
    var member = entry.gr_mem
    while let name = member?.pointee {
      if String(cString: name) != own { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }
}
