import NIOCore
import Synchronization

/// An open connection, and since when it has been idle.
final class OpenConnection: Sendable {
  let channel: any Channel
  /// Uptime in nanoseconds; 0 while a request is being read or answered.
  private let idle: Atomic<UInt64>

  init(_ channel: any Channel) {
    self.channel = channel
    idle = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  func isIdle(since instant: NIODeadline) { idle.store(instant.uptimeNanoseconds, ordering: .relaxed) }
  func isBusy() { idle.store(0, ordering: .relaxed) }
  var idleSince: UInt64? {
    let instant = idle.load(ordering: .relaxed)
    return instant == 0 ? nil : instant
  }
}

/// All connections of all ports. When there are too many, the one that has been idle for longest goes, so that a peer that
/// only holds connections open keeps nobody else out.
final class OpenConnections: Sendable {
  private let limit: Int
  private let open = Mutex<[ObjectIdentifier: OpenConnection]>([:])

  init(limit: Int) { self.limit = limit }

  var count: Int { open.withLock { $0.count } }
  var busyCount: Int { open.withLock { $0.values.count { $0.idleSince == nil } } }

  /// Makes room for one more by closing an idle one. `false`: all are busy, and this one has to go.
  func admit(_ connection: OpenConnection) -> Bool {
    let (isAdmitted, evicted) = open.withLock { open -> (Bool, OpenConnection?) in
      var evicted: OpenConnection?
      if open.count >= limit {
        evicted = open.values.filter { $0.idleSince != nil }.min { ($0.idleSince ?? 0) < ($1.idleSince ?? 0) }
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
