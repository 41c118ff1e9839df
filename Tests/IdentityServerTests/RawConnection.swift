import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SharedValues
import Synchronization
import Testing

@testable import IdentityServer

/// A TLS connection to a test server that can send any bytes, HTTP or not.
final class RawConnection: Sendable {
  let channel: any Channel
  private let arriving: AsyncStream<ByteBuffer>
  private let seen = Mutex<[UInt8]>([])
  /// If the server neither answers nor closes, the test fails instead of hanging.
  private let hasGivenUp = Mutex(false)

  private static let context = Mutex<NIOSSLContext?>(nil)

  private init(_ channel: any Channel, _ arriving: AsyncStream<ByteBuffer>) {
    self.channel = channel
    self.arriving = arriving
    channel.eventLoop.scheduleTask(in: .seconds(120)) { [weak self] in
      self?.hasGivenUp.withLock { $0 = true }
      channel.close(promise: nil)
    }
  }

  static func open(port: Int, secure: Bool = true) async throws -> RawConnection {
    let (arriving, arrival) = AsyncStream<ByteBuffer>.makeStream()
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.certificateVerification = .none
    tls.shutdownTimeout = .milliseconds(200)
    let context = try context.withLock { known in
      let context = try known ?? NIOSSLContext(configuration: tls)
      known = context
      return context
    }
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if secure {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: "localhost"))
          }
          try channel.pipeline.syncOperations.addHandler(Arrivals(arrival))
        }
      }.connect(host: "127.0.0.1", port: port).get()
    channel.closeFuture.whenComplete { _ in arrival.finish() }
    return RawConnection(channel, arriving)
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }
  func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

  var isOpen: Bool { channel.isActive }

  /// Everything received, as soon as `isEnough` accepts it or the connection ends.
  func received(until isEnough: (String) -> Bool = { _ in false }) async -> String {
    func text() -> String { String(decoding: seen.withLock { $0 }, as: UTF8.self) }
    if isEnough(text()) { return text() }
    for await buffer in arriving {
      seen.withLock { $0.append(contentsOf: buffer.readableBytesView) }
      if isEnough(text()) { break }
    }
    if hasGivenUp.withLock({ $0 }) { Issue.record("the server neither answered nor closed") }
    return text()
  }

  /// The status of the first answer, once that is complete; `nil` if the connection ends without one.
  func status() async -> Int? {
    let text = await received { $0.contains("\r\n\r\n") }
    guard text.hasPrefix("HTTP/1.1 ") else { return nil }
    return Int(text.dropFirst(9).prefix(3))
  }

  func forget() { seen.withLock { $0 = [] } }

  func closeOutput() async { try? await channel.close(mode: .output) }
  func close() async { try? await channel.close() }
}

private final class Arrivals: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let stream: AsyncStream<ByteBuffer>.Continuation

  init(_ stream: AsyncStream<ByteBuffer>.Continuation) { self.stream = stream }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { stream.yield(unwrapInboundIn(data)) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension TestServer {
  var port: Int { server.addresses.port }
  var host: String { "localhost:\(port)" }

  func connection(secure: Bool = true) async throws -> RawConnection {
    try await RawConnection.open(port: port, secure: secure)
  }

  /// Sends one byte at a time until the server closes, each after an answer on another connection.
  func drip(_ connection: RawConnection) async throws {
    while connection.isOpen {
      #expect(try await servesStill())
      try? await connection.send("a")
    }
  }

  /// Whether the server still works.
  func servesStill() async throws -> Bool {
    try await send(HTTPRequest("GET", origin + "/assets/style.css")).status == 200
  }
}
