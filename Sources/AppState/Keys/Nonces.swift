import OAuthClient

/// The nonces of DPoP proofs (RFC 9449 §8 and §9): the last nonce of a server goes into the next proof to it, and a request that was refused for lack
/// of one is sent again, once. The stages of flows know nothing of nonces.
extension AppState {
  /// Adds nonces to requests before they leave.
  func withNonces(_ effects: [Effect]) -> [Effect] {
    effects.map { effect in
      guard case .send(let id, let request, let reply) = effect, let origin = DPoPNonce.origin(of: request.url),
        let nonce = nonces[origin]
      else { return effect }
      return .send(id, DPoPNonce.adding(nonce, to: request), reply)
    }
  }

  /// Reads the nonce of an answer.
  ///
  /// - Returns: the same request with the new nonce; `nil`: the answer goes to the flow.
  /// - Throws: when the server demanded a nonce but gave none, or a malformed one.
  mutating func retryWithNonce(of answer: FlowAnswer, in running: Flow) throws(AppError) -> [Effect]? {
    guard case .response(let reply, .success(let response)) = answer, let request = running.sent,
      let origin = DPoPNonce.origin(of: request.url), request.hasDPoPProof
    else { return nil }
    guard DPoPNonce.isDemanded(by: response) else {
      // A malformed nonce must not discard what the answer brings, such as tokens or a payment.
      if let given = try? DPoPNonce.given(in: response) { nonces[origin] = given }
      return nil
    }
    guard let given = try judged(try DPoPNonce.given(in: response)) else {
      throw protocolFailure(DPoPNonce.missing)
    }
    nonces[origin] = given
    // A server that refuses its own nonce could otherwise keep the app retrying for ever.
    guard !running.hasRetriedWithNonce else { return nil }
    flow?.hasRetriedWithNonce = true
    return [.send(running.id, DPoPNonce.adding(given, to: request), reply)]
  }
}
