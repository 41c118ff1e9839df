import ForeignText
import SharedValues

/// Which handler answers which path and method. A path without the method is 405 with `Allow`, no path is 404.
struct RoutingTable: Sendable {
  typealias Handler = @Sendable (ServerRequest) async throws -> ServerResponse

  enum Match {
    case handler(Handler, pathValues: [String], route: String)
    case methodNotAllowed(allowed: [String], route: String)
    case notFound
  }

  /// One path as it was put into the table, and the methods that it knows.
  struct Entry: Hashable, Sendable {
    /// The path, with `*` for each segment that it leaves open.
    var path: String
    var methods: [String]
  }

  private struct Route {
    var path: String
    var segments: [String]
    var endpoint: Endpoint
    var handlers: [String: Handler]
    var answersHead: Bool
  }

  private var exact: [String: Route] = [:]
  private var open: [Route] = []

  /// Answers a path; a segment `*` stands for any one segment, whose decoded text becomes a path value.
  ///
  /// - Parameters:
  ///   - endpoint: what the path is for, as ``ServerEvent`` says it; every method of a path is for the same.
  ///   - answersHead: false where GET changes something, which HEAD must not (RFC 9110 §9.2.1).
  mutating func on(
    _ methods: [String], _ path: String, as endpoint: Endpoint = .page, answersHead: Bool = true,
    _ handler: @escaping Handler
  ) {
    let segments = path.split(scalar: "/").map(String.init)
    let handlers = Dictionary(methods.map { ($0, handler) }, uniquingKeysWith: { $1 })
    if segments.allSatisfy({ $0 != "*" }) {
      exact[
        path,
        default: Route(path: path, segments: segments, endpoint: endpoint, handlers: [:], answersHead: answersHead)
      ].handlers.merge(handlers) { $1 }
    } else if let index = open.firstIndex(where: { $0.segments == segments }) {
      open[index].handlers.merge(handlers) { $1 }
    } else {
      open.append(
        Route(path: path, segments: segments, endpoint: endpoint, handlers: handlers, answersHead: answersHead))
    }
  }

  /// Everything that is answered, by path; HEAD goes without saying.
  var listing: [Entry] {
    (Array(exact.values) + open).map { Entry(path: $0.path, methods: $0.handlers.keys.sorted()) }
      .sorted { $0.path < $1.path }
  }

  /// HEAD is answered wherever GET is (RFC 9110 §9.3.2), unless the route says otherwise.
  func match(method: String, path: String) -> Match {
    var values: [String] = []
    guard let route = route(at: path, &values) else { return .notFound }
    if let handler = route.handlers[method == "HEAD" && route.answersHead ? "GET" : method] {
      return .handler(handler, pathValues: values, route: route.path)
    }
    let methods = route.handlers.keys.sorted()
    let isHeadAnswered = route.answersHead && methods.contains("GET")
    return .methodNotAllowed(allowed: isHeadAnswered ? methods + ["HEAD"] : methods, route: route.path)
  }

  /// What a path is for, whatever the method. What is at no address is answered with a page, and asked for by a browser, unless it
  /// is where programs ask: a well-known address (RFC 8615), or one beside those of the API and of registrations.
  func endpoint(at path: String) -> Endpoint {
    var values: [String] = []
    if let route = route(at: path, &values) { return route.endpoint }
    let isBeside = RoutingTable.foldersOfPrograms.contains { (path + "/").hasPrefix(bytes: $0) }
    return isBeside || path.contains("/.well-known/") ? .other : .page
  }

  private static let foldersOfPrograms = [Addresses.apiPath + "/", "/token-service/"]

  private func route(at path: String, _ values: inout [String]) -> Route? {
    exact[path] ?? open.first { matches($0, path, &values) }
  }

  private func matches(_ route: Route, _ path: String, _ values: inout [String]) -> Bool {
    let parts = path.dropFirst().split(scalar: "/", omittingEmptySubsequences: false)
    guard parts.count == route.segments.count else { return false }
    var found: [String] = []
    for (part, segment) in zip(parts, route.segments) {
      if segment == "*" {
        guard !part.isEmpty, let value = pathDecoded(part) else { return false }
        found.append(value)
      } else if part != segment {
        return false
      }
    }
    values = found
    return true
  }

  /// In a path, unlike in a form, a plus is a plus. What cannot be decoded is nothing's address.
  private func pathDecoded(_ part: Substring) -> String? {
    try? formDecoded(part.utf8.flatMap { $0 == UInt8(ascii: "+") ? Array("%2B".utf8) : [$0] })
  }
}

extension Endpoint {
  /// A person's browser goes there, and is answered with pages. Everything else is asked by programs, and answered with JSON.
  var isForPeople: Bool {
    switch self {
    case .page, .authorization, .endSession: true
    default: false
    }
  }
}
