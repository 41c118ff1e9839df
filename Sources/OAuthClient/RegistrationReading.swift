import SharedValues

/// Reading this instance's registration (RFC 7592 §2.1), to learn whether the server still knows the client.
public enum RegistrationReading {
  /// `nil` when the server gave no place or no token to manage the registration with.
  public static func build(_ registration: ClientRegistration) -> HTTPRequest? {
    guard let url = registration.registrationClientURI, let token = registration.registrationAccessToken else {
      return nil
    }
    return HTTPRequest(
      "GET", url,
      headers: [
        HTTPHeader("Authorization", "Bearer " + token.revealed), HTTPHeader("Accept", "application/json"),
      ], endpoint: .registration)
  }

  /// The registration, with the registration access token that the answer may have replaced (RFC 7592 §3). Everything
  /// else stays as it was registered; an answer that says nothing about this client changes nothing.
  /// - Throws: `invalid_client` when the server no longer knows the client: 401 (§2.1), or no such place any more.
  public static func judge(
    _ response: HTTPResponse, of registration: ClientRegistration
  ) throws(ProtocolError) -> ClientRegistration {
    let source = "RFC 7592 §2.1"
    if [401, 404, 410].contains(response.status) {
      throw ProtocolError(
        .invalidClient, .refused, field: "status", expected: "200", received: String(response.status), source: source)
    }
    guard let object = try? ResponseJudgement(response: response, source: source).object(statuses: [200]),
      let id = object.json["client_id"]?.stringValue, id.isExactly(registration.credentials.clientID),
      let token = try? object.secret("registration_access_token")
    else { return registration }
    var known = registration
    known.registrationAccessToken = token
    known.document = known.document.setting("registration_access_token", .string(token.revealed))
    return known
  }
}
