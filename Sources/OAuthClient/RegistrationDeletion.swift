import SharedValues

/// Deletes this instance's registration (RFC 7592 §2.3).
public enum RegistrationDeletion {
  /// `nil` when the server gave no URL or no token to manage the registration with.
  public static func build(_ registration: ClientRegistration) -> HTTPRequest? {
    registration.managing { HTTPRequest("DELETE", $0, endpoint: .registration) }
  }

  /// Accepts 204, and 200 from servers that send a body.
  /// - Throws: `registration_already_gone` after 401 and 404, which servers answer for a client that they no longer
  ///   know (RFC 7592 §2.3); otherwise `http_…` or the server's error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) {
    let source = "RFC 7592 §2.3"
    if [401, 404, 410].contains(response.status) {
      throw .status(
        .registrationAlreadyGone, expected: .value("204"), received: .value(String(response.status)),
        serverDescription: ServerWords.excerpt(response), source: source)
    }
    try ResponseJudgement(response: response, source: source, errors: .section(source)).status(
      [200, 204], expected: 204)
  }
}
