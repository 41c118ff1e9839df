import FoundationEssentials
import HTTPTransport
import SharedValues

/// One step to another page: a link, a form, or the app's own first URL.
struct Navigation: Sendable {
  var method = "GET"
  var url: WebURL
  /// A form's data.
  var body: FormBody?
  /// The page that it starts from; `nil` for the app's own.
  var initiator: WebURL?
}

/// The end of a navigation: a page, or the redirect to the app.
enum Arrival: Hashable, Sendable {
  case page(Page)
  /// The app's redirect URI, complete. Holds a code: not for logs.
  case redirectURI(Secret)
}

/// One request of a navigation as the panel shows it: no query, no body, no cookie value.
struct Hop: Hashable, Sendable {
  var method: String
  var authority: String
  var path: String
  /// `nil` while under way; a code of ``TransportFailure`` when none came.
  var outcome: Outcome?
  var cookiesSent: [String]
  var cookieChanges: [CookieChange] = []

  enum Outcome: Hashable, Sendable {
    case status(Int)
    case failed(String)
    /// Handed to the app instead of the network.
    case handedOver
  }
}

/// Fetches one URL. The real one is the HTTP transport; tests bring their own.
protocol PageFetching: Sendable {
  func exchange(
    _ request: HTTPRequest
  ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?)
}

extension HTTPClientTransport: PageFetching {}
