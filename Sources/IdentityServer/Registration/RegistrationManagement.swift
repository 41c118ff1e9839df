/// Lets a client manage its own registration (RFC 7592) with the registration access token.
extension Provider {
  /// RFC 7592 §2.1 and §3: the answer repeats the token from the request; the server stores only its hash.
  @Sendable func readRegistration(_ request: ServerRequest) async throws -> ServerResponse {
    let (client, token) = try await managedClient(request)
    return .json(information(client, secret: nil, registrationToken: token), note: "registration read")
  }

  /// RFC 7592 §2.2: replaces all metadata, keeps the secret, rotates the registration access token.
  /// New keys replace the old ones from the commit on; ``Store/registrationChanged(from:to:_:)`` has the consequences.
  @Sendable func updateRegistration(_ request: ServerRequest) async throws -> ServerResponse {
    let (current, token) = try await managedClient(request)
    try checkForbiddenMembers(try registrationJSON(request), current)
    let judged = try await requestedMetadata(request, updating: current)
    guard judged.templateID == current.templateID else {
      throw OAuthError(.invalidClientMetadata, "software_id of a registration cannot be changed")
    }
    var client = current
    client.metadata = judged.metadata
    client.registrationTokenExpires = seconds(now) + Int(lifetimes.registrationAccessToken)
    let secret = renewSecret(of: &client)
    let updated = client
    let newToken = freshSecret()
    try await store.pool.write { [now] database in
      let isFirst = try Store.update(
        updated, tokenHash: digest(token), newTokenHash: digest(newToken), now: seconds(now), database)
      guard isFirst else { throw OAuthError.invalidToken("rotated meanwhile") }
      try Store.registrationChanged(from: current, to: updated, database)
    }
    return .json(
      information(updated, secret: secret, registrationToken: newToken),
      note: "registration updated" + Provider.advice(on: updated.metadata))
  }

  @Sendable func deleteRegistration(_ request: ServerRequest) async throws -> ServerResponse {
    let (client, _) = try await managedClient(request)
    _ = try await store.pool.write { try Store.deleteClient(client.id, $0) }
    return .empty(204, note: "registration deleted")
  }

  /// RFC 7592 §2: a wrong token and an unknown client are both 401.
  private func managedClient(_ request: ServerRequest) async throws -> (Client, token: String) {
    guard let token = request.bearerToken else { throw OAuthError.tokenMissing }
    guard let client = try store.client(request.pathValues[0], registrationToken: token, now: now) else {
      throw OAuthError.invalidToken("no live registration with this token")
    }
    RequestNotes.note(client: client.id)
    if let owner = client.owner { RequestNotes.note(user: owner) }
    return (client, token)
  }

  /// RFC 7592 §2.2: members that the client must not send, those that it must, and a secret that must be unchanged. `null` is none.
  private func checkForbiddenMembers(_ json: JSON, _ client: Client) throws(OAuthError) {
    for name in [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
    ] where json[name] ?? .null != .null { throw OAuthError(.invalidRequest, "\(name) must not be sent in an update") }
    guard json["client_id"]?.stringValue == client.id else {
      throw OAuthError(.invalidRequest, "client_id must be sent and must be the registered one")
    }
    guard let secret = json["client_secret"], secret != .null else { return }
    guard let text = secret.stringValue, let hash = client.secretHash,
      Primitives.equal(Array(digest(text)), Array(hash))
    else { throw OAuthError(.invalidRequest, "client_secret differs from the registered one") }
  }
}
