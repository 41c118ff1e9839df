import Logging

/// Answers any request: runs the checks that apply to all requests, then the route, and converts errors.
///
/// An unexpected error becomes `server_error` outside; only the log has its cause.
struct Answering: Sendable {
  enum Side: String, Sendable { case server, admin, devices, authority, trap }

  var provider: Provider
  var side: Side
  var table: RoutingTable

  init(_ provider: Provider, _ side: Side, application: ApplicationServer? = nil) {
    (self.provider, self.side) = (provider, side)
    self.table =
      switch side {
      case .server: provider.routes()
      case .admin: provider.administrationRoutes()
      case .devices: provider.deviceRoutes()
      case .authority: provider.authorityRoutes()
      case .trap: RoutingTable()
      }
    application?.addRoutes(to: &table)
  }

  func respond(to request: ServerRequest) async -> ServerResponse {
    if side == .trap { return trapped(request) }
    let asked = provider.addresses.asked(by: request.host, on: side)
    guard asked != Addresses.asked else { return await answer(request) }
    return await Addresses.$asked.withValue(asked) { await answer(request) }
  }

  private func answer(_ request: ServerRequest) async -> ServerResponse {
    let notes = RequestNotes()
    let start = ContinuousClock.now
    var (response, route) = await RequestNotes.$current.withValue(notes) {
      await Reader.$language.withValue(Reader.language(of: request)) { await unhardened(request) }
    }
    response = hardened(response, request)
    // A fault's answer has the nonce that the fault wants.
    if response.fault.isEmpty { addNonce(&response, request) }
    var own: ServerResponse?
    if !provider.faults.isEmpty, route != Answering.noRoute {
      let answer = await faulty(response, to: request, notes)
      if answer.fault != response.fault { own = response }
      response = answer
    }
    if response.status >= 500 { response.headers.append(HTTPHeader("X-Request-Id", notes.id)) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if request.method == "HEAD" {
      response.headers.append(HTTPHeader("Content-Length", String(response.body.count)))
      response.body = []
    }
    // The administrator's own exchanges are not kept.
    if provider.configuration.traces, side != .admin, !Answering.untraced.contains(route) {
      provider.trace.record(
        Passage(request, response, own: own, side: side, time: provider.now, seconds: seconds, notes))
    }
    // Who hears of the exchange can read it at once.
    note(request, response, route: route, notes, seconds)
    return response
  }

  /// The answer and the route that gave it: always a route of the table, never the peer's text.
  private func unhardened(_ request: ServerRequest) async -> (ServerResponse, route: String) {
    if let refusal = refusal(request) { return (refusal, Answering.noRoute) }
    if let answer = heldAnswer(to: request) { return (answer, Answering.noRoute) }
    switch table.match(method: request.method, path: request.path) {
    case .notFound where request.method == "OPTIONS" && request.path == "*":
      // About the server as a whole (RFC 9110 §9.3.7).
      return (
        ServerResponse(204, headers: [HTTPHeader("Allow", table.methods.joined(separator: ", "))]), Answering.noRoute
      )
    case .notFound:
      // A preflight is answered, so that pages of other origins may read the 404.
      let asked = preflight(request, methods: ["GET"])
      guard asked.isEmpty else { return (ServerResponse(204, headers: asked), Answering.noRoute) }
      return (
        refused(request, 404, .notFoundTitle, .notFoundText, "there is nothing at this address"), Answering.noRoute
      )
    case .methodNotAllowed(let allowed, let route) where request.method == "OPTIONS":
      let asked = preflight(request, methods: allowed)
      return (ServerResponse(204, headers: [HTTPHeader("Allow", allowed.joined(separator: ", "))] + asked), route)
    case .methodNotAllowed(let allowed, let route):
      let methods = allowed.joined(separator: ", ")
      var response = refused(
        request, 405, .wrongMethodTitle, .wrongMethodText, "the method is not allowed here, but these are: " + methods)
      response.headers.append(HTTPHeader("Allow", methods))
      return (response, route)
    case .handler(let handler, let pathValues, let route):
      var request = request
      request.pathValues = pathValues
      if !provider.faults.isEmpty, let replaced = provider.replacement(for: request, at: faultEndpoint(of: request)) {
        return (replaced, route)
      }
      return (await run(handler, request), route)
    }
  }

  static let noRoute = "none"

  private func run(_ handler: RoutingTable.Handler, _ request: ServerRequest) async -> ServerResponse {
    do { return try await handler(request) } catch let replaced as ReplacedAnswer {
      return replaced.response
    } catch { return failed(request, error as? OAuthError ?? .unforeseen(error)) }
  }

  /// An error is a page where people ask, and JSON for programs.
  private func failed(_ request: ServerRequest, _ error: OAuthError) -> ServerResponse {
    guard isForPeople(request) else { return .error(error) }
    let pages = provider.pages
    let isOwn = error.status >= 500
    var response = pages.message(
      isOwn ? .serverFailedTitle : .requestRefusedTitle,
      isOwn ? pages.say(.serverFailedText) : pages.say(.unusableFormText, ["detail": error.description]),
      status: error.status, note: error.code.rawValue)
    response.detail = error.detail
    return response
  }

  /// The refusal of a request that is invalid at any path; `nil`: the request may be routed.
  private func refusal(_ request: ServerRequest) -> ServerResponse? {
    guard provider.addresses.isOwn(host: request.host, on: side) else {
      return refused(
        request, 421, .wrongHostTitle, .wrongHostText, "this server does not go by the name in the Host header")
    }
    guard request.path.utf8.count + request.query.utf8.count <= ServerRequest.maximumTarget else {
      return refused(request, 414, .tooLongTitle, .tooLongText, "the address is too long")
    }
    // With two headers, one check could see another client or token than the next (RFC 6750 §2, RFC 6749 §2.3).
    guard request.headers[all: "Authorization"].count <= 1 else {
      return .error(OAuthError(.invalidRequest, "the Authorization header is repeated"))
    }
    // Over a socket the parser refuses these (RFC 9110 §5.5); later code can rely on it.
    guard !request.headers.contains(where: { $0.value.hasControlCharacters(except: "\t") }) else {
      return .error(OAuthError(.invalidRequest, "a header has a control character"))
    }
    guard !request.doublesOwnCookie else {
      return refused(
        request, 400, .requestRefusedTitle, .doubledCookieText, "a cookie of this server came twice",
        note: "cookie refused")
    }
    guard request.body.count <= ServerRequest.maximumBody else {
      return .error(OAuthError(.invalidRequest, "the body is too large", status: 413))
    }
    // RFC 9110 §15.5.16.
    let codings = request.headers[all: "Content-Encoding"].map { $0.lowercased() }
    guard request.body.isEmpty || codings.allSatisfy({ $0 == "identity" }) else {
      var response = ServerResponse.error(
        OAuthError(.invalidRequest, "the body must have no Content-Encoding", status: 415))
      response.headers.append(HTTPHeader("Accept-Encoding", "identity"))
      return response
    }
    return nil
  }

  /// A refusal before any endpoint: JSON where programs ask, like their other errors, and a page for people.
  private func refused(
    _ request: ServerRequest, _ status: Int, _ title: Phrase, _ text: Phrase, _ description: String, note: String = ""
  ) -> ServerResponse {
    guard isForPeople(request) else { return .error(OAuthError(.invalidRequest, description, status: status)) }
    return provider.pages.message(title, provider.pages.say(text), status: status, note: note)
  }

  /// The port for devices has no pages.
  private func isForPeople(_ request: ServerRequest) -> Bool {
    side != .devices && table.endpoint(at: request.path).isForPeople
  }

  private var crossOrigin: CrossOrigin { CrossOrigin(origins: provider.configuration.origins) }

  /// Whether ``CrossOrigin`` applies to the answer: not on the ports for administration and devices, and not to pages.
  private func mayBeReadElsewhere(_ request: ServerRequest) -> Bool {
    side == .server && !crossOrigin.origins.isEmpty && !isForPeople(request)
  }

  private func preflight(_ request: ServerRequest, methods: [String]) -> [HTTPHeader] {
    mayBeReadElsewhere(request) ? crossOrigin.preflight(request, methods: methods) : []
  }

  /// Answers to requests with a proof carry the next nonce (RFC 9449 §8.2), also when they are errors.
  private func addNonce(_ response: inout ServerResponse, _ request: ServerRequest) {
    guard provider.configuration.demands.dpopNonce, request.headers[first: "DPoP"] != nil else { return }
    response.headers.append(HTTPHeader("DPoP-Nonce", provider.nonces.current(provider.now)))
  }

  /// The answer with the headers that all answers have, and those for pages of other origins.
  func hardened(_ response: ServerResponse, _ request: ServerRequest) -> ServerResponse {
    var response = response
    for (name, value) in [
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
      ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ] where response.headers[first: name] == nil { response.headers.append(HTTPHeader(name, value)) }
    if mayBeReadElsewhere(request) { response.headers += crossOrigin.headers(for: request) }
    return response
  }

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]

  private func note(
    _ request: ServerRequest, _ response: ServerResponse, route: String, _ notes: RequestNotes, _ seconds: Double
  ) {
    let method = String(request.method.prefix(scalars: 16))
    let path = String(Answering.withoutSecrets(request.path).prefix(scalars: 300))
    provider.metrics.recordResponse(
      Metrics.RequestLabels(
        port: side.rawValue, route: route, method: Answering.methods.contains(method) ? method : "other",
        status: response.status), seconds: seconds)
    provider.configuration.onEvent(
      ServerEvent(
        time: provider.now, method: method, path: path, status: response.status,
        endpoint: table.endpoint(at: request.path), note: response.note, session: response.session, visit: notes.visit,
        isAdministration: side == .admin, seconds: seconds, clientID: notes.clientID, fault: response.fault,
        requestID: notes.id))
    let isPoll = side == .admin && response.status == 200 && AdministrationFrame.polledPaths.contains(path)
    var metadata: Logger.Metadata = [
      "id": "\(notes.id)", "side": "\(side.rawValue)", "method": "\(method)", "path": "\(path)",
      "status": "\(response.status)", "ms": "\((seconds * 1_000_000).rounded() / 1000)",
      "client": "\(notes.clientID ?? "")", "note": "\(response.note)", "detail": "\(response.detail)",
    ]
    if !response.fault.isEmpty { metadata["fault"] = "\(response.fault)" }
    provider.configuration.logger.log(
      level: response.status >= 500 ? .error : isPoll ? .debug : .info, "request", metadata: metadata)
  }

  /// A path for events and the log. A part that is as long as this server's codes and tokens may be one, which a client has put there.
  private static func withoutSecrets(_ path: String) -> String {
    path.split(scalar: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.count >= shortestToken ? Secret(String($0)).masked : String($0) }.joined(separator: "/")
  }

  /// 256 bits as base64url; identifiers of clients are shorter.
  private static let shortestToken = 43

  /// What monitors and pages ask for again and again would drive out the rest, and says nothing about a client.
  private static let untraced: Set = [Provider.healthPath, Addresses.stylesheetPath]

  @Sendable func noteCutOff(_ reason: RequestGuard.CutOff) {
    provider.metrics.cutOff(reason)
    provider.configuration.logger.info(
      "connection cut off", metadata: ["side": "\(side.rawValue)", "reason": "\(reason.rawValue)"])
  }
}
