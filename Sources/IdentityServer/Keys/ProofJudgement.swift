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

  /// The key that a token is to be bound to; `nil`: to none, because the client sent no proof and need not.
  ///
  /// The proof of a client that has authenticated is used up now; that of a public one, which anybody could be, only together
  /// with a code or a refresh token that is good (``ProvenKey/pending``): proofs of nobody in particular fill no memory.
  ///
  /// - Throws: `invalid_dpop_proof`, also for a proof that was used before.
  func provenKey(_ proof: DPoPProof?, _ client: Client) throws(OAuthError) -> ProvenKey? {
    guard let proof else {
      guard !client.mustProveKey(configuration.demands) else { throw Provider.proofMissing }
      return nil
    }
    try accept(proof, of: client)
    return ProvenKey(thumbprint: proof.keyThumbprint, pending: client.isPublic ? proof : nil)
  }

  /// Uses a proof up; that of a public client only has to be unused.
  func accept(_ proof: DPoPProof, of client: Client) throws(OAuthError) {
    guard client.isPublic else { return try useUp(proof, client) }
    guard !proofs.knows(proof.id, of: proof.keyThumbprint) else { throw Provider.unfit("was used before") }
  }

  /// - Throws: `invalid_dpop_proof` where it was used before (RFC 9449 §11.1); `temporarily_unavailable` where no more can be
  ///   remembered.
  func useUp(_ proof: DPoPProof, _ client: Client) throws(OAuthError) {
    switch proofs.remember(proof.id, of: proof.keyThumbprint, share: client.share, now: now) {
    case .new: return
    case .known: throw Provider.unfit("was used before")
    case .full: throw proofs.refusal
    case .unwritable: throw ReplayMemory.unwritable
    }
  }

  static let proofMissing = OAuthError(.invalidDPoPProof, "a DPoP proof is required")

  private static func unfit(_ reason: String) -> OAuthError {
    OAuthError(.invalidDPoPProof, "the DPoP proof \(reason)")
  }
}

/// A key that a client has proved to hold.
struct ProvenKey: Sendable {
  var thumbprint: String
  /// A proof that has to be used up before it counts; `nil`: it is used up.
  var pending: DPoPProof?
}

extension Client {
  /// Whose clients fill the same share of what is remembered: those of one user, and those that belong to nobody.
  var share: String { owner.map { "user \($0)" } ?? (kind == .dynamic ? "nobody" : "client \(id)") }
}

extension ReplayMemory {
  static let unwritable = OAuthError(
    .serverError, "the server could not do that", detail: "what was used cannot be written down", status: 500)

  /// For requests that come while no more can be remembered.
  var refusal: OAuthError {
    .tryLater("too many signed tokens at once, please wait", status: 503, after: Int(window))
  }
}
