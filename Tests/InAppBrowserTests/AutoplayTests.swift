import Foundation
import SharedValues
import Testing

@testable import InAppBrowser

/// Autoplay fills pages in by the rules of the headless browser.
@Suite(.timeLimit(.minutes(1))) @MainActor struct AutoplayTests {
  private let display = CanvasDisplay()

  nonisolated private static let form =
    "<h1>Welcome</h1><form method=post><input name=user><input type=password name=p><button>Log in</button></form>"

  private func window(_ site: FakeSite, _ app: FakeApp, _ errand: Errand = .logIn(scopes: [])) -> BrowserWindow {
    let url = "https://login.example/start".webURL
    var autoplay = Autoplay(seconds: 1, task: .sample(errand, from: url))
    autoplay.pause = .zero
    return BrowserWindow(
      open: { display }, session: site.session(), delivery: app, url: url, errand: errand, text: .init(),
      presenter: false, autoplay: autoplay)
  }

  @Test func `a login form of the first address's origin is filled in`() async throws {
    let app = FakeApp()
    let site = FakeSite { request in
      request.method == "POST" ? .redirect(to: "com.example.app:/callback?code=1") : .html(AutoplayTests.form)
    }
    let end = RunningWindow(window(site, app))
    #expect(try await end.value == 0)
    #expect(site.requests.last?.body == Array("user=demo&p=topsecret".utf8))
  }

  @Test(arguments: [
    (form, Errand.signOut), ("elsewhere", .logIn(scopes: [])),
    (form.replacingOccurrences(of: "method=post", with: ""), .logIn(scopes: [])),
  ]) func `other forms are left to the person`(html: String, errand: Errand) async throws {
    let site = FakeSite { request in
      guard html == "elsewhere" else { return .html(html) }
      return request.url.hasPrefix("https://other.example/")
        ? .html(AutoplayTests.form) : .redirect(to: "https://other.example/")
    }
    let window = window(site, FakeApp(), errand)
    let end = RunningWindow(window)
    try await display.wait(for: "Welcome")
    await window.playing?.value
    #expect(!display.everything.contains("demo"))
    #expect(!site.requests.contains { $0.method == "POST" || $0.url.contains("demo") })
    display.press(.escape)
    #expect(try await end.value == 10)
  }
}
