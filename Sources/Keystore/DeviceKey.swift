import AgeFormat

/// `device.key`: the X25519 identity of this device, as `age-keygen` writes one, readable only by its owner.
enum DeviceKey {
  /// - Throws: ``KeystoreError/Code/damagedKey``, ``KeystoreError/Code/permissions``, ``KeystoreError/Code/symlink``.
  static func read(in folder: borrowing KeystoreFolder) throws(KeystoreError) -> X25519Identity? {
    let path = folder.pathOf(FileKeystore.keyName)
    let content = try folder.read(
      FileKeystore.keyName, limit: IdentityFile.maximumLength, forbidden: Permissions.openToOthers)
    guard let content else { return nil }
    return try KeystoreError.at(path) { () throws(AgeError) in try IdentityFile.parse(content.bytes)[0] }
  }

  /// The existing key, or else a new one, which is durable before anything is encrypted to it.
  static func readOrMake(in folder: borrowing KeystoreFolder) throws(KeystoreError) -> X25519Identity {
    if let key = try read(in: folder) { return key }
    return try make(in: folder)
  }

  /// A new key that replaces any existing one; durable before anything is encrypted to it.
  static func make(in folder: borrowing KeystoreFolder) throws(KeystoreError) -> X25519Identity {
    let key = X25519Identity.generate()
    let comment = "dcr-terminal: whoever has this file can open the \(FileKeystore.fileName) beside it"
    try folder.replace(FileKeystore.keyName, by: Array(IdentityFile.text(key, comments: [comment]).utf8))
    return key
  }
}
