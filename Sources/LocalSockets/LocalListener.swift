import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A Unix socket that accepts connections until it is closed, and answers each of them line by line.
///
/// Guarantees: the socket has mode 0600; a socket that was left behind is removed only if no listener answers on it; peers that are not admitted are
/// not read; a connection ends within the deadline, whatever the peer does; ``close()`` removes the socket.
public final class LocalListener: @unchecked Sendable {
  // Everything below is only used on `queue`, which makes `@unchecked` correct.
  private let queue: DispatchQueue
  private let folder: SocketFolder
  private let listening: Int32
  private let identity: (device: dev_t, inode: ino_t)
  private let rules: LineRules
  private let admits: @Sendable (Peer) -> Bool
  private let answer: @Sendable (LineInput) -> LineAnswer
  private var source: (any DispatchSourceRead)?
  private var conversations: [Int32: LineConversation] = [:]
  private var isResting = false

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - path: the folder's path.
  ///   - name: the socket's name in the folder.
  ///   - admits: decides whether a peer may speak; the connection of any other is closed at once.
  ///   - answer: called for each line, on the listener's own queue, one at a time.
  /// - Throws: `in_use`, `unsafe_folder`, `cannot_listen`.
  public init(
    in path: String, socket name: String, rules: LineRules, admits: @escaping @Sendable (Peer) -> Bool,
    answer: @escaping @Sendable (LineInput) -> LineAnswer
  ) throws(LocalSocketError) {
    let folder: SocketFolder
    do { folder = try SocketFolder(path, socket: name) } catch {
      throw LocalSocketError(.unsafeFolder, error.detail)
    }
    do throws(LocalSocketError) {
      (listening, identity) = try folder.locked { () throws(LocalSocketError) in try LocalListener.bind(in: folder) }
    } catch {
      folder.shut()
      throw error
    }
    queue = DispatchQueue(label: name)
    (self.folder, self.rules, self.admits, self.answer) = (folder, rules, admits, answer)
    queue.sync { start() }
  }

  /// Stops listening and removes the socket. May be called again.
  public func close() { queue.sync { stop() } }

  // Not on the queue: the last reference may be released on the queue itself, where `sync` would wait for ever.
  deinit { stop() }
}

extension LocalListener {
  private static func bind(
    in folder: SocketFolder
  ) throws(LocalSocketError) -> (Int32, (device: dev_t, inode: ino_t)) {
    try folder.removeStaleSocket()
    let descriptor = unixSocket(nonBlocking: true)
    guard descriptor >= 0 else { throw LocalSocketError(.cannotListen, systemError()) }
    // Linux gives the socket's file the socket's mode, so that it never exists with a wider one.
    let bound =
      fchmod(descriptor, 0o600) == 0
      && withSocketAddress(folder.socketAddress) { Glibc.bind(descriptor, $0, $1) } == 0
      && listen(descriptor, 64) == 0
    guard bound, let entry = folder.entry() else {
      let reason = systemError()
      Glibc.close(descriptor)
      throw LocalSocketError(.cannotListen, reason)
    }
    return (descriptor, (entry.st_dev, entry.st_ino))
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
    for conversation in conversations.values { conversation.cancel() }
    conversations = [:]
    try? folder.locked {
      // Another listener may have taken the name after ours was removed by hand.
      if let entry = folder.entry(), entry.st_dev == identity.device, entry.st_ino == identity.inode {
        folder.removeEntry()
      }
    }
    folder.shut()
    source.cancel()
    // A suspended source never calls its cancel handler.
    if isResting { source.resume() }
  }

  private func accept() {
    while let source, !isResting {
      guard conversations.count < rules.connections else { return rest(source) }
      let descriptor = Glibc.accept(listening, nil, nil)
      guard descriptor >= 0 else {
        // Out of descriptors: the peers wait in the system's queue, and the loop does not spin.
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { rest(source) }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      guard let peer = Peer(of: descriptor), admits(peer) else {
        Glibc.close(descriptor)
        continue
      }
      conversations[descriptor] = LineConversation(descriptor, on: queue, rules: rules, answer: answer) { [weak self] in
        self?.conversations[descriptor] = nil
      }
    }
  }

  /// Accepts no connections for a moment.
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
