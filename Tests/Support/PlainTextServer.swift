import NIOCore
import NIOPosix

/// Answers any input with a line of text, like a wrong port to which a TLS client connects.
public final class PlainTextServer: Sendable {
  private let channel: any Channel

  public init() async throws {
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Talker()) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  public var port: Int { channel.localAddress?.port ?? 0 }

  private final class Talker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "220 mail.example ESMTP\r\n")), promise: nil)
    }
  }
}
