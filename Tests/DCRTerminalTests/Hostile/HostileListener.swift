import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A request as it came over the wire.
struct WireRequest: Sendable {
  var method: String
  var target: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  var path: String { String(target.prefix { $0 != "?" }) }

  /// Parameters of the query or, in a form post, of the body, decoded by Foundation and not by the code under test.
  var parameters: [String: String] {
    let query = method == "POST" ? String(decoding: body, as: UTF8.self) : String(target.drop { $0 != "?" }.dropFirst())
    return query.split(separator: "&").reduce(into: [:]) { result, pair in
      let halves = pair.split(separator: "=", maxSplits: 1).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "?"
      }
      result[halves[0]] = halves.count > 1 ? halves[1] : ""
    }
  }

  subscript(header: String) -> String? { headers.first { $0.name.lowercased() == header.lowercased() }?.value }

  /// All of its text, also with escapes and `Basic` decoded: for finding a secret in it.
  var text: String {
    let lines =
      ["\(method) \(target)"] + headers.map { "\($0.name): \($0.value)" } + [String(decoding: body, as: UTF8.self)]
    let raw = lines.joined(separator: "\n")
    let basic = self["Authorization"].flatMap {
      $0.hasPrefix("Basic ") ? Data(base64Encoded: String($0.dropFirst(6))) : nil
    }
    let plain = raw.removingPercentEncoding ?? raw
    return [raw, plain, basic.map { String(decoding: $0, as: UTF8.self) } ?? ""].joined(separator: "\n")
  }
}

/// An answer, and the way it is sent.
struct WireAnswer: Sendable {
  enum Delivery: Sendable {
    case whole
    /// Half of the body, then the connection ends.
    case cutOff
    /// Never anything.
    case silence
    /// One byte at a time, for ever.
    case drip
    /// The body again and again, for ever.
    case endless
    /// These bytes again and again, for ever, instead of an HTTP response.
    case flood([UInt8])
    /// These bytes instead of an HTTP response.
    case raw([UInt8])
  }

  var status = 200
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var delivery = Delivery.whole

  var head: [UInt8] {
    var lines = ["HTTP/1.1 \(status) Whatever"] + headers.map { "\($0.name): \($0.value)" }
    if case .endless = delivery {
      lines.append("Transfer-Encoding: chunked")
    } else if !headers.contains(where: { $0.name == "Content-Length" }) {
      lines.append("Content-Length: \(body.count)")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

/// A server on an ephemeral loopback port that answers exactly as told, with or without TLS.
final class HostileListener: Sendable {
  private let channel: any Channel

  init(tls: TLSConfiguration?, answer: @escaping @Sendable (WireRequest) -> WireAnswer) async throws {
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(Conversation(answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// Stops listening, so that the port refuses connections.
  func close() async throws { try await channel.close() }

  private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var received: [UInt8] = []
    private let answer: @Sendable (WireRequest) -> WireAnswer

    init(_ answer: @escaping @Sendable (WireRequest) -> WireAnswer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += unwrapInboundIn(data).readableBytesView
      while let request = nextRequest() { deliver(answer(request), context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func nextRequest() -> WireRequest? {
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ").map(String.init)
      guard words.count == 3 else { return nil }
      let headers = lines.dropFirst().map { line in
        let halves = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return (name: halves[0], value: halves.count > 1 ? halves[1] : "")
      }
      var request = WireRequest(method: words[0], target: words[1], headers: headers, body: [])
      let length = request["Content-Length"].flatMap { Int($0) } ?? 0
      guard received.endIndex - end.upperBound >= length else { return nil }
      request.body = Array(received[end.upperBound..<end.upperBound + length])
      received = Array(received[(end.upperBound + length)...])
      return request
    }

    private func deliver(_ answer: WireAnswer, _ context: ChannelHandlerContext) {
      switch answer.delivery {
      case .silence: break
      case .whole: write(answer.head + answer.body, context)
      case .raw(let bytes):
        write(bytes, context)
        context.close(promise: nil)
      case .cutOff:
        write(answer.head + answer.body.prefix(answer.body.count / 2), context)
        context.close(promise: nil)
      case .drip:
        write(answer.head, context)
        drip(Array("[".utf8), every: .milliseconds(40), context)
      case .flood(let bytes): drip(bytes, every: .zero, context)
      case .endless:
        write(answer.head, context)
        let hex = String(answer.body.count, radix: 16)
        drip(Array("\(hex)\r\n".utf8) + answer.body + Array("\r\n".utf8), every: .zero, context)
      }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    /// Until the client gives up and closes.
    private func drip(_ bytes: [UInt8], every pause: TimeAmount, _ context: ChannelHandlerContext) {
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)))
      written.whenSuccess {
        let (conversation, context) = bound.value
        context.eventLoop.scheduleTask(in: pause) {
          let (conversation, context) = bound.value
          guard context.channel.isActive else { return }
          conversation.drip(bytes, every: pause, context)
        }
        _ = conversation
      }
    }
  }
}
