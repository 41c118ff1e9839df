import SharedValues

/// The compression of an answer's content (RFC 9110 §8.4). The transport requests none, but decodes gzip and deflate.
enum ContentCoding {
  private static let read: Set<String> = ["identity", "gzip", "deflate"]

  /// - Parameter codings: the values of `Content-Encoding`.
  /// - Throws: ``TransportFailure/Code/contentUnreadable``, naming codings that are not decoded.
  static func judge(_ codings: [String]) throws(TransportFailure) {
    // Content that was encoded twice is not decoded; servers do not send it.
    guard codings.count > 1 || !codings.allSatisfy({ read.contains($0.lowercased()) }) else { return }
    let names = codings.joined(separator: ", ").prefix(scalars: 40)
    throw TransportFailure(
      .contentUnreadable, "its content is encoded (Content-Encoding: \(names)); gzip and deflate are read")
  }
}
