#if DEBUG
  import Foundation
  import SharedValues

  @testable import IdentityServer

  extension IdentityServer {
    /// Answers one request in process, with the same router and checks but no socket. A URL with the admin port goes to the
    /// admin page; the Host is the URL's unless a Host header overrides it.
    ///
    /// - Parameter clientCertificate: the peer's certificate as DER; only the port for devices uses it.
    package func respond(to request: HTTPRequest, clientCertificate: [UInt8]? = nil) async -> HTTPResponse {
      let parts = Self.parts(of: request.url)
      let host = request.headers[first: "Host"] ?? parts.authority
      var value = ServerRequest(
        method: request.method, target: parts.target, headers: request.headers, host: host, body: request.body,
        address: "in-process")
      value.clientCertificate = clientCertificate
      let side =
        parts.authority.hasSuffix(bytes: ":\(provider.addresses.adminPort)")
        ? admin : parts.authority.hasSuffix(bytes: ":\(provider.addresses.devicePort)") ? devicesSide : server
      let response = await side.respond(to: value)
      return HTTPResponse(response.status, headers: response.headers, body: response.body)
    }

    private static func parts(of url: String) -> (authority: String, target: String) {
      guard let start = url.range(of: "://")?.upperBound else { return ("", url) }
      let authority = url[start...].prefix(whileScalar: { $0 != "/" && $0 != "?" })
      let rest = url[authority.endIndex...].prefix(whileScalar: { $0 != "#" })
      return (String(authority), rest.hasPrefix(bytes: "/") ? String(rest) : "/" + rest)
    }
  }
#endif
