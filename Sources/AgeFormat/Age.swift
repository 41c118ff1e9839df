/// Encrypts and decrypts, whole and in memory. For files of any size see ``Age/decrypt(descriptor:with:into:)``.
public enum Age {
  /// Encrypts everything that `source` holds, in pieces of 64 KiB.
  ///
  /// - Parameter withChecksum: adds a stanza that lets a later reader tell a wrong key from a damaged header.
  /// - Throws: ``AgeError/Code/noRecipient``, ``AgeError/Code/passphraseNotAlone``, ``AgeError/Code/workFactor``,
  ///   ``AgeError/Code/invalidRecipient``, and what source and sink throw.
  public static func encrypt(
    _ source: any ByteSource, to recipients: [AgeRecipient], into sink: any ByteSink, withChecksum: Bool = false
  ) throws(AgeError) {
    let fileKey = FileKey.random()
    try sink.write(try Header(for: recipients, fileKey: fileKey, withChecksum: withChecksum).bytes)
    try Payload.seal(source, with: fileKey, into: sink)
  }

  /// Encrypts bytes in memory.
  public static func encrypt(
    _ plaintext: [UInt8], to recipients: [AgeRecipient], withChecksum: Bool = false
  ) throws(AgeError) -> [UInt8] {
    let sink = MemorySink()
    try encrypt(MemorySource(plaintext), to: recipients, into: sink, withChecksum: withChecksum)
    return sink.bytes
  }

  /// The plaintext of a whole file, binary or armored. It is only returned if all of it is authentic.
  ///
  /// - Throws: ``AgeError`` with the code that says which part failed; ``AgeError/Code/tooLarge`` when the plaintext has more
  ///   than `limit` bytes.
  public static func decrypt(
    _ file: [UInt8], with identities: [AgeIdentity], limit: Int = .max
  ) throws(AgeError) -> [UInt8] {
    var plaintext: [UInt8] = []
    try forEachChunk(of: MemorySource(file), with: identities) { (chunk) throws(AgeError) in
      guard plaintext.count + chunk.count <= limit else { throw AgeError(.tooLarge, "more than \(limit) bytes") }
      plaintext += chunk
    }
    return plaintext
  }

  /// Judges header and payload in order. `body` receives authentic chunks before the end is verified: it must not release them.
  static func forEachChunk(
    of source: any ByteSource, with identities: [AgeIdentity], _ body: ([UInt8]) throws(AgeError) -> Void
  ) throws(AgeError) {
    let buffered = BufferedSource(try Armor.strippedIfPresent(source))
    let header = try HeaderParser(buffered).header()
    var opener = try PayloadOpener(buffered, fileKey: try header.fileKey(with: identities))
    while let chunk = try opener.next() { try body(chunk) }
  }
}
