/// An exchange as a check sees it: with its secrets. It stays inside of the trace (``ExchangeTrace``).
struct SeenExchange: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case metadata
    case keySet = "jwks"
    case registration, management, push, authorization
    /// Of the login: its pages.
    case page
    /// A token request with a code.
    case code
    case refresh
    /// A token request with another grant, or with none.
    case otherGrant = "other_grant"
    case revocation, introspection
    case userInfo = "userinfo"
    case api
    case signOut = "sign_out"
    /// At a port that a test has opened (``Trap``).
    case trap
    case other
  }

  let number: Int
  let kind: Kind
  let passage: Passage
  let parties: ExchangeParties
  let query: FormParameters
  let form: FormParameters
  /// The client that the request names, which need not exist; `nil`: it names none.
  let claimed: String?

  let request: ServerRequest
  /// Whether the endpoint did what was asked for, and the answer says so: a fault may spoil either.
  var isAccepted: Bool { passage.isAccepted && passage.status < 400 }
  /// Of an endpoint that takes the parameters in the query or in a form.
  var parameters: FormParameters { request.method == "POST" ? form : query }
  /// The body of the answer; `null` if it is no JSON.
  var answer: JSON { (try? JSON.parse(passage.response.body)) ?? .null }

  init(_ number: Int, _ passage: Passage, _ parties: ExchangeParties) {
    (self.number, self.passage, self.parties) = (number, passage, parties)
    request = passage.request
    query = request.queryParameters
    form = (try? request.form()) ?? FormParameters()
    kind = passage.side == .trap ? .trap : SeenExchange.kind(request, form)
    claimed = ExchangeFacts.claim(request, query, form)
  }

  private static func kind(_ request: ServerRequest, _ form: FormParameters) -> Kind {
    // A browser asks beforehand whether the request of a page's script may be sent.
    guard request.method != "OPTIONS" else { return .other }
    return switch request.path {
    case Addresses.keySetPath: .keySet
    case Addresses.authorizationPath: .authorization
    case Addresses.pushedAuthorizationPath: .push
    case Addresses.loginPath, Addresses.consentPath: .page
    case let path where path.hasPrefix(bytes: Addresses.heldAnswerPath): .page
    case Addresses.tokenPath:
      switch form["grant_type"] {
      case "authorization_code"?: .code
      case "refresh_token"?: .refresh
      default: .otherGrant
      }
    case Addresses.registrationPath, Addresses.tutorialRegistrationPath: .registration
    case Addresses.revocationPath: .revocation
    case Addresses.introspectionPath: .introspection
    case Addresses.userInfoPath: .userInfo
    case Addresses.endSessionPath: .signOut
    case let path where path.hasPrefix(bytes: Addresses.registrationPath + "/"): .management
    case let path where (path + "/").hasPrefix(bytes: Addresses.apiPath + "/"): .api
    case let path where path.contains("/.well-known/"): .metadata
    default: .other
    }
  }

  /// The keys of the login that the answer gives: a page's form or a code.
  var given: [ExchangeKey] { FoundKeys(passage.response).keys.filter { [.form, .code].contains($0.kind) } }
  var presented: [ExchangeKey] {
    FoundKeys(request, query, form).keys.filter { [.form, .code].contains($0.kind) }
  }

  /// What the request brings of what answers give: codes, tokens, forms.
  var allPresented: Set<ExchangeKey> { Set(FoundKeys(request, query, form).keys) }

  /// What the answer gives that a client can use: codes and tokens. ID tokens go into hints, and forms back to this server.
  var marks: Set<ExchangeKey> { Set(FoundKeys(passage.response).keys.filter { ![.idToken, .form].contains($0.kind) }) }
  /// The same of the request.
  var presentedMarks: Set<ExchangeKey> { allPresented.filter { ![.idToken, .form].contains($0.kind) } }

  /// When the request came.
  var begun: Date { passage.time - passage.seconds }

  /// The access tokens that the request presents, wherever they are.
  var accessTokens: [String] {
    (request.authorizationToken.map { [$0.token] } ?? []) + query.values("access_token") + form.values("access_token")
  }

  /// The secret of an `Authorization: Basic` header, decoded; `nil`: there is none.
  var basicSecret: String? { request.basicCredentials?.secret.map { PercentCoding.repaired($0) } }
}

extension [SeenExchange] {
  /// Whether an authorization request has `prompt=none`, itself or in the pushed request to which it refers (RFC 9126 §4).
  func showNoUser(_ request: FormParameters) -> Bool {
    let reference = request["request_uri"]
    let pushed = last { reference != nil && $0.kind == .push && $0.answer["request_uri"]?.stringValue == reference }
    return (pushed?.form ?? request)["prompt"] == "none"
  }
}

extension String {
  /// Swift's `==` treats different encodings of one character as equal.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
