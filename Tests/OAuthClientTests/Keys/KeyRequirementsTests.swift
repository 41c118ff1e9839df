import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

enum KeyRequirementsDefects {
  private static func defect(
    _ code: String, _ what: String, _ demands: KeyRequirements, _ changes: [(String, JSON?)] = []
  ) -> Defect {
    Defect(code, "demanded: \(what)") {
      let document = changes.reduce(Fixture.metadataDocument) { $0.setting($1.0, $1.1) }
      let metadata = try Discovery.judge(
        Fixture.json(document), issuer: Issuer(of: Fixture.issuer), needsRegistration: false)
      try demands.judge(metadata)
    }
  }

  private static let key = KeyRequirements(privateKey: true)
  private static let dpop = KeyRequirements(dpop: true)
  private static let form = {
    var demands = KeyRequirements()
    demands.secretMethod = .post
    return demands
  }()
  private static let profile = KeyRequirements(isFAPI: true)

  static let all: [Defect] =
    [
      defect(
        "metadata_private_key_jwt_unsupported", "a key, and the server knows secrets", key,
        [("token_endpoint_auth_methods_supported", ["client_secret_basic"])]),
      defect(
        "metadata_private_key_jwt_unsupported", "a key, and the server takes another algorithm", key,
        [("token_endpoint_auth_signing_alg_values_supported", ["RS256", "PS256"])]),
      defect(
        "metadata_secret_method_unsupported", "the form, and the server knows Basic", form,
        [("token_endpoint_auth_methods_supported", ["client_secret_basic"])]),
      defect("metadata_dpop_unsupported", "DPoP, and the server says nothing of it", dpop),
      defect(
        "metadata_dpop_unsupported", "DPoP, and the server takes no algorithm", dpop,
        [("dpop_signing_alg_values_supported", [])]),
      defect(
        "metadata_dpop_unsupported", "DPoP, and the server takes another algorithm", dpop,
        [("dpop_signing_alg_values_supported", ["RS256"])]),
      defect(
        "metadata_id_token_algorithm_unsupported", "the profile, and the server signs with RS256", profile,
        [("id_token_signing_alg_values_supported", ["RS256"])]),
      defect(
        "metadata_missing_par_endpoint", "pushing, and there is nowhere", KeyRequirements(pushedAuthorization: true)),
      defect(
        "metadata_missing_par_endpoint", "nothing, and the server wants what it has no place for",
        KeyRequirements(allowsDowngrade: true), [("require_pushed_authorization_requests", true)]),
      defect(
        "metadata_endpoint_not_https", "nothing, and requests would be pushed in the clear", KeyRequirements(),
        [("pushed_authorization_request_endpoint", "http://a.example/par")]),
    ]
    + [
      defect(
        "metadata_missing_par_endpoint", "nothing, and the server says in a string what it wants", KeyRequirements(),
        [("pushed_authorization_request_endpoint", ""), ("require_pushed_authorization_requests", "true")])
    ]
}

struct KeyRequirementsTests {
  private let all = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true, userPresence: true)

  private func able() throws -> AuthorizationServerMetadata {
    try Fixture.metadata(
      ("pushed_authorization_request_endpoint", "https://localhost:8443/par"),
      ("dpop_signing_alg_values_supported", ["RS256", "ES256"]),
      ("token_endpoint_auth_methods_supported", ["client_secret_basic", "private_key_jwt"]),
      ("token_endpoint_auth_signing_alg_values_supported", ["ES256"]))
  }

  /// Said before a client is registered that could never complete a login; one that is registered has its algorithm.
  @Test func aServerWhoseIDTokensCannotBeCheckedGetsNoRegistration() throws {
    let metadata = try Fixture.metadata(("id_token_signing_alg_values_supported", ["EdDSA", "ES384"]))
    let error = #expect(throws: ProtocolError.self) { try KeyRequirements().judge(metadata, registers: true) }
    #expect(error?.code == .metadataIDTokenAlgorithmUnsupported && error?.expected == .value("RS256, PS256, ES256"))
    #expect(error?.source == "OpenID Connect Core §15.1")
    let plain = KeyRequirements()
    #expect(try plain.judge(metadata) == plain)
    #expect(try plain.judge(metadata, scope: "accounts", registers: true) == plain)
    let unsaid = try Fixture.metadata(("id_token_signing_alg_values_supported", nil))
    #expect(try plain.judge(unsaid, registers: true) == plain)
  }

  @Test func supportedDemandsAreMet() throws {
    #expect(try all.judge(able()) == all)
    #expect(try KeyRequirements().judge(able()) == KeyRequirements())
    #expect(try KeyRequirements().judge(Fixture.metadata()) == KeyRequirements())
  }

  /// FAPI 2.0 Security Profile §5.4: without ID tokens no algorithm is needed.
  @Test func theProfileConcernsRequestedIDTokensOnly() throws {
    let profile = KeyRequirements(isFAPI: true)
    let plain = try Fixture.metadata(("id_token_signing_alg_values_supported", ["RS256"]))
    #expect(try profile.judge(plain, scope: "accounts") == profile)
    #expect(try KeyRequirements().judge(plain) == KeyRequirements())
    for algorithm in ["ES256", "PS256"] {
      let both = try Fixture.metadata(("id_token_signing_alg_values_supported", ["RS256", .string(algorithm)]))
      #expect(try profile.judge(both) == profile)
    }
  }

  /// A server that does not list its methods may support any.
  @Test func anAbsentListMeansNothing() throws {
    let key = KeyRequirements(privateKey: true)
    #expect(try key.judge(Fixture.metadata()) == key)
  }

  @Test func anAllowedDowngradeKeepsTheOtherDemands() throws {
    var lenient = all
    lenient.allowsDowngrade = true
    let secrets = try Fixture.metadata(("token_endpoint_auth_methods_supported", ["client_secret_basic"]))
    #expect(try lenient.judge(secrets) == KeyRequirements(userPresence: true, allowsDowngrade: true))
    #expect(try lenient.judge(able()) == lenient)
  }

  /// RFC 9126 §5.
  @Test func aServerThatTakesPushedRequestsAloneGetsThem() throws {
    let metadata = try Fixture.metadata(
      ("pushed_authorization_request_endpoint", "https://localhost:8443/par"),
      ("require_pushed_authorization_requests", true))
    #expect(try KeyRequirements().judge(metadata) == KeyRequirements(pushedAuthorization: true))
  }

  @Test func theMetadataOfBoth() throws {
    let able = try able()
    #expect(able.pushedAuthorizationEndpoint == "https://localhost:8443/par")
    #expect(!able.requiresPushedAuthorization)
    #expect(able.dpopSigningAlgorithms == ["RS256", "ES256"])
    #expect(able.tokenEndpointAuthSigningAlgorithms == ["ES256"])
    let plain = try Fixture.metadata()
    #expect(plain.pushedAuthorizationEndpoint == nil && plain.dpopSigningAlgorithms == nil)
  }
}
