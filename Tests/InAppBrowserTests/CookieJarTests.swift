import Foundation
import SharedValues
import Testing

@testable import InAppBrowser

/// RFC 6265 §5.3 and §5.4: which cookies are stored, and which are sent where.
@Suite struct CookieJarTests {
  private func jar(_ lines: String..., from url: String = "https://www.example.com/") -> CookieJar {
    var jar = CookieJar()
    jar.store(HTTPResponse(200, headers: lines.map { HTTPHeader("Set-Cookie", $0) }), from: url.webURL, now: noon)
    return jar
  }

  private func sent(
    _ jar: CookieJar, _ url: String, method: String = "GET", from initiator: String? = nil, at now: Date = noon
  ) -> [String] {
    jar.cookies(
      for: Navigation(method: method, url: url.webURL, initiator: initiator?.webURL), now: now
    ).map(\.name)
  }

  @Test(arguments: [
    ("https://www.example.com/", true), ("https://example.com/", false), ("https://sub.www.example.com/", false),
    ("https://www.example.com.evil.com/", false),
  ])
  func `a host-only cookie goes to its host`(url: String, goes: Bool) {
    #expect(sent(jar("a=1"), url) == (goes ? ["a"] : []))
  }

  @Test(arguments: [
    ("https://example.com/", true), ("https://www.example.com/", true), ("https://a.b.example.com/", true),
    ("https://notexample.com/", false), ("https://com/", false),
  ])
  func `a domain cookie goes to the domain and below`(url: String, goes: Bool) {
    #expect(sent(jar("a=1; Domain=example.com"), url) == (goes ? ["a"] : []))
  }

  @Test(arguments: [
    ("/docs", true), ("/docs/", true), ("/docs/web", true), ("/docsets", false), ("/", false), ("/Docs", false),
  ])
  func `paths match by whole segments`(path: String, goes: Bool) {
    #expect(sent(jar("a=1; Path=/docs"), "https://www.example.com\(path)") == (goes ? ["a"] : []))
  }

  @Test func `Secure cookies do not go over plain http`() {
    let jar = jar("a=1; Secure", "b=2", from: "https://localhost/")
    #expect(sent(jar, "http://localhost/") == ["b"])
  }

  @Test func `longer paths first, then older ones`() {
    let jar = jar("a=1; Path=/", "b=2; Path=/deep/er", "c=3; Path=/deep")
    #expect(sent(jar, "https://www.example.com/deep/er") == ["b", "c", "a"])
  }

  @Test(
    arguments: [
      (nil, "GET", ["strict", "lax", "none"]), ("https://www.example.com/x", "POST", ["strict", "lax", "none"]),
      ("https://evil.com/", "GET", ["lax", "none"]), ("https://evil.com/", "POST", ["none"]),
      ("http://www.example.com/", "GET", ["lax", "none"]),
    ] as [(String?, String, [String])])
  func `SameSite on navigations`(initiator: String?, method: String, names: [String]) {
    let jar = jar("strict=1; SameSite=Strict", "lax=1; SameSite=Lax", "none=1; SameSite=None; Secure")
    #expect(sent(jar, "https://www.example.com/", method: method, from: initiator) == names)
  }

  @Test func `a cookie without SameSite is Lax`() {
    #expect(sent(jar("a=1"), "https://www.example.com/", method: "POST", from: "https://evil.com/") == [])
    #expect(
      sent(jar("a=1; SameSite=Nonsense"), "https://www.example.com/", method: "POST", from: "https://evil.com/") == [])
  }

  @Test func `expired cookies are neither sent nor kept`() {
    var jar = jar("a=1; Max-Age=10", "b=2")
    #expect(sent(jar, "https://www.example.com/", at: noon + 11) == ["b"])
    jar.removeExpired(now: noon + 11)
    #expect(jar.cookies.map(\.name) == ["b"])
  }

  @Test func `the same cookie is replaced, and an expired one removes it`() {
    var jar = jar("a=1; Path=/")
    let url = "https://www.example.com/".webURL
    let again = HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "a=2; Path=/")])
    #expect(jar.store(again, from: url, now: noon + 1) == [CookieChange(name: "a", kind: .set)])
    #expect(jar.cookies.map(\.value.revealed) == ["2"])
    #expect(jar.cookies.first?.created == noon)
    let gone = HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "a=; Path=/; Max-Age=0")])
    #expect(jar.store(gone, from: url, now: noon + 2) == [CookieChange(name: "a", kind: .removed)])
    #expect(jar.cookies.isEmpty)
  }

  @Test func `plain http does not replace a Secure cookie`() {
    var jar = jar("a=1; Secure; Path=/", from: "https://localhost/")
    let attack = HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "a=evil; Path=/")])
    #expect(jar.store(attack, from: "http://localhost/".webURL, now: noon).map(\.kind) == [.refused(.insecureOrigin)])
    #expect(jar.cookies.map(\.value.revealed) == ["1"])
  }

  @Test func `a server cannot fill the jar`() {
    var jar = jar("mine=1", from: "https://other.example/")
    for number in 0..<1000 {
      let line = HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "c\(number)=x")])
      jar.store(line, from: "https://www.example.com/".webURL, now: noon)
    }
    #expect(jar.cookies.count == CookieJar.maximumPerDomain + 1)
    #expect(jar.cookies.contains { $0.name == "mine" })
    #expect(jar.cookies.contains { $0.name == "c999" })
  }

  @Test func `nothing that is printed holds a value`() {
    let jar = jar("sid=topsecret; Secure; HttpOnly")
    #expect(!"\(jar)".contains("topsecret"))
    var dumped = ""
    dump(jar, to: &dumped)
    #expect(!dumped.contains("topsecret"))
  }

  @Test(arguments: [
    ("__Host-sso_session=1; Secure; HttpOnly; Path=/", true), ("sid=1; Secure; HttpOnly", true),
    ("__Host-csrf_session=1; Secure; HttpOnly; Path=/", false), ("sid=1", false), ("theme=1; Secure; HttpOnly", false),
  ])
  func `which cookie is shown as the SSO session`(line: String, isSession: Bool) {
    #expect(jar(line).cookies.first?.looksLikeSSOSession == isSession)
  }
}
