import SharedValues

/// What an endpoint does with the `DPoP` header of a request (RFC 9449 §4.3, §5, §8).
extension Provider {
  /// The proof that a request carries; `nil`: it carries none. It is not used up yet.
  ///
  /// - Parameter accessToken: the one that is presented together with it.
  /// - Throws: `invalid_dpop_proof` with what is wrong; `use_dpop_nonce`, to which ``Answering`` adds the nonce.
  func proof(of request: ServerRequest, accessToken: String? = nil) throws(OAuthError) -> DPoPProof? {
    let headers = request.headers[all: "DPoP"]
    guard let text = headers.first else { return nil }
    guard headers.count == 1 else { throw Provider.unfit("is sent more than once") }
    let proof: DPoPProof
    do throws(DPoPProof.Defect) {
      proof = try DPoPProof(
        text, method: request.method, url: ProofURL.normalised("https://\(request.host)\(request.path)"),
        accessToken: accessToken, now: now)
    } catch {
      throw Provider.unfit(error.sentence)
    }
    let algorithms = configuration.demands.algorithms
    guard algorithms.contains(proof.algorithm) else {
      throw Provider.unfit("must be signed with \(algorithms.map(\.rawValue).joined(separator: " or "))")
    }
    guard configuration.demands.dpopNonce else { return proof }
    guard let nonce = proof.nonce, nonces.isGood(nonce, now) else {
      throw OAuthError(.useDPoPNonce, "the DPoP proof must have a nonce of this server that is not over")
    }
    return proof
  }

  /// The thumbprint that a token is to be bound to; `nil`: to none, because the client sent no proof and need not.
  ///
  /// - Parameter client: authenticated, so that nobody else's proofs fill the memory.
  /// - Throws: `invalid_dpop_proof`, also for a proof that was used before.
  func provenKey(_ proof: DPoPProof?, _ client: Client) throws(OAuthError) -> String? {
    guard let proof else {
      guard !client.mustProveKey(configuration.demands) else { throw Provider.proofMissing }
      return nil
    }
    try useUp(proof)
    return proof.keyThumbprint
  }

  /// - Throws: `invalid_dpop_proof` where it was used before (RFC 9449 §11.1); `temporarily_unavailable` where no more can be
  ///   remembered.
  func useUp(_ proof: DPoPProof) throws(OAuthError) {
    switch proofs.remember(proof.id, of: proof.keyThumbprint, now: now) {
    case .new: return
    case .known: throw Provider.unfit("was used before")
    case .full: throw proofs.refusal
    }
  }

  static let proofMissing = OAuthError(.invalidDPoPProof, "a DPoP proof is required")

  private static func unfit(_ reason: String) -> OAuthError {
    OAuthError(.invalidDPoPProof, "the DPoP proof \(reason)")
  }
}

extension ReplayMemory {
  /// For requests that come while no more can be remembered.
  var refusal: OAuthError {
    .tryLater("too many signed tokens at once, please wait", status: 503, after: Int(window))
  }
}
