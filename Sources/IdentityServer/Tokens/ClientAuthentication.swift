import Foundation

/// Who asks (RFC 6749 §2.3): a secret in the Authorization header, or in the body, or for a public client none at all.
extension Provider {
  /// The client of a request to the token, revocation or introspection endpoint.
  ///
  /// - Throws: `invalid_request` when two ways are used at once or none, `invalid_client` for everything else.
  func authenticatedClient(_ request: ServerRequest, _ form: FormParameters) async throws -> Client {
    let presented = try presentedCredentials(request, form)
    guard let client = try store.client(presented.id) else { throw OAuthError.invalidClient("unknown client") }
    RequestNotes.note(client: client.id)
    guard client.isLive else { throw OAuthError.invalidClient("client is \(client.kind) with status \(client.status)") }
    guard let secret = presented.secret else {
      guard client.isPublic else { throw OAuthError.invalidClient("no secret was sent") }
      return client
    }
    guard let hash = client.secretHash, !client.isPublic else { throw OAuthError.invalidClient("client has no secret") }
    guard policy == .lenient || client.metadata.authMethod == presented.method else {
      throw OAuthError.invalidClient("registered for another authentication method")
    }
    guard Primitives.equal(Array(digest(secret)), Array(hash)) else { throw OAuthError.invalidClient("wrong secret") }
    guard client.secretExpires == 0 || client.secretExpires > seconds(now) else {
      throw OAuthError.invalidClient("the secret has expired")
    }
    return client
  }

  private struct Credentials {
    var id: String
    var secret: String?
    var method: ClientMetadata.AuthMethod
  }

  private func presentedCredentials(_ request: ServerRequest, _ form: FormParameters) throws(OAuthError) -> Credentials
  {
    let headers = request.headers[all: "Authorization"]
    guard let header = headers.first else {
      guard let id = form["client_id"] else { throw OAuthError.invalidClient("no client_id") }
      return Credentials(id: id, secret: form["client_secret"], method: form["client_secret"] == nil ? .none : .post)
    }
    guard headers.count == 1, form["client_secret"] == nil else {
      throw OAuthError(.invalidRequest, "more than one way of client authentication is used")
    }
    let basic = try basicCredentials(header)
    guard form["client_id"] == nil || form["client_id"] == basic.id else {
      throw OAuthError(.invalidRequest, "client_id differs from the one in the Authorization header")
    }
    return basic
  }

  /// RFC 6749 §2.3.1: both halves are form-encoded before they are joined and put into base64.
  ///
  /// - Throws: `invalid_client` for another scheme and for what is no base64, `invalid_request` for halves that are malformed.
  private func basicCredentials(_ header: String) throws(OAuthError) -> Credentials {
    guard header.lowercased().hasPrefix("basic "),
      let decoded = Data(base64Encoded: String(trimmed(header.dropFirst(6)))),
      let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
    else { throw OAuthError.invalidClient("the Authorization header is not readable") }
    let id = try formDecoded(decoded[..<colon])
    return Credentials(id: id, secret: try formDecoded(decoded[decoded.index(after: colon)...]), method: .basic)
  }
}
