import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on an ephemeral loopback port that answers exactly what a test wants, HTTP or not.
public final class LoopbackServer: Sendable {
  public enum Reply: Sendable {
    case bytes([UInt8], close: Bool)
    /// Never sends a byte.
    case silence
    /// Closes the connection with a TCP reset.
    case reset

    public static func http(
      _ status: String, headers: [String] = [], body: [UInt8] = [], close: Bool = false
    ) -> Reply {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
      return .bytes(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, close: close)
    }

    public static func text(_ text: String, close: Bool = false) -> Reply { .bytes(Array(text.utf8), close: close) }
  }

  /// A request as it was received.
  public struct Request: Sendable {
    public var head: String
    public var body: String

    public var method: String { String(head.prefix { $0 != " " }) }
    public var target: String { String(head.split(separator: " ")[1]) }

    public func header(_ name: String) -> String? {
      let lines = head.components(separatedBy: "\r\n").dropFirst()
      let line = lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      return line.map { String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces) }
    }
  }

  private let channel: any Channel
  private let log: Log

  public init(
    tls: TLSConfiguration? = nil, host: String = "127.0.0.1", answer: @escaping @Sendable (Request) -> Reply
  ) async throws {
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let log = Log()
    self.log = log
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          log.connected()
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(Conversation(log: log, answer: answer))
        }
      }
      .bind(host: host, port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  public var port: Int { channel.localAddress?.port ?? 0 }
  public var requests: [Request] { log.requests }
  public var connections: Int { log.connections }

  /// Stops listening, so that the port refuses connections.
  public func close() async throws { try await channel.close() }

  final class Log: Sendable {
    private let state = Mutex<(requests: [Request], connections: Int)>(([], 0))
    var requests: [Request] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }
    func connected() { state.withLock { $0.connections += 1 } }
    func received(_ request: Request) { state.withLock { $0.requests.append(request) } }
  }

  private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var received = ""
    private let log: Log
    private let answer: @Sendable (Request) -> Reply

    init(log: Log, answer: @escaping @Sendable (Request) -> Reply) {
      self.log = log
      self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(buffer: unwrapInboundIn(data))
      while let request = nextRequest() {
        log.received(request)
        switch answer(request) {
        case .silence: continue
        case .reset:
          _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
          context.close(promise: nil)
        case .bytes(let bytes, let close):
          context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
          if close { context.close(promise: nil) }
        }
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func nextRequest() -> Request? {
      guard let end = received.range(of: "\r\n\r\n") else { return nil }
      var request = Request(head: String(received[..<end.lowerBound]), body: "")
      let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
      let rest = received[end.upperBound...]
      guard rest.utf8.count >= length else { return nil }
      request.body = String(decoding: rest.utf8.prefix(length), as: UTF8.self)
      received = String(decoding: rest.utf8.dropFirst(length), as: UTF8.self)
      return request
    }
  }
}
