import SharedValues

/// The data for a sign-up: proposed from the user's claims, and changed by the user.
public struct SignUpForm: Hashable, Sendable {
  public enum Field: String, Hashable, Sendable, CaseIterable {
    case givenName = "given_name"
    case familyName = "family_name"
    case email
  }

  private var values: [Field: String] = [:]

  public init() {}

  /// Claims that are no strings, or are longer than a name, are left out: they are only a proposal.
  public init(claims: JSON) {
    for field in Field.allCases {
      guard let text = claims[field.rawValue]?.stringValue, text.count <= SignUpForm.longest else { continue }
      values[field] = SignUpForm.clean(text)
    }
  }

  public static let longest = 100

  public subscript(field: Field) -> String {
    get { values[field] ?? "" }
    set { values[field] = String(SignUpForm.clean(newValue).prefix(SignUpForm.longest)) }
  }

  /// The fields that must be filled in before the form is sent: names not empty, an address with an @.
  public var missing: [Field] {
    Field.allCases.filter { field in
      let text = self[field].withoutEdgeSpaces
      guard field == .email else { return text.isEmpty }
      let parts = text.split(scalar: "@", omittingEmptySubsequences: false)
      return parts.count != 2 || parts.contains { $0.isEmpty } || text.contains(scalar: " ")
    }
  }

  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
  }
}

/// Creates an account at the application server, with the access token that it issued.
///
/// The seed leaves sign-up open; this is the contract of the embedded application server (docs/application-server.md).
public enum SignUpRequest {
  public static func build(_ form: SignUpForm, accessToken: Secret, applicationServer: String) -> HTTPRequest {
    let fields = SignUpForm.Field.allCases.map { field in
      (field.rawValue, FormValue.plain(form[field].withoutEdgeSpaces))
    }
    return HTTPRequest.post(fields, to: applicationServer + ApplicationServerRequest.accountPath, .application)
      .authorized(by: accessToken)
  }

  /// The account as the server stores it.
  /// - Throws: `account_exists`, `application_missing_account`, `application_account_invalid`, `response_…`, `http_…`, or the server's error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) -> ApplicationAccount {
    let source = "application server, POST /accounts"
    let object = try ResponseJudgement(response: response, source: source, errors: .contract(source))
      .object(statuses: [200, 201])
    guard let account = try ApplicationAccount.read(object) else {
      throw ProtocolError(
        .applicationMissingAccount, field: "account", expected: .check(.madeAccount), received: .value("null"),
        source: source)
    }
    return account
  }
}
