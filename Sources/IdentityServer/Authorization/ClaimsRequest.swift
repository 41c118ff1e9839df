import SharedValues

/// The `claims` parameter (OpenID Connect Core §5.5): which claims the client wants where, besides those of its scopes.
///
/// Claims that this server does not know are ignored, and so is whether one is essential or what value it should have:
/// §5.5.1 leaves the answer as it is without them. Only `sub` and an essential `acr` decide more (§5.5.1, §5.5.1.1).
struct ClaimsRequest: Hashable, Sendable {
  var idToken: [String] = []
  var userInfo: [String] = []
  /// The request is about this user and nobody else.
  var subject: String?
  /// The ways of signing in of which one is demanded.
  var essentialACR: [String]?

  static let none = ClaimsRequest()
  static let maximumBytes = 8192

  private init() {}

  /// - Throws: `invalid_request` for anything that is not what §5.5 describes.
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

  /// Without the claims that the client could not get by a scope either: `claims` is no way around its registration.
  func limited(to scope: [String]) -> ClaimsRequest {
    var request = self
    let isAllowed = { (claim: String) in UserClaims.scope(of: claim).map(scope.contains) ?? false }
    request.idToken.removeAll { !isAllowed($0) }
    request.userInfo.removeAll { !isAllowed($0) }
    return request
  }

  /// The scopes that stand for these claims, so that the person is asked for what is given.
  var scopes: [String] {
    UserClaims.scopes.map(\.name).filter { name in (idToken + userInfo).contains { UserClaims.scope(of: $0) == name } }
  }

  private static func malformed(_ reason: String) -> OAuthError { OAuthError(.invalidRequest, "claims \(reason)") }
}

extension ClaimsRequest {
  /// The text that is stored with a grant; `nil` when no claim was asked for.
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
