import OAuthClient
import SharedValues
import Testing

/// A refusal cites the section that defines the error, not the one that defines success.
struct ErrorSourceTests {
  /// Codes that one specification defines for every endpoint.
  private static let defined: [String: String] = [
    "invalid_client": "RFC 6749 §5.2", "invalid_grant": "RFC 6749 §5.2", "unsupported_grant_type": "RFC 6749 §5.2",
    "access_denied": "RFC 6749 §4.1.2.1", "unsupported_response_type": "RFC 6749 §4.1.2.1",
    "server_error": "RFC 6749 §4.1.2.1", "temporarily_unavailable": "RFC 6749 §4.1.2.1",
    "interaction_required": "OpenID Connect Core §3.1.2.6", "login_required": "OpenID Connect Core §3.1.2.6",
    "account_selection_required": "OpenID Connect Core §3.1.2.6", "consent_required": "OpenID Connect Core §3.1.2.6",
    "invalid_request_uri": "OpenID Connect Core §3.1.2.6", "invalid_request_object": "OpenID Connect Core §3.1.2.6",
    "request_not_supported": "OpenID Connect Core §3.1.2.6",
    "request_uri_not_supported": "OpenID Connect Core §3.1.2.6",
    "registration_not_supported": "OpenID Connect Core §3.1.2.6",
    "invalid_redirect_uri": "RFC 7591 §3.2.2", "invalid_client_metadata": "RFC 7591 §3.2.2",
    "invalid_software_statement": "RFC 7591 §3.2.2", "unapproved_software_statement": "RFC 7591 §3.2.2",
    "invalid_token": "RFC 6750 §3.1", "insufficient_scope": "RFC 6750 §3.1",
    "unsupported_token_type": "RFC 7009 §2.2.1", "invalid_dpop_proof": "RFC 9449 §5", "use_dpop_nonce": "RFC 9449 §8",
    "authorization_pending": "RFC 8628 §3.5", "slow_down": "RFC 8628 §3.5", "expired_token": "RFC 8628 §3.5",
    "invalid_target": "RFC 8707 §2", "insufficient_user_authentication": "RFC 9470 §3",
    "unmet_authentication_requirements": "OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1",
  ]

  @Test(arguments: ServerErrorDefects.all)
  func aServersErrorCitesTheSectionThatDefinesIt(_ defect: Defect) async throws {
    let error = try #require(await defect.error())
    let sections: Set =
      Self.defined[error.code.rawValue].map { [$0] }
      ?? ["RFC 6749 §4.1.2.1", "RFC 6749 §5.1", "RFC 6749 §5.2", "RFC 7591 §3.2.2", "RFC 6750 §3.1"]
    #expect(sections.contains(error.source), "\(error.code): \(error.source)")
  }

  @Test func aRevocationCitesTheSectionOfItsErrors() throws {
    for code in ["unsupported_token_type", "invalid_request"] {
      let error = #expect(throws: ProtocolError.self) {
        try RevocationRequest.judge(Fixture.json(["error": .string(code)], status: 400))
      }
      #expect(error?.source == (code == "invalid_request" ? "RFC 7009 §2.2.1" : Self.defined[code]))
    }
  }

  /// The section of each check, in the order of the flow.
  @Test(
    arguments: [
      ("metadata_issuer_mismatch", "OpenID Connect Discovery 1.0 §4.3, RFC 8414 §3.3"),
      ("metadata_missing_token_endpoint", "OpenID Connect Discovery 1.0 §3, RFC 8414 §2"),
      ("id_token_at_hash_mismatch", "OpenID Connect Core §3.1.3.8"),
      ("id_token_not_yet_valid", "RFC 7519 §4.1.5"),
    ])
  func aCheckCitesItsRule(_ code: String, _ source: String) async {
    var sources: Set<String> = []
    for defect in DiscoveryDefects.all + IDTokenDefects.all where defect.code == code {
      if let error = await defect.error() { sources.insert(error.source) }
    }
    #expect(sources == [source])
  }

  /// RFC 8252 §8.4: a private-use scheme without a period. The cited section adds nothing to the refusal itself.
  @Test func aSchemeWithoutADotCitesItsSection() {
    let address = "mycallback:/done"
    let error = #expect(throws: ProtocolError.self) { try RedirectURI(address) }
    #expect(error?.code.rawValue == "redirect_uri_invalid" && error?.source == "RFC 8252 §8.4")
  }
}
