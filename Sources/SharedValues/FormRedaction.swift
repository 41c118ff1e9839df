extension Redaction {
  /// Pairs are judged one by one, and only decoded for the judgement, so that no spelling gets past.
  func form(_ bytes: some Collection<UInt8>) -> String {
    bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map(pair).joined(separator: "&")
  }

  private func pair(_ bytes: some Collection<UInt8>) -> String {
    let written = String(decoding: bytes, as: UTF8.self)
    let mark = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
    let name = PercentCoding.repaired(bytes[..<mark])
    guard mark < bytes.endIndex, name.utf8.allSatisfy(\.isOfName) else {
      // Without a clean name, the pair is judged as plain text.
      let text = PercentCoding.repaired(bytes)
      let masked = TextRedaction(redaction: self, text: text).masked
      let words = name.utf8.split { !$0.isOfName }.map { String(Substring($0)) }
      if masked == text, words.contains(where: hides) { return mask("", name: "password") }
      return masked == text ? written : masked
    }
    let value = bytes[bytes.index(after: mark)...]
    return String(decoding: bytes[...mark], as: UTF8.self)
      + shown(String(decoding: value, as: UTF8.self), name, value)
  }

  private func shown(_ written: String, _ name: String, _ bytes: some Collection<UInt8>) -> String {
    if hides(name) { return mask(written, name: name) }
    // A parameter can carry a whole URL with secrets of its own.
    let value = PercentCoding.repaired(bytes)
    return TextRedaction(redaction: self, text: value).masked == value ? written : mask("", name: "password")
  }
}
