import Foundation
import Testing

@testable import InAppBrowser

/// RFC 6265 §5.2: what a `Set-Cookie` line means, and which lines are refused.
@Suite struct CookieParsingTests {
  private func parse(_ line: String, from url: String = "https://www.example.com/a/b") -> Result<
    Cookie, SetCookie.Refusal
  > {
    Result { () throws(SetCookie.Refusal) in try SetCookie.parse(line, from: url.webURL, now: noon) }
  }

  @Test func `name and value, with the defaults of the standard`() throws {
    let cookie = try parse("sid=31d4d96e407aad42").get()
    #expect(cookie.name == "sid")
    #expect(cookie.value.revealed == "31d4d96e407aad42")
    #expect(cookie.domain == "www.example.com" && cookie.hostOnly)
    #expect(cookie.path == "/a")
    #expect(!cookie.secure && !cookie.httpOnly && cookie.sameSite == .lax && cookie.expires == nil)
  }

  @Test func `all attributes, in any case`() throws {
    let cookie = try parse("a = b ; DOMAIN=.Example.com; path=/x; SECURE; HttpOnly; SameSite=strict; Max-Age=60").get()
    #expect(cookie.name == "a" && cookie.value.revealed == "b")
    #expect(cookie.domain == "example.com" && !cookie.hostOnly)
    #expect(cookie.path == "/x" && cookie.secure && cookie.httpOnly && cookie.sameSite == .strict)
    #expect(cookie.expires == noon + 60)
  }

  @Test(arguments: [
    ("a=b=c; Path=/", "b=c"), ("a=\"quoted\"", "\"quoted\""), ("a=", ""), ("a=b; unknown=x", "b"),
  ])
  func `values are kept as they are`(line: String, value: String) throws {
    #expect(try parse(line).get().value.revealed == value)
  }

  @Test(
    arguments: [
      ("=b", .noName), ("novalue", .noName), ("a=b\u{1}", .controlCharacter), ("a=b\u{7F}", .controlCharacter),
      ("a=b; Domain=other.com", .foreignDomain), ("a=b; Domain=sub.www.example.com", .foreignDomain),
      ("a=b; Domain=com", .foreignDomain), ("a=b; Domain=ample.com", .foreignDomain),
      ("a=b; SameSite=None", .sameSiteNone), ("__Secure-a=b", .prefix), ("__Host-a=b; Secure", .prefix),
      ("__Host-a=b; Secure; Path=/x", .prefix), ("__Host-a=b; Secure; Path=/; Domain=www.example.com", .prefix),
      ("__hOST-a=b; Path=/", .prefix),
    ] as [(String, SetCookie.Refusal)])
  func `refused lines and their reasons`(line: String, refusal: SetCookie.Refusal) {
    #expect(throws: refusal) { try parse(line).get() }
  }

  @Test func `a cookie that is too large is refused`() {
    #expect(throws: SetCookie.Refusal.tooLarge) { try parse("a=" + String(repeating: "x", count: 5000)).get() }
  }

  @Test func `Secure is taken over plain http on this machine alone`() throws {
    let cookie = try parse("a=b; SameSite=None; Secure", from: "http://localhost/").get()
    #expect(!cookie.secure && cookie.sameSite == .none)
    #expect(throws: SetCookie.Refusal.insecureOrigin) { try parse("a=b; Secure", from: "http://example.com/").get() }
    let host = "__Host-a=b; Secure; Path=/"
    #expect(throws: SetCookie.Refusal.prefix) { try parse(host, from: "http://localhost/").get() }
  }

  @Test func `prefixes are honoured when their conditions are met`() throws {
    #expect(try parse("__Host-a=b; Secure; Path=/").get().name == "__Host-a")
    #expect(try parse("__Secure-a=b; Secure; Domain=example.com").get().name == "__Secure-a")
  }

  @Test func `for localhost and addresses a domain means the host alone`() throws {
    #expect(try parse("a=b; Domain=localhost", from: "https://localhost/").get().hostOnly)
    #expect(try parse("a=b; Domain=127.0.0.1", from: "https://127.0.0.1/").get().hostOnly)
    #expect(throws: SetCookie.Refusal.foreignDomain) {
      try parse("a=b; Domain=0.0.1", from: "https://127.0.0.1/").get()
    }
  }

  @Test(arguments: [
    ("a=b; Max-Age=10; Expires=Wed, 09 Jun 2021 10:18:14 GMT", 10.0), ("a=b; Max-Age=99999999999999999999", 34_560_000),
    ("a=b; Max-Age=5; Max-Age=7", 7), ("a=b; Max-Age=5; Max-Age=x", 5),
  ])
  func `Max-Age wins, the last one counts, and 400 days are the most`(line: String, seconds: Double) throws {
    #expect(try parse(line).get().expires == noon + seconds)
  }

  @Test(arguments: ["a=b; Max-Age=0", "a=b; Max-Age=-1", "a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
  func `a cookie can be born expired`(line: String) throws {
    #expect(try parse(line).get().isExpired(at: noon))
  }

  @Test(arguments: [
    ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894.0), ("Wednesday, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
    ("Wed Jun  9 10:18:14 2021", 1_623_233_894), ("9 jun 2021 10:18:14 whatever", 1_623_233_894),
    ("1 Jan 70 0:0:0", 0),
  ])
  func `dates in every form that servers send`(text: String, seconds: Double) {
    #expect(CookieDate.parse(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "tomorrow", "Wed, 32 Jun 2021 10:18:14 GMT", "30 Feb 2021 10:00:00", "9 Jun 2021 25:00:00",
    "9 Jun 1500 10:00:00",
  ])
  func `invalid dates`(text: String) {
    #expect(CookieDate.parse(text) == nil)
  }
}
