import Programs
import OAuthClient
import SharedValues
import Workshop

/// Sends the lesson's own requests.
@MainActor
struct LabSending {
  let world: LabWorld
  let keys: LabKeys

  /// The `status` of a request that an attacker caught before it arrived.
  nonisolated static let caught = "caught"

  func facts(of request: LabRequest) async throws(CommandError) -> LabFacts {
    // A variable may contain a server's answer, so the address is judged after it is filled in.
    guard world.contains(world.filled(request.url)) else {
      return LabSending.unsent(TransportFailure.Code.hostNotAllowed.rawValue)
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
      case (.failure(let error), _), (_, .failure(let error)): return LabSending.unsent(error.code.rawValue)
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
    let answers = await LabSending.answers(signed, nonce, world.transport)
    return request.copies > 1 ? LabSending.summary(answers) : answers[0]
  }

  /// The `status` when the lesson's own app found another nonce in the ID token than it had sent.
  nonisolated static let otherNonce = ProtocolError.Code.idTokenNonceMismatch.rawValue

  /// The parameters of a challenge (RFC 6750 §3, RFC 9470 §3).
  private nonisolated static let asked = ["error", "error_description", "scope", "acr_values", "max_age"]

  private nonisolated static func unsent(_ status: String) -> LabFacts {
    var facts = LabFacts()
    facts["status"] = status
    return facts
  }

  private static func answers(
    _ signed: [(request: HTTPRequest, facts: LabFacts)], _ nonce: String?, _ transport: any Transport
  ) async -> [LabFacts] {
    await withTaskGroup(of: LabFacts.self) { group in
      for (request, facts) in signed { group.addTask { await send(request, nonce, transport, facts) } }
      var answers: [LabFacts] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
  }

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
        if found != nonce { facts = unsent(otherNonce) }
      }
      facts["dpop_nonce"] = response.headers[first: "DPoP-Nonce"]
    } catch {
      facts["status"] = error.code.rawValue
    }
    return facts
  }
}
