/// The names under which secrets travel, on the wire and in stored documents.
///
/// `state` and `nonce` are not among them: they are worth nothing once their answer has come, and trainees compare
/// them.
public enum SecretNames {
  /// Whether a parameter or a JSON member of that name holds a secret. Names compare without case.
  public static func isSecret(_ name: String) -> Bool { parameters.contains(name.lowercased()) }

  /// Whether a header of that name holds a secret.
  public static func isSecretHeader(_ name: String) -> Bool { headers.contains(name.lowercased()) }

  /// Names whose values are hidden to the last character; of the others a third at most is shown, to tell them apart.
  static let hiddenWhole: Set<String> = [
    "password", "passwd", "passphrase", "client_assertion", "assertion", "authorization", "proxy-authorization",
    "cookie", "set-cookie",
  ]

  static let parameters: Set<String> = hiddenWhole.union([
    "access_token", "refresh_token", "id_token", "id_token_hint", "logout_token", "token", "subject_token",
    "actor_token", "registration_access_token", "initial_access_token", "initialaccesstoken", "client_secret",
    "clientsecret", "code", "code_verifier", "device_code", "_csrf", "csrf", "csrf_token",
    "session_id", "sid_token",
  ])

  static let headers: Set<String> = [
    "authorization", "proxy-authorization", "dpop", "cookie", "set-cookie", "set-cookie2", "x-csrf-token", "x-api-key",
  ]
}
