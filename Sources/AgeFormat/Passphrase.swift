/// A passphrase as its UTF-8 bytes. Printing it shows nothing.
public struct Passphrase: Hashable, Sendable {
  let bytes: [UInt8]

  /// - Throws: ``AgeError/Code/invalidPassphrase`` when it is empty.
  public init(_ text: String) throws(AgeError) {
    guard !text.isEmpty else { throw AgeError(.invalidPassphrase, "it is empty") }
    bytes = Array(text.utf8)
  }

  /// Reads a passphrase file: one line. The line break at its end is not part of the passphrase.
  public init(file: [UInt8]) throws(AgeError) {
    var line = file[...]
    if line.last == 0x0A { line = line.dropLast() }
    if line.last == 0x0D { line = line.dropLast() }
    guard !line.isEmpty else { throw AgeError(.invalidPassphrase, "the file is empty") }
    guard !line.contains(0x0A), line.count <= 4096 else {
      throw AgeError(.invalidPassphrase, "the file must hold one line of at most 4096 bytes")
    }
    guard String(validating: line, as: UTF8.self) != nil else {
      throw AgeError(.invalidPassphrase, "the file is not UTF-8 text")
    }
    bytes = Array(line)
  }

  /// The passphrase as text. A secret.
  public var revealed: String { String(decoding: bytes, as: UTF8.self) }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "‹passphrase›" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
