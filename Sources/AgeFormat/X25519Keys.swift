import OpenSSLCrypto

/// A public key that files are encrypted to: `age1…` (age-encryption.org/v1, "The X25519 recipient type").
public struct X25519Recipient: Hashable, Sendable, CustomStringConvertible {
  static let prefix = "age"

  /// 32 bytes.
  public let publicKey: [UInt8]

  init(publicKey: [UInt8]) { self.publicKey = publicKey }

  /// - Throws: ``AgeError/Code/invalidRecipient`` for anything but `age1…` with a right checksum.
  public init(_ text: String) throws(AgeError) {
    guard let (prefix, bytes) = Bech32.decode(text) else {
      throw AgeError(.invalidRecipient, "not Bech32: a character is wrong or missing")
    }
    guard prefix == Self.prefix else {
      throw AgeError(.invalidRecipient, "expected age1…, got a text that begins with \(prefix)1")
    }
    guard bytes.count == X25519.length else {
      throw AgeError(.invalidRecipient, "a public key has 32 bytes, got \(bytes.count)")
    }
    publicKey = bytes
  }

  public var description: String { Bech32.encode(prefix: Self.prefix, publicKey) }
}

/// A private key: `AGE-SECRET-KEY-1…`. Printing it shows nothing; only ``revealed`` returns it.
public struct X25519Identity: Hashable, Sendable {
  static let prefix = "age-secret-key-"

  let privateKey: [UInt8]
  public let recipient: X25519Recipient

  public static func generate() -> X25519Identity {
    guard let identity = X25519Identity(privateKey: X25519.generatePrivateKey()) else {
      fatalError("libcrypto has no X25519")
    }
    return identity
  }

  init?(privateKey: [UInt8]) {
    guard let publicKey = try? X25519.publicKey(of: privateKey) else { return nil }
    self.privateKey = privateKey
    recipient = X25519Recipient(publicKey: publicKey)
  }

  /// - Throws: ``AgeError/Code/invalidIdentity`` for anything but `AGE-SECRET-KEY-1…` with a right checksum.
  public init(_ text: String) throws(AgeError) {
    guard let (prefix, bytes) = Bech32.decode(text) else {
      throw AgeError(.invalidIdentity, "not Bech32: a character is wrong or missing")
    }
    guard prefix == Self.prefix, bytes.count == X25519.length, let identity = X25519Identity(privateKey: bytes) else {
      throw AgeError(.invalidIdentity, "expected AGE-SECRET-KEY-1… of 32 bytes")
    }
    self = identity
  }

  /// The text in an identity file. A secret.
  public var revealed: String { Bech32.encode(prefix: Self.prefix, privateKey).uppercased() }
}

extension X25519Identity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "‹identity of \(recipient)›" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
