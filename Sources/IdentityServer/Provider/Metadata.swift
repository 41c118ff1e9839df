/// The server's metadata (OpenID Connect Discovery §3, RFC 8414 §2, RFC 8628 §4).
extension Provider {
  @Sendable func metadata(_ request: ServerRequest) -> ServerResponse {
    metadataDocument.value(Addresses.asked, version: [addresses.port, addresses.devicePort]) {
      .publicJSON(deviceMembers.reduce(metadataMembers) { $0.setting($1.name, $1.value) }, note: "metadata")
    }
  }

  private var metadataMembers: JSON {
    [
      "issuer": .string(addresses.issuer),
      "authorization_endpoint": .string(addresses.url(Addresses.authorizationPath)),
      "pushed_authorization_request_endpoint": .string(addresses.url(Addresses.pushedAuthorizationPath)),
      "require_pushed_authorization_requests": .bool(configuration.demands.pushedAuthorization),
      "device_authorization_endpoint": .string(addresses.url(Addresses.deviceAuthorizationPath)),
      "token_endpoint": .string(addresses.url(Addresses.tokenPath)),
      "userinfo_endpoint": .string(addresses.url(Addresses.userInfoPath)),
      "jwks_uri": .string(addresses.url(Addresses.keySetPath)),
      "registration_endpoint": .string(addresses.url(Addresses.registrationPath)),
      "revocation_endpoint": .string(addresses.url(Addresses.revocationPath)),
      "introspection_endpoint": .string(addresses.url(Addresses.introspectionPath)),
      "end_session_endpoint": .string(addresses.url(Addresses.endSessionPath)),
      "scopes_supported": .strings(
        ClientMetadataJudge.scopes + configuration.resourceScopes + [ConfiguredClients.registrationScope]),
      "response_types_supported": .strings(["code"] + (configuration.policies.insecure.implicit ? ["token"] : [])),
      "response_modes_supported": .strings(["query"] + (configuration.policies.insecure.implicit ? ["fragment"] : [])),
      "grant_types_supported": .strings(
        ["authorization_code", "refresh_token", DeviceGrant.type]
          + (addresses.reach.offersDevicePort ? ["client_credentials"] : [])
          + (configuration.policies.insecure.implicit ? ["implicit"] : [])),
      "subject_types_supported": ["public", "pairwise"],
      "id_token_signing_alg_values_supported": .strings(configuration.demands.idTokenAlgorithms.map(\.rawValue)),
      "token_endpoint_auth_methods_supported": .strings(
        clientMethods + ["none"]
          + (addresses.reach.offersDevicePort ? [ClientMetadata.AuthMethod.certificate.rawValue] : [])),
      "token_endpoint_auth_signing_alg_values_supported": .strings(algorithmNames),
      "revocation_endpoint_auth_methods_supported": .strings(clientMethods + ["none"]),
      "revocation_endpoint_auth_signing_alg_values_supported": .strings(algorithmNames),
      "introspection_endpoint_auth_methods_supported": .strings(clientMethods),
      "introspection_endpoint_auth_signing_alg_values_supported": .strings(algorithmNames),
      "dpop_signing_alg_values_supported": .strings(algorithmNames),
      "code_challenge_methods_supported": ["S256"],
      "acr_values_supported": .strings(AuthenticationContext.allCases.map(\.rawValue)),
      "protected_resources": .strings(resources),
      "prompt_values_supported": .strings(Prompt.allCases.map(\.rawValue)),
      "claim_types_supported": ["normal"],
      "ui_locales_supported": .strings(Language.spoken.map(\.tag)),
      "claims_supported": .strings(
        ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "azp", "acr"] + UserClaims.names),
      "claims_parameter_supported": true,
      "request_parameter_supported": false,
      "request_uri_parameter_supported": false,
      "require_request_uri_registration": false,
      "authorization_response_iss_parameter_supported": .bool(!configuration.policies.insecure.withoutIss),
    ]
  }

  /// The port for devices, if clients can reach it.
  private var deviceMembers: [JSON.Member] {
    guard addresses.reach.offersDevicePort else { return [] }
    return [
      JSON.Member("mtls_endpoint_aliases", ["token_endpoint": .string(addresses.deviceURL(Addresses.tokenPath))]),
      JSON.Member("dcr_terminal_push_endpoint", .string(addresses.deviceURL(Addresses.pushPath))),
    ]
  }

  /// The algorithms that clients may sign with, as listed in metadata and challenges.
  var algorithmNames: [String] { configuration.demands.algorithms.map(\.rawValue) }

  private var clientMethods: [String] {
    let secrets: [ClientMetadata.AuthMethod] = configuration.demands.privateKey ? [] : [.basic, .post]
    return (secrets + [.privateKey]).map(\.rawValue)
  }
}

/// For an app (RFC 8252 §7.2): the association files, and a page for browsers that do not know the app.
extension Provider {
  /// The protocol's own routes take precedence.
  func addClaimedPages(_ table: inout RoutingTable) {
    guard let claim = configuration.claim else { return }
    for path in claim.paths {
      guard case .notFound = table.match(method: "GET", path: path) else { continue }
      // A redirect reached a browser instead of the app. Its query is neither shown nor stored.
      table.on(["GET"], path) { _ in
        pages.message(.claimedPageTitle, pages.say(.claimedPageText), note: "app link without the app")
      }
    }
    table.on(["GET"], "/.well-known/apple-app-site-association", as: .other) { _ in
      Provider.document(Provider.association(claim))
    }
    guard !claim.fingerprints.isEmpty else { return }
    table.on(["GET"], "/.well-known/assetlinks.json", as: .other) { _ in Provider.document(Provider.assetLinks(claim)) }
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
