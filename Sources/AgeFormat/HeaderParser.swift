// The header's grammar (age-encryption.org/v1, "ABNF definition of file header"), strictly: one spelling for each header.

/// Reads a header and leaves its source at the payload.
struct HeaderParser {
  private let source: BufferedSource
  private var left = Header.maximumLength

  init(_ source: BufferedSource) { self.source = source }

  /// Checks in this order.
  consuming func header() throws(AgeError) -> Header {
    try versionLine()
    var stanzas: [Stanza] = []
    while true {
      let line = try line()
      if line.starts(with: "---".utf8) {
        guard !stanzas.isEmpty else { throw AgeError(.damagedHeader, "it has no recipient stanza") }
        let header = Header(stanzas: stanzas, mac: try mac(line))
        try header.judgeStanzas()
        return header
      }
      guard stanzas.count < Header.maximumStanzas else {
        throw AgeError(.headerTooLarge, "more than \(Header.maximumStanzas) recipient stanzas")
      }
      stanzas.append(Stanza(try arguments(line), body: try body()))
    }
  }

  private mutating func versionLine() throws(AgeError) {
    let expected = Array((Header.versionLine + "\n").utf8)
    let start = try source.peek(expected.count)
    if start.elementsEqual(expected) {
      _ = try source.take(expected.count)
      left -= expected.count
      return
    }
    let name = Array("age-encryption.org/".utf8)
    if start.starts(with: name) {
      let version = start.dropFirst(name.count).prefix { $0 != 0x0A }
      if version.elementsEqual("v1".utf8) || start.count < expected.count {
        throw AgeError(.damagedHeader, "the file ends within the header")
      }
      // v1 without a line feed after it is another version, or a file that went through a text filter.
      throw AgeError(.unsupportedVersion, "expected age-encryption.org/v1")
    }
    if !start.isEmpty, expected.starts(with: start) {
      throw AgeError(.damagedHeader, "the file ends within the header")
    }
    throw AgeError(.notAge, start.isEmpty ? "it is empty" : "it does not begin with \(Header.versionLine)")
  }

  private mutating func line() throws(AgeError) -> [UInt8] {
    switch try source.line(limit: left) {
    case .whole(let line):
      left -= line.count + 1
      return line
    case .tooLong: throw AgeError(.headerTooLarge, "more than \(Header.maximumLength) bytes")
    case .unfinished: throw AgeError(.damagedHeader, "the file ends within the header")
    }
  }

  private func mac(_ line: [UInt8]) throws(AgeError) -> [UInt8] {
    guard line.starts(with: "--- ".utf8), line.count == 47, let mac = Base64.decode(line[4...]), mac.count == 32 else {
      throw AgeError(.damagedHeader, "its last line is not `--- ` and 43 characters of canonical base64")
    }
    return mac
  }

  private func arguments(_ line: [UInt8]) throws(AgeError) -> [String] {
    guard line.starts(with: "-> ".utf8) else {
      throw AgeError(.damagedHeader, "expected a stanza beginning with `-> `")
    }
    let arguments = line[3...].split(separator: 0x20, omittingEmptySubsequences: false)
    guard arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      throw AgeError(.damagedHeader, "a stanza's arguments must be visible ASCII, one space between them")
    }
    return arguments.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func body() throws(AgeError) -> [UInt8] {
    var text: [UInt8] = []
    while true {
      let line = try line()
      guard line.count <= Stanza.columns else {
        throw AgeError(.damagedHeader, "a line of a stanza's body is longer than 64 characters")
      }
      text += line
      if line.count < Stanza.columns { break }
    }
    guard let body = Base64.decode(text) else {
      throw AgeError(.damagedHeader, "a stanza's body is not canonical base64 in lines of 64 characters")
    }
    return body
  }
}

extension Header {
  /// Judges the form of stanzas of the native types. Stanzas of unknown types are allowed.
  func judgeStanzas() throws(AgeError) {
    for stanza in stanzas where stanza.type == X25519Stanza.type { _ = try X25519Stanza(stanza) }
    for stanza in stanzas where stanza.type == ScryptStanza.type {
      guard stanzas.count == 1 else {
        throw AgeError(.passphraseNotAlone, "a scrypt stanza stands beside \(stanzas.count - 1) other(s)")
      }
      _ = try ScryptStanza(stanza)
    }
  }
}
