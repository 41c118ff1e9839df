/// A device polls the token endpoint (RFC 8628 §3.4 and §3.5).
extension Provider {
  func redeemDeviceCode(_ form: FormParameters, _ client: Client, _ key: ProvenKey?) async throws -> ServerResponse {
    try client.checkDeviceGrant()
    guard let code = form["device_code"] else { throw OAuthError(.invalidRequest, "device_code is required") }
    let result = try await store.redeemDevice(code, of: client.id, now: now) { [self, now] grant, database in
      if let proof = key?.pending { try useUp(proof, client) }
      return try issue(
        grant, scope: grant.scope, resource: try target(of: form, granted: grant.resource), client, key?.thumbprint,
        now: now, database)
    }
    switch result {
    // A device sends no nonce, so the ID token has none.
    case .success(let issued): return try await tokenResponse(issued, client, nonce: nil, note: "tokens issued")
    case .failure(let refusal): throw refusal.error
    }
  }
}

extension Store.DeviceRefusal {
  /// RFC 8628 §3.5.
  fileprivate var error: OAuthError {
    switch self {
    case .pending: OAuthError(.authorizationPending, "the user has not finished yet")
    case .tooSoon: OAuthError(.slowDown, "ask less often: wait 5 seconds more from now on")
    case .denied: OAuthError(.accessDenied, "the user refused")
    case .revoked: OAuthError(.accessDenied, "what the user allowed was taken back")
    case .expired: OAuthError(.expiredToken, "the device_code has expired")
    case .unknown, .replayed, .otherClient:
      OAuthError(.invalidGrant, "the device_code is unknown, used or another client's", detail: rawValue)
    }
  }
}
