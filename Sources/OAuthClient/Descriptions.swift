/// Requests and registrations hold secrets in their URLs and documents. Printed, they show none.
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
