import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Malformed requests to every path of every port, generated from the routing tables, so that a new endpoint is covered without
/// further work. The answer is 4xx or a closed connection, never 5xx, and the next request is answered.
@Suite struct BadInputTests {
  /// One kind of malformed request.
  struct Offence: Sendable {
    var name: String
    /// The bytes to send; `nil` if the offence has no meaning for that path.
    var bytes: @Sendable (_ path: String, _ methods: [String], _ host: String) -> String?
    /// A path that does not check this part may answer as usual.
    var mayPass = false
    /// The client then closes its sending side.
    var isHalfClosed = false
  }

  private static func request(
    _ method: String, _ path: String, _ host: String, type: String? = nil, body: String = "", _ more: [String] = []
  ) -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + more
    if let type { lines.append("Content-Type: \(type)") }
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// The path's method that has a body.
  private static func writing(_ methods: [String]) -> String? { methods.first { ["POST", "PUT"].contains($0) } }

  private static func withBody(_ name: String, type: String, _ body: String, mayPass: Bool = false) -> Offence {
    Offence(
      name: name,
      bytes: { path, methods, host in writing(methods).map { request($0, path, host, type: type, body: body) } },
      mayPass: mayPass)
  }

  private static let formType = "application/x-www-form-urlencoded"

  static let offences: [Offence] = [
    Offence(name: "TRACE") { path, _, host in request("TRACE", path, host) },
    Offence(name: "a method of WebDAV") { path, _, host in request("PROPFIND", path, host) },
    Offence(name: "a made-up method") { path, _, host in request("FROBNICATE", path, host) },
    Offence(name: "PATCH") { path, _, host in request("PATCH", path, host, type: "application/json", body: "{}") },
    withBody("no media type that anybody takes", type: "text/x-nonsense", "a=b"),
    withBody("form where JSON belongs and the reverse, empty", type: "multipart/form-data", "--x--"),
    withBody("a repeated parameter", type: formType, "client_id=a&client_id=b&form=a&form=b&scope=x&scope=y"),
    withBody("malformed JSON", type: "application/json", "{\"redirect_uris\": [\"a:/b\", {]"),
    withBody("deep JSON", type: "application/json", String(repeating: "[", count: 20_000)),
    withBody("JSON that is no object", type: "application/json", "\"text\""),
    withBody("a malformed form", type: formType, "a=%zz&%=%&&&=&=%ff"),
    withBody("NUL and control bytes in a form", type: formType, "\u{0}=\u{1}&grant_type=%00%0d%0a&username=%00"),
    withBody("a body over the limit", type: formType, "a=" + String(repeating: "a", count: 70_000)),
    Offence(
      name: "a repeated parameter in the query",
      bytes: { path, methods, host in
        request(methods[0], path + "?client_id=a&client_id=b&state=%0d%0a", host)
      }, mayPass: true),
    Offence(
      name: "malformed percent signs",
      bytes: { path, methods, host in
        request(methods[0], path + "?a=%zz&%ff=%", host)
      }, mayPass: true),
    Offence(name: "an oversized target") { path, methods, host in
      request(methods[0], path + "?a=" + String(repeating: "a", count: 20_000), host)
    },
    Offence(name: "another Host") { path, methods, _ in request(methods[0], path, "evil.example") },
    Offence(name: "no Host") { path, methods, _ in "\(methods[0]) \(path) HTTP/1.1\r\n\r\n" },
    Offence(name: "two Hosts") { path, methods, host in request(methods[0], path, host, ["Host: \(host)"]) },
    Offence(name: "NUL in the target") { path, methods, host in request(methods[0], path + "\u{0}", host) },
    Offence(name: "a control byte in a header") { path, methods, host in
      request(methods[0], path, host, ["X-Odd: a\u{1}b"])
    },
    Offence(name: "a header without a name") { path, methods, host in request(methods[0], path, host, [": a"]) },
    Offence(name: "a space before the colon") { path, methods, host in
      request(methods[0], path, host, ["Content-Length : 3"])
    },
    Offence(name: "headers without end") { path, methods, host in
      request(methods[0], path, host, (0..<2000).map { "X-\($0): a" })
    },
    Offence(name: "two lengths") { path, methods, host in
      request(writing(methods) ?? "POST", path, host, ["Content-Length: 3", "Content-Length: 4"]) + "a=b"
    },
    Offence(name: "a negative length") { path, methods, host in
      request(writing(methods) ?? "POST", path, host, ["Content-Length: -1"])
    },
    Offence(name: "a length and chunks") { path, methods, host in
      request(writing(methods) ?? "POST", path, host, ["Content-Length: 3", "Transfer-Encoding: chunked"])
        + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    },
    Offence(name: "chunks of nonsense") { path, methods, host in
      request(writing(methods) ?? "POST", path, host, ["Transfer-Encoding: chunked"]) + "zz\r\nabc\r\n"
    },
    Offence(name: "a chunk without end") { path, methods, host in
      request(writing(methods) ?? "POST", path, host, ["Transfer-Encoding: chunked"]) + "ffffffffffffffffff\r\nabc"
    },
    Offence(
      name: "half-closed in the body",
      bytes: { path, methods, host in
        request(writing(methods) ?? "POST", path, host, ["Content-Length: 100"]) + "a=b"
      }, isHalfClosed: true),
    Offence(
      name: "half-closed in the head",
      bytes: { path, methods, host in
        "\(methods[0]) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
      }, isHalfClosed: true),
    Offence(name: "another protocol") { _, _, _ in "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
    Offence(name: "no HTTP at all") { _, _, _ in "\u{16}\u{3}\u{1}\u{2}\u{0}garbage\r\n\r\n" },
  ]

  /// A request that each port answers, with the expected status.
  private static func good(_ side: Answering.Side) -> (path: String, status: Int) {
    switch side {
    case .server: ("/assets/style.css", 200)
    case .admin: ("/metrics", 200)
    // This port does nothing without a certificate; 404 is its normal answer.
    case .devices: ("/", 404)
    case .authority: ("/", 200)
    // It answers nothing (``CredentialTrialTests``).
    case .trap: ("/", 0)
    }
  }

  static let sides: [(Answering.Side, Circumstances)] = [
    (.server, .alone), (.server, .exposed), (.admin, .alone), (.devices, .alone), (.authority, .alone),
  ]

  @Test(arguments: sides)
  func everyPathSurvivesMalformedRequests(_ side: Answering.Side, _ circumstances: Circumstances) async throws {
    let limits = IdentityServerConfiguration.ConnectionLimits(
      head: .seconds(10), body: .seconds(10), idle: .seconds(10), answer: .seconds(20))
    try await TestServer.with(
      .socket,
      adjusting: {
        circumstances.adjust(&$0)
        $0.connections = limits
        $0.reach.authorityPage = 0
        $0.application = ApplicationServerConfiguration(
          clientID: "demo-app", redirectURI: "https://app.example/cb", postLogoutRedirectURI: "https://app.example/out")
      }
    ) { server in
      try await circumstances.begin(server)
      let (port, table) = server.side(side)
      let host = "localhost:\(port)"
      let entries = table.listing
      #expect(!entries.isEmpty)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for entry in entries {
          group.addTask {
            for offence in BadInputTests.offences {
              let path = entry.path.replacing("*", with: "some-id")
              guard let text = offence.bytes(path, entry.methods, host) else { continue }
              let status = try await BadInputTests.answer(
                text, port: port, secure: side != .authority, isHalfClosed: offence.isHalfClosed)
              let isFine = status.map { (400..<500).contains($0) || (offence.mayPass && $0 < 400) } ?? true
              #expect(isFine, "\(entry.path): \(offence.name) got \(status ?? 0)")
            }
          }
        }
        try await group.waitForAll()
      }
      let (path, status) = BadInputTests.good(side)
      let answer = try await BadInputTests.answer(
        BadInputTests.request("GET", path, host), port: port, secure: side != .authority)
      #expect(answer == status)
      #expect(!server.events.withLock { $0.contains { $0.status >= 500 } })
      circumstances.check(server)
    }
  }

  private static func answer(
    _ text: String, port: Int, secure: Bool, isHalfClosed: Bool = false
  ) async throws -> Int? {
    let connection = try await RawConnection.open(port: port, secure: secure)
    // The server may have refused and closed before everything is sent.
    try? await connection.send(text)
    if isHalfClosed { await connection.closeOutput() }
    let status = await connection.status()
    await connection.close()
    return status
  }

  @Test(arguments: [Answering.Side.server, .admin, .devices])
  func aConnectionWithoutTLSEnds(_ side: Answering.Side) async throws {
    try await TestServer.with(.socket) { server in
      let (port, _) = server.side(side)
      for text in [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}hello", "\u{0}\u{0}\u{0}\u{0}",
      ] {
        let connection = try await RawConnection.open(port: port, secure: false)
        try? await connection.send(text)
        await connection.closeOutput()
        #expect(!(await connection.received()).hasPrefix("HTTP/"))
      }
      #expect(try await server.servesStill())
    }
  }
}

extension TestServer {
  func side(_ side: Answering.Side) -> (port: Int, table: RoutingTable) {
    let table =
      switch side {
      case .server: server.server.table
      case .admin: server.admin.table
      case .devices: server.devicesSide.table
      case .authority: server.authoritySide.table
      case .trap: RoutingTable()
      }
    return (server.addresses.port(of: side), table)
  }
}
