protocol CookieStoring: Sendable { func save(_ jar: CookieJar) throws(BrowserError) }

struct ForgetfulCookieStore: CookieStoring { func save(_ jar: CookieJar) throws(BrowserError) {} }

/// Always replaced atomically. A file that cannot be parsed stays unchanged until the user clears the browser's data.
struct CookieJarFile: CookieStoring {
  static let name = "cookies.json"
  static let version = 1
  /// Bytes; more than the fullest jar takes: 600 cookies of 4096 bytes with a path of 16 KiB, each byte escaped.
  private static let maximumSize = 32 << 20

  let folder: BrowserFolder

  /// What Clear Browser Data does: erases what servers have stored in this browser, also a damaged jar, which is how a user recovers from one.
  /// - Returns: the names of the erased files.
  static func clear(_ folder: BrowserFolder) throws(BrowserError) -> [String] {
    var erased: [String] = []
    for file in [name, name + ".new"] where try folder.remove(file) { erased.append(file) }
    return erased
  }

  /// The unexpired cookies, and the number of invalid entries, without which the file is rewritten.
  func open(now: Date) throws(BrowserError) -> (jar: CookieJar, dropped: Int) {
    guard let bytes = try folder.read(CookieJarFile.name, limit: CookieJarFile.maximumSize) else {
      return (CookieJar(), 0)
    }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      throw damaged(.browserJarSyntax, ["offset": "\(error.offset)", "reason": error.reason.rawValue])
    }
    guard document["version"]?.intValue == CookieJarFile.version else {
      throw damaged(.browserJarVersion, ["version": "\(CookieJarFile.version)"])
    }
    guard let entries = document["cookies"]?.arrayValue else { throw damaged(.browserJarIncomplete) }
    var jar = CookieJar(entries.compactMap(Cookie.init(json:)))
    let dropped = entries.count - jar.cookies.count
    jar.removeExpired(now: now)
    if dropped > 0 { try save(jar) }
    return (jar, dropped)
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
    let json: JSON = [
      "name": .string(name), "value": .string(value.revealed), "domain": .string(domain), "host_only": .bool(hostOnly),
      "path": .string(path), "secure": .bool(secure), "http_only": .bool(httpOnly),
      "same_site": .string(sameSite.rawValue), "created": .number(String(created.timeIntervalSince1970)),
    ]
    return json.setting("expires", expires.map { .number(String($0.timeIntervalSince1970)) })
  }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.stringValue, !name.isEmpty, let value = json["value"]?.stringValue,
      let domain = json["domain"]?.stringValue, let hostOnly = json["host_only"]?.boolValue,
      let path = json["path"]?.stringValue, Cookie.isPath(path), let secure = json["secure"]?.boolValue,
      let httpOnly = json["http_only"]?.boolValue,
      let sameSite = json["same_site"]?.stringValue.flatMap(SameSite.init(rawValue:)),
      let created = json["created"]?.doubleValue
    else { return nil }
    guard ![name, value, domain, path].contains(where: Cookie.holdsControls) else { return nil }
    self.init(
      name: name, value: Secret(value), domain: domain, hostOnly: hostOnly, path: path, secure: secure,
      httpOnly: httpOnly, sameSite: sameSite,
      expires: json["expires"]?.doubleValue.map { Date(timeIntervalSince1970: $0) },
      created: Date(timeIntervalSince1970: created))
  }
}
