import OAuthClient
import SharedValues
import Testing

/// A code is a type: each spelling has one value, and unknown codes of servers share a single one.
struct ErrorCodeTests {
  @Test(arguments: ProtocolError.Code.allCases)
  func everyCodeIsFoundByItsSpelling(_ code: ProtocolError.Code) {
    #expect(ProtocolError.Code(rawValue: code.rawValue) == code)
  }

  @Test(arguments: ["a_code_of_its_own", "INVALID_GRANT", "invalid_grant ", "http_not_found"])
  func unknownServerCodesShareOneCode(_ sent: String) throws {
    let body = Array(JSON.object([.init("error", .string(sent))]).compact.utf8)
    let response = HTTPResponse(400, headers: [HTTPHeader("Content-Type", "application/json")], body: body)
    let error = #expect(throws: ProtocolError.self) { _ = try JWKSRequest.judge(response) }
    #expect(error?.code == .serverReportedError && error?.received == .quoted(sent))
  }

  /// Codes of these families belong here, so that a new code is not forgotten.
  @Test func errorsOfEndpointsCastDoubtOnTheMetadata() {
    let families = ["http_", "response_", "metadata_", "jwks_", "id_token_unknown_key"]
    for code in ProtocolError.Code.allCases {
      #expect(code.castsDoubtOnMetadata == families.contains { code.rawValue.hasPrefix($0) }, "\(code)")
    }
  }
}
