import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1 channel with this server's ``RequestGuard`` and limit of connections.
struct EdgeChannel: ServerChildChannel {
  var http: HTTP1Channel
  var limits: IdentityServerConfiguration.ConnectionLimits
  var connections: OpenConnections
  var onCutOff: @Sendable (RequestGuard.CutOff) -> Void

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    let connection = OpenConnection(channel)
    let isAdmitted = connections.admit(connection)
    channel.closeFuture.whenComplete { [connections] _ in connections.closed(connection) }
    return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let requests = RequestGuard(limits, connection, onCutOff: onCutOff)
      let grammar = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(FirstByte(requests), position: .before(grammar))
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(requests, position: .before(codec))
      if !isAdmitted {
        onCutOff(.crowded)
        channel.close(promise: nil)
      }
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
