import Foundation
import SharedValues
import Testing

@testable import InAppBrowser

/// Hosts with characters beyond ASCII are A-labels everywhere (RFC 5890 §2.3.2.1): shown, compared and connected to.
@Suite struct InternationalHostTests {
  @Test(arguments: [
    ("https://b\u{FC}cher.example/a?b", "https://xn--bcher-kva.example/a?b"),
    ("https://B\u{DC}CHER.Example:8443/", "https://xn--bcher-kva.example:8443/"),
    ("https://bu\u{308}cher.example/", "https://xn--bcher-kva.example/"),
    ("https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"),
    ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    ("https://XN--BCHER-KVA.example/", "https://xn--bcher-kva.example/"),
    ("https://\u{65E5}\u{672C}\u{8A9E}\u{3002}jp/", "https://xn--wgv71a119e.jp/"),
    ("https://\u{FF45}xample.com/", "https://example.com/"),
  ])
  func `a host is its A-label`(text: String, expected: String) throws {
    let url = try #require(WebURL(text))
    #expect(url.text == expected)
    #expect(url.host == URLComponents(string: expected)?.encodedHost)
    #expect(url == expected.webURL)
    #expect(WebURL("/x", relativeTo: url)?.host == url.host)
    #expect(url.origin.hasSuffix(url.authority))
  }

  @Test(arguments: [
    "https://xn--a/", "https://xn--\u{FC}/", "https://a b.example/", "https://a%00.example/", "https://a%2Fb.example/",
    "https://a<b.example/", "https://a^b.example/", "https://[]/", "https://[a]/", "https://[[::1]]/",
  ])
  func `an invalid host is no address`(text: String) {
    #expect(WebURL(text) == nil)
  }

  /// Found by the fuzzer: an address without a host is not requested.
  @Test func `a reference with empty brackets leads nowhere`() {
    #expect(WebURL("//[]/x", relativeTo: "https://example.com/".webURL) == nil)
    #expect(WebURL("//[::1]/x", relativeTo: "https://example.com/".webURL)?.host == "::1")
  }

  /// URL standard: tabs and line breaks are dropped, also before a combining mark.
  @Test(arguments: ["\t", "\n", "\r", "\r\n"])
  func `tabs and line breaks of an address are dropped`(text: String) {
    #expect(WebURL("https://example.com/a\(text)b\(text)\u{301}c")?.text == "https://example.com/ab%CC%81c")
  }

  @Test func `a redirect to an international name asks its A-label`() async throws {
    let site = FakeSite { request in
      request.url == "https://example.com/" ? .redirect(to: "https://b\u{FC}cher.example/x") : .html("<p>here")
    }
    let arrival = try await site.session().navigate(Navigation(url: "https://example.com/".webURL))
    #expect(site.requests.last?.url == "https://xn--bcher-kva.example/x")
    guard case .page(let page) = arrival else { Issue.record("no page"); return }
    #expect(page.url.authority == "xn--bcher-kva.example")
  }

  /// RFC 6265 §5.1.2 and §5.2.3: a domain is compared as an A-label, whatever the server wrote.
  @Test func `a cookie's domain is compared as an A-label`() {
    let url = "https://www.b\u{FC}cher.example/".webURL
    for domain in ["xn--bcher-kva.example", "b\u{FC}cher.example", ".B\u{DC}CHER.example"] {
      var jar = CookieJar()
      jar.store(HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "a=1; Domain=\(domain)")]), from: url, now: noon)
      #expect(jar.cookies.map(\.domain) == ["xn--bcher-kva.example"], "\(domain)")
    }
  }
}
