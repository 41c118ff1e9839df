import ForeignText
import SharedValues

/// How the content of an answer is compressed (RFC 9110 §8.4). The transport asks for none and decodes gzip and deflate, as far as
/// ``TransportLimits/body``.
enum ContentCoding {
  private static let read: Set<String> = ["identity", "gzip", "deflate"]

  /// - Parameter codings: the values of `Content-Encoding`.
  /// - Throws: ``TransportFailure/Code/contentUnreadable``, with their names, where they are not decoded. What is shown of such an answer
  ///   would be bytes that nobody can read.
  static func judge(_ codings: [String]) throws(TransportFailure) {
    // What was encoded twice would have to be decoded twice: nobody sends that.
    guard codings.count > 1 || !codings.allSatisfy({ read.contains($0.lowercased()) }) else { return }
    let names = codings.joined(separator: ", ").prefix(scalars: 40)
    throw TransportFailure(
      .contentUnreadable, "its content is encoded (Content-Encoding: \(names)); gzip and deflate are read")
  }
}
