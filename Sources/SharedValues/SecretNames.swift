/// The names of secrets, on the wire and in stored documents.
///
/// `state` and `nonce` are not: they are worthless once answered, and trainees compare them. A `request_uri` is, like a code (RFC 9126 §2.2).
public enum SecretNames {
  /// Whether a parameter or a JSON member of that name holds a secret. Names compare without case.
  public static func isSecret(_ name: String) -> Bool { parameters.contains(name.lowercased()) }

  public static func isSecretHeader(_ name: String) -> Bool { headers.contains(name.lowercased()) }

  /// Whether a parameter or a header of that name holds a signed value. Only its signature is secret.
  public static func isSigned(_ name: String) -> Bool { signed.contains(name.lowercased()) }

  /// Proofs of possession (RFC 9449 §4.1) and assertions (RFC 7521 §4.2).
  static let signed: Set<String> = ["dpop", "client_assertion", "assertion"]

  /// Names whose values are hidden entirely; of other secrets at most a third is shown, to tell them apart.
  static let hiddenWhole: Set<String> = [
    "password", "passwd", "passphrase", "client_assertion", "assertion", "dpop", "authorization", "proxy-authorization",
    "cookie", "set-cookie",
  ]

  /// `dpop` names a switch in documents and a proof in headers.
  static let parameters: Set<String> = hiddenWhole.subtracting(["dpop"]).union([
    "access_token", "refresh_token", "id_token", "id_token_hint", "logout_token", "token", "subject_token",
    "actor_token", "registration_access_token", "initial_access_token", "initialaccesstoken", "client_secret",
    "clientsecret", "code", "code_verifier", "device_code", "request_uri", "_csrf", "csrf", "csrf_token",
    "session_id", "sid_token",
  ])

  /// The private members of a JWK (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
  static let ofKeys: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "set-cookie2", "x-csrf-token", "x-api-key",
    "dpop",
  ]
}
