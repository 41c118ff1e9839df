import NIOCore
import NIOPosix

/// A wrong port to which a TLS client connects: answers any input with a line of text, or hangs up.
public final class PlainTextServer: Sendable {
  private let channel: any Channel

  /// - Parameter text: the answer to the first bytes; `nil`: the connection is closed instead.
  public init(saying text: String? = "220 mail.example ESMTP\r\n") async throws {
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Talker(text)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  public var port: Int { channel.localAddress?.port ?? 0 }

  private final class Talker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String?

    init(_ text: String?) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let text else { return context.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
  }
}
