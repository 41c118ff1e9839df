import SmallFiles

/// A sink whose file appears under its name only once it is complete (`AtomicWriter`), mode 0600.
public final class AtomicFile: ByteSink {
  private let path: String
  private let writer: AtomicWriter

  /// - Throws: ``AgeError/Code/unwritable`` or ``AgeError/Code/noSpace``, naming `path`.
  public init(_ path: String) throws(AgeError) {
    self.path = path
    do { writer = try AtomicWriter(path) } catch { throw AgeError.writing(error.number).at(path) }
  }

  public func write(_ bytes: [UInt8]) throws(AgeError) {
    do { try writer.write(bytes) } catch { throw AgeError.writing(error.number).at(path) }
  }

  /// Makes the file durable and gives it its name. A second call has no effect.
  public func commit() throws(AgeError) {
    do { try writer.commit(.attempted) } catch { throw AgeError.writing(error.number).at(path) }
  }
}
