import Foundation
import HTTPTransport
import SharedValues
import Synchronization
import TestValues
import Testing

@testable import InAppBrowser

/// What a host declares about its own addresses, and what hostile hosts declare (RFC 8252 §7.2).
@Suite struct AssociationFileTests {
  private static let id = "io.curity.dcrclient"

  static let claiming: [(String, String)] = [
    (#"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/app/callback"}]}]}}"#, "exact"),
    (#"{"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":["/app/*"]}]}}"#, "older form"),
    (
      #"{"applinks":{"details":[{"appID":"x","paths":["*"]},{"appID":"io.curity.dcrclient","paths":["/app/c?llback"]}]}}"#,
      "second entry"
    ),
    (
      #"{"applinks":{"details":[{"appIDs":["a","io.curity.dcrclient"],"components":[{"/":"/other","exclude":true},{"/":"*"}]}]}}"#,
      "after another exclusion"
    ),
    (
      #"{"applinks":{"apps":[],"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/app/*","comment":"x"}]}]},"x":1}"#,
      "unknown members around"
    ),
    (
      #"{"applinks":{"details":[7,{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/app/callback"}]}]}}"#,
      "a broken entry beside"
    ),
  ]

  @Test(arguments: claiming) func claims(_ text: String, _ what: String) throws {
    #expect(try #require(AssociationFile(Array(text.utf8))).claims("/app/callback", for: Self.id), "\(what)")
  }

  static let notClaiming: [String] = [
    "", "[]", "null", "{}", #"{"applinks":[]}"#, #"{"applinks":{"details":{}}}"#, "<html></html>",
    #"{"applinks":{"details":[]}}"#, #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.other"],"components":[{"/":"*"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["IO.curity.dcrclient"],"components":[{"/":"*"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":"io.curity.dcrclient","components":[{"/":"*"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/app/callback/"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/APP/callback"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"/app/*","exclude":true},{"/":"*"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":"*","?":{"a":"b"}}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"/":7}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":[{"exclude":"yes"},{"/":"*"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["io.curity.dcrclient"],"components":["/app/*"]}]}}"#,
    #"{"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":["NOT /app/*","*"]}]}}"#,
    #"{"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":[7]}]}}"#,
    // A member twice: which one counts is undefined.
    #"{"applinks":{},"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":["*"]}]}}"#,
    String(repeating: "[", count: 100_000),
    #"{"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":["*"]}]}}"#
      + String(repeating: " ", count: 200_000),
  ]

  @Test(arguments: notClaiming) func doesNotClaim(_ text: String) {
    #expect(AssociationFile(Array(text.utf8))?.claims("/app/callback", for: Self.id) != true)
  }

  /// A hostile pattern must not take exponential time.
  @Test func aHostilePatternIsDecidedAtOnce() throws {
    let pattern = String(repeating: "*a", count: 2000)
    let text = #"{"applinks":{"details":[{"appID":"io.curity.dcrclient","paths":["\#(pattern)b"]}]}}"#
    let file = try #require(AssociationFile(Array(text.utf8)))
    #expect(!file.claims("/" + String(repeating: "a", count: 5000), for: Self.id))
  }

  // MARK: In the browser

  /// Answers with the file, and with a page on any other path.
  private final class Host: PageFetching {
    let file: Result<HTTPResponse, TransportFailure>
    let links: String?
    let asked = Mutex<[String]>([])

    init(_ file: Result<HTTPResponse, TransportFailure>, links: String? = nil) {
      (self.file, self.links) = (file, links)
    }

    func exchange(
      _ request: HTTPRequest
    ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
      asked.withLock { $0.append(request.url) }
      if request.url.hasSuffix(AssociationFile.path) { return (try file.get(), nil) }
      if let links, request.url.hasSuffix(AssetLinks.path) { return (HTTPResponse(200, body: Array(links.utf8)), nil) }
      let page = HTTPResponse(
        200, headers: [HTTPHeader("Content-Type", "text/html")], body: Array("<p>a page</p>".utf8))
      return (page, nil)
    }
  }

  private func arrival(_ host: Host, at redirect: String = "https://app.example/app/callback") async throws -> Arrival {
    let session = BrowsingSession(
      fetcher: host, store: ForgetfulCookieStore(), jar: CookieJar(), redirectURI: RedirectURI(text: redirect),
      claims: AssociationCheck(fetcher: host, appID: Self.id))
    return try await session.navigate(Navigation(url: (redirect + "?code=1").webURL))
  }

  private static let good = HTTPResponse(200, body: Array(claiming[0].0.utf8))

  @Test func aClaimedAddressGoesToTheAppAndNeverToTheNetwork() async throws {
    let host = Host(.success(Self.good))
    #expect(try await arrival(host) == .redirectURI(Secret("https://app.example/app/callback?code=1")))
    #expect(host.asked.withLock { $0 } == ["https://app.example" + AssociationFile.path])
  }

  private static func links(
    relation: String = "delegate_permission/common.handle_all_urls", namespace: String = "android_app",
    package: String = id
  ) -> String {
    let statement: JSON = [
      "relation": [.string(relation)],
      "target": [
        "namespace": .string(namespace), "package_name": .string(package), "sha256_cert_fingerprints": ["00"],
      ],
    ]
    return JSON.array([["relation": 1], statement]).compact
  }

  @Test func anAndroidDeclarationCountsToo() async throws {
    let host = Host(.success(HTTPResponse(404)), links: Self.links())
    #expect(try await arrival(host) == .redirectURI(Secret("https://app.example/app/callback?code=1")))
  }

  @Test(arguments: [
    links(relation: "delegate_permission/common.get_login_creds"), links(namespace: "web"), links(package: id + "x"),
    "{}", "[", "[null]",
  ])
  func otherLinksClaimNothing(_ links: String) async throws {
    guard case .redirectURI = try await arrival(Host(.success(HTTPResponse(404)), links: links)) else { return }
    Issue.record("the app got an address that nobody gave it: \(links)")
  }

  @Test func aPlainHTTPAddressIsNotClaimedAndNoHostIsAsked() async throws {
    let host = Host(.success(Self.good))
    let check = AssociationCheck(fetcher: host, appID: Self.id)
    #expect(await !check.claims("http://app.example/app/callback".webURL))
    #expect(host.asked.withLock { $0 } == [])
  }

  /// The app's port answers 4xx to what it does not accept.
  @Test(arguments: [400, 404, 204]) func aRedirectThatTheAppsPortRefusesIsNotDelivered(_ status: Int) async {
    let delivery = LoopbackDelivery(fetcher: Port(status: status))
    let error = await #expect(throws: BrowserError.self) {
      try await delivery.deliver("http://127.0.0.1:5/callback?state=s")
    }
    #expect(error?.code.rawValue == BrowserError.Code.redirectRefused.rawValue)
  }

  private struct Port: PageFetching {
    var status: Int

    func exchange(
      _ request: HTTPRequest
    ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
      (HTTPResponse(status), nil)
    }
  }

  static let unclear: [Result<HTTPResponse, TransportFailure>] = [
    .success(HTTPResponse(404, body: good.body)), .success(HTTPResponse(500)),
    .success(HTTPResponse(301, headers: [HTTPHeader("Location", "https://evil.example/file")], body: good.body)),
    .success(HTTPResponse(200, body: Array("{".utf8))), .failure(TransportFailure(.certificateUntrusted)),
    .failure(TransportFailure(.bodyTooLarge)), .failure(TransportFailure(.timeout)),
  ]

  @Test(arguments: unclear) func withoutAValidDeclarationItIsAPage(
    _ answer: Result<HTTPResponse, TransportFailure>
  ) async throws {
    let host = Host(answer)
    guard case .page = try await arrival(host) else { throw Unexpected("handed over without a claim") }
    #expect(host.asked.withLock { $0.count } == 3)
  }
}
