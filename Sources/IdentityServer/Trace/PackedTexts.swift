/// The texts of an exchange in one block of memory: some words, and the header lines of both messages.
struct PackedTexts: Sendable {
  private let bytes: [UInt8]
  private let words: Int
  private let requestHeaders: Int

  /// No byte of UTF-8.
  private static let end: UInt8 = 0xFF

  init(_ words: [String], _ request: [HTTPHeader], _ response: [HTTPHeader]) {
    (self.words, requestHeaders) = (words.count, request.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      words.reduce(0) { $0 + $1.utf8.count + 1 } + PackedTexts.size(of: request) + PackedTexts.size(of: response))
    func append(_ text: String) {
      bytes.append(contentsOf: text.utf8)
      bytes.append(PackedTexts.end)
    }
    func append(_ headers: [HTTPHeader]) {
      for header in headers {
        append(header.name)
        append(header.value)
      }
    }
    for word in words { append(word) }
    append(request)
    append(response)
    self.bytes = bytes
  }

  private static func size(of headers: [HTTPHeader]) -> Int {
    headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
  }

  /// Bytes of memory.
  var weight: Int { bytes.count }

  var unpacked: (words: [String], request: [HTTPHeader], response: [HTTPHeader]) {
    let texts = bytes.split(separator: PackedTexts.end, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    let headers = stride(from: words, to: texts.count, by: 2).map { HTTPHeader(texts[$0], texts[$0 + 1]) }
    return (Array(texts.prefix(words)), Array(headers.prefix(requestHeaders)), Array(headers.dropFirst(requestHeaders)))
  }
}
