import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// A hostile authorization server for the lesson about mix-up attacks (RFC 9207 §1, RFC 9700 §4.4): its authorization endpoint
/// redirects people to the honest server, and its token endpoint keeps what clients send.
///
/// It serves plain HTTP on 127.0.0.1, on any free port, while a lab runs. It issues nothing.
package final class RogueServer: Sendable {
  private let honestAuthorizationEndpoint: String
  private let rewrites = Mutex<[(name: String, value: String)]>([])
  private let event: @Sendable (JSON) -> Void
  private let taken = Mutex<[(name: String, value: Secret)]>([])
  private let port = Mutex(0)

  /// - Parameter event: called for every browser that is sent on, with the event format of ``IdentityServer``.
  package init(honestAuthorizationEndpoint: String, event: @escaping @Sendable (JSON) -> Void) {
    (self.honestAuthorizationEndpoint, self.event) = (honestAuthorizationEndpoint, event)
  }

  /// Replaces these parameters of all later authorization requests; an empty value removes the parameter.
  package func rewrite(_ parameters: [(name: String, value: String)]) { rewrites.withLock { $0 = parameters } }

  package var issuer: String { "http://127.0.0.1:\(port.withLock { $0 })" }
  package var tokenEndpoint: String { issuer + "/token" }
  package var captured: [(name: String, value: Secret)] { taken.withLock { $0 } }

  /// From now on it serves until its process ends.
  package func start() async throws(IdentityServerError) {
    let (ports, feed) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { [self] request, _ in try await respond(to: request) },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        feed.yield(channel.localAddress?.port ?? 0)
        feed.finish()
      }, logger: Logger(label: "rogue", factory: { _ in SwiftLogNoOpLogHandler() }))
    Task {
      // A failure to get a port is noticed below, because its address is missing.
      try? await application.run()
      feed.finish()
    }
    guard let port = await ports.first(where: { _ in true }), port > 0 else {
      throw IdentityServerError(.cannotListen, "127.0.0.1", detail: "the hostile server of the lab")
    }
    self.port.withLock { $0 = port }
  }

  private func respond(to request: Request) async throws -> Response {
    switch request.uri.path {
    case "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server": return json(metadata)
    case "/authorize":
      let url = honestAuthorizationEndpoint + (request.uri.query.map { "?" + passedOn($0) } ?? "")
      event([
        "event": "request", "method": "GET", "path": "/authorize", "status": 302, "endpoint": "authorization",
        "note": .string(
          rewrites.withLock(\.isEmpty) ? "sent on to the honest server" : "changed, and sent on to the honest server"),
      ])
      return Response(status: .found, headers: [.location: url, .cacheControl: "no-store"])
    case "/token":
      let body = try await request.body.collect(upTo: 1 << 16)
      let form = try? FormParameters(formEncoded: Array(body.readableBytesView))
      taken.withLock { taken in taken = (form?.pairs ?? []).map { ($0.name, Secret($0.value)) } }
      return json(["error": "temporarily_unavailable"], .badRequest)
    default: return Response(status: .notFound)
    }
  }

  /// The query for the honest server: the app's parameters, with the rewritten ones replaced.
  private func passedOn(_ query: String) -> String {
    let rewrites = rewrites.withLock { $0 }
    guard !rewrites.isEmpty, let form = try? FormParameters(formEncoded: Array(query.utf8)) else { return query }
    let own = form.pairs.filter { pair in !rewrites.contains { $0.name == pair.name } }
    return FormParameters(own.map { ($0.name, $0.value) } + rewrites.filter { !$0.value.isEmpty }).encoded
  }

  private var metadata: JSON {
    [
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(tokenEndpoint), "registration_endpoint": .string(issuer + "/register"),
      "userinfo_endpoint": .string(issuer + "/userinfo"), "jwks_uri": .string(issuer + "/jwks"),
      "response_types_supported": ["code"], "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
    ]
  }

  private func json(_ value: JSON, _ status: HTTPTypes.HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: value.compact)))
  }
}
