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
  /// The address beyond loopback that it comes from; `nil`: it comes from this machine.
  let peer: IPAddress?
  /// Whether it is closed when a fault spoils the certificate of its port, because it has shown the right one.
  let isReplaceable: @Sendable () -> Bool
  private let state: Mutex<(use: Use, since: NIODeadline)>
  private let gone = Atomic(false)

  /// The connection of the request that is being answered, while a fault may let it wait; `nil`: no answer waits.
  @TaskLocal static var current: OpenConnection?

  init(
    _ channel: any Channel, from address: IPAddress? = nil, isReplaceable: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.channel, self.isReplaceable) = (channel, isReplaceable)
    peer = address.flatMap { $0.isLoopback ? nil : $0 }
    state = Mutex((.idle, .now()))
  }

  func becomes(_ use: Use, at instant: NIODeadline) { state.withLock { if $0.use != use { $0 = (use, instant) } } }

  var use: (use: Use, since: NIODeadline) { state.withLock { $0 } }

  /// Whether the peer has closed its side, or all of the connection.
  var hasLeft: Bool { gone.load(ordering: .relaxed) }
  func peerLeaves() { gone.store(true, ordering: .relaxed) }
}

/// All connections of all ports. When there are too many, the one that has been idle longest is closed, or else the one
/// whose request has been incomplete longest. So a peer that only holds connections open, or sends its requests byte
/// by byte, does not lock out others. One address of a network makes room for itself alone when it has too many.
final class OpenConnections: Sendable {
  private let limit: Int
  private let limitOfAddress: Int
  private let open = Mutex<[ObjectIdentifier: OpenConnection]>([:])

  /// - Parameter limitOfAddress: for each address beyond loopback. A proxy and the browsers of this machine share one address.
  init(limit: Int, ofAddress limitOfAddress: Int = .max) { (self.limit, self.limitOfAddress) = (limit, limitOfAddress) }

  var count: Int { open.withLock { $0.count } }

  func connection(of channel: any Channel) -> OpenConnection? {
    open.withLock { $0.values.first { $0.channel === channel } }
  }

  var busyCount: Int { open.withLock { $0.values.count { $0.use.use != .idle } } }

  /// Admits a connection, closing a waiting one if necessary. `false`: all others are being answered, so this one must be closed.
  func admit(_ connection: OpenConnection) -> Bool {
    let (isAdmitted, evicted) = open.withLock { open -> (Bool, OpenConnection?) in
      var evicted: OpenConnection?
      let ofAddress = connection.peer.map { peer in open.values.filter { $0.peer == peer } } ?? []
      let crowd = ofAddress.count >= limitOfAddress ? ofAddress : open.count >= limit ? Array(open.values) : nil
      if let crowd {
        let candidates = crowd.map { (connection: $0, use: $0.use) }.filter { $0.use.use != .answering }
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

  /// Closes the replaceable connections from such addresses that wait for a request. They may be kept in the pool of a client.
  func closeReplaceable(from isMeant: (_ address: String) -> Bool) {
    let waiting = open.withLock { $0.values.filter { $0.isReplaceable() && $0.use.use == .idle } }
    for connection in waiting where isMeant(connection.channel.remoteAddress?.ipAddress ?? "") {
      connection.channel.close(promise: nil)
    }
  }

  func closed(_ connection: OpenConnection) { open.withLock { $0[ObjectIdentifier(connection)] = nil } }
}

/// Hummingbird's HTTP/1.1 channel with this server's ``RequestGuard`` and limit of connections.
struct EdgeChannel: ServerChildChannel {
  var http: HTTP1Channel
  var limits: IdentityServerConfiguration.ConnectionLimits
  var connections: OpenConnections
  var isReplaceable: @Sendable () -> Bool = { false }
  var onCutOff: @Sendable (RequestGuard.CutOff) -> Void

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    let connection = OpenConnection(
      channel, from: channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }, isReplaceable: isReplaceable)
    let isAdmitted = connections.admit(connection)
    channel.closeFuture.whenComplete { [connections] _ in
      connection.peerLeaves()
      connections.closed(connection)
    }
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
