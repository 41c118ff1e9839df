import Foundation
import SharedValues
import TestValues
import Testing
import TestSupport

@testable import InAppBrowser

/// The jar on disk: private, complete, and never silently replaced when it cannot be read.
@Suite struct BrowserFolderTests {
  private let temporary: TemporaryFolder
  private let path: String

  init() throws {
    temporary = TemporaryFolder()
    path = temporary.path + "/device/browser"
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private var someJar: CookieJar {
    var jar = CookieJar()
    let lines = ["__Host-sso=v\"1; Secure; HttpOnly; Path=/", "b=2; Max-Age=60; Domain=example.com; SameSite=Strict"]
    jar.store(
      HTTPResponse(200, headers: lines.map { HTTPHeader("Set-Cookie", $0) }), from: "https://www.example.com/x".webURL,
      now: noon)
    return jar
  }

  @Test func `what is saved is loaded, session cookies included`() throws {
    do {
      let file = CookieJarFile(folder: try BrowserFolder(path))
      #expect(try file.open(now: noon).jar == CookieJar())
      try file.save(someJar)
    }
    let loaded = try CookieJarFile(folder: try BrowserFolder(path)).open(now: noon).jar
    #expect(loaded == someJar)
    #expect(loaded.cookies.count == 2)
  }

  @Test func `folder 0700, files 0600`() throws {
    let file = CookieJarFile(folder: try BrowserFolder(path))
    try file.save(someJar)
    #expect(try mode(path) == 0o700)
    #expect(try mode(path + "/cookies.json") == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["cookies.json", "lock"])
  }

  @Test func `expired cookies are dropped on loading`() throws {
    let file = CookieJarFile(folder: try BrowserFolder(path))
    try file.save(someJar)
    #expect(try file.open(now: noon + 61).jar.cookies.map(\.name) == ["__Host-sso"])
  }

  @Test(arguments: [
    "", "not json", "{}", #"{"version":2,"cookies":[]}"#, #"{"version":1,"cookies":{}}"#, #"{"version":1}"#,
  ])
  func `a damaged jar is an error and stays as it is`(text: String) throws {
    let folder = try BrowserFolder(path)
    try text.write(toFile: path + "/cookies.json", atomically: false, encoding: .utf8)
    let error = #expect(throws: BrowserError.self) { try CookieJarFile(folder: folder).open(now: noon).jar }
    #expect(error?.code.rawValue == "cookie_jar_damaged")
    #expect(error?.exitCode == 65)
    #expect(try String(contentsOfFile: path + "/cookies.json", encoding: .utf8) == text)
  }

  /// The rest of the jar is still valid. The file is written anew, so the next start has nothing to report.
  @Test(arguments: [
    #"{"name":"a"}"#, "null", #""text""#,
    #"{"name":"a\n","value":"","domain":"d","host_only":true,"path":"/","secure":true,"http_only":true,"same_site":"lax","created":0}"#,
    #"{"name":"a","value":"","domain":"d","host_only":true,"path":"/","secure":true,"http_only":true,"same_site":"lax","created":1e400}"#,
  ])
  func `an unreadable cookie is dropped alone and once`(entry: String) throws {
    let file = CookieJarFile(folder: try BrowserFolder(path))
    try file.save(someJar)
    let text = try String(contentsOfFile: path + "/cookies.json", encoding: .utf8)
    let spoiled = text.replacing("\"cookies\": [", with: "\"cookies\": [\(entry),", maxReplacements: 1)
    #expect(spoiled != text)
    try spoiled.write(toFile: path + "/cookies.json", atomically: false, encoding: .utf8)
    let loaded = try file.open(now: noon)
    #expect(loaded.jar == someJar)
    #expect(loaded.dropped == 1)
    let again = try file.open(now: noon)
    #expect(again.jar == someJar)
    #expect(again.dropped == 0)
  }

  @Test func `the fullest jar that servers can make is loaded`() throws {
    let file = CookieJarFile(folder: try BrowserFolder(path))
    var jar = CookieJar()
    for host in 0..<(CookieJar.maximum / CookieJar.maximumPerDomain) {
      // Each character takes two bytes in the file. Without a Path the directory of the request counts, however long it is.
      let url = "https://h\(host).example/\(String(repeating: "a", count: 16_300))/".webURL
      for number in 0..<CookieJar.maximumPerDomain {
        let name = "c\(number)"
        let value = String(repeating: "\"", count: SetCookie.maximumSize - name.utf8.count)
        jar.store(HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "\(name)=\(value)")]), from: url, now: noon)
      }
    }
    #expect(jar.cookies.count == CookieJar.maximum)
    try file.save(jar)
    #expect(try file.open(now: noon).jar == jar)
  }

  /// Random cookies, the same in every run: names, values and attributes as servers may send them, and worse.
  @Test(arguments: 0..<40)
  func `every stored cookie can be loaded`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let pieces = [
      "\t", " ", "a", "Z", "0", "\"", "\\", "/", "=", ",", "%09", "\u{85}", "\u{A0}", "\u{301}", "\u{2028}", "\u{FEFF}",
      "\u{202E}", "é", "漢", "\u{1F600}", "\u{FFFD}", "\u{1}", "\u{7F}", "\r\n", "{", "]", "'",
    ]
    func text(_ length: Int) -> String {
      (0..<length).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }
    let attributes = [
      "Path=/", "Path=/\u{301}x", "Path=", "Domain=", "Max-Age=", "Expires=", "SameSite=", "Secure", "HttpOnly", "x=",
    ]
    var jar = CookieJar()
    for _ in 0..<200 {
      var line = "\(text(Int(random.next() % 4)))=\(text(Int(random.next() % 6)))"
      for _ in 0..<(random.next() % 4) {
        line += ";" + attributes[Int(random.next() % UInt64(attributes.count))] + text(Int(random.next() % 3))
      }
      jar.store(
        HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", line)]), from: "https://www.example.com/d\u{E9}/x".webURL,
        now: noon)
    }
    #expect(jar.cookies.count > 5)
    let file = CookieJarFile(folder: try BrowserFolder(path))
    try file.save(jar)
    let loaded = try file.open(now: noon)
    #expect(loaded.jar == jar)
    #expect(loaded.dropped == 0)
  }

  @Test func `a TAB inside a cookie survives`() throws {
    let file = CookieJarFile(folder: try BrowserFolder(path))
    var jar = CookieJar()
    let response = HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "a\tb=c\td; Path=/x\ty")])
    jar.store(response, from: "https://www.example.com/".webURL, now: noon)
    #expect(jar.cookies.map(\.value.revealed) == ["c\td"])
    try file.save(jar)
    #expect(try file.open(now: noon).jar == jar)
  }

  @Test func `a symbolic link is not followed`() throws {
    let folder = try BrowserFolder(path)
    let target = temporary.path + "/target"
    try "mine".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: path + "/cookies.json", withDestinationPath: target)
    let file = CookieJarFile(folder: folder)
    let error = #expect(throws: BrowserError.self) { try file.open(now: noon) }
    #expect(error?.code.rawValue == "browser_data_unreadable")
    try file.save(someJar)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  @Test func `a second browser is refused until the first has gone`() throws {
    var first: BrowserFolder? = try BrowserFolder(path)
    let error = #expect(throws: BrowserError.self) { try BrowserFolder(path, patience: .zero) }
    #expect(error?.code.rawValue == "browser_busy")
    #expect(error?.exitCode == 75)
    _ = first
    first = nil
    _ = try BrowserFolder(path, patience: .zero)
  }

  @Test func `clearing says what it erased, damaged or not`() throws {
    let folder = try BrowserFolder(path)
    #expect(try CookieJarFile.clear(folder) == [])
    try "damaged".write(toFile: path + "/cookies.json", atomically: false, encoding: .utf8)
    #expect(try CookieJarFile.clear(folder) == ["cookies.json"])
    #expect(try CookieJarFile(folder: folder).open(now: noon).jar == CookieJar())
  }

  @Test func `a folder that cannot be made is an error`() throws {
    let file = temporary.path + "/file"
    try "x".write(toFile: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: BrowserError.self) { try BrowserFolder(file + "/browser") }
    #expect(error?.exitCode == 73)
  }
}
