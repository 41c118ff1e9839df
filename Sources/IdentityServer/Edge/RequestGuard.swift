import NIOCore
import NIOHTTP1

/// Stands between HTTP's parser and the server, one per connection: keeps the deadlines of ``ConnectionLimits``, and
/// judges what the grammar of a head leaves open (RFC 9112 §3.2, §9.3, RFC 9110 §10.1.1).
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  enum CutOff: String, CaseIterable, Sendable {
    case head = "head_timeout"
    case body = "body_timeout"
    case answer = "answer_timeout"
    case crowded = "too_many_connections"
  }

  private enum Phase { case waiting, head, body, answering }

  private let limits: IdentityServerConfiguration.ConnectionLimits
  private let connection: OpenConnection
  private let onCutOff: @Sendable (CutOff) -> Void
  private let tick: TimeAmount

  private var phase = Phase.waiting
  private var deadline: NIODeadline
  private var unanswered = 0
  private var isDeaf = false
  /// The connection ends after the answer to the latest request.
  private var isLast = false
  /// A fault sends the next answer with HTTP/1.0, and ends the connection with it.
  private var isOldAnswer = false
  private var timer: Scheduled<Void>?

  init(
    _ limits: IdentityServerConfiguration.ConnectionLimits, _ connection: OpenConnection,
    onCutOff: @escaping @Sendable (CutOff) -> Void
  ) {
    (self.limits, self.connection, self.onCutOff) = (limits, connection, onCutOff)
    deadline = .now() + TimeAmount(limits.idle)
    // One timer that checks four times per phase costs less than a timer for each phase of each request.
    tick = TimeAmount(min(limits.head, limits.body, limits.idle, limits.answer) / 4)
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }

  func answersAsOldHTTP() { isOldAnswer = true }

  func bytesCame() { if phase == .waiting { enter(.head, limits.head) } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDeaf else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard let judged = RequestGuard.judged(head) else {
        isDeaf = true
        // The server answers parser errors with 400 and closes the connection.
        context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        return
      }
      encourage(head, context)
      unanswered += 1
      isLast = RequestGuard.ends(head)
      enter(.body, limits.body)
      context.fireChannelRead(wrapInboundOut(.head(judged)))
    case .body: context.fireChannelRead(data)
    case .end:
      if unanswered == 0 { enter(.waiting, limits.idle) } else { enter(.answering, limits.answer) }
      // RFC 9112 §9.6: later requests are not processed.
      isDeaf = isLast
      context.fireChannelRead(data)
    }
  }

  /// The server keeps its side open, because an answer may still be wanted.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { connection.peerLeaves() }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where isOldAnswer && head.status.code >= 200:
      head.version = .http1_0
      head.headers.remove(name: "Content-Length")
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where isOldAnswer:
      isDeaf = true
      context.writeAndFlush(data, promise: promise)
      return context.close(promise: nil)
    case .head(var head) where isLast && unanswered == 1 && head.status.code >= 200:
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      unanswered = max(0, unanswered - 1)
      if unanswered == 0, phase == .answering { enter(.waiting, limits.idle) }
    default: break
    }
    context.write(data, promise: promise)
  }

  private func enter(_ next: Phase, _ time: Duration) {
    let now = NIODeadline.now()
    phase = next
    deadline = now + TimeAmount(time)
    // While one request is being answered, the next may already be arriving.
    let isReading = next == .head || (next == .body && unanswered == 1)
    connection.becomes(next == .waiting ? .idle : isReading ? .reading : .answering, at: now)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: tick) { [weak self] in
      guard let self, self.timer != nil else { return }
      if self.deadline <= .now() { self.timeOut(context) } else { self.schedule(context) }
    }
  }

  private func timeOut(_ context: ChannelHandlerContext) {
    switch phase {
    case .waiting: break
    case .head:
      onCutOff(.head)
      sendTimeout(context)
    case .body:
      onCutOff(.body)
      if unanswered == 1 { sendTimeout(context) }
    case .answering: onCutOff(.answer)
    }
    isDeaf = true
    context.close(promise: nil)
  }

  /// RFC 9110 §15.5.9.
  private func sendTimeout(_ context: ChannelHandlerContext) {
    let fields: HTTPHeaders = ["Connection": "close", "Content-Length": "0"]
    let head = HTTPResponseHead(version: .http1_1, status: .requestTimeout, headers: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// For a client that waits for `100 Continue`. A body that is too large is not encouraged: the answer is the refusal.
  private func encourage(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard unanswered == 0, !RequestGuard.isOld(head),
      head.headers[canonicalForm: "Expect"].contains(where: { $0.lowercased() == "100-continue" }),
      !RequestGuard.isTooLarge(head.headers.first(name: "Content-Length"))
    else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// HTTP/1.0 has no Expect and does not require Host.
  private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major == 1 && head.version.minor == 0 }

  /// RFC 9112 §9.3. HTTP/1.0's keep-alive was never standardised, so its connections end after one request.
  private static func ends(_ head: HTTPRequestHead) -> Bool {
    isOld(head) || head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
  }

  static func isTooLarge(_ contentLength: String?) -> Bool {
    contentLength.flatMap { Int($0) }.map { $0 > ServerRequest.maximumBody } ?? false
  }

  /// `nil`: the head does not have exactly one Host (RFC 9112 §3.2). The authority of an absolute target replaces Host (§3.2.2).
  static func judged(_ head: HTTPRequestHead) -> HTTPRequestHead? {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 || (hosts.isEmpty && isOld(head)) else { return nil }
    var head = head
    // The server recognises the option only in this spelling.
    if ends(head) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    guard let scheme = head.uri.range(of: "://"), !head.uri.hasPrefix(bytes: "/"),
      head.uri[..<scheme.lowerBound].allSatisfy({ $0.isASCII && ($0.isLetter || "+-.".contains($0)) })
    else { return head }
    let rest = head.uri[scheme.upperBound...]
    let authority = rest.prefix(whileScalar: { $0 != "/" && $0 != "?" && $0 != "#" })
    let path = rest[authority.endIndex...]
    var judged = head
    judged.headers.replaceOrAdd(name: "Host", value: String(authority))
    judged.uri = path.hasPrefix(bytes: "/") ? String(path) : "/" + path
    return judged
  }
}

/// Tells the guard about bytes that are not a complete head yet.
final class FirstByte: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let requests: RequestGuard

  init(_ requests: RequestGuard) { self.requests = requests }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    requests.bytesCame()
    context.fireChannelRead(data)
  }
}
