// The keystore of one device: `<data directory>/devices/<name>/keystore.age`, and `device.key` beside it when its protection is "device".
// docs/keystore-format.md describes the format, the threat model and the order of the steps.

import AgeFormat
import Glibc
import OpenSSLCrypto
import SharedValues
import SmallFiles
import Synchronization

/// The encrypted file keystore.
///
/// Safe between threads and between programs. A save leaves the old document or the new one, never neither; a document that cannot be opened is never
/// overwritten, and never mistaken for a first run. This instance only accepts the key or passphrase that first opened the file: a file or key that
/// replaces it is refused, neither read nor written.
public final class FileKeystore: Keystore {
  public static let fileName = "keystore.age"
  public static let keyName = "device.key"
  /// Longer files are not read. The registration in it comes from an answer of 1 MiB at most.
  public static let maximumLength = 4 << 20

  /// The device's folder.
  public let path: String
  /// Holds the passphrase when the protection is a passphrase.
  public let passphrase: PassphraseBox

  private let firstProtection: KeystoreProtection
  private let workFactor: Int
  private let lockSeconds: Double
  private let operations: any FileOperations
  private let faults: (any DiskFaultInjecting)?
  /// SHA-256 of the file that this instance last opened or wrote: it is known to be intact, without opening it again, which takes a
  /// second with a passphrase.
  private let soundFile = Mutex<[UInt8]>([])
  /// The key or passphrase with which this instance has opened or written its file; `nil` before it has done so.
  private let known = Mutex<KnownProtection?>(nil)

  /// - Parameters:
  ///   - directory: the device's folder, `<data directory>/devices/<name>`. Created (0700) at the first save.
  ///   - firstProtection: for the first save; later the file itself shows its protection.
  ///   - workFactor: log2 of scrypt's N for saves under a passphrase.
  ///   - lockSeconds: how long to wait for another program.
  ///   - faults: decides before each operation whether it fails.
  package init(
    directory: String, firstProtection: KeystoreProtection = .device, passphrase: PassphraseBox = PassphraseBox(),
    workFactor: Int = ScryptStanza.defaultWorkFactor, lockSeconds: Double = 5,
    operations: any FileOperations = SystemFileOperations(), faults: (any DiskFaultInjecting)? = nil
  ) {
    path = directory
    (self.firstProtection, self.passphrase, self.workFactor) = (firstProtection, passphrase, workFactor)
    (self.lockSeconds, self.operations, self.faults) = (lockSeconds, operations, faults)
  }

  // MARK: Keystore

  public func load() throws(KeystoreError) -> KeystoreDocument? {
    try doing(.load) { (operations) throws(KeystoreError) in
      guard let folder = try self.openFolder(creating: false, operations) else { return nil }
      try folder.checkPermissions()
      let lock = try FolderLock.acquire(.shared, in: folder, seconds: self.lockSeconds)
      defer { lock.release() }
      guard let content = try self.readFile(folder) else { return nil }
      let protection = try self.protection(content, in: folder)
      let document = try self.open(content, in: folder)
      self.known.withLock { $0 = protection }
      return document
    }
  }

  public func save(_ document: KeystoreDocument) throws(KeystoreError) {
    try change { (folder, current) throws(KeystoreError) in
      guard let current else { return try self.write(document, self.protectionForNewFile(in: folder), in: folder) }
      // No new device key is made while a keystore exists that only the old key opens.
      let protection = try self.protection(current, in: folder)
      try self.checkSound(current, in: folder)
      try self.write(document, protection, in: folder)
    }
  }

  public func erase() throws(KeystoreError) -> [String] {
    try doing(.change) { (operations) throws(KeystoreError) in
      guard let folder = try self.openFolder(creating: false, operations) else { return [] }
      let lock = try FolderLock.acquire(.exclusive, in: folder, seconds: self.lockSeconds)
      defer { lock.release() }
      var erased: [String] = []
      // The document first: a key without a document is a first run, but a document without its key cannot be opened.
      for name in [FileKeystore.fileName, FileKeystore.keyName] where try folder.remove(name) { erased.append(name) }
      erased += folder.removeLeftovers()
      self.soundFile.withLock { $0 = [] }
      self.known.withLock { $0 = nil }
      return erased
    }
  }

  // MARK: More than the app's flow needs

  /// What the file shows without decryption; `nil` when there is no file.
  public func inspect() throws(KeystoreError) -> KeystoreInspection? {
    guard let folder = try openFolder(creating: false) else { return nil }
    guard let content = try readFile(folder) else { return nil }
    return try inspection(content, in: folder)
  }

  /// Encrypts the document again under another protection. Only ``KeystoreProtection/device`` takes a `nil` passphrase.
  ///
  /// If it is interrupted at any moment, the keystore opens by either the old protection or the new one.
  /// - Throws: ``KeystoreError/Code/unreadable`` when nothing was ever saved; what load and save throw.
  public func changeProtection(to protection: KeystoreProtection, newPassphrase: Secret? = nil) throws(KeystoreError) {
    try change { (folder, current) throws(KeystoreError) in
      guard let current else {
        throw KeystoreError(.unreadable, path: folder.pathOf(FileKeystore.fileName), detail: "nothing was saved yet")
      }
      let before = try self.protection(current, in: folder)
      let document = try self.open(current, in: folder)
      if protection == .passphrase {
        guard let newPassphrase else { throw KeystoreError(.passphraseNeeded, path: self.path) }
        try self.write(document, .passphrase, passphrase: newPassphrase, in: folder)
        self.passphrase.fill(newPassphrase)
      } else {
        // The origin of a key beside a file that no key opens is unknown: the file gets a new one.
        let after = before == .passphrase ? .key(try DeviceKey.make(in: folder).recipient) : before
        try self.write(document, after, in: folder)
        self.passphrase.empty()
      }
    }
  }

  // MARK: Steps

  /// Carries out one operation, with the calls that a fault leaves working.
  private func doing<Result>(
    _ operation: DiskOperation, _ body: (any FileOperations) throws(KeystoreError) -> Result
  ) throws(KeystoreError) -> Result {
    guard let fault = faults?.fault(for: operation) else { return try body(operations) }
    fault.wait?()
    guard let defect = fault.defect else {
      defer { fault.over(true) }
      return try body(operations)
    }
    let faulty = FaultyFileOperations(defect)
    defer { fault.over(faulty.hasStruck) }
    do { return try body(faulty) } catch {
      var error = error
      error.isSimulated = faulty.hasStruck
      throw error
    }
  }

  func openFolder(creating: Bool, _ operations: (any FileOperations)? = nil) throws(KeystoreError) -> KeystoreFolder? {
    try KeystoreFolder.open(path, creating: creating, operations: operations ?? self.operations)
  }

  func readFile(_ folder: borrowing KeystoreFolder) throws(KeystoreError) -> FileContent? {
    try folder.read(FileKeystore.fileName, limit: FileKeystore.maximumLength)
  }

  func inspection(
    _ content: FileContent, in folder: borrowing KeystoreFolder
  ) throws(KeystoreError) -> KeystoreInspection {
    let hasKey = faccessat(folder.descriptor, FileKeystore.keyName, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    return try KeystoreInspection(content, path: folder.pathOf(FileKeystore.fileName), hasKeyFile: hasKey)
  }

  /// Runs `body` under the exclusive lock, in a safe folder without left-overs.
  private func change(
    _ body: (borrowing KeystoreFolder, FileContent?) throws(KeystoreError) -> Void
  ) throws(KeystoreError) {
    try doing(.change) { (operations) throws(KeystoreError) in
      guard let folder = try self.openFolder(creating: true, operations) else {
        throw KeystoreError(.unwritable, path: self.path, detail: "the folder vanished")
      }
      try folder.checkPermissions()
      folder.narrowPermissions()
      let lock = try FolderLock.acquire(.exclusive, in: folder, seconds: self.lockSeconds)
      defer { lock.release() }
      _ = folder.removeLeftovers()
      try body(folder, try self.readFile(folder))
    }
  }

  func open(_ content: FileContent, in folder: borrowing KeystoreFolder) throws(KeystoreError) -> KeystoreDocument {
    let path = folder.pathOf(FileKeystore.fileName)
    let identity: AgeIdentity
    switch try inspection(content, in: folder).protection {
    case .device:
      guard let key = try DeviceKey.read(in: folder) else {
        throw KeystoreError(.keyMissing, path: folder.pathOf(FileKeystore.keyName))
      }
      identity = .x25519(key)
    case .passphrase:
      // Checked before a person is asked for a passphrase that could not be used.
      try KeystoreError.at(path) { () throws(AgeError) in try Header.parse(content.bytes).judgeWorkFactor() }
      guard let secret = passphrase.passphrase() else { throw KeystoreError(.passphraseNeeded, path: path) }
      identity = .passphrase(try Passphrase(secret, path: path))
    }
    let bytes = try KeystoreError.at(path) { () throws(AgeError) in try Age.decrypt(content.bytes, with: [identity]) }
    let document = try KeystoreDocument(bytes: bytes, path: path)
    soundFile.withLock { $0 = sha256(content.bytes) }
    return document
  }

  private func checkSound(_ content: FileContent, in folder: borrowing KeystoreFolder) throws(KeystoreError) {
    if soundFile.withLock({ $0 }) == sha256(content.bytes) { return }
    _ = try open(content, in: folder)
  }

  /// The key or passphrase that protects the file. Read once, so that the checked key is the one used.
  ///
  /// - Throws: ``KeystoreError/Code/protectionChanged`` where this instance knows the file under another protection.
  private func protection(
    _ content: FileContent, in folder: borrowing KeystoreFolder
  ) throws(KeystoreError) -> KnownProtection {
    let found: KnownProtection
    switch try inspection(content, in: folder).protection {
    case .passphrase: found = .passphrase
    case .device:
      guard let key = try DeviceKey.read(in: folder) else {
        // A change in the kind of protection is reported first.
        try judge(nil, kind: .device, in: folder)
        throw KeystoreError(.keyMissing, path: folder.pathOf(FileKeystore.keyName))
      }
      found = .key(key.recipient)
    }
    try judge(found, kind: found.kind, in: folder)
    return found
  }

  /// The protection for a new file: the one that this instance has used before, if any.
  private func protectionForNewFile(in folder: borrowing KeystoreFolder) throws(KeystoreError) -> KnownProtection {
    let known = known.withLock { $0 }
    guard (known?.kind ?? firstProtection) == .device else { return .passphrase }
    let key = KnownProtection.key(try DeviceKey.readOrMake(in: folder).recipient)
    if known != nil, key != known { throw changed(in: folder) }
    return key
  }

  private func judge(
    _ found: KnownProtection?, kind: KeystoreProtection, in folder: borrowing KeystoreFolder
  ) throws(KeystoreError) {
    guard let known = known.withLock({ $0 }) else { return }
    guard known.kind == kind, found == nil || found == known else { throw changed(in: folder) }
  }

  private func changed(in folder: borrowing KeystoreFolder) -> KeystoreError {
    KeystoreError(.protectionChanged, path: folder.pathOf(FileKeystore.fileName))
  }

  /// The key first, then the document that needs it; a key that is no longer needed is removed last.
  private func write(
    _ document: KeystoreDocument, _ protection: KnownProtection, passphrase newPassphrase: Secret? = nil,
    in folder: borrowing KeystoreFolder
  ) throws(KeystoreError) {
    let path = folder.pathOf(FileKeystore.fileName)
    let recipient: AgeRecipient
    switch protection {
    case .key(let key): recipient = .x25519(key)
    case .passphrase:
      guard let secret = newPassphrase ?? passphrase.passphrase() else {
        throw KeystoreError(.passphraseNeeded, path: path)
      }
      recipient = .passphrase(try Passphrase(secret, path: path), workFactor: workFactor)
    }
    let file = try KeystoreError.at(path) { () throws(AgeError) in
      try Age.encrypt(document.bytes, to: [recipient], withChecksum: true)
    }
    guard file.count <= FileKeystore.maximumLength else {
      throw KeystoreError(.tooLarge, path: path, detail: "\(file.count) bytes, at most \(FileKeystore.maximumLength)")
    }
    try folder.replace(FileKeystore.fileName, by: file)
    soundFile.withLock { $0 = sha256(file) }
    known.withLock { $0 = protection }
    if protection == .passphrase { _ = try folder.remove(FileKeystore.keyName) }
  }
}

extension Passphrase {
  init(_ secret: Secret, path: String) throws(KeystoreError) {
    self = try KeystoreError.at(path) { () throws(AgeError) in try Passphrase(secret.revealed) }
  }
}
