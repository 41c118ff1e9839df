/// What the keystore is about to do.
public enum DiskDeed: Hashable, Sendable {
  case load
  /// A save, an erasure, a change of protection.
  case change
}

/// Something that goes wrong on purpose with one deed.
public struct DiskFault: Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// No fault, only a delay.
    case none
    /// No space is left for what is written.
    case full
    /// Nothing can be made, replaced or removed.
    case readOnly
    /// The last sync fails: what was written may be lost when the machine loses power.
    case notDurable
    /// A bit of the encrypted document, or of the file's header, is another one when it is read. The file stays as it is.
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
  /// Called before the deed begins; it may block.
  public var wait: (@Sendable () -> Void)?
  /// Called when the deed is over, with whether the fault had any effect.
  public var over: @Sendable (Bool) -> Void

  public init(_ kind: Kind, wait: (@Sendable () -> Void)? = nil, over: @escaping @Sendable (Bool) -> Void = { _ in }) {
    (self.kind, self.wait, self.over) = (kind, wait, over)
  }
}

/// Decides for each deed whether it is to go wrong. The keystore keeps its guarantees whatever comes of that.
public protocol DiskFaultInjecting: Sendable { func fault(for deed: DiskDeed) -> DiskFault? }
