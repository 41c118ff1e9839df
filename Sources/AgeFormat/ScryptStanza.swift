import Glibc
import OpenSSLCrypto
import SharedValues

/// `-> scrypt <salt> <log2 of the work factor>` (age-encryption.org/v1, "scrypt recipient stanza").
public struct ScryptStanza {
  static let type = "scrypt"
  /// Files that need more are refused before anything is computed: 2^22 already takes 4 GiB and many seconds.
  public static let maximumWorkFactor = 22
  /// The work factor of new files: opening one takes 256 MiB and about a second.
  public static let defaultWorkFactor = 18

  private static let label = Array("age-encryption.org/v1/scrypt".utf8)
  private static let saltLength = 16

  let salt: [UInt8]
  /// `nil`: a number beyond any machine.
  let workFactor: Int?
  let body: [UInt8]

  /// Judges the form. ``unwrap(with:)`` judges the work factor's size, so that such headers can still be examined.
  init(_ stanza: Stanza) throws(AgeError) {
    guard stanza.arguments.count == 3 else { throw AgeError(.damagedHeader, "a scrypt stanza needs two arguments") }
    guard let salt = Base64.decode(stanza.arguments[1].utf8), salt.count == Self.saltLength else {
      throw AgeError(.damagedHeader, "a scrypt stanza's salt must be 16 bytes in canonical base64")
    }
    let digits = stanza.arguments[2].utf8
    guard digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (48...57).contains($0) }) else {
      throw AgeError(.damagedHeader, "a scrypt work factor must be a decimal number without leading zeros")
    }
    guard stanza.body.count == WrappedKey.length else {
      throw AgeError(.damagedHeader, "a scrypt stanza's body must have 32 bytes, got \(stanza.body.count)")
    }
    self.salt = salt
    workFactor = Int(stanza.arguments[2])
    body = stanza.body
  }

  static func wrap(_ fileKey: FileKey, with passphrase: Passphrase, workFactor: Int) throws(AgeError) -> Stanza {
    guard (1...maximumWorkFactor).contains(workFactor) else {
      throw AgeError(.workFactor, "must be 1 to \(maximumWorkFactor), got \(workFactor)")
    }
    let salt = secureRandom(saltLength)
    var wrapKey = try wrapKey(passphrase, salt: salt, workFactor: workFactor)
    defer { wipe(&wrapKey) }
    do {
      let body = try WrappedKey.seal(fileKey, with: wrapKey)
      return Stanza([type, Base64.encode(salt), String(workFactor)], body: body)
    } catch { throw .crypto(error) }
  }

  /// `nil` when the key was wrapped with another passphrase.
  ///
  /// - Throws: ``AgeError/Code/workFactor`` above ``maximumWorkFactor``, at once.
  func unwrap(with passphrase: Passphrase) throws(AgeError) -> FileKey? {
    try judgeWorkFactor()
    var wrapKey = try ScryptStanza.wrapKey(passphrase, salt: salt, workFactor: workFactor!)
    defer { wipe(&wrapKey) }
    do {
      return try WrappedKey.open(body, with: wrapKey)
    } catch { throw .crypto(error) }
  }

  func judgeWorkFactor() throws(AgeError) {
    guard let workFactor, workFactor <= Self.maximumWorkFactor else {
      throw AgeError(
        .workFactor,
        "at most \(Self.maximumWorkFactor) is accepted, the file asks for \(workFactor.map(String.init) ?? "more")")
    }
  }

  private static func wrapKey(_ passphrase: Passphrase, salt: [UInt8], workFactor: Int) throws(AgeError) -> [UInt8] {
    let needed = scryptMemory(logN: workFactor, r: 8, p: 1)
    // Checked first, because a machine that overcommits memory would kill a process instead of refusing the allocation.
    if let available = AvailableMemory.bytes(), needed > available {
      throw AgeError(
        .notEnoughMemory, "work factor \(workFactor) takes \(needed >> 20) MiB, \(available >> 20) MiB are free")
    }
    do {
      return try scrypt(password: passphrase.bytes, salt: label + salt, logN: workFactor, r: 8, p: 1)
    } catch { throw .crypto(error) }
  }
}

/// The memory that a new allocation can count on.
enum AvailableMemory {
  /// `MemAvailable` of Linux's /proc/meminfo (proc(5)); `nil` where there is none.
  static func bytes() -> Int? {
    let descriptor = open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let text = try? DescriptorSource(descriptor).read(upTo: 4096) else { return nil }
    return kibibytes(in: String(decoding: text, as: UTF8.self)).map { $0 << 10 }
  }

  static func kibibytes(in text: String) -> Int? {
    for line in text.lines where line.hasPrefix(bytes: "MemAvailable:") {
      return line.split(scalar: " ").dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}
