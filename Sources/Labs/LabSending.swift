import AppState
import FoundationEssentials
import OAuthClient
import Programs
import SharedValues
import Synchronization
import Workshop

/// Sends the lesson's own requests.
@MainActor struct LabSending {
  let world: LabWorld
  let keys: LabKeys

  /// The `status` of a request that an attacker caught before it arrived.
  nonisolated static let caught = "caught"

  func facts(of request: LabRequest) async throws(CommandError) -> LabFacts {
    // A variable may contain a server's answer, so the address is judged after it is filled in.
    guard world.contains(world.filled(request.url)) else {
      return LabFacts(["status": TransportFailure.Code.hostNotAllowed.rawValue])
    }
    let nonce = request.nonce.map(world.filled)
    var signed: [(request: HTTPRequest, facts: LabFacts)] = []
    for _ in 0..<request.copies {
      let proof = try await keys.text(request.proof, .dpop) { key, _ in
        DPoPProof.build(
          key, method: request.method, url: world.filled(request.url),
          accessToken: request.dpop.map { Secret(world.filled($0)) })
      }
      let assertion = try await keys.text(request.assertion, .clientAuthentication) { key, signature in
        (try? Issuer(world.filled("{issuer}"), allowPlainHTTPLoopback: false)).map {
          ClientAssertion.build(clientID: world.filled(signature.client), thumbprint: key.thumbprint, issuer: $0)
        }
      }
      switch (proof, assertion) {
      case (.failure(let error), _), (_, .failure(let error)): return LabFacts(["status": error.code.rawValue])
      case (.success(let proof), .success(let assertion)):
        var facts = LabFacts()
        (facts["proof"], facts[ClientAssertion.parameter]) = (proof, assertion)
        let http = LabRequests.http(
          request, proof: proof, assertion: assertion, filled: world.filled, addresses: world.addresses)
        signed.append((http, facts))
      }
    }
    guard !request.isCaught else {
      var facts = signed[0].facts
      facts["status"] = LabSending.caught
      return facts
    }
    let transport = world.transport
    let answers = await withTaskGroup(of: LabFacts.self) { group in
      for (request, facts) in signed { group.addTask { await LabSending.send(request, nonce, transport, facts) } }
      var answers: [LabFacts] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
    return request.copies > 1 ? LabSending.summary(answers) : answers[0]
  }

  /// The `status` when the lesson's own app found another nonce in the ID token than it had sent.
  nonisolated static let otherNonce = ProtocolError.Code.idTokenNonceMismatch.rawValue

  /// The parameters of a challenge (RFC 6750 §3, RFC 9470 §3).
  private nonisolated static let asked = ["error", "error_description", "scope", "acr_values", "max_age"]

  /// The facts of a request that was served, or else of one that was refused.
  private static func summary(_ answers: [LabFacts]) -> LabFacts {
    let (good, refused) = (answers.filter(\.succeeded), answers.filter { !$0.succeeded })
    var facts = good.first ?? refused.first ?? LabFacts()
    facts["served"] = "\(good.count)"
    facts["refused"] = "\(refused.count)"
    facts["refused_error"] = refused.first?["error"]
    return facts
  }

  private nonisolated static func send(
    _ request: HTTPRequest, _ nonce: String?, _ transport: any Transport, _ facts: LabFacts
  ) async -> LabFacts {
    var facts = facts
    do {
      let response = try await transport.send(request)
      facts["status"] = "\(response.status)"
      let challenges = response.headers[all: "WWW-Authenticate"].flatMap(AuthenticationChallenge.all(in:))
      if let challenge = challenges.first(where: { $0["error"] != nil }) {
        for name in asked where challenge[name] != nil { facts[name] = challenge[name] }
      }
      if let body = try? JSON.parse(response.body) { facts.add(body) }
      if let nonce, let token = facts["id_token"] {
        let found = IDTokenClaims(stored: Secret(token))?.document["nonce"]?.stringValue
        if found != nonce { facts = LabFacts(["status": otherNonce]) }
      }
      facts["dpop_nonce"] = response.headers[first: "DPoP-Nonce"]
    } catch { facts["status"] = error.code.rawValue }
    return facts
  }
}

/// Builds the lesson's own requests from its file.
enum LabRequests {
  /// - Parameter addresses: see ``Endpoint/init(of:addresses:)``.
  static func http(
    _ request: LabRequest, proof: String?, assertion: String?, filled: (String) -> String,
    addresses: (String) -> [String]
  ) -> HTTPRequest {
    var headers: [HTTPHeader] = []
    if let bearer = request.bearer { headers.append(HTTPHeader("Authorization", "Bearer " + filled(bearer))) }
    if let dpop = request.dpop { headers.append(HTTPHeader("Authorization", "DPoP " + filled(dpop))) }
    if let proof { headers.append(HTTPHeader(DPoPProof.header, proof)) }
    if let basic = request.basic {
      // RFC 6749 §2.3.1: both halves are form-encoded before they are joined.
      let pair =
        PercentCoding.encode(filled(basic.name), .unreserved) + ":"
        + PercentCoding.encode(filled(basic.value), .unreserved)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    }
    var body: [UInt8] = []
    switch request.body {
    case .none: break
    case .form(let pairs):
      headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
      var parameters = pairs.map { (name: $0.name, value: filled($0.value)) }
      if let assertion {
        parameters += [(ClientAssertion.typeParameter, ClientAssertion.type), (ClientAssertion.parameter, assertion)]
      }
      body = Array(PercentCoding.encode(parameters, .unreserved).utf8)
    case .json(let json):
      headers.append(HTTPHeader("Content-Type", "application/json"))
      body = Array(LabRequests.filled(json, filled).compact.utf8)
    }
    var http = HTTPRequest(request.method, filled(request.url), headers: headers, body: body)
    http.endpoint = Endpoint(of: http, addresses: addresses)
    return http
  }

  private static func filled(_ json: JSON, _ fill: (String) -> String) -> JSON {
    switch json {
    case .string(let text): .string(fill(text))
    case .array(let items): .array(items.map { filled($0, fill) })
    case .object(let members): .object(members.map { JSON.Member($0.name, filled($0.value, fill)) })
    default: json
    }
  }
}

/// Remembers who sends the lesson's own requests, to show them in the sequence of messages.
final class LabSender: Sendable {
  struct State {
    var sender = LabRequest.Sender.attacker
    /// The phone on which the lesson's own app was seen last: requests of that app come from there.
    var phone: String?
    var rogue: String?
    var report: LabReport = { _ in }
  }

  let state = Mutex(State())

  func send(_ exchange: Exchange) {
    let now = state.withLock { $0 }
    let (sender, receiver) = (Lifeline(now.sender.party, on: now.phone), LabSender.receiver(exchange, now.rogue))
    now.report(.message(Message(from: sender.party, to: receiver, .exchange(exchange), phone: sender.phone)))
  }

  static func receiver(_ exchange: Exchange, _ rogue: String?) -> Party {
    if let rogue, exchange.request.url.hasPrefix(bytes: rogue + "/") { return .rogue }
    return exchange.request.endpoint == .api ? .api : .server
  }
}
