import Foundation
import SharedValues
import TestValues
import Testing

@testable import InAppBrowser

/// Following redirects by hand, and what is sent along the way.
@Suite struct NavigationTests {
  private let post = Navigation(
    method: "POST", url: "https://login.example/form".webURL, body: .urlencoded([("user", "u"), ("password", "p")]),
    initiator: "https://login.example/form".webURL)

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
    (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"), (308, "GET", "GET"),
  ])
  func `the method after a redirect`(status: Int, before: String, after: String) async throws {
    let site = FakeSite { $0.url.hasSuffix("/next") ? .html("<p>end") : .redirect(status, to: "/next") }
    let first = before == "POST" ? post : Navigation(url: post.url)
    _ = try await site.session().navigate(first)
    let last = try #require(site.requests.last)
    #expect(last.url == "https://login.example/next")
    #expect(last.method == after)
    #expect(last.body == (after == "POST" ? Array("user=u&password=p".utf8) : []))
    #expect((last.headers[first: "Content-Type"] != nil) == (after == "POST"))
  }

  /// Servers write error descriptions in any way: the app gets the redirect unchanged, and its port gets it as browsers send it.
  @Test(arguments: [
    "error=access_denied&error_description=The user denied access&state=s",
    "error=x&error_description=\"a\"|{}[]&state=s",
    "error=x&error_description=\u{E9}&state=s", "error=x&error_description=%E9&state=s", "code=c&state=s#_=_",
    "error=x&error_description=100%&state=s",
  ])
  func `the redirect is handed over as it came`(query: String) async throws {
    let uri = "com.example.app:/callback?" + query
    let site = FakeSite { _ in .redirect(to: uri) }
    guard case .redirectURI(let handed) = try await site.session().navigate(Navigation(url: post.url)) else {
      throw Unexpected("the page was not handed over")
    }
    #expect(handed.revealed == uri)
    let address = LoopbackDelivery.address("http://127.0.0.1:4000/callback?" + query)
    #expect(address.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !address.contains("#"))
    #expect(URL(string: address, encodingInvalidCharacters: false) != nil)
  }

  @Test func `an IPv6 literal stays one`() {
    #expect(LoopbackDelivery.address("http://[::1]:4000/cb?a=[b]#x") == "http://[::1]:4000/cb?a=%5Bb%5D")
    #expect(LoopbackDelivery.address("http://127.0.0.1:4000/cb#x") == "http://127.0.0.1:4000/cb")
  }

  @Test(arguments: [307, 308])
  func `a form is not sent again to another server`(status: Int) async {
    let site = FakeSite { _ in .redirect(status, to: "https://evil.example/") }
    let session = site.session()
    let navigation = post
    #expect(
      await browserError { () throws(BrowserError) in try await session.navigate(navigation) }?.code.rawValue
        == "body_not_resent")
    #expect(site.requests.count == 1)
  }

  @Test func `twenty redirects are followed, one more is not`() async throws {
    let site = FakeSite { request in
      let number = Int(request.url.split(separator: "/").last ?? "") ?? 0
      return number == 0 ? .html("<p>end") : .redirect(to: "/\(number - 1)")
    }
    let session = site.session()
    _ = try await session.navigate(Navigation(url: "https://example.com/20".webURL))
    let error = await browserError { () throws(BrowserError) in
      try await session.navigate(Navigation(url: "https://example.com/21".webURL))
    }
    #expect(error?.code.rawValue == "too_many_redirects")
  }

  @Test(arguments: [
    "http://example.com/", "//other.example:80/", "ftp://example.com/", "javascript:alert(1)", "data:text/html,x",
    "file:///etc/passwd",
  ])
  func `there is no way down from https, and no other scheme`(location: String) async {
    let site = FakeSite { request in
      request.url == "https://example.com/start" ? .redirect(to: location) : .html("<p>reached")
    }
    let session = site.session()
    let error = await browserError { () throws(BrowserError) in
      try await session.navigate(Navigation(url: "https://example.com/start".webURL))
    }
    if location.hasPrefix("//") {
      // The scheme is the same, https; the port does not matter.
      #expect(error == nil)
    } else {
      #expect(["insecure_page", "unsupported_scheme"].contains(error?.code.rawValue))
      #expect(site.requests.count == 1)
    }
  }

  @Test(arguments: ["http://127.0.0.1:8080/", "http://[::1]:8080/", "http://localhost/"])
  func `plain http stays on this machine`(location: String) async throws {
    let site = FakeSite { $0.url.hasPrefix("https") ? .redirect(to: location) : .html("<p>reached") }
    let arrival = try await site.session().navigate(Navigation(url: "https://example.com/".webURL))
    guard case .page(let page) = arrival else { throw Unexpected("no page") }
    #expect(!page.url.isSecure)
  }

  @Test(arguments: [
    "com.example.app:/callback", "com.example.app:/callback?code=1&state=2", "com.example.app:/callback#x",
    "COM.EXAMPLE.APP:/callback?a",
  ])
  func `the app's redirect URI ends the navigation`(uri: String) async throws {
    let site = FakeSite { _ in .redirect(to: uri) }
    #expect(
      try await site.session().navigate(Navigation(url: "https://example.com/".webURL)) == .redirectURI(Secret(uri)))
    #expect(site.requests.count == 1)
  }

  @Test(arguments: [
    "com.example.app:/callback/", "com.example.app:/callback2", "com.example.app:/Callback",
    "com.example.app:///callback",
    "com.example.app.evil:/callback", "com.example.ap:/callback",
  ])
  func `what only looks like the redirect URI is not the app's`(uri: String) async {
    let site = FakeSite { _ in .redirect(to: uri) }
    let session = site.session()
    let error = await browserError { () throws(BrowserError) in
      try await session.navigate(Navigation(url: "https://example.com/".webURL))
    }
    #expect(error?.code.rawValue == "unsupported_scheme")
  }

  @Test func `an https redirect URI is recognised before anything is sent to it`() async throws {
    let site = FakeSite { _ in .redirect(to: "https://app.example/cb?code=1") }
    let session = BrowsingSession(
      fetcher: site, store: ForgetfulCookieStore(), jar: CookieJar(),
      redirectURI: RedirectURI(text: "https://app.example/cb"), claims: AnyClaim())
    let arrival = try await session.navigate(Navigation(url: "https://example.com/".webURL))
    #expect(arrival == .redirectURI(Secret("https://app.example/cb?code=1")))
  }

  @Test func `cookies are stored and sent at every step`() async throws {
    let site = FakeSite { request in
      switch request.url {
      case "https://a.example/": .redirect(to: "https://a.example/2", headers: [HTTPHeader("Set-Cookie", "one=1")])
      case "https://a.example/2":
        .redirect(to: "https://b.example/", headers: [HTTPHeader("Set-Cookie", "two=2; Path=/")])
      default: .html("<p>end")
      }
    }
    let session = site.session()
    _ = try await session.navigate(Navigation(url: "https://a.example/".webURL))
    #expect(site.requests.map { $0.headers[first: "Cookie"] } == [nil, "one=1", nil])
    #expect(await session.jar.cookies.map(\.name) == ["one", "two"])
  }

  @Test func `the Referer stays within an origin, and never has a fragment`() async throws {
    let site = FakeSite { _ in .html("<p>end") }
    let session = site.session()
    let from = page(
      "<a href=/b>b</a><a href='https://other.example/'>c</a>", url: "https://example.com/a?state=s#frag")
    for link in from.links { _ = try await session.follow(link, on: from) }
    #expect(site.requests.map { $0.headers[first: "Referer"] } == ["https://example.com/a?state=s", nil])
  }

  @Test func `a form says where it comes from`() async throws {
    let site = FakeSite { _ in .html("<p>end") }
    _ = try await site.session().navigate(post)
    let request = try #require(site.requests.first)
    #expect(request.headers[first: "Origin"] == "https://login.example")
    #expect(request.headers[first: "Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func `the history names places and cookies, never queries, bodies or values`() async throws {
    let site = FakeSite { request in
      request.method == "POST"
        ? .redirect(
          to: "com.example.app:/callback?code=topsecret", headers: [HTTPHeader("Set-Cookie", "sid=topsecret")])
        : .html("<p>end")
    }
    let session = site.session()
    _ = try await session.navigate(Navigation(url: "https://login.example/form?state=topsecret".webURL))
    _ = try await session.navigate(
      Navigation(
        method: "POST", url: "https://login.example/form".webURL, body: .urlencoded([("password", "topsecret")])))
    let history = await session.history
    #expect(history.map(\.path) == ["/form", "/form", "com.example.app:/callback"])
    #expect(!"\(history)".contains("topsecret"))
    var dumped = ""
    dump(history, to: &dumped)
    #expect(!dumped.contains("topsecret"))
  }

  @Test func `text and JSON are shown, other content is an error`() async throws {
    let site = FakeSite { request in
      HTTPResponse(
        200, headers: [HTTPHeader("Content-Type", request.url.hasSuffix("image") ? "image/png" : "application/json")],
        body: Array("{\"a\":1}".utf8))
    }
    let session = site.session()
    let error = await browserError { () throws(BrowserError) in
      try await session.navigate(Navigation(url: "https://example.com/image".webURL))
    }
    #expect(error?.code.rawValue == "unsupported_content")
    guard case .page(let page) = try await session.navigate(Navigation(url: "https://example.com/json".webURL)) else {
      throw Unexpected("no page")
    }
    #expect(page.blocks == [.preformatted("{\"a\":1}")])
  }

  @Test(arguments: ["#top", "#", "/dir/page#top", "page#"])
  func `a link to a place on the page asks the server nothing`(target: String) async throws {
    let site = FakeSite { _ in .html("again") }
    let from = page("<p>Here</p>")
    let arrival = try await site.session().follow(WebPage.Link(text: "Skip", target: target), on: from)
    #expect(arrival == .page(from) && site.requests.isEmpty)
  }

  @Test(
    arguments: ["text/html", "text/plain"],
    [["Negotiate x"], ["Bearer realm=\"a\", Negotiate, Basic"], ["Bearer", "Negotiate"]])
  func `a login by HTTP authentication is explained`(type: String, challenges: [String]) throws {
    let headers = [HTTPHeader("Content-Type", type)] + challenges.map { HTTPHeader("WWW-Authenticate", $0) }
    func read(_ html: String) throws(BrowserError) -> WebPage {
      try PageReader.page(
        HTTPResponse(401, headers: headers, body: Array(html.utf8)), url: "https://example.com/".webURL)
    }
    let error = #expect(throws: BrowserError.self) { try read("<h1>401</h1>") }
    #expect(error?.code == .own(.unsupportedLogin) && error?.values["received"] == "Negotiate")
    if type == "text/html" { #expect(try read("<form><input name=user></form>").status == 401) }
  }

  @Test func `a Refresh header is a link, as in a page's meta`() throws {
    let response = HTTPResponse.html("<p>wait", headers: [HTTPHeader("Refresh", "0; url=/next")])
    let page = try PageReader.page(response, url: "https://example.com/".webURL)
    #expect(page.refresh == 0 && page.links.map(\.target) == ["/next"])
  }

  @Test func `HTML without a content type is a page`() throws {
    let response = HTTPResponse(200, body: Array("\n<title>Hello</title>".utf8))
    #expect(try PageReader.page(response, url: "https://example.com/".webURL).title == "Hello")
    #expect(throws: BrowserError.self) {
      try PageReader.page(HTTPResponse(200, body: [0x89, 0x50]), url: "https://example.com/".webURL)
    }
  }
}

/// A host that gives every address to the app.
private struct AnyClaim: ClaimJudging {
  func claims(_ url: WebURL) async -> Bool { true }
}
