#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The end of those who deliver: the browser, `open-uri`, the desktop.
public enum URIDispatchClient {
  /// Hands a URI to the running app and waits for its answer. Blocks for `milliseconds` at most.
  ///
  /// - Throws: `nobody_listening`, `refused` with the app's reason, `too_long`, and `unreachable` for all that is neither:
  ///   a socket of another user, a folder that is not safe, an app that does not answer.
  public static func deliver(
    _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int = 5000
  ) throws(URIDispatchError) {
    guard uri.utf8.count <= URIDispatch.limit else { throw URIDispatchError(.tooLong) }
    guard !uri.isEmpty, !uri.hasControlCharacters else { throw URIDispatchError(.refused, "not a URI") }
    let connection = try Connection(to: address, deadline: milliseconds)
    defer { connection.shut() }
    try connection.send(Array(uri.utf8) + [UInt8(ascii: "\n")])
    try judge(connection.readAnswer())
  }

  /// Like ``deliver(_:to:deadline:)``, without blocking the caller: it runs on another thread. `nil`: the app has accepted the URI.
  public static func failure(delivering uri: String, to address: URIDispatchAddress) async -> URIDispatchError? {
    await Task.detached { () -> URIDispatchError? in
      do throws(URIDispatchError) { try deliver(uri, to: address) } catch { return error }
      return nil
    }.value
  }

  private static func judge(_ answer: String) throws(URIDispatchError) {
    let refusal = "refused: "
    if answer == "ok" { return }
    guard answer.hasPrefix(refusal), !answer.hasControlCharacters else {
      throw URIDispatchError(.unreachable, "the answer makes no sense")
    }
    throw URIDispatchError(.refused, String(answer.dropFirst(refusal.count)))
  }
}

private struct Connection {
  let descriptor: Int32
  let end: timespec

  init(to address: URIDispatchAddress, deadline milliseconds: Int) throws(URIDispatchError) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    end = timespec(tv_sec: now.tv_sec + milliseconds / 1000, tv_nsec: now.tv_nsec + milliseconds % 1000 * 1_000_000)
    let directory = try Connection.directory(address)
    defer { directory.shut() }
    descriptor = unixSocket(nonBlocking: true)
    guard descriptor >= 0 else { throw URIDispatchError(.unreachable, systemError()) }
    do throws(URIDispatchError) { try connect(directory) } catch {
      shut()
      throw error
    }
  }

  func shut() { close(descriptor) }

  private static func directory(_ address: URIDispatchAddress) throws(URIDispatchError) -> DeviceDirectory {
    do throws(DeviceDirectory.Flaw) { return try DeviceDirectory(address.deviceDirectory) } catch {
      switch error {
      // Without a folder there is no device, so no app of it either.
      case .missing: throw URIDispatchError(.nobodyListening)
      case .unsafe(let detail): throw URIDispatchError(.unreachable, detail)
      }
    }
  }

  private func connect(_ directory: DeviceDirectory) throws(URIDispatchError) {
    while withSocketAddress(directory.socketAddress, { Glibc.connect(descriptor, $0, $1) }) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED: throw URIDispatchError(.nobodyListening)
      // The app's queue is full: it is there, but busy.
      case EAGAIN:
        guard remaining > 0 else { throw URIDispatchError(.unreachable, "too busy") }
        poll(nil, 0, 10)
      default: throw URIDispatchError(.unreachable, systemError())
      }
    }
    // A redirect holds a code: nobody else's process gets to read it.
    guard peerIsOurs(descriptor) else { throw URIDispatchError(.unreachable, "somebody else's socket") }
  }

  func send(_ bytes: [UInt8]) throws(URIDispatchError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let flags = Int32(MSG_NOSIGNAL)
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLOUT))
      } else if errno == EPIPE || errno == ECONNRESET {
        // The app may have answered and closed before everything was sent.
        return
      } else if errno != EINTR {
        throw URIDispatchError(.unreachable, systemError())
      }
    }
  }

  /// The first line of the answer.
  func readAnswer() throws(URIDispatchError) -> String {
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1024)
    while line.count <= 1024 {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        line += bytes.prefix(count)
        if let feed = line.firstIndex(of: UInt8(ascii: "\n")) { return String(decoding: line[..<feed], as: UTF8.self) }
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLIN))
      } else if errno != EINTR {
        throw URIDispatchError(.unreachable, systemError())
      }
    }
    throw URIDispatchError(.unreachable, "no answer")
  }

  private var remaining: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return (end.tv_sec - now.tv_sec) * 1000 + (end.tv_nsec - now.tv_nsec) / 1_000_000
  }

  private func wait(for events: Int16) throws(URIDispatchError) {
    let time = remaining
    guard time > 0 else { throw URIDispatchError(.unreachable, "no answer in time") }
    var watched = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&watched, 1, Int32(clamping: time))
  }
}
