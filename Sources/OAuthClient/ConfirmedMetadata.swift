/// What a registration response confirms of the request. The server must return all metadata that it registered (RFC 7591 §3.2.1), so an absent
/// member was not registered, and the app does not use its feature unless a default applies: docs/registration.md has the table.
extension ClientRegistration {
  /// Whether the server registered this address for the return from a sign-out (OpenID Connect RP-Initiated Logout 1.0 §3.1). There is no default,
  /// and a server must not send the user to an address that it has not registered.
  public func confirms(postLogoutRedirectURI uri: RedirectURI) -> Bool {
    document["post_logout_redirect_uris"]?.stringArray?.contains(where: uri.isRegistered) ?? false
  }
}
