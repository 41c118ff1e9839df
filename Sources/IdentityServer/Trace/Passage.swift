import Foundation
import SharedValues

/// One exchange as it passed, with its secrets. Only ``ExchangeTrace`` keeps it; what leaves the trace is masked.
///
/// It holds the values that the server has made anyway, so that keeping one costs no copy.
final class Passage: Sendable {
  /// When the answer was ready.
  let time: Date
  let seconds: Double
  let side: Answering.Side
  let request: ServerRequest
  let response: ServerResponse
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
  /// The request's id in the log.
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
    var (request, response) = (request, response)
    let answer = own ?? response
    // A fault that replaced the answer came before the effect.
    isAccepted = answer.status < 400 && answer.fault.isEmpty
    givenBeforeFault = own.map(FoundKeys.init)
    (requestBytes, responseBytes) = (request.body.count, response.body.count)
    if request.body.count > Passage.longestBody { request.body = [] }
    if response.body.count > Passage.longestBody { response.body = Array(response.body.prefix(Passage.longestBody)) }
    request.clientCertificate = nil
    weight =
      request.path.utf8.count + request.query.utf8.count + request.body.count + response.body.count
      + Passage.size(of: request.headers) + Passage.size(of: response.headers)
    (self.request, self.response, self.side, self.time, self.seconds) = (request, response, side, time, seconds)
    (parties, visit, id) = (notes.parties, notes.visit, notes.id)
  }

  private static func size(of headers: [HTTPHeader]) -> Int {
    headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  var isRequestWhole: Bool { request.body.count == requestBytes }
  var isResponseWhole: Bool { response.body.count == responseBytes }
}
