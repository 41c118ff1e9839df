import Foundation
import HTTPTransport
import SharedValues
import TestSupport
import Testing

/// RFC 9110 §8.4: no compression is requested; a compressed answer is still read, and other codings are named.
@Suite struct ContentCodingTests {
  private static let text = #"{"issuer":"x"}"#

  private func answer(_ coding: String, _ body: [UInt8]) async throws -> (HTTPResponse, asked: String?) {
    let server = try await LoopbackServer { _ in .http("200 OK", headers: ["Content-Encoding: \(coding)"], body: body) }
    let response = try await HTTPClientTransport().send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    return (response, server.requests.first?.header("Accept-Encoding"))
  }

  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    (process.arguments, process.standardInput, process.standardOutput) = (["gzip", "-c"], input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    let packed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(packed)
  }

  @Test(arguments: ["gzip", "GZIP", "x-gzip", "X-GZip"])
  func `gzip is read`(coding: String) async throws {
    let (response, asked) = try await answer(coding, Self.gzip(Array(Self.text.utf8)))
    #expect(String(decoding: response.body, as: UTF8.self) == Self.text)
    #expect(asked == "identity")
  }

  @Test func `deflate is read`() async throws {
    let packed = Array(try #require(Data(base64Encoded: "eJyrVsosLi5NLVKyUqpQqgUAJd8Ezg==")))
    #expect(try await String(decoding: answer("deflate", packed).0.body, as: UTF8.self) == Self.text)
  }

  @Test(arguments: ["gzip", "br"])
  func `an answer without content needs no decoding`(coding: String) async throws {
    #expect(try await answer(coding, []).0.body.isEmpty)
  }

  @Test(arguments: ["gzip", "deflate", "br"])
  func `a status without content needs no decoding`(coding: String) async throws {
    let server = try await LoopbackServer { _ in
      .text("HTTP/1.1 204 No Content\r\nContent-Encoding: \(coding)\r\n\r\n")
    }
    let response = try await HTTPClientTransport().send(HTTPRequest("DELETE", "http://127.0.0.1:\(server.port)/"))
    #expect(response.status == 204 && response.body.isEmpty)
  }

  @Test(arguments: ["br", "zstd", "gzip, br", "br, gzip", "x-gzip, gzip", "x-compress", "x\" y"])
  func `an unsupported coding is named`(coding: String) async throws {
    let packed = try Self.gzip(Array(Self.text.utf8))
    let error = await #expect(throws: TransportFailure.self) { try await answer(coding, packed) }
    #expect(error?.code == .contentUnreadable)
  }

  @Test func `the name is in the error`() async throws {
    let error = await #expect(throws: TransportFailure.self) { try await answer("br", [1, 2, 3]) }
    #expect(error?.detail == "Content-Encoding: br")
  }

  @Test func `damaged content is reported, and content that expands too much is too large`() async throws {
    let damaged = await #expect(throws: TransportFailure.self) {
      try await answer("gzip", Array("no gzip at all".utf8))
    }
    #expect(damaged?.code == .contentUnreadable)
    #expect(damaged?.detail == "the compressed content is damaged")
    let bomb = try Self.gzip(Array(repeating: 0, count: TransportLimits.body + 1))
    #expect(bomb.count < TransportLimits.body / 100)
    let tooLarge = await #expect(throws: TransportFailure.self) { try await answer("gzip", bomb) }
    #expect(tooLarge?.code == .bodyTooLarge)
  }
}
