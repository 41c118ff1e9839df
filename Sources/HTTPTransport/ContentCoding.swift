import ForeignText
import SharedValues

/// How the content of an answer is compressed (RFC 9110 §8.4). The transport asks for none and decodes gzip and deflate, as far as
/// ``TransportLimits/body``.
enum ContentCoding {
  private static let decoded: Set<String> = ["gzip", "deflate"]

  /// - Parameter codings: the values of `Content-Encoding`.
  /// - Throws: ``TransportFailure/Code/malformedResponse``, with their names, where they are not decoded. What is shown of such an answer
  ///   would be bytes that nobody can read.
  static func judge(_ codings: [String]) throws(TransportFailure) {
    let named = codings.map { $0.lowercased() }.filter { $0 != "identity" }
    guard named.count > 1 || !named.allSatisfy(decoded.contains) else { return }
    let names = named.joined(separator: ", ").prefix(scalars: 40)
    throw TransportFailure(.malformedResponse, "its content is encoded (Content-Encoding: \(names)); gzip and deflate are read")
  }
}
