/// How endpoints handle the `DPoP` header of a request (RFC 9449 §4.3, §5, §8).
extension Provider {
  /// The proof in a request, not used up yet, which must fit the access token that is presented with it; `nil`: the request has
  /// no proof. ``Answering`` adds the nonce to `use_dpop_nonce`.
  func proof(of request: ServerRequest, accessToken: String? = nil) throws(OAuthError) -> DPoPProof? {
    let headers = request.headers[all: "DPoP"]
    guard let text = headers.first else { return nil }
    guard headers.count == 1 else { throw DPoPProof.refused("is sent more than once") }
    let proof = try DPoPProof(
      text, method: request.method, urls: addresses.urls(request.path, host: request.host),
      accessToken: accessToken, now: now)
    let algorithms = configuration.demands.algorithms
    guard algorithms.contains(proof.algorithm) else {
      throw DPoPProof.refused("must be signed with \(algorithms.map(\.rawValue).joined(separator: " or "))")
    }
    guard configuration.demands.dpopNonce else { return proof }
    guard let nonce = proof.nonce, nonces.isGood(nonce, now) else {
      throw OAuthError(.useDPoPNonce, "the DPoP proof must have a nonce of this server that is not over")
    }
    return proof
  }

  /// The key to bind a token to; `nil`: no key, because the client sent no proof and need not.
  ///
  /// An authenticated client's proof is used up now. A public client's proof is used up only together with a valid code or
  /// refresh token (``ProvenKey/pending``), so that anonymous proofs cannot fill the memory.
  func provenKey(_ proof: DPoPProof?, _ client: Client) throws(OAuthError) -> ProvenKey? {
    guard let proof else {
      guard !client.mustProveKey(configuration.demands) else { throw Provider.proofMissing }
      return nil
    }
    try accept(proof, of: client)
    return ProvenKey(thumbprint: proof.keyThumbprint, pending: client.isPublic ? proof : nil)
  }

  /// Uses up a proof; a public client's is only checked for earlier use.
  func accept(_ proof: DPoPProof, of client: Client) throws(OAuthError) {
    guard client.isPublic else { return try useUp(proof, client) }
    guard !proofs.knows(proof.id, of: proof.keyThumbprint) else { throw DPoPProof.refused("was used before") }
  }

  /// A used proof is `invalid_dpop_proof` (RFC 9449 §11.1).
  func useUp(_ proof: DPoPProof, _ client: Client) throws(OAuthError) {
    try proofs.useUp(proof.id, of: proof.keyThumbprint, client, now: now, orThrow: DPoPProof.refused("was used before"))
  }

  static let proofMissing = OAuthError(.invalidDPoPProof, "a DPoP proof is required")
}

struct ProvenKey: Sendable {
  var thumbprint: String
  /// A proof that must still be used up; `nil`: it has been.
  var pending: DPoPProof?
}

extension Client {
  /// An instance belongs to the user who registered it.
  func isFor(_ userName: String) -> Bool { owner.map { $0 == userName } ?? true }

  /// The share of the replay memory that this client fills: one per user, one for all clients without an owner, one per configured client.
  var share: String { owner.map { "user \($0)" } ?? (kind == .dynamic ? "nobody" : "client \(id)") }
}

extension ReplayMemory {
  func useUp(
    _ id: String, of owner: String, _ client: Client, now: Date, orThrow used: OAuthError
  ) throws(OAuthError) {
    switch remember(id, of: owner, share: client.share, now: now) {
    case .new: return
    case .known: throw used
    case .full: throw .tryLater("too many signed tokens at once, please wait", status: 503, after: Int(window))
    case .unwritable:
      throw OAuthError(
        .serverError, "the server could not do that", detail: "what was used cannot be written down", status: 500)
    }
  }
}
