import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

@testable import InAppBrowser

private let now = Date(timeIntervalSince1970: 1_800_000_000)
private let site: WebURL = {
  guard let url = WebURL("https://login.shop.example/a/b?c=d") else { fatalError("no URL") }
  return url
}()

/// Every number in a page refers to an element, a page is bounded, and it can be drawn and submitted.
@Sendable func tryPage(_ input: [UInt8]) throws {
  let response = HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")], body: input)
  let page = try PageReader.page(response, url: site)
  promise(page.controls.indices.allSatisfy { page.controls[$0].id == $0 }, "a control is where its number says")
  promise(page.controls.count <= 2 * PageBuilder.maximumControls, "controls are bounded")
  promise(page.refresh.map(page.links.indices.contains) != false, "the refresh is a link")
  for case .control(let id) in page.blocks { promise(page.controls.indices.contains(id), "a shown control is there") }
  for control in page.controls {
    promise(control.form.map(page.forms.indices.contains) != false, "a control's form is there")
  }
  var state = BrowserState(url: site, now: now, clock: "6:06")
  state.show(page)
  for width in [9, 40] {
    let layout = PageLayout.layout(
      page, state: state, width: width, roomy: width > 30, glyphs: .unicode, text: Catalogue())
    promise(layout.height <= PageLayout.maximumHeight, "a page is not endless")
  }
  for form in page.forms.indices {
    for button in [nil, FormSubmission.defaultButton(of: form, page: page)] {
      _ = FormSubmission.submission(of: form, button: button, page: page, values: FormValues(page))
    }
  }
}

/// Each line is a `Set-Cookie`. What the jar stores can be read again and is sent only to hosts of its site.
@Sendable func tryCookie(_ input: [UInt8]) throws {
  var jar = CookieJar()
  for line in input.split(separator: UInt8(ascii: "\n")) {
    let header = HTTPHeader("Set-Cookie", String(decoding: line, as: UTF8.self))
    jar.store(HTTPResponse(200, headers: [header]), from: site, now: now)
  }
  for cookie in jar.cookies {
    promise(cookie.domain == site.host || cookie.domain == "shop.example", "a cookie stays at its site")
    promise(cookie.expires.map { $0 <= now + SetCookie.maximumAge } != false, "no cookie is for ever")
    promise(
      !Cookie.holdsControls(cookie.name + cookie.value.revealed + cookie.path), "no cookie has control characters")
  }
  let file = CookieJarFile(folder: try Scratch.folder())
  try file.save(jar)
  let (read, dropped) = try file.open(now: now)
  promise(dropped == 0 && read.cookies.count == jar.cookies.count, "a jar reads as written")
  for (cookie, written) in zip(read.cookies, jar.cookies) {
    promise(cookie.value.revealed.utf8.elementsEqual(written.value.revealed.utf8), "a value reads as written")
    promise(cookie.identity == written.identity, "a cookie reads as written")
  }
}

/// The input is the file. A jar that was read can be written and read again.
@Sendable func tryCookieJar(_ input: [UInt8]) throws {
  let folder = try Scratch.folder()
  let file = CookieJarFile(folder: folder)
  try folder.replace(CookieJarFile.name, with: input)
  let (jar, _) = try file.open(now: now)
  do {
    try file.save(jar)
    let (read, dropped) = try file.open(now: now)
    promise(dropped == 0 && read.cookies.count == jar.cookies.count, "a jar reads as written")
  } catch { promise(false, "a jar that was written can be read") }
}

/// A URL is the same when its text is read again, and its host contains no character that would end a host.
@Sendable func tryURL(_ input: [UInt8]) throws {
  let text = String(decoding: input, as: UTF8.self)
  for url in [WebURL(text), WebURL(text, relativeTo: site)] {
    guard let url else { continue }
    promise(WebURL(url.text) == url, "a URL reads as written")
    guard url.isHTTP else { continue }
    promise(!url.host.isEmpty && !url.host.utf8.contains { "/?#@\\ ".utf8.contains($0) }, "a host is a host")
    promise(url.replacingQuery("a=b").map { $0.host == url.host } != false, "a query changes no host")
  }
}

private enum Scratch {
  private static let path =
    FileManager.default.temporaryDirectory.path + "/fuzz-parsers-\(ProcessInfo.processInfo.processIdentifier)"
  static func folder() throws -> BrowserFolder { try BrowserFolder(path) }
}
