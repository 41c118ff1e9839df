/// A mark of a value that this server gives once and that comes back: two exchanges that have it belong together.
///
/// Such values cannot be guessed, so a request that brings one follows the exchange that gave it.
struct ExchangeKey: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case code
    /// Access, refresh and registration access tokens: a request may present any of them in the same place.
    case token
    case requestURI, deviceCode, userCode
    /// The sealed content of a page's form (``FormSeal``).
    case form
    /// Names a login, and proves nothing: several clients may send the same one as a hint.
    case idToken
  }

  var kind: Kind
  private var mark: String

  /// `nil` for a text that can be no key of that kind.
  init?(_ kind: Kind, _ value: String) {
    guard kind == .userCode else {
      (self.kind, mark) = (kind, recognitionMark(value.utf8))
      return
    }
    // A person types it in any case, with or without the hyphen.
    guard let code = UserCode(typed: value) else { return nil }
    (self.kind, mark) = (kind, recognitionMark(code.letters.utf8))
  }

  /// The names of keys in parameters and JSON members.
  static let names: [(name: String, kind: Kind)] = [
    ("code", .code), ("access_token", .token), ("refresh_token", .token), ("token", .token),
    ("registration_access_token", .token), ("request_uri", .requestURI), ("device_code", .deviceCode),
    ("user_code", .userCode), ("form", .form), ("id_token", .idToken), ("id_token_hint", .idToken),
  ]

  /// Stands for the token of the `Authorization` header.
  static let header = "Authorization"

  /// The names of the keys that an endpoint judges. Any others that a request brings there prove nothing.
  static func judged(by request: ServerRequest, _ form: FormParameters) -> Set<String> {
    switch request.path {
    case Addresses.authorizationPath: ["request_uri", "id_token_hint"]
    case Addresses.tokenPath: judged(in: form["grant_type"])
    case Addresses.introspectionPath, Addresses.revocationPath: ["token"]
    case Addresses.endSessionPath: ["id_token_hint"]
    case Addresses.loginPath, Addresses.consentPath, Addresses.endSessionConfirmationPath,
      Addresses.verificationLoginPath, Addresses.verificationDecisionPath:
      ["form"]
    case Addresses.verificationPath: ["form", "user_code"]
    case ApplicationServer.exchangePath: ["code"]
    // A token in the address is refused, and shows whose the request is.
    case Addresses.userInfoPath, Addresses.accountsPath, Addresses.paymentsPath: [header, "access_token"]
    default: [header]
    }
  }

  /// Whether the endpoint looks at a token in the header. The others ignore it, and answer as if it were not there.
  static func areTokensRead(by request: ServerRequest) -> Bool {
    let folders = [
      Addresses.userInfoPath, Addresses.apiPath, Addresses.registrationPath, Addresses.tutorialRegistrationPath,
    ]
    return request.method != "OPTIONS" && folders.contains { (request.path + "/").hasPrefix(bytes: $0 + "/") }
  }

  /// Whether a parameter of a request has the form of this kind. Some endpoints answer a value of another form as if it were not there.
  static func canBe(_ kind: Kind, _ value: String) -> Bool {
    switch kind {
    case .idToken: value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count == 3
    case .requestURI: value.hasPrefix(bytes: "urn:ietf:params:oauth:request_uri:")
    case .code, .token, .deviceCode, .userCode, .form: true
    }
  }

  private static func judged(in grant: String?) -> Set<String> {
    switch grant {
    case "authorization_code"?: ["code"]
    case "refresh_token"?: ["refresh_token"]
    case DeviceGrant.type?: ["device_code"]
    default: []
    }
  }
}
