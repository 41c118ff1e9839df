/// Requests and registrations hold secrets in their URLs and documents; these descriptions leave them out.
extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "authorization request of \(clientID) to \(issuer) for \(scope)" }
  public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID, "scope": scope]) }
}

extension EndSessionRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "end session request, back to \(postLogoutRedirectURI?.text ?? "nowhere")" }
  public var customMirror: Mirror {
    Mirror(self, children: ["postLogoutRedirectURI": postLogoutRedirectURI?.text ?? "nowhere"])
  }
}
