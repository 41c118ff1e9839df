import Foundation
import SharedValues
import Testing
import TestSupport

@testable import InAppBrowser

/// The jar on disk: private, whole, and never silently replaced when it cannot be read.
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
      #expect(try file.load(now: noon) == CookieJar())
      try file.save(someJar)
    }
    let loaded = try CookieJarFile(folder: try BrowserFolder(path)).load(now: noon)
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
    #expect(try file.load(now: noon + 61).cookies.map(\.name) == ["__Host-sso"])
  }

  @Test(arguments: [
    "", "not json", "{}", #"{"version":2,"cookies":[]}"#, #"{"version":1,"cookies":[{"name":"a"}]}"#,
    #"{"version":1,"cookies":{}}"#,
    #"{"version":1,"cookies":[{"name":"a\n","value":"","domain":"d","host_only":true,"path":"/","secure":true,"http_only":true,"same_site":"lax","created":0}]}"#,
  ])
  func `a damaged jar is an error and stays as it is`(text: String) throws {
    let folder = try BrowserFolder(path)
    try text.write(toFile: path + "/cookies.json", atomically: false, encoding: .utf8)
    let error = #expect(throws: BrowserError.self) { try CookieJarFile(folder: folder).load(now: noon) }
    #expect(error?.code == "cookie_jar_damaged")
    #expect(error?.exitCode == 65)
    #expect(try String(contentsOfFile: path + "/cookies.json", encoding: .utf8) == text)
  }

  @Test func `a symbolic link is not followed`() throws {
    let folder = try BrowserFolder(path)
    let target = temporary.path + "/target"
    try "mine".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: path + "/cookies.json", withDestinationPath: target)
    let file = CookieJarFile(folder: folder)
    let error = #expect(throws: BrowserError.self) { try file.load(now: noon) }
    #expect(error?.code == "browser_data_unreadable")
    try file.save(someJar)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  @Test func `a second browser is turned away, and let in when the first has gone`() throws {
    var first: BrowserFolder? = try BrowserFolder(path)
    let error = #expect(throws: BrowserError.self) { try BrowserFolder(path, patience: .zero) }
    #expect(error?.code == "browser_busy")
    #expect(error?.exitCode == 75)
    _ = first
    first = nil
    _ = try BrowserFolder(path, patience: .zero)
  }

  @Test func `clearing says what it erased, damaged or not`() throws {
    let folder = try BrowserFolder(path)
    #expect(try BrowserData.clear(folder) == [])
    try "damaged".write(toFile: path + "/cookies.json", atomically: false, encoding: .utf8)
    #expect(try BrowserData.clear(folder) == ["cookies.json"])
    #expect(try CookieJarFile(folder: folder).load(now: noon) == CookieJar())
  }

  @Test func `a folder that cannot be made is an error`() throws {
    let file = temporary.path + "/file"
    try "x".write(toFile: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: BrowserError.self) { try BrowserFolder(file + "/browser") }
    #expect(error?.exitCode == 73)
  }
}
