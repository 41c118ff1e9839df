/// The line of an exchange in a list: what passed and whose it is, with masked secrets.
struct ExchangeLine: Hashable, Sendable {
  /// Counts from 1 at each start of the server.
  let number: Int
  /// When the answer was ready.
  let time: Date
  let milliseconds: Double
  let side: Answering.Side
  let address: String
  let method: String
  /// Path and query, still percent-encoded.
  let target: String
  let status: Int
  /// What happened, in the server's words; may be empty.
  let note: String
  /// The reason of a refusal that the peer is not told; may be empty.
  let detail: String
  /// The names of the faults that changed the answer; empty: none did.
  let fault: String
  /// The request's id in the log.
  let requestID: String
  let parties: ExchangeParties
  /// A mark of the `state` of the login or sign-out that the request belongs to; `nil`: there is none.
  let visit: String?

  init(_ number: Int, _ passage: Passage, _ parties: ExchangeParties, _ mask: ExchangeMask) {
    (self.number, self.parties) = (number, parties)
    (time, milliseconds, side) = (passage.time, passage.seconds * 1000, passage.side)
    let (request, response) = (passage.request, passage.response)
    address = request.address
    method = mask.text(String(request.method.prefix(scalars: 16)))
    target = mask.target(of: request)
    status = response.status
    (note, detail) = (mask.text(response.note), mask.text(response.detail))
    (requestID, visit, fault) = (passage.id, passage.visit, mask.text(response.fault))
  }

  /// The status as pages show it; a dash: a fault ended the connection without an answer.
  var statusText: String { status == 0 ? "–" : String(status) }

  /// The look of the status on pages. No answer is no success.
  var kind: String { status == 0 ? "dead" : Provider.kind(status) }
}

/// An exchange with both messages, with masked secrets. It cannot hold a message as it was.
struct TracedExchange: Hashable, Sendable {
  struct Message: Hashable, Sendable {
    /// As the server's endpoints see or set them: HTTP itself adds `Date`, `Connection` and the like.
    let headers: [HTTPHeader]
    /// For reading: JSON is indented, a long text is shortened.
    let body: String
    /// The body's length on the wire.
    let bytes: Int
    /// Whether the whole body was kept.
    let isWhole: Bool
  }

  let line: ExchangeLine
  let request: Message
  let response: Message

  init(_ line: ExchangeLine, _ passage: Passage, _ mask: ExchangeMask) {
    self.line = line
    let (asked, answered) = (passage.request, passage.response)
    let host = asked.headers[first: "Host"] == nil ? [HTTPHeader("Host", asked.host)] : []
    request = Message(
      headers: mask.headers(host + asked.headers), body: mask.body(asked.body, contentType: asked.contentType),
      bytes: passage.requestBytes, isWhole: passage.isRequestWhole)
    response = Message(
      headers: mask.headers(answered.headers),
      body: mask.body(answered.body, contentType: answered.headers.contentType),
      bytes: passage.responseBytes, isWhole: passage.isResponseWhole)
  }
}
