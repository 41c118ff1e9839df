// Sources and sinks of bytes: memory or a file descriptor. All other code reads and writes through these, so that a file of any
// size is processed in pieces.

import SmallFiles
import Glibc

/// Bytes in order.
public protocol ByteSource: AnyObject {
  /// Reads at least one and at most `count` bytes; none at the end.
  func read(upTo count: Int) throws(AgeError) -> [UInt8]
}

/// Takes bytes in order. When `write` returns, all of them were taken.
public protocol ByteSink: AnyObject { func write(_ bytes: [UInt8]) throws(AgeError) }

public final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>
  public init(_ bytes: [UInt8]) { rest = bytes[...] }

  public func read(upTo count: Int) -> [UInt8] {
    let piece = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return piece
  }
}

public final class MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []
  public init() {}
  public func write(_ bytes: [UInt8]) { self.bytes += bytes }
}

/// Reads a descriptor from its current position. The caller still owns and closes it.
public final class DescriptorSource: ByteSource {
  private let descriptor: Int32
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  public func read(upTo count: Int) throws(AgeError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat {
        filled = 0
        let length = Glibc.read(descriptor, buffer.baseAddress, count)
        failure = length < 0 ? errno : 0
        filled = max(0, length)
      } while failure == EINTR
    }
    guard failure == 0 else { throw AgeError.reading(failure) }
    return bytes
  }
}

/// Writes to a descriptor. If the reader has gone away, the rest is dropped. The caller still owns and closes it.
public final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  public func write(_ bytes: [UInt8]) throws(AgeError) {
    if let error = Descriptor.write(bytes, to: descriptor) { throw AgeError.writing(error.number) }
  }
}

extension AgeError {
  /// The error of a read that failed with this errno.
  public static func reading(_ number: Int32) -> AgeError {
    AgeError(.unreadable, SystemError(number: number).term)
  }

  /// The error of a write that failed with this errno. A full disk has its own code, because a person can resolve it.
  public static func writing(_ number: Int32) -> AgeError {
    let error = SystemError(number: number)
    return AgeError(error.isNoSpace ? .noSpace : .unwritable, error.term)
  }
}
