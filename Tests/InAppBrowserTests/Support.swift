import Foundation
import HTTPTransport
import LocalSockets
import SharedValues
import Synchronization
import TestTime

@testable import InAppBrowser

let redirectURI = RedirectURI(text: "com.example.app:/callback")
let noon = Date(timeIntervalSince1970: 1_800_000_000)

/// Answers requests without a network, and records them.
final class FakeSite: PageFetching {
  private let seen = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.answer = answer }

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func exchange(
    _ request: HTTPRequest
  ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
    seen.withLock { $0.append(request) }
    return (answer(request), nil)
  }

  func session(jar: CookieJar = CookieJar(), store: any CookieStoring = ForgetfulCookieStore()) -> BrowsingSession {
    BrowsingSession(fetcher: self, store: store, jar: jar, redirectURI: redirectURI, time: ManualClock(noon).source)
  }
}

extension HTTPResponse {
  static func html(_ text: String, status: Int = 200, headers: [HTTPHeader] = []) -> HTTPResponse {
    HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")] + headers, body: Array(text.utf8))
  }

  static func redirect(_ status: Int = 303, to location: String, headers: [HTTPHeader] = []) -> HTTPResponse {
    HTTPResponse(status, headers: [HTTPHeader("Location", location)] + headers)
  }
}

/// Receives redirects as the app would.
final class FakeApp: RedirectDelivering {
  private let taken = Mutex<[String]>([])
  private let refusal: BrowserError?

  init(refusing refusal: BrowserError? = nil) { self.refusal = refusal }

  var redirects: [String] { taken.withLock { $0 } }

  func deliver(_ uri: String) async throws(BrowserError) {
    if let refusal { throw refusal }
    taken.withLock { $0.append(uri) }
  }
}

func page(_ html: String, url: String = "https://example.com/dir/page", status: Int = 200) -> WebPage {
  PageBuilder.page(html: html, url: url.webURL, status: status)
}

extension HeadlessTask {
  static func sample(
    _ errand: Errand = .logIn(scopes: []), from url: WebURL = "https://example.com/".webURL, named: [String] = [],
    password: String = "topsecret"
  ) -> HeadlessTask {
    HeadlessTask(
      credentials: Credentials(username: "demo", password: Secret(password)), errand: errand,
      origins: LoginOrigins(first: url, named: named))
  }
}

extension String {
  var webURL: WebURL { WebURL(self)! }
}

/// The error of a step; `nil`: it succeeds.
func browserError<T>(_ body: () async throws(BrowserError) -> T) async -> BrowserError? {
  do throws(BrowserError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
