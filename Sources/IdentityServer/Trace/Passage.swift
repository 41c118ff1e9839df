/// One exchange as it passed, with its secrets. Only ``ExchangeTrace`` keeps it; what leaves the trace is masked.
///
/// It keeps the texts of both messages in one block. Thousands of short strings, kept for minutes and freed by another
/// thread, cost a busy server more than this copy and the rare reading of it.
final class Passage: Sendable {
  /// When the answer was ready.
  let time: Date
  let seconds: Double
  let side: Answering.Side
  private let texts: PackedTexts
  private let requestBody: [UInt8]
  private let responseBody: [UInt8]
  /// The answer's status, as it was sent.
  let status: Int
  /// The lengths of the bodies on the wire.
  let requestBytes: Int
  let responseBytes: Int
  let parties: ExchangeParties
  /// A mark of the `state`; `nil`: there is none.
  let visit: String?
  /// Whether the endpoint did what the request asks for. A fault may say otherwise, or say nothing.
  let isAccepted: Bool
  /// What the endpoint gave before a fault changed its answer; `nil`: the answer was sent as it was.
  let givenBeforeFault: FoundKeys?
  let id: String
  /// Bytes of target, headers and bodies.
  let weight: Int

  /// Longer bodies of answers are cut. Longer ones of requests are not kept: they were refused unread (413).
  static let longestBody = ServerRequest.maximumBody

  /// - Parameter own: the endpoint's answer, if a fault has changed it afterwards.
  init(
    _ request: ServerRequest, _ response: ServerResponse, own: ServerResponse? = nil, side: Answering.Side, time: Date,
    seconds: Double, _ notes: RequestNotes
  ) {
    let answer = own ?? response
    // A fault that replaced the answer came before the effect.
    isAccepted = answer.status < 400 && answer.fault.isEmpty
    givenBeforeFault = own.map(FoundKeys.init)
    (requestBytes, responseBytes) = (request.body.count, response.body.count)
    requestBody = request.body.count > Passage.longestBody ? [] : request.body
    responseBody =
      response.body.count > Passage.longestBody ? Array(response.body.prefix(Passage.longestBody)) : response.body
    texts = PackedTexts(
      [
        request.method, request.path, request.query, request.host, request.address, response.note, response.detail,
        response.fault,
      ],
      request.headers, response.headers)
    weight = texts.weight + requestBody.count + responseBody.count
    (status, self.side, self.time, self.seconds) = (response.status, side, time, seconds)
    (parties, visit, id) = (notes.parties, notes.visit, notes.id)
  }

  /// As the endpoint saw it, without a client's certificate. Made anew at each call.
  var request: ServerRequest {
    let (words, headers, _) = texts.unpacked
    let target = words[2].isEmpty ? words[1] : words[1] + "?" + words[2]
    return ServerRequest(
      method: words[0], target: target, headers: headers, host: words[3], body: requestBody, address: words[4])
  }

  /// As it was sent. Made anew at each call.
  var response: ServerResponse {
    let (words, _, headers) = texts.unpacked
    var response = ServerResponse(status, headers: headers, body: responseBody, note: words[5])
    (response.detail, response.fault) = (words[6], words[7])
    return response
  }

  var isRequestWhole: Bool { requestBody.count == requestBytes }
  var isResponseWhole: Bool { responseBody.count == responseBytes }
}
