import Foundation

@testable import LocalSockets

/// A raw client that can break the protocol.
final class Peer {
  private let descriptor: Int32

  init(_ folder: DeviceFolder) throws {
    let directory = try SocketFolder(folder.path, socket: URIDispatchAddress.socketName)
    defer { directory.shut() }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withSocketAddress(directory.socketAddress) { connect(descriptor, $0, $1) }
    guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// Sends as much as the other end accepts.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the other end closes.
  func answer() -> String {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 { all += bytes.prefix(count) }
    return String(decoding: all, as: UTF8.self)
  }
}

/// The URIs that a listener has received, from any thread.
final class Inbox: @unchecked Sendable {
  // The lock guards `uris`, which makes `@unchecked` sound.
  private let lock = NSLock()
  private var uris: [String] = []

  var all: [String] { lock.withLock { uris } }
  func take(_ uri: String) -> URIDispatchAnswer {
    lock.withLock { uris.append(uri) }
    return .accepted
  }
}

func code(_ body: () throws -> Void) -> LocalSocketError.Code? {
  do {
    try body()
    return nil
  } catch { return (error as? LocalSocketError)?.code }
}
