import SharedValues

/// The `claims` parameter (OpenID Connect Core §5.5): the claims that the client wants in which place, beyond its scopes.
///
/// Unknown claims are ignored, and so are `essential` and requested values, as §5.5.1 allows. Only `sub` and an
/// essential `acr` have further effects (§5.5.1, §5.5.1.1).
struct ClaimsRequest: Hashable, Sendable {
  var idToken: [String] = []
  var userInfo: [String] = []
  /// The only user whom the request is about.
  var subject: String?
  /// The accepted ways of signing in, when the client demands one.
  var essentialACR: [String]?

  static let none = ClaimsRequest()
  static let maximumBytes = 8192

  private init() {}

  /// - Throws: `invalid_request` for text that breaks §5.5.
  init(_ text: String) throws(OAuthError) {
    guard text.utf8.count <= ClaimsRequest.maximumBytes else { throw ClaimsRequest.malformed("is too long") }
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON.parse(Array(text.utf8))
    } catch {
      throw ClaimsRequest.malformed("is no acceptable JSON")
    }
    guard json.objectValue != nil else { throw ClaimsRequest.malformed("must be a JSON object") }
    idToken = try names(json, "id_token")
    userInfo = try names(json, "userinfo")
    if let acr = json["id_token"]?["acr"], acr["essential"] == true {
      essentialACR = acr["value"]?.stringValue.map { [$0] } ?? acr["values"]?.arrayValue?.compactMap(\.stringValue)
    }
  }

  private mutating func names(_ json: JSON, _ place: String) throws(OAuthError) -> [String] {
    guard let value = json[place] else { return [] }
    guard let members = value.objectValue else { throw ClaimsRequest.malformed("\(place) must be an object") }
    for member in members {
      guard member.value == .null || member.value.objectValue != nil,
        member.value["essential"]?.boolValue != nil
          || member.value["essential"] == nil,
        member.value["values"]?.arrayValue != nil || member.value["values"] == nil
      else { throw ClaimsRequest.malformed("\(place).\(printable(member.name)) must be null or an object") }
    }
    if let sub = value["sub"]?["value"]?.stringValue {
      guard subject == nil || subject == sub else { throw ClaimsRequest.malformed("names two subjects") }
      subject = sub
    }
    return UserClaims.names.filter { value[$0] != nil }
  }

  /// Removes claims whose scope the client is not registered for: `claims` must not bypass the registration.
  func limited(to scope: [String]) -> ClaimsRequest {
    var request = self
    let isAllowed = { (claim: String) in UserClaims.scope(of: claim).map(scope.contains) ?? false }
    request.idToken.removeAll { !isAllowed($0) }
    request.userInfo.removeAll { !isAllowed($0) }
    return request
  }

  /// The scopes that cover these claims, so that the person is asked for everything that is given.
  var scopes: [String] {
    UserClaims.scopes.map(\.name).filter { name in (idToken + userInfo).contains { UserClaims.scope(of: $0) == name } }
  }

  private static func malformed(_ reason: String) -> OAuthError { OAuthError(.invalidRequest, "claims \(reason)") }
}

extension ClaimsRequest {
  /// The text to store with a grant; `nil` when no claim was requested.
  var stored: String? {
    guard !idToken.isEmpty || !userInfo.isEmpty else { return nil }
    return JSON.object([.init("id_token", .strings(idToken)), .init("userinfo", .strings(userInfo))]).compact
  }

  init(stored text: String?) {
    guard let text, let json = try? JSON.parse(text) else { return }
    idToken = json["id_token"]?.stringArray ?? []
    userInfo = json["userinfo"]?.stringArray ?? []
  }
}
