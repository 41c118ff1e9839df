import Dispatch
import Glibc

/// A Unix socket that accepts connections until it is closed, and answers each of them line by line.
///
/// Guarantees: the socket has mode 0600; a socket that was left behind is removed only if no listener answers on it; peers that are not admitted are
/// not read; a connection ends within the deadline, whatever the peer does; ``close()`` removes the socket.
package final class LocalListener: @unchecked Sendable {
  // Everything below is only used on `queue`, which makes `@unchecked` correct.
  private let queue: DispatchQueue
  private let folder: SocketFolder
  private let identity: (device: dev_t, inode: ino_t)
  private let rules: LineRules
  private let admits: @Sendable (Peer) -> Bool
  private let answer: @Sendable (LineInput) -> LineAnswer
  private var source: ConnectionSource?
  private var conversations: [Int32: LineConversation] = [:]

  /// - Parameter answer: called for each line, on the listener's own queue, one at a time.
  /// - Throws: `in_use`, `unsafe_directory`, `cannot_listen`.
  package init(
    in path: String, socket name: String, rules: LineRules, admits: @escaping @Sendable (Peer) -> Bool,
    answer: @escaping @Sendable (LineInput) -> LineAnswer
  ) throws(LocalSocketError) {
    let folder: SocketFolder
    do throws(LocalSocketError) { folder = try SocketFolder(path, socket: name) } catch {
      throw LocalSocketError(.unsafeFolder, error.code == .nobodyListening ? "missing" : error.detail)
    }
    let listening: Int32
    do throws(LocalSocketError) {
      (listening, identity) = try folder.locked { () throws(LocalSocketError) in try LocalListener.bind(in: folder) }
    } catch {
      folder.shut()
      throw error
    }
    queue = DispatchQueue(label: name)
    (self.folder, self.rules, self.admits, self.answer) = (folder, rules, admits, answer)
    queue.sync { start(listening) }
  }

  /// Stops listening and removes the socket. May be called again.
  package func close() { queue.sync { stop() } }

  // Not on the queue: the last reference may be released on the queue itself, where `sync` would wait for ever.
  deinit { stop() }

  private static func bind(in folder: SocketFolder) throws(LocalSocketError) -> (Int32, (device: dev_t, inode: ino_t)) {
    try folder.removeStaleSocket()
    let descriptor = unixSocket()
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

  private func start(_ listening: Int32) {
    source = ConnectionSource(
      listening, on: queue,
      hasPlace: { [weak self] in self.map { $0.conversations.count < $0.rules.connections } ?? false },
      connected: { [weak self] in self?.converse($0) })
  }

  private func converse(_ descriptor: Int32) {
    guard let peer = Peer(of: descriptor), admits(peer) else {
      Glibc.close(descriptor)
      return
    }
    conversations[descriptor] = LineConversation(descriptor, on: queue, rules: rules, answer: answer) { [weak self] in
      self?.conversations[descriptor] = nil
    }
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
    source.close()
  }
}
