/// An operation of the keystore on the disk.
public enum DiskOperation: Hashable, Sendable {
  case load
  /// A save, an erasure, a change of protection.
  case change
}

/// A failure that is injected into one operation.
public struct DiskFault: Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// No failure, only a delay.
    case none
    /// No space is left for the write.
    case full
    /// Nothing can be created, replaced or removed.
    case readOnly
    /// The last sync fails: the write may be lost when the machine loses power.
    case notDurable
    /// One bit of the encrypted document, or of the file's header, is read wrong. The file itself stays intact.
    case damaged, damagedHeader
    case unreadable
    /// The file seems to be writable by others.
    case permissions
    /// Another program seems to hold the lock.
    case locked
    /// There seems to be no key.
    case keyMissing
  }

  public var kind: Kind
  /// Called before the operation begins; it may block.
  public var wait: (@Sendable () -> Void)?
  /// Called after the operation, with whether the fault had any effect.
  public var over: @Sendable (Bool) -> Void

  public init(_ kind: Kind, wait: (@Sendable () -> Void)? = nil, over: @escaping @Sendable (Bool) -> Void = { _ in }) {
    (self.kind, self.wait, self.over) = (kind, wait, over)
  }
}

/// Decides for each operation whether it fails. The keystore keeps its guarantees in any case.
public protocol DiskFaultInjecting: Sendable { func fault(for operation: DiskOperation) -> DiskFault? }
