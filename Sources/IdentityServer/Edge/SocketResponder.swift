import Faults
import HTTPTypes
import Hummingbird
import NIOCore
import NIOSSL

/// Hummingbird's side of the server: converts its requests into values, and values into its responses.
struct SocketResponder: HTTPResponder {
  typealias Context = SocketContext

  var answering: Answering

  @Sendable func respond(to request: Request, context: SocketContext) async throws -> Response {
    var value = ServerRequest(
      method: request.method.rawValue, target: request.head.path ?? "/",
      headers: request.headers.map { HTTPHeader($0.name.rawName, $0.value) }, host: request.head.authority ?? "",
      address: context.address)
    if answering.side == .devices {
      value.clientCertificate = try? await context.channel.nioSSL_peerCertificate().get()?.toDERBytes()
    }
    // One byte more than allowed is enough to know. A body whose announced length is too large is not read at all.
    do {
      guard !RequestGuard.isTooLarge(request.headers[.contentLength]) else {
        throw NIOTooManyBytesError(maxBytes: ServerRequest.maximumBody)
      }
      let buffer = try await request.body.collect(upTo: ServerRequest.maximumBody)
      value.body = Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError { value.body = Array(repeating: 0, count: ServerRequest.maximumBody + 1) }
    let provider = answering.provider
    let connection = provider.faults.isEmpty ? nil : provider.connections.connection(of: context.channel)
    let asked = value
    var answer = await OpenConnection.$current.withValue(connection) { await answering.respond(to: asked) }
    if let transfer = answer.transfer { await send(&answer, by: transfer, context.channel) }
    // The answer that follows cannot be written any more.
    if answer.isCutOff { try? await context.channel.close() }
    return SocketResponder.response(answer)
  }

  /// Changes the answer's bytes for the fault. Nowhere earlier, because the log of exchanges keeps the readable answer.
  private func send(_ answer: inout ServerResponse, by transfer: TransferDefect, _ channel: any Channel) async {
    switch transfer {
    case .gzip where !answer.body.isEmpty:
      answer.body = StoredGzip.of(answer.body)
      answer.headers.append(HTTPHeader("Content-Encoding", "gzip"))
    case .gzip: break
    case .oldHTTP:
      try? await channel.eventLoop.submit {
        try channel.pipeline.syncOperations.handler(type: RequestGuard.self).answersAsOldHTTP()
      }.get()
    }
  }

  /// The header names of most answers, made once because construction validates each character.
  private static let names: [String: HTTPField.Name] = Dictionary(
    uniqueKeysWithValues: [
      "Content-Type", "Cache-Control", "Pragma", "Location", "X-Content-Type-Options", "Referrer-Policy",
      "X-Frame-Options", "Content-Security-Policy", "Cross-Origin-Opener-Policy",
    ].compactMap { text in HTTPField.Name(text).map { (text, $0) } })

  private static func response(_ value: ServerResponse) -> Response {
    var fields = HTTPFields()
    for header in value.headers {
      guard let name = names[header.name] ?? HTTPField.Name(header.name) else { continue }
      fields.append(HTTPField(name: name, value: header.value))
    }
    return Response(
      status: .init(code: value.status), headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: value.body)))
  }
}

extension SocketAddress {
  /// The peer's address. A socket that is bound to `::` gives IPv4 addresses in IPv6 (RFC 4291 §2.5.5.2); lists, targets and limits have them in
  /// their usual spelling. `nil`: there is none.
  var peerText: String? {
    ipAddress.map { text in text.hasPrefix(bytes: "::ffff:") ? IPAddress(text)?.text ?? text : text }
  }
}

struct SocketContext: InitializableFromSource, Sendable {
  var address: String
  var channel: any Channel

  init(source: ApplicationRequestContextSource) {
    address = source.channel.remoteAddress?.peerText ?? "unknown"
    channel = source.channel
  }
}
