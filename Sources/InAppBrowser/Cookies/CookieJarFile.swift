import Catalogue
import Foundation
import SharedValues

/// Where the jar is kept between two requests.
protocol CookieStoring: Sendable {
  func save(_ jar: CookieJar) throws(BrowserError)
}

/// Keeps nothing: `--ephemeral`.
struct ForgetfulCookieStore: CookieStoring {
  func save(_ jar: CookieJar) throws(BrowserError) {}
}

/// The jar as a file: `cookies.json` in the browser's own folder, 0600, replaced as a whole or not at all.
///
/// A file that cannot be understood is an error and stays as it is, until the user clears the browser's data.
struct CookieJarFile: CookieStoring {
  static let name = "cookies.json"
  static let version = 1
  private static let maximumSize = 8 << 20

  let folder: BrowserFolder

  func load(now: Date) throws(BrowserError) -> CookieJar {
    guard let bytes = try folder.read(CookieJarFile.name, limit: CookieJarFile.maximumSize) else { return CookieJar() }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      throw damaged(.browserJarSyntax, ["offset": "\(error.offset)", "reason": error.reason.rawValue])
    }
    guard document["version"]?.intValue == CookieJarFile.version else {
      throw damaged(.browserJarVersion, ["version": "\(CookieJarFile.version)"])
    }
    let entries = document["cookies"]?.arrayValue ?? []
    let cookies = entries.compactMap(Cookie.init(json:))
    guard document["cookies"]?.arrayValue != nil, cookies.count == entries.count else {
      throw damaged(.browserJarIncomplete)
    }
    var jar = CookieJar(cookies)
    jar.removeExpired(now: now)
    return jar
  }

  private func damaged(_ phrase: Phrase, _ values: [String: String] = [:]) -> BrowserError {
    BrowserError(
      .cookieJarDamaged, ["path": folder.path(of: CookieJarFile.name), "detail": Catalogue()(phrase, values)])
  }

  func save(_ jar: CookieJar) throws(BrowserError) {
    let document: JSON = [
      "version": .number(String(CookieJarFile.version)), "cookies": .array(jar.cookies.map(\.json)),
    ]
    try folder.replace(CookieJarFile.name, with: Array((document.pretty + "\n").utf8))
  }
}

extension Cookie {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("value", .string(value.revealed)), .init("domain", .string(domain)),
      .init("host_only", .bool(hostOnly)), .init("path", .string(path)), .init("secure", .bool(secure)),
      .init("http_only", .bool(httpOnly)), .init("same_site", .string(sameSite.rawValue)),
      .init("created", .number(String(created.timeIntervalSince1970))),
    ]
    if let expires { members.append(.init("expires", .number(String(expires.timeIntervalSince1970)))) }
    return .object(members)
  }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.stringValue, !name.isEmpty, let value = json["value"]?.stringValue,
      let domain = json["domain"]?.stringValue, let hostOnly = json["host_only"]?.boolValue,
      let path = json["path"]?.stringValue, path.hasPrefix("/"), let secure = json["secure"]?.boolValue,
      let httpOnly = json["http_only"]?.boolValue,
      let sameSite = json["same_site"]?.stringValue.flatMap(SameSite.init(rawValue:)),
      let created = json["created"]?.doubleValue
    else { return nil }
    let controls = (name + value + domain + path).unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard !controls else { return nil }
    self.init(
      name: name, value: Secret(value), domain: domain, hostOnly: hostOnly, path: path, secure: secure,
      httpOnly: httpOnly, sameSite: sameSite,
      expires: json["expires"]?.doubleValue.map { Date(timeIntervalSince1970: $0) },
      created: Date(timeIntervalSince1970: created))
  }
}
