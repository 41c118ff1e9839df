/// `embeddedServer`: the users, lifetimes and policies of the embedded server.
enum EmbeddedServerReader {
  /// The longest lifetimes that the FAPI 2.0 Security Profile allows, in seconds (§5.3.2.1, §5.3.2.2).
  private static let longestLifetimes = [("code", 60), ("pushedRequest", 599)]
  /// The policies that the profile demands (§5.3.2.1, §5.3.2.2, §5.4).
  private static let demandedPolicies = [
    ("dpop", "required"), ("pushedAuthorization", "required"), ("clientAuthentication", "private-key"),
    ("refreshTokens", "lasting"),
  ]

  /// - Parameter isFAPI: whether `profile` is set; no value here may weaken it.
  static func read(_ reader: inout MemberReader, isFAPI: Bool) throws(CommandError) -> EmbeddedServerOptions {
    var options = EmbeddedServerOptions()
    options.isFAPI = isFAPI
    guard var inner = try reader.object("embeddedServer") else { return options }
    options.lifetimes = try inner.values("lifetimes").map { ServerLifetimes($0) }
    options.policies = try inner.values("policies").map { ServerPolicies($0) }
    if isFAPI, let weakness = weakness(inner, options) { throw inner.excludes(weakness, "profile", .profileOfServer) }
    options.limits = try inner.values("limits").map { ServerLimits($0) }
    options.resources = try inner.list("resources", resource) ?? []
    options.origins = try inner.strings("origins") ?? []
    for origin in options.origins { try inner.judged("origins", origin, judgeOrigin) }
    options.adminPort = try inner.number("adminPort")
    options.administrator = try administrator(&inner)
    options.devicePort = try inner.number("devicePort")
    for text in try inner.strings("appFingerprints") ?? [] {
      options.appFingerprints.append(try inner.judged("appFingerprints", text, ValueRule.fingerprint))
    }
    options.users = try inner.list("users", user)
    reader.finish(&inner)
    return options
  }

  private static func weakness(_ reader: MemberReader, _ options: EmbeddedServerOptions) -> String? {
    for (name, longest) in longestLifetimes where reader["lifetimes"]?[name]?.intValue ?? 0 > longest {
      return "lifetimes." + name
    }
    for (name, demanded) in demandedPolicies where reader["policies"]?[name]?.stringValue ?? demanded != demanded {
      return "policies." + name
    }
    return options.policies?.insecure.names.first.map { "policies.insecure." + $0 }
  }

  private static func administrator(
    _ reader: inout MemberReader
  ) throws(CommandError) -> EmbeddedServerOptions.Administrator {
    guard reader["administrator"]?.objectValue != nil, var inner = try reader.object("administrator") else {
      return try reader.choice("administrator", ["tutorial"]) == nil ? .own : .tutorial
    }
    let name = try inner.optionalString("name", ValueRule.clientID) ?? "admin"
    let file = try inner.path("passwordFile")
    reader.finish(&inner)
    return .named(name, passwordFile: file)
  }

  private static func user(_ reader: inout MemberReader) throws(CommandError) -> EmbeddedServerOptions.User {
    let name = try reader.string("name", ValueRule.clientID)
    var user = EmbeddedServerOptions.User(
      name: name, passwordFile: try reader.path("passwordFile"),
      givenName: try reader.optionalString("givenName") ?? name,
      familyName: try reader.optionalString("familyName") ?? "",
      email: try reader.optionalString("email") ?? "", roles: try reader.strings("roles") ?? [])
    let (claims, known) = (try reader.members("claims") ?? [], MemberRule.at("embeddedServer.users.claims").members)
    for claim in claims where !known.contains(where: { $0.name == claim.name && fits(claim.value, $0.rule) }) {
      throw reader.wrong("claims", .expectedClaims, .object([claim]))
    }
    user.claims = JSON.object(claims).compact
    return user
  }

  /// The types of claims (OpenID Connect Core §5.1.1); an object has text members only.
  private static func fits(_ value: JSON, _ rule: MemberRule) -> Bool {
    func isText(_ value: JSON) -> Bool { value.stringValue?.isEmpty == false }
    return switch rule["type"] {
    case "string": isText(value)
    case "integer": value.intValue != nil
    case "boolean": value.boolValue != nil
    case "object": value.objectValue?.allSatisfy { isText($0.value) } ?? false
    default: false
    }
  }

  private static func resource(_ reader: inout MemberReader) throws(CommandError) -> ServerResource {
    let identifier = try reader.string("resource") { text throws(WrongValue) in
      // RFC 8707 §2.
      guard let url = AbsoluteURL(text), url.fragment == nil else { throw WrongValue(.expectedResource) }
    }
    let scopes = try reader.strings("scopes") ?? []
    // A client that could ask for `dcr` as an API's scope could register clients with it.
    for scope in scopes where scope.contains(scalar: " ") || (try? ValueRule.scope(scope)) == nil || scope == "dcr" {
      throw reader.wrong("scopes", .expectedResourceScope, .string(scope))
    }
    return .init(identifier: identifier, scopes: scopes)
  }

  /// Demands the form in which browsers write `Origin` (RFC 6454 §6.2), because it is compared exactly.
  private static func judgeOrigin(_ text: String) throws(WrongValue) {
    guard let url = AbsoluteURL(text), let host = url.host,
      url.scheme == "https" || (url.scheme == "http" && url.isLoopback)
    else { throw WrongValue(.expectedOrigin) }
    let usual = url.scheme == "http" ? 80 : 443
    let port = url.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
    guard text == url.scheme + "://" + host + port else { throw WrongValue(.expectedOrigin) }
  }
}
