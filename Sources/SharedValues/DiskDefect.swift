/// A failure of the disk that the keystore is made to meet on purpose. The raw value is its name in a fault file.
public enum DiskDefect: String, Hashable, Sendable, CaseIterable {
  case full = "full-disk"
  /// Nothing can be created, replaced or removed.
  case readOnly = "read-only"
  /// The last sync fails: the write may be lost when the machine loses power.
  case notDurable = "sync-fails"
  /// One bit of the encrypted document, or of the file's header, is read wrong. The file itself stays intact.
  case damaged
  case damagedHeader = "damaged-header"
  case unreadable
  /// The file seems to be writable by others.
  case permissions = "wrong-permissions"
  case locked
  /// There seems to be no key.
  case keyMissing = "key-missing"
}
