import HTTPTransport
import SharedValues

/// A step to another page: a link, a form, or the app's first URL.
struct Navigation: Sendable {
  var method = "GET"
  var url: WebURL
  var body: FormBody?
  /// The page from which it starts; `nil`: the app.
  var initiator: WebURL?
}

/// The end of a navigation: a page, or the redirect to the app.
enum Arrival: Hashable, Sendable {
  case page(WebPage)
  /// The app's complete redirect URI. It contains a code: never log it.
  case redirectURI(Secret)
}

/// One request of a navigation, for the panel: without query, body and cookie values.
struct Hop: Hashable, Sendable {
  var method: String
  var authority: String
  var path: String
  /// `nil` while the request is under way; a code of ``TransportFailure`` when it failed.
  var outcome: Outcome?
  var cookiesSent: [String]
  var cookieChanges: [CookieChange] = []

  enum Outcome: Hashable, Sendable {
    case status(Int)
    case failed(String)
    case handedOver
  }
}

/// Fetches one URL: by the HTTP transport, or by a stand-in in tests.
protocol PageFetching: Sendable {
  func exchange(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPClientTransport.Answer
}

extension HTTPClientTransport: PageFetching {}
