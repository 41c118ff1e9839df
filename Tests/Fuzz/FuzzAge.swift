@testable import AgeFormat

/// A header has one spelling, and its parts follow each other without gaps. Identity files are written as they were read.
@Sendable func tryAgeHeader(_ input: [UInt8]) throws {
  if let identities = try? IdentityFile.parse(input) {
    for identity in identities {
      promise(
        try IdentityFile.parse(Array(IdentityFile.text(identity).utf8)) == [identity], "an identity reads as written")
    }
  }
  let header = try Header.parse(input)
  let bytes = try FileLayout.binary(input)
  promise(bytes.starts(with: header.bytes), "a header has one spelling")
  let layout = try FileLayout(input)
  var end = 0
  for part in layout.parts {
    promise(part.offset == end && part.length > 0, "the parts of a file follow each other")
    end += part.length
  }
  promise(end == bytes.count, "the parts of a file are all of it")
  _ = try? Age.decrypt(input, with: [.x25519(AgeSample.identity)], limit: 1 << 20)
}

/// The input lists changes to a valid file: no changed file opens, not even in part.
@Sendable func tryAgePayload(_ input: [UInt8]) throws {
  let file = AgeSample.changed(input)
  guard let plaintext = try? Age.decrypt(file, with: [.x25519(AgeSample.identity)]) else {
    return promise(file != AgeSample.file, "a good file opens")
  }
  promise(file == AgeSample.file && plaintext == AgeSample.plaintext, "no altered file opens")
}

private enum AgeSample {
  static let identity = X25519Identity.generate()
  /// Two whole chunks and a part of one.
  static let plaintext = (0..<(2 * Payload.chunkLength + 99)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  static let file: [UInt8] = {
    do { return try Age.encrypt(plaintext, to: [.x25519(identity.recipient)]) } catch { fatalError("\(error)") }
  }()

  /// Each change takes six bytes: kind, place (three bytes), length and value.
  static func changed(_ changes: [UInt8]) -> [UInt8] {
    var bytes = file
    for start in stride(from: 0, to: changes.count - 5, by: 6).prefix(8) {
      let change = changes[start..<start + 6].map(Int.init)
      let place = (change[1] << 16 | change[2] << 8 | change[3]) % (bytes.count + 1)
      // Half of the lengths are multiples of a chunk.
      let length = change[4] < 128 ? change[4] : (change[4] - 127) % 3 * Payload.sealedChunkLength
      let range = place..<min(bytes.count, place + length)
      switch change[0] % 5 {
      case 0: for index in range { bytes[index] ^= UInt8(change[5]) }
      case 1: bytes.removeSubrange(range)
      case 2: bytes.insert(contentsOf: Array(bytes[range]), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes += bytes[range]
      }
    }
    return bytes
  }
}
