import Glibc

/// Whole texts to and from descriptors that are open already: standard streams and pipes.
public enum Descriptor {
  /// A descriptor that nobody reads any more swallows the rest.
  public static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }

  /// Reads until the other side closes, then closes this one.
  public static func read(_ descriptor: Int32, _ receive: (ArraySlice<UInt8>) -> Void) {
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      receive(buffer[..<count])
    }
  }
}
