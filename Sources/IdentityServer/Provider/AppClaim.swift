import SharedValues

/// Addresses of this server that an app claims (RFC 8252 §7.2): the association files, and a page for browsers that do
/// not know the app.
extension Provider {
  static let associationPath = "/.well-known/apple-app-site-association"
  static let assetLinksPath = "/.well-known/assetlinks.json"

  /// The protocol's own routes take precedence.
  func addClaimedPages(_ table: inout RoutingTable) {
    guard let claim = configuration.claim else { return }
    for path in claim.paths {
      if case .notFound = table.match(method: "GET", path: path) { table.on(["GET"], path, claimedPage) }
    }
    table.on(["GET"], Provider.associationPath, as: .other) { _ in Provider.document(Provider.association(claim)) }
    guard !claim.fingerprints.isEmpty else { return }
    table.on(["GET"], Provider.assetLinksPath, as: .other) { _ in Provider.document(Provider.assetLinks(claim)) }
  }

  /// The page of a redirect that reached a browser instead of the app. Its query is neither shown nor stored.
  @Sendable func claimedPage(_ request: ServerRequest) -> ServerResponse {
    pages.message(.claimedPageTitle, pages.say(.claimedPageText), note: "app link without the app")
  }

  private static func association(_ claim: IdentityServerConfiguration.AppClaim) -> JSON {
    let components = claim.paths.map { path in JSON.object([.init("/", .string(path))]) }
    return ["applinks": ["details": [["appIDs": [.string(claim.appID)], "components": .array(components)]]]]
  }

  /// Digital Asset Links, Google's file for Android. The app itself declares which addresses it claims.
  private static func assetLinks(_ claim: IdentityServerConfiguration.AppClaim) -> JSON {
    let app: JSON = [
      "namespace": "android_app", "package_name": .string(claim.appID),
      "sha256_cert_fingerprints": .array(claim.fingerprints.map { .string($0) }),
    ]
    return [["relation": ["delegate_permission/common.handle_all_urls"], "target": app]]
  }

  private static func document(_ document: JSON) -> ServerResponse {
    .text(document.compact, "application/json", cache: "public, max-age=300", note: "app association")
  }
}
