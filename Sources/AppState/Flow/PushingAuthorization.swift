import OAuthClient
import SharedValues

/// Pushed authorization requests (RFC 9126): the app sends the parameters to the server itself, and the browser carries only a reference to them.
extension AppState {
  /// The client of the first login, which every instance shares.
  var registrationClient: ClientCredentials {
    ClientCredentials(clientID: settings.registrationClientID, authentication: .none)
  }

  /// - Returns: `nil` where the browser carries the request.
  func push(
    _ request: AuthorizationRequest, _ metadata: AuthorizationServerMetadata, _ client: ClientCredentials, _ id: FlowID
  ) throws(AppError) -> Effect? {
    guard keyRequirements.pushedAuthorization else { return nil }
    let pushed = try judged(
      try PushedAuthorizationRequest.build(request, metadata: metadata, credentials: client, binding: binding))
    return .send(id, pushed, .pushedAuthorization)
  }

  /// The same request in the form that the browser opens.
  mutating func pushed(
    _ request: AuthorizationRequest, _ result: Result<HTTPResponse, TransportFailure>,
    _ metadata: AuthorizationServerMetadata
  ) throws(AppError) -> AuthorizationRequest {
    let response = try answer(result, url: metadata.pushedAuthorizationEndpoint)
    return try judged(
      try PushedAuthorizationRequest.judge(
        response, for: request, allowsNoExpiry: settings.keys.allowsDowngrade, now: now)
    ).request
  }
}
