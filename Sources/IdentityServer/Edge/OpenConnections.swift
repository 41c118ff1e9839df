import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Synchronization

final class OpenConnection: Sendable {
  /// The order of closing: lower values first, and among equals the connection that has had its use longest.
  enum Use: Int, Sendable {
    case idle
    /// A request has begun but is incomplete; a slow peer can prolong this.
    case reading
    case answering
  }

  let channel: any Channel
  private let state: Mutex<(use: Use, since: NIODeadline)>

  init(_ channel: any Channel) {
    self.channel = channel
    state = Mutex((.idle, .now()))
  }

  func becomes(_ use: Use, at instant: NIODeadline) { state.withLock { if $0.use != use { $0 = (use, instant) } } }

  var use: (use: Use, since: NIODeadline) { state.withLock { $0 } }
}

/// All connections of all ports. When there are too many, the one that has been idle longest is closed, or else the one
/// whose request has been incomplete longest. So a peer that only holds connections open, or sends its requests byte
/// by byte, does not lock out others.
final class OpenConnections: Sendable {
  private let limit: Int
  private let open = Mutex<[ObjectIdentifier: OpenConnection]>([:])

  init(limit: Int) { self.limit = limit }

  var count: Int { open.withLock { $0.count } }
  var busyCount: Int { open.withLock { $0.values.count { $0.use.use != .idle } } }

  /// Admits a connection, closing a waiting one if necessary. `false`: all others are being answered, so this one must be closed.
  func admit(_ connection: OpenConnection) -> Bool {
    let (isAdmitted, evicted) = open.withLock { open -> (Bool, OpenConnection?) in
      var evicted: OpenConnection?
      if open.count >= limit {
        let candidates = open.values.map { (connection: $0, use: $0.use) }.filter { $0.use.use != .answering }
        evicted =
          candidates.min { ($0.use.use.rawValue, $0.use.since) < ($1.use.use.rawValue, $1.use.since) }?.connection
        guard let evicted else { return (false, nil) }
        open[ObjectIdentifier(evicted)] = nil
      }
      open[ObjectIdentifier(connection)] = connection
      return (true, evicted)
    }
    evicted?.channel.close(promise: nil)
    return isAdmitted
  }

  func closed(_ connection: OpenConnection) { open.withLock { $0[ObjectIdentifier(connection)] = nil } }
}

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
