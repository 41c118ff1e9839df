import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The app's end: takes URIs until it is closed.
///
/// Guarantees: the socket has mode 0600; a socket that was left behind is removed only if nobody answers on it; peers of
/// other users are not heard; a connection ends within the deadline, whatever the peer does; ``close()`` removes the socket.
public final class URIDispatchListener: @unchecked Sendable {
  // Everything below is touched on `queue` alone, which is what makes `@unchecked` true.
  private let queue = DispatchQueue(label: "uri-dispatch")
  private let directory: DeviceDirectory
  private let listening: Int32
  private let identity: (device: dev_t, inode: ino_t)
  private let deadline: DispatchTimeInterval
  private let receive: @Sendable (String) -> URIDispatchAnswer
  private var source: (any DispatchSourceRead)?
  private var deliveries: [Int32: Delivery] = [:]
  private var isResting = false

  /// More connections at a time wait in the system's queue.
  private static let connectionLimit = 16

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - milliseconds: how long a peer may take to send its line.
  ///   - receive: called for each URI that came in completely, on a queue of the listener's own, one at a time. The URI is
  ///     valid UTF-8 without control characters; nothing else about it has been judged.
  /// - Throws: `in_use`, `unsafe_directory`, `cannot_listen`.
  public init(
    at address: URIDispatchAddress, deadline milliseconds: Int = 5000,
    receive: @escaping @Sendable (String) -> URIDispatchAnswer
  ) throws(URIDispatchError) {
    let directory: DeviceDirectory
    do { directory = try DeviceDirectory(address.deviceDirectory) } catch { throw error.refusal }
    do throws(URIDispatchError) {
      (listening, identity) = try directory.locked { () throws(URIDispatchError) in
        try URIDispatchListener.bind(in: directory)
      }
    } catch {
      directory.shut()
      throw error
    }
    self.directory = directory
    self.deadline = .milliseconds(milliseconds)
    self.receive = receive
    queue.sync { start() }
  }

  /// Stops listening and removes the socket. Harmless when repeated.
  public func close() { queue.sync { stop() } }

  // Not through the queue: the last reference may be released on the queue itself, where `sync` would wait for ever.
  deinit { stop() }
}

extension URIDispatchListener {
  private static func bind(
    in directory: DeviceDirectory
  ) throws(URIDispatchError) -> (Int32, (device: dev_t, inode: ino_t)) {
    try removeStaleSocket(in: directory)
    let descriptor = unixSocket(nonBlocking: true)
    guard descriptor >= 0 else { throw URIDispatchError(.cannotListen, systemError()) }
    // Linux gives the socket's file the mode of the socket, so that it never exists with a wider one.
    let bound =
      fchmod(descriptor, 0o600) == 0
      && withSocketAddress(directory.socketAddress) { Glibc.bind(descriptor, $0, $1) } == 0
      && listen(descriptor, 16) == 0
    guard bound, let entry = directory.entry() else {
      let reason = systemError()
      Glibc.close(descriptor)
      throw URIDispatchError(.cannotListen, reason)
    }
    return (descriptor, (entry.st_dev, entry.st_ino))
  }

  private static func removeStaleSocket(in directory: DeviceDirectory) throws(URIDispatchError) {
    guard let entry = directory.entry() else { return }
    guard entry.st_mode & S_IFMT == S_IFSOCK else { throw URIDispatchError(.cannotListen, "not a socket") }
    let probe = unixSocket(nonBlocking: true)
    guard probe >= 0 else { throw URIDispatchError(.cannotListen, systemError()) }
    defer { Glibc.close(probe) }
    let answer = withSocketAddress(directory.socketAddress) { connect(probe, $0, $1) }
    guard answer != 0, errno == ECONNREFUSED else { throw URIDispatchError(.inUse) }
    directory.removeEntry()
  }

  private func start() {
    let listening = listening
    let source = DispatchSource.makeReadSource(fileDescriptor: listening, queue: queue)
    source.setEventHandler { [weak self] in self?.accept() }
    source.setCancelHandler { Glibc.close(listening) }
    source.activate()
    self.source = source
  }

  private func stop() {
    guard let source else { return }
    self.source = nil
    for delivery in deliveries.values { delivery.cancel() }
    deliveries = [:]
    try? directory.locked {
      // Another app may have taken the place after ours was removed by hand.
      if let entry = directory.entry(), entry.st_dev == identity.device, entry.st_ino == identity.inode {
        directory.removeEntry()
      }
    }
    directory.shut()
    source.cancel()
    // A suspended source never gets to its cancel handler.
    if isResting { source.resume() }
  }

  private func accept() {
    while let source, !isResting {
      guard deliveries.count < URIDispatchListener.connectionLimit else { return rest(source) }
      let descriptor = Glibc.accept(listening, nil, nil)
      guard descriptor >= 0 else {
        // Out of descriptors: the peers stay in the system's queue, and nothing spins.
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { rest(source) }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      guard peerIsOurs(descriptor) else {
        Glibc.close(descriptor)
        continue
      }
      deliveries[descriptor] = Delivery(descriptor, on: queue, deadline: deadline, receive: receive) { [weak self] in
        self?.deliveries[descriptor] = nil
      }
    }
  }

  /// Takes no connections for a moment.
  private func rest(_ source: any DispatchSourceRead) {
    isResting = true
    source.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
      guard let self, self.source != nil else { return }
      self.isResting = false
      self.source?.resume()
    }
  }
}
