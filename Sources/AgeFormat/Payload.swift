// The payload: STREAM, 64 KiB chunks of ChaCha20-Poly1305 (age-encryption.org/v1, "Payload").

import OpenSSLCrypto

enum Payload {
  static let chunkLength = 64 * 1024
  static let sealedChunkLength = chunkLength + ChaCha20Poly1305.tagLength
  static let nonceLength = 16

  /// 11 bytes of counter, big endian, and a last byte that is 1 only for the final chunk.
  static func nonce(_ counter: UInt64, isFinal: Bool) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: ChaCha20Poly1305.nonceLength)
    for index in 0..<8 { nonce[10 - index] = UInt8(truncatingIfNeeded: counter >> (8 * UInt64(index))) }
    nonce[11] = isFinal ? 1 : 0
    return nonce
  }

  /// Encrypts everything that the source holds.
  static func seal(_ source: any ByteSource, with fileKey: FileKey, into sink: any ByteSink) throws(AgeError) {
    let nonce = secureRandom(nonceLength)
    var payloadKey = try fileKey.payloadKey(nonce: nonce)
    defer { wipe(&payloadKey) }
    let plaintext = BufferedSource(source)
    try sink.write(nonce)
    var counter: UInt64 = 0
    var cipher = try cipher(payloadKey)
    var isFinal = false
    while !isFinal {
      let chunk = try plaintext.take(chunkLength)
      isFinal = try plaintext.atEnd
      let sealed: [UInt8]
      do {
        sealed = try cipher.seal(chunk, nonce: Payload.nonce(counter, isFinal: isFinal))
      } catch { throw .crypto(error) }
      try sink.write(sealed)
      counter += 1
    }
  }

  static func cipher(_ payloadKey: [UInt8]) throws(AgeError) -> ChaCha20Poly1305 {
    do {
      return try ChaCha20Poly1305(key: payloadKey)
    } catch { throw .crypto(error) }
  }
}

/// Decrypts a payload chunk by chunk. Each returned chunk is authentic, but only the end of the payload proves that nothing is missing: chunks must
/// stay inside this room until ``next()`` has returned `nil`.
struct PayloadOpener: ~Copyable {
  private let source: BufferedSource
  private var cipher: ChaCha20Poly1305
  private var counter: UInt64 = 0
  private var finished = false

  init(_ source: BufferedSource, fileKey: FileKey) throws(AgeError) {
    let nonce = Array(try source.take(Payload.nonceLength))
    guard nonce.count == Payload.nonceLength else { throw AgeError(.truncated, "the file ends after its header") }
    var payloadKey = try fileKey.payloadKey(nonce: nonce)
    defer { wipe(&payloadKey) }
    let cipher = try Payload.cipher(payloadKey)
    self.source = source
    self.cipher = cipher
  }

  /// The next chunk; `nil` after the final one.
  mutating func next() throws(AgeError) -> [UInt8]? {
    guard !finished else { return nil }
    let sealed = try source.take(Payload.sealedChunkLength)
    guard sealed.count >= ChaCha20Poly1305.tagLength else {
      throw AgeError(.truncated, "the payload ends before its final chunk")
    }
    let isLast = try source.atEnd
    guard let chunk = try open(sealed, isFinal: isLast) else { throw try diagnosis(sealed, wasLast: isLast) }
    guard !chunk.isEmpty || counter == 0 else { throw AgeError(.damagedPayload, "its final chunk is empty") }
    finished = isLast
    counter += 1
    return chunk
  }

  private mutating func open(_ sealed: ArraySlice<UInt8>, isFinal: Bool) throws(AgeError) -> [UInt8]? {
    do {
      return try cipher.open(sealed, nonce: Payload.nonce(counter, isFinal: isFinal))
    } catch .notAuthentic {
      return nil
    } catch { throw .crypto(error) }
  }

  /// Finds out why a tag is wrong, by testing whether the chunk fits as the final one, or as one that is not final.
  private mutating func diagnosis(_ sealed: ArraySlice<UInt8>, wasLast: Bool) throws(AgeError) -> AgeError {
    guard try open(sealed, isFinal: !wasLast) != nil else {
      return AgeError(
        .damagedPayload, wasLast ? "its last chunk was altered or cut off" : "chunk \(Int(counter) + 1) was altered")
    }
    return wasLast
      ? AgeError(.truncated, "the payload ends before its final chunk")
      : AgeError(.damagedPayload, "there is data after its final chunk")
  }
}
