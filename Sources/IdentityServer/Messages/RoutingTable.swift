/// Maps paths and methods to handlers. An unknown method is 405 with `Allow`, an unknown path is 404.
struct RoutingTable: Sendable {
  typealias Handler = @Sendable (ServerRequest) async throws -> ServerResponse

  enum Match {
    case handler(Handler, pathValues: [String], route: String)
    case methodNotAllowed(allowed: [String], route: String)
    case notFound
  }

  struct Route {
    var path: String
    var segments: [String]
    var endpoint: Endpoint
    var handlers: [String: Handler]
    var answersHead: Bool
  }

  private(set) var exact: [String: Route] = [:]
  private(set) var open: [Route] = []

  /// Adds handlers for a path; `*` matches any one segment, whose decoded text becomes a path value.
  /// - Parameters:
  ///   - endpoint: the purpose of the path for ``ServerEvent``, the same for all its methods.
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

  /// GET routes also answer HEAD (RFC 9110 §9.3.2), unless the route says otherwise.
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

  /// The methods that some path has.
  var methods: [String] { Set((exact.values + open).flatMap(\.handlers.keys) + ["HEAD"]).sorted() }

  /// The purpose of a path, for any method. An unknown path counts as a browser's and is answered with a page, unless only
  /// programs ask there: a well-known address (RFC 8615), one next to those of the API and of registrations, or one below an
  /// endpoint of theirs, such as the same with a slash at its end.
  func endpoint(at path: String) -> Endpoint {
    var values: [String] = []
    if let route = route(at: path, &values) { return route.endpoint }
    let isBeside = RoutingTable.foldersOfPrograms.contains { (path + "/").hasPrefix(bytes: $0) }
    let isBelow = exact.values.contains { !$0.endpoint.isForPeople && path.hasPrefix(bytes: $0.path + "/") }
    return isBeside || isBelow || path.contains("/.well-known/") ? .other : .page
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

  /// In a path, unlike in a form, a plus is a plus. A segment that cannot be decoded matches no route.
  private func pathDecoded(_ part: Substring) -> String? {
    try? formDecoded(part.utf8.flatMap { $0 == UInt8(ascii: "+") ? Array("%2B".utf8) : [$0] })
  }
}

extension Endpoint {
  /// Whether people's browsers ask there and get pages. All other endpoints are for programs and answer with JSON.
  var isForPeople: Bool {
    switch self {
    case .page, .authorization, .endSession: true
    default: false
    }
  }
}
