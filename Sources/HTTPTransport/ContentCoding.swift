import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import SharedValues

/// The compression of an answer's content (RFC 9110 §8.4). The transport requests none, but decodes gzip and deflate.
enum ContentCoding {
  private static let read: Set<String> = ["identity", "gzip", "deflate"]

  /// - Throws: ``TransportFailure/Code/contentUnreadable``, naming codings that are not decoded.
  static func judge(_ codings: [String]) throws(TransportFailure) {
    // Content that was encoded twice is not decoded; servers do not send it.
    guard codings.count > 1 || !codings.allSatisfy({ read.contains($0.lowercased()) }) else { return }
    let names = codings.joined(separator: ", ").prefix(scalars: 40)
    throw TransportFailure(.contentUnreadable, "Content-Encoding: \(names)")
  }
}

/// `x-gzip` means `gzip` (RFC 9110 §8.4.1.3), but the library's decoder does not know it: it gets the usual name.
final class OldNameOfGzip: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  static func read(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
    try pipeline.addHandler(OldNameOfGzip(), position: .before(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data),
      head.headers[canonicalForm: "Content-Encoding"].map({ $0.lowercased() }) == ["x-gzip"]
    else { return context.fireChannelRead(data) }
    head.headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
