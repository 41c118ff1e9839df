import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// No two modules have a code of the same spelling, so comparing spellings compares codes.
struct ErrorCodeTests {
  @Test func noCodeBelongsToTwoModules() {
    let codes: [AppError.Code] =
      AppError.OwnCode.allCases.map { .own($0) } + ProtocolError.Code.allCases.map { .server($0) }
      + TransportFailure.Code.allCases.map { .transport($0) } + KeystoreError.Code.allCases.map { .keystore($0) }
      + UserAgentFailure.Code.allCases.map { .userAgent($0) }
      + ApplicationStateError.Code.allCases.map { .storedState($0) }
    #expect(Set(codes).count == codes.count && Set(codes.map(\.rawValue)).count == codes.count)
  }
}
